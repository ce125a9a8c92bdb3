// The Worker's side: carries out what a page asks for.
import { disposed, type Backend } from './backend.js';
import { WhylightError } from './errors.js';
import { BorrowedFetches } from './lent-fetch.js';
import { openHere } from './open-here.js';
import type { Platform } from './platform.js';
import {
  CHANNEL,
  isRequest,
  toWire,
  type Call,
  type Life,
  type Reply,
  type Request,
  type Result,
} from './protocol.js';
import type { Answer, System } from './system.js';

/** The scope of a Worker, or a MessagePort. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

type CallOf<Type extends Call['type']> = Request & { type: Type };

/** Answers the requests that arrive at `port`, about models of these systems. */
export function serve(port: Port, platform: Platform, systems: readonly System[]): void {
  const models = new Map<number, Backend>();
  const running = new Map<number, AbortController>();
  let nextModel = 0;

  const send = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);

  const fetches = new BorrowedFetches((message) => send({ channel: CHANNEL, ...message }));

  const keep = (backend: Backend): number => {
    models.set(nextModel, backend);
    return nextModel++;
  };

  async function load(request: CallOf<'load'>, signal: AbortSignal): Promise<Result> {
    const { call, task, source, options } = request;
    const { lent, early, ...others } = options;
    const system = systems.find((each) => each.task === task);
    if (!system) throw new WhylightError('worker-failed', `This Worker opens no ${task} models.`);
    const from = typeof source === 'string' ? platform.toUrl(source) : source;
    const sendEarly = (backend: Backend) => {
      const { about } = backend;
      send({ channel: CHANNEL, type: 'early', call, model: keep(backend), about });
    };
    const backend = await openHere(
      system,
      from,
      {
        ...others,
        fetch: lent === undefined ? undefined : fetches.borrow(lent),
        signal,
        onEarly: early ? sendEarly : undefined,
        onProgress: (progress) => send({ channel: CHANNEL, type: 'progress', call, progress }),
      },
      platform,
    );
    return { type: 'loaded', model: keep(backend), about: backend.about };
  }

  async function find(model: number): Promise<Backend> {
    // Messages that are waiting come first: one of them may cancel this call.
    await new Promise((resolve) => setTimeout(resolve));
    const backend = models.get(model);
    if (!backend) throw disposed();
    return backend;
  }

  async function ask(request: CallOf<'ask'>, signal: AbortSignal): Promise<Result> {
    const { model, question, inputs, options } = request;
    const backend = await find(model);
    return { type: 'answered', answer: await backend.ask(question, inputs, options, signal) };
  }

  async function askMany(request: CallOf<'askMany'>, signal: AbortSignal): Promise<Result> {
    const { call, model, question, items, options } = request;
    const backend = await find(model);
    await backend.askMany(question, items, options, signal, (answer, index) => {
      send({ channel: CHANNEL, type: 'part', call, index, answer }, buffersOf(answer));
    });
    return { type: 'answeredMany' };
  }

  async function dispose({ model }: CallOf<'dispose'>): Promise<Result> {
    await models.get(model)?.dispose();
    models.delete(model);
    return { type: 'disposed' };
  }

  async function answer(call: number, task: (signal: AbortSignal) => Promise<Result>) {
    const controller = new AbortController();
    running.set(call, controller);
    try {
      const result = await task(controller.signal);
      const transfer = result.type === 'answered' ? buffersOf(result.answer) : [];
      send({ channel: CHANNEL, type: 'done', call, result }, transfer);
    } catch (error) {
      send({ channel: CHANNEL, type: 'failed', call, error: toWire(error) });
    } finally {
      running.delete(call);
    }
  }

  port.addEventListener('message', ({ data }) => {
    if (!isRequest(data)) return;
    switch (data.type) {
      case 'hello':
        return void live(data.life).then((life) => send({ channel: CHANNEL, type: 'ready', life }));
      case 'fetched':
        return fetches.receive(data);
      case 'cancel':
        return running.get(data.call)?.abort();
      case 'load':
        return void answer(data.call, (signal) => load(data, signal));
      case 'ask':
        return void answer(data.call, (signal) => ask(data, signal));
      case 'askMany':
        return void answer(data.call, (signal) => askMany(data, signal));
      case 'dispose':
        return void answer(data.call, () => dispose(data));
    }
  });
}

/** Holds the lock of that name for as long as this Worker lives. */
function live(name: string): Promise<Life> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return Promise.resolve('unknown');
  return new Promise((resolve) => {
    const forever = new Promise<never>(() => {});
    const hold = () => {
      resolve('locked');
      return forever;
    };
    locks.request(name, hold).catch(() => resolve('unknown'));
  });
}

/** The buffers that need not be copied on their way. */
function buffersOf(answer: Answer): Transferable[] {
  return Object.values(answer).flatMap((value) =>
    typeof value === 'string' ? [] : [value.buffer as ArrayBuffer],
  );
}
