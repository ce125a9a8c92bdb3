// The way from an address, or from bytes, to a model of any system, here or in Workers.
import type { Backend } from './backend.js';
import { isBuffer } from './bytes.js';
import { fetcherOf } from './fetcher.js';
import { LoadMeter } from './load-meter.js';
import { filesOptions, obtainFiles } from './model-files.js';
import { openHere } from './open-here.js';
import type { Platform } from './platform.js';
import type { RemoteOptions, RemoteWasm } from './protocol.js';
import { resolveSource } from './source.js';
import type { System } from './system.js';
import { together } from './turns.js';
import type { AnyWorker, LoadModelOptions, ModelBytes, ModelSource, WasmSource } from './types.js';
import { checkEngine, isWasmModule, wasmUrl } from './wasm-module.js';
import { connect } from './worker-client.js';
import { PoolBackend } from './worker-pool.js';

/** The options of a load, as the runtime wants them from every system. */
export interface OpenOptions extends Omit<LoadModelOptions, 'wasm'> {
  /** Where modules come from that are not beside our code, by the names of their files. */
  wasm: Readonly<Record<string, WasmSource | undefined>>;
  /** Further options of a system. */
  choices?: Readonly<Record<string, boolean | undefined>>;
  /** The parts of the system to fetch with the model, not with their first question. */
  preload?: readonly string[] | undefined;
  /** Given a model of the commonest words while the rest downloads. It ends with the load. */
  onEarly?: ((early: Backend) => void) | undefined;
}

/** Opens a model in this thread, or in the Worker of the options. */
export async function open(
  system: System,
  source: ModelSource,
  options: OpenOptions,
  platform: Platform,
): Promise<Backend> {
  const { signal, worker } = options;
  signal?.throwIfAborted();
  const from = resolveSource(source, platform);
  if (!worker) return openHere(system, from, options, platform);
  if (isMany(worker)) return openPool(worker, system, from, options, platform);
  const sent = from instanceof URL ? from.href : from;
  const remote = forWorker(options, platform);
  return connect(worker).load(system.task, sent, remote, options);
}

/** Opens one model in several Workers, of files that are downloaded once. */
async function openPool(
  workers: readonly AnyWorker[],
  system: System,
  from: URL | ModelBytes,
  options: OpenOptions,
  platform: Platform,
): Promise<Backend> {
  checkEngine();
  const { signal, fetch } = options;
  const meter = new LoadMeter(options.onProgress, 1, from instanceof URL);
  const { config, tensors, vocabulary } = await together(signal, (signal) => {
    const by = { fetch: fetcherOf(platform, fetch), signal };
    return obtainFiles(from, system, filesOptions(options), by, meter.report);
  });
  const bytes = { config, tensors, vocabulary };
  const remote = forWorker(options, platform);
  const opened: Backend[] = [];
  const openIn = async (worker: AnyWorker, signal: AbortSignal) => {
    meter.report('compile', opened.length / workers.length, 1);
    opened.push(await connect(worker).load(system.task, bytes, remote, { signal, fetch }));
  };
  try {
    await together(signal, (signal) =>
      Promise.all(workers.map((worker) => openIn(worker, signal))),
    );
    meter.moduleDone();
    meter.report('compile', 1, 1);
    signal?.throwIfAborted();
    return new PoolBackend(opened as [Backend, ...Backend[]]);
  } catch (error) {
    await Promise.all(opened.map((backend) => backend.dispose()));
    throw error;
  }
}

// Array.isArray() does not see that an array which may not be changed is one.
const isMany = (worker: AnyWorker | readonly AnyWorker[]): worker is readonly AnyWorker[] =>
  Array.isArray(worker);

/** The options that are sent to a Worker. */
function forWorker(
  { wasm, choices = {}, maxMemory, preload, cache, integrity, request, onEarly }: OpenOptions,
  platform: Platform,
): Omit<RemoteOptions, 'lent'> {
  const sendable = (source: WasmSource | undefined): RemoteWasm =>
    source === undefined || isWasmModule(source) || isBuffer(source)
      ? source
      : wasmUrl(source, platform, 'wasm').href;
  const sent: Record<string, RemoteWasm> = {};
  for (const [name, source] of Object.entries(wasm)) sent[name] = sendable(source);
  const early = onEarly !== undefined;
  return { wasm: sent, choices, maxMemory, preload, cache, integrity, request, early };
}
