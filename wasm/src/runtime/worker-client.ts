// The page's side: the same model, computed in a Worker.
import type { Backend, Input, Take } from './backend.js';
import { WhylightError, messageOf } from './errors.js';
import { LentFetches } from './lent-fetch.js';
import {
  CHANNEL,
  fromWire,
  isReply,
  type Call,
  type RemoteOptions,
  type Reply,
  type Request,
  type Result,
} from './protocol.js';
import type { OpenOptions } from './open.js';
import type { Answer } from './system.js';
import type { AnyWorker, ModelBytes } from './types.js';

/** How long a Worker may take to start, in milliseconds. */
const START_LIMIT = 30_000;

const START_ADVICE =
  "Create it with new Worker(new URL('whylight/worker', import.meta.url), {type: 'module'}).";

interface Pending {
  resolve(result: Result): void;
  reject(error: unknown): void;
  /** Takes what comes before the result. */
  onPart: OnPart | undefined;
}

type Part = Extract<Reply, { type: 'progress' | 'early' | 'part' }>;
type OnPart = (part: Part) => void;

type LoadEvents = Pick<OpenOptions, 'signal' | 'onProgress' | 'fetch' | 'onEarly'>;

const connections = new WeakMap<AnyWorker, Connection>();

/** The connection to `worker`, which all its models share. */
export function connect(worker: AnyWorker): Connection {
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
  readonly #worker: AnyWorker;
  readonly #calls = new Map<number, Pending>();
  readonly #models = new Set<number>();
  #isLetGo = false;
  readonly #lent = new LentFetches((fetched) =>
    this.#worker.postMessage({ channel: CHANNEL, ...fetched } satisfies Request),
  );
  #nextCall = 0;
  #ready = false;
  /** The name of the lock that the Worker holds while it lives. */
  readonly #life: string;
  #failure: WhylightError | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(worker: AnyWorker) {
    this.#worker = worker;
    const onMessage = (data: unknown) => {
      if (isReply(data)) this.#receive(data);
    };
    if ('addEventListener' in worker) {
      worker.addEventListener('message', (event) => onMessage((event as MessageEvent).data));
      // Once it answered, an error is one of other code in the same Worker, which goes on. A script
      // that cannot be loaded has no message.
      worker.addEventListener('error', (event) => {
        const { message = '' } = event as Partial<ErrorEvent>;
        if (!this.#ready) this.#fail(message === '' ? 'its script could not be loaded' : message);
      });
    } else {
      worker.on('message', onMessage);
      // In Node it ends the Worker, whoever's it is, and nobody else hears of it.
      worker.on('error', (thrown: unknown) => {
        const { message = String(thrown) } = Object(thrown) as Partial<Error>;
        this.#fail(message === '' ? 'it ended' : message, thrown);
      });
      worker.on('exit', () => this.#fail('it ended'));
    }
    this.#life = `whylight ${Math.random()} ${performance.now()}`;
    worker.postMessage({ channel: CHANNEL, type: 'hello', life: this.#life } satisfies Request);
  }

  get failed(): boolean {
    return this.#failure !== undefined;
  }

  async load(
    task: string,
    source: string | ModelBytes,
    options: Omit<RemoteOptions, 'lent'>,
    { signal, onProgress, fetch, onEarly }: LoadEvents,
  ): Promise<Backend> {
    const remote = { ...options, lent: fetch && this.#lent.lend(fetch) };
    const call: Call = { type: 'load', task, source, options: remote };
    let early: Backend | undefined;
    const hold = (loaded: { model: number; about: object }) => {
      this.#models.add(loaded.model);
      this.#letEnd();
      return new WorkerBackend(this, loaded);
    };
    try {
      const result = await this.call(call, signal, (part) => {
        if (part.type === 'progress') onProgress?.(part.progress);
        if (part.type === 'early') onEarly?.((early = hold(part)));
      });
      if (result.type !== 'loaded') throw unexpected(result);
      return hold(result);
    } finally {
      void early?.dispose();
    }
  }

  /** Sends a request, and waits for its result. */
  call(payload: Call, signal?: AbortSignal, onPart?: OnPart): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      signal?.throwIfAborted();
      if (this.#failure) throw this.#failure;
      const call = this.#nextCall++;
      const cancel = () => {
        this.#calls.delete(call);
        // Where nobody waits any more, nothing should keep a process of Node's from its end.
        if (this.#calls.size === 0) clearTimeout(this.#timer);
        this.#letEnd();
        this.#worker.postMessage({ channel: CHANNEL, type: 'cancel', call } satisfies Request);
        reject(signal?.reason);
      };
      const settle = () => {
        this.#calls.delete(call);
        if (payload.type === 'dispose') this.#models.delete(payload.model);
        signal?.removeEventListener('abort', cancel);
        this.#letEnd();
      };
      this.#send({ channel: CHANNEL, call, ...payload });
      if (this.#calls.size === 0) this.#limitStart();
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
      this.#letEnd();
    });
  }

  /**
   * In Node, a Worker without models and calls does not keep the process from its end. One that its
   * owner has let go of stays so.
   */
  #letEnd(): void {
    if ('addEventListener' in this.#worker) return;
    const isIdle = this.#calls.size + this.#models.size === 0;
    if (isIdle === this.#isLetGo) return;
    this.#isLetGo = isIdle;
    if (isIdle) this.#worker.unref?.();
    else this.#worker.ref?.();
  }

  /** A Worker that has not said that it is ready gets so long. */
  #limitStart(): void {
    if (this.#ready) return;
    clearTimeout(this.#timer);
    const why = `no answer within ${START_LIMIT / 1000} seconds`;
    this.#timer = setTimeout(() => this.#fail(why), START_LIMIT);
  }

  #send(request: Request): void {
    try {
      this.#worker.postMessage(request);
    } catch (cause) {
      // All that is ours can be sent.
      const message = `Expected options that can be sent to a Worker: ${messageOf(cause)}.`;
      throw new WhylightError('invalid-argument', message, { cause });
    }
  }

  #receive(reply: Reply): void {
    if (reply.type === 'ready') {
      this.#ready = true;
      clearTimeout(this.#timer);
      // Whoever is given the lock knows that the Worker let go of it.
      if (reply.life === 'locked') {
        navigator.locks.request(this.#life, () => this.#fail('it ended')).catch(() => {});
      }
      return;
    }
    if (reply.type === 'fetch' || reply.type === 'unfetch') return this.#lent.receive(reply);
    const call = this.#calls.get(reply.call);
    switch (reply.type) {
      case 'progress':
      case 'early':
      case 'part':
        try {
          return call?.onPart?.(reply);
        } catch (error) {
          // An error that the caller's function throws ends its call, as it does without a Worker.
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

  #fail(why: string, cause?: unknown): void {
    clearTimeout(this.#timer);
    const message = this.#ready
      ? `The Worker does not work: ${why}. Load the model in a new one.`
      : `The Worker did not start: ${why}. ${START_ADVICE}`;
    this.#failure ??= new WhylightError('worker-failed', message, { cause });
    for (const call of [...this.#calls.values()]) call.reject(this.#failure);
  }
}

class WorkerBackend implements Backend {
  readonly about: object;
  readonly #connection: Connection;
  readonly #model: number;

  constructor(connection: Connection, { model, about }: { model: number; about: object }) {
    this.#connection = connection;
    this.#model = model;
    this.about = about;
    const free = () => {
      connection.call({ type: 'dispose', model }).catch(() => {});
    };
    forgotten.register(this, free, this);
  }

  get failed(): boolean {
    return this.#connection.failed;
  }

  async ask(
    question: string,
    inputs: readonly Input[],
    options: string,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const call: Call = { type: 'ask', model: this.#model, question, inputs, options };
    const result = await this.#connection.call(call, signal);
    if (result.type !== 'answered') throw unexpected(result);
    return result.answer;
  }

  async askMany(
    question: string,
    items: readonly (readonly Input[])[],
    options: string,
    signal: AbortSignal | undefined,
    take: Take,
  ): Promise<void> {
    const call: Call = { type: 'askMany', model: this.#model, question, items, options };
    const result = await this.#connection.call(call, signal, (part) => {
      if (part.type === 'part') take(part.answer, part.index);
    });
    if (result.type !== 'answeredMany') throw unexpected(result);
  }

  async dispose(): Promise<void> {
    forgotten.unregister(this);
    await this.#connection.call({ type: 'dispose', model: this.#model }).catch((error: unknown) => {
      // With the Worker, the model is gone.
      if (!this.#connection.failed) throw error;
    });
  }
}

function unexpected(result: Result): WhylightError {
  return new WhylightError('worker-failed', `The Worker answered with "${result.type}".`);
}
