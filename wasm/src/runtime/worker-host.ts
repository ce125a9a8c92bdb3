// The Worker's side: carries out what a page asks for.
import { loadHere } from '../systems/rationale/load.js';
import { disposed, type Backend } from './backend.js';
import type { RawExplanation } from '../systems/rationale/core.js';
import type { Platform } from './platform.js';
import { CHANNEL, isRequest, toWire, type Reply, type Request, type Result } from './protocol.js';
import type { LoadOptions } from './types.js';

/** The scope of a Worker, or a MessagePort. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** Answers the requests that arrive at `port`. */
export function serve(port: Port, platform: Platform): void {
  const models = new Map<number, Backend>();
  const running = new Map<number, AbortController>();
  let nextModel = 0;

  const send = (reply: Reply, transfer: Transferable[] = []) => port.postMessage(reply, transfer);

  async function load(request: Request & { type: 'load' }, signal: AbortSignal): Promise<Result> {
    const { call, source } = request;
    const options: LoadOptions = {
      ...request.options,
      signal,
      onProgress: (progress) => send({ channel: CHANNEL, type: 'progress', call, progress }),
    };
    const from = typeof source === 'string' ? platform.toUrl(source) : source;
    const backend = await loadHere(from, options, platform);
    models.set(nextModel, backend);
    const { aspects, points } = backend;
    return { type: 'loaded', model: nextModel++, aspects, points };
  }

  async function find(model: number): Promise<Backend> {
    // Messages that are waiting come first: one of them may cancel this call.
    await new Promise((resolve) => setTimeout(resolve));
    const backend = models.get(model);
    if (!backend) throw disposed();
    return backend;
  }

  async function explain(
    { model, text, point }: Request & { type: 'explain' },
    signal: AbortSignal,
  ): Promise<Result> {
    const backend = await find(model);
    return { type: 'explained', explanation: await backend.explain(text, point, signal) };
  }

  async function explainMany(
    { call, model, texts, point }: Request & { type: 'explainMany' },
    signal: AbortSignal,
  ): Promise<Result> {
    const backend = await find(model);
    await backend.explainMany(texts, point, signal, (explanation, index) => {
      const reply: Reply = { channel: CHANNEL, type: 'explanation', call, index, explanation };
      send(reply, buffersOf(explanation));
    });
    return { type: 'explainedMany' };
  }

  async function explainAs(
    { model, request }: Request & { type: 'explainAs' },
    signal: AbortSignal,
  ): Promise<Result> {
    const backend = await find(model);
    return { type: 'explainedAs', json: await backend.explainAs(request, signal) };
  }

  async function dispose(request: Request & { type: 'dispose' }): Promise<Result> {
    await models.get(request.model)?.dispose();
    models.delete(request.model);
    return { type: 'disposed' };
  }

  async function answer(call: number, task: (signal: AbortSignal) => Promise<Result>) {
    const controller = new AbortController();
    running.set(call, controller);
    try {
      const result = await task(controller.signal);
      const transfer = result.type === 'explained' ? buffersOf(result.explanation) : [];
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
        return send({ channel: CHANNEL, type: 'ready' });
      case 'cancel':
        return running.get(data.call)?.abort();
      case 'load':
        return void answer(data.call, (signal) => load(data, signal));
      case 'explain':
        return void answer(data.call, (signal) => explain(data, signal));
      case 'explainMany':
        return void answer(data.call, (signal) => explainMany(data, signal));
      case 'explainAs':
        return void answer(data.call, (signal) => explainAs(data, signal));
      case 'dispose':
        return void answer(data.call, () => dispose(data));
    }
  });
}

/** What need not be copied on its way. */
function buffersOf(explanation: RawExplanation): ArrayBuffer[] {
  return Object.values(explanation).map((array: Uint8Array<ArrayBuffer>) => array.buffer);
}
