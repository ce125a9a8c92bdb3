// The page's side: the same model, computed in a Worker.
import type { Backend, Take } from './backend.js';
import type { ExplanationRequest, RawExplanation } from '../systems/rationale/core.js';
import { WhylightError } from './errors.js';
import {
  CHANNEL,
  fromWire,
  isReply,
  type RemoteOptions,
  type Reply,
  type Request,
  type Result,
} from './protocol.js';
import type { LoadOptions, ModelBytes, WorkerLike } from './types.js';

/** How long a Worker may take to start, in milliseconds. */
const START_LIMIT = 30_000;

const START_ADVICE =
  "Create it with new Worker(new URL('whylight/worker', import.meta.url), {type: 'module'}).";

interface Call {
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Takes what comes before the result. */
  onPart: OnPart | undefined;
}

type Part = Extract<Reply, { type: 'progress' | 'explanation' }>;
type OnPart = (part: Part) => void;

type Payload<T> = T extends { call: number } ? Omit<T, 'channel' | 'call'> : never;

const connections = new WeakMap<WorkerLike, Connection>();

/** The connection to `worker`, which all its models share. */
export function connect(worker: WorkerLike): Connection {
  if (typeof worker.postMessage !== 'function' || typeof worker.addEventListener !== 'function') {
    throw new WhylightError('invalid-argument', 'Expected a Worker as `worker`.');
  }
  let connection = connections.get(worker);
  if (!connection) {
    connection = new Connection(worker);
    connections.set(worker, connection);
  }
  return connection;
}

// Frees the Worker's side of a model whose owner forgot to call dispose().
const forgotten = new FinalizationRegistry<() => void>((free) => free());

export class Connection {
  readonly #worker: WorkerLike;
  readonly #calls = new Map<number, Call>();
  #nextCall = 0;
  #ready = false;
  #failure: WhylightError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.addEventListener('message', (event) => {
      const { data } = event as MessageEvent<unknown>;
      if (isReply(data)) this.#receive(data);
    });
    // Once it answered, an error is one of other code in the same Worker.
    worker.addEventListener('error', (event) => {
      // A script that cannot be loaded has no message.
      const { message = '' } = event as Partial<ErrorEvent>;
      if (!this.#ready) this.#fail(message === '' ? 'its script could not be loaded' : message);
    });
    worker.postMessage({ channel: CHANNEL, type: 'hello' } satisfies Request);
    this.#timer = setTimeout(
      () => this.#fail(`no answer within ${START_LIMIT / 1000} seconds`),
      START_LIMIT,
    );
  }

  async load(
    source: string | ModelBytes,
    options: RemoteOptions,
    { signal, onProgress }: LoadOptions,
  ): Promise<Backend> {
    const result = await this.call({ type: 'load', source, options }, signal, (part) => {
      if (part.type === 'progress') onProgress?.(part.progress);
    });
    if (result.type !== 'loaded') throw unexpected(result);
    return new WorkerBackend(this, result);
  }

  /** Sends a request, and waits for its result. */
  call(payload: Payload<Request>, signal?: AbortSignal, onPart?: OnPart): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#failure) throw this.#failure;
      const call = this.#nextCall++;
      const cancel = () => {
        this.#calls.delete(call);
        this.#worker.postMessage({ channel: CHANNEL, type: 'cancel', call } satisfies Request);
        reject(signal?.reason);
      };
      const settle = () => {
        this.#calls.delete(call);
        signal?.removeEventListener('abort', cancel);
      };
      this.#worker.postMessage({ channel: CHANNEL, call, ...payload });
      signal?.addEventListener('abort', cancel, { once: true });
      this.#calls.set(call, {
        resolve: (result) => {
          settle();
          resolve(result);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
        onPart,
      });
    });
  }

  #receive(reply: Reply): void {
    if (reply.type === 'ready') {
      this.#ready = true;
      clearTimeout(this.#timer);
      return;
    }
    const call = this.#calls.get(reply.call);
    switch (reply.type) {
      case 'progress':
      case 'explanation':
        try {
          return call?.onPart?.(reply);
        } catch (error) {
          // What the caller's function throws ends its call, as it does without a Worker.
          this.#worker.postMessage({ channel: CHANNEL, type: 'cancel', call: reply.call });
          return call?.reject(error);
        }
      case 'failed':
        return call?.reject(fromWire(reply.error));
      case 'done':
        if (call) return call.resolve(reply.result);
        // The model of a load that was given up a moment too late.
        if (reply.result.type === 'loaded') {
          this.call({ type: 'dispose', model: reply.result.model }).catch(() => {});
        }
    }
  }

  #fail(why: string): void {
    clearTimeout(this.#timer);
    const message = `The Worker did not start: ${why}. ${START_ADVICE}`;
    this.#failure = new WhylightError('worker-failed', message);
    for (const call of [...this.#calls.values()]) call.reject(this.#failure);
  }
}

class WorkerBackend implements Backend {
  readonly aspects: readonly string[];
  readonly points: Float64Array;
  readonly #connection: Connection;
  readonly #model: number;

  constructor(connection: Connection, loaded: Result & { type: 'loaded' }) {
    const { model, aspects, points } = loaded;
    this.#connection = connection;
    this.#model = model;
    this.aspects = aspects;
    this.points = points;
    const free = () => {
      connection.call({ type: 'dispose', model }).catch(() => {});
    };
    forgotten.register(this, free, this);
  }

  async explain(
    text: string,
    point: number,
    signal: AbortSignal | undefined,
  ): Promise<RawExplanation> {
    const request = { type: 'explain', model: this.#model, text, point } as const;
    const result = await this.#connection.call(request, signal);
    if (result.type !== 'explained') throw unexpected(result);
    return result.explanation;
  }

  async explainMany(
    texts: readonly string[],
    point: number,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void> {
    const request = { type: 'explainMany', model: this.#model, texts, point } as const;
    const result = await this.#connection.call(request, signal, (part) => {
      if (part.type === 'explanation') take(part.explanation, part.index);
    });
    if (result.type !== 'explainedMany') throw unexpected(result);
  }

  async explainAs(request: ExplanationRequest, signal: AbortSignal | undefined): Promise<string> {
    const payload = { type: 'explainAs', model: this.#model, request } as const;
    const result = await this.#connection.call(payload, signal);
    if (result.type !== 'explainedAs') throw unexpected(result);
    return result.json;
  }

  async dispose(): Promise<void> {
    forgotten.unregister(this);
    await this.#connection.call({ type: 'dispose', model: this.#model });
  }
}

function unexpected(result: Result): WhylightError {
  return new WhylightError('worker-failed', `The Worker answered with "${result.type}".`);
}
