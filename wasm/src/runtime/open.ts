// The way from an address, or from bytes, to a model of any system.
import type { Backend } from './backend.js';
import { isBuffer } from './bytes.js';
import type { Fetch, FetchOptions } from './fetch-bytes.js';
import { parseIntegrity } from './integrity.js';
import type { FileBytes } from './head-start.js';
import { LoadMeter } from './load-meter.js';
import { LocalBackend } from './local-backend.js';
import { obtainFiles, type FilesOptions, type OnHead } from './model-files.js';
import { openModel, type ModelModule, type Opened } from './open-model.js';
import type { Platform } from './platform.js';
import type { RemoteOptions, RemoteWasm } from './protocol.js';
import { resolveSource } from './source.js';
import type { System, SystemModule } from './system.js';
import { together } from './turns.js';
import type { AnyWorker, LoadModelOptions, ModelBytes, ModelSource, WasmSource } from './types.js';
import {
  checkEngine,
  compileWasm,
  importGlue,
  instantiate,
  isWasmModule,
  wasmUrl,
  type Glue,
} from './wasm-module.js';
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

const filesOptions = ({ integrity, cache, request }: OpenOptions): FilesOptions => ({
  pinned: parseIntegrity(integrity),
  cache,
  request,
});

/** Opens a model in this thread. */
export async function openHere(
  system: System,
  from: URL | ModelBytes,
  options: OpenOptions,
  platform: Platform,
): Promise<Backend> {
  checkEngine();
  const { signal } = options;
  const fetch = fetcherOf(platform, options.fetch);
  const [main, ...more] = system.modules;
  const preloaded = more.filter(({ part }) => part && options.preload?.includes(part));
  const meter = new LoadMeter(options.onProgress, 1 + preloaded.length, from instanceof URL);
  const compile = (code: SystemModule, by: FetchOptions): Promise<Compiled> => {
    const compiled = code.compile
      ? code.compile(options, by, platform)
      : compileWasm(options.wasm[code.file.name], code.file, by, platform);
    return Promise.all([compiled, importGlue(code.file, () => code.glue())]);
  };
  const start = async (compiled: Promise<Compiled>, signal: AbortSignal) => {
    const [module, glue] = await compiled;
    signal.throwIfAborted();
    return instantiate(glue, module, options.maxMemory);
  };
  const counted = async <T>(module: Promise<T>): Promise<T> => {
    await module;
    meter.moduleDone();
    return module;
  };
  const backendOf = (module: ModelModule, files: FileBytes, verify?: () => Promise<void>) => {
    const openMore = (code: SystemModule): Promise<Opened> =>
      together(undefined, async (signal) => {
        const started = start(compile(code, { fetch, signal }), signal);
        const [another] = await Promise.all([started, verify?.()]);
        return openModel(another, files);
      });
    return new LocalBackend(system, openModel(module, files), openMore);
  };
  let early: Backend | undefined;
  const openEarly = async (
    cut: () => FileBytes,
    compiled: Promise<Compiled>,
    signal: AbortSignal,
  ) => {
    const module = await start(compiled, signal);
    signal.throwIfAborted();
    try {
      early = backendOf(module, cut());
    } catch {
      // What is wrong with the model, the whole of it tells.
      return;
    }
    options.onEarly!(early);
  };
  try {
    const [files, module] = await together(signal, (signal) => {
      const by = { fetch, signal };
      const compiled = compile(main, by);
      const withEarly = <T>(obtain: (onHead?: OnHead) => Promise<T>): Promise<T> =>
        options.onEarly
          ? new Promise((resolve, reject) => {
              obtain((cut) => void openEarly(cut, compiled, signal).catch(reject)).then(
                resolve,
                reject,
              );
            })
          : obtain();
      return Promise.all([
        withEarly((onHead) =>
          obtainFiles(from, system, filesOptions(options), by, meter.report, onHead),
        ),
        counted(start(compiled, signal)),
        ...preloaded.map((code) => counted(compile(code, by))),
      ]);
    });
    meter.report('compile', 0, 1);
    const backend = backendOf(module, files, () => files.verify());
    const { warmUp } = system;
    if (warmUp) await backend.ask(warmUp.question, warmUp.texts, '{}', signal);
    signal?.throwIfAborted();
    meter.report('compile', 1, 1);
    signal?.throwIfAborted();
    return backend;
  } finally {
    await early?.dispose();
  }
}

type Compiled = [module: WebAssembly.Module, glue: Glue<ModelModule>];

type Given = typeof globalThis.fetch;

/** In a context without, whoever needs nothing fetched needs no `fetch`. */
const noFetch: Given = () => Promise.reject(new Error('there is no fetch() here, pass one'));

const fetchers = new WeakMap<Platform, WeakMap<Given, Fetch>>();

/** The platform's `fetch` of a caller's: the same for the same, as is what they share. */
function fetcherOf(platform: Platform, given: Given = globalThis.fetch ?? noFetch): Fetch {
  let known = fetchers.get(platform);
  if (!known) fetchers.set(platform, (known = new WeakMap()));
  let fetcher = known.get(given);
  if (!fetcher) known.set(given, (fetcher = platform.fetcher(given)));
  return fetcher;
}

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
