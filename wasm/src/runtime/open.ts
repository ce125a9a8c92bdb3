// The way from an address, or from bytes, to a model of any system.
import type { Backend } from './backend.js';
import { isBuffer } from './bytes.js';
import { WhylightError } from './errors.js';
import { together, type Fetch, type FetchOptions } from './fetch-bytes.js';
import { parseIntegrity } from './integrity.js';
import { LoadMeter } from './load-meter.js';
import { LocalBackend } from './local-backend.js';
import { obtainFiles } from './model-files.js';
import { openModel, type ModelModule, type Opened } from './open-model.js';
import type { Platform } from './platform.js';
import type { RemoteOptions, RemoteWasm } from './protocol.js';
import { resolveSource } from './source.js';
import type { System, SystemModule } from './system.js';
import type { LoadModelOptions, ModelBytes, ModelSource, WasmSource } from './types.js';
import {
  checkEngine,
  compileWasm,
  importGlue,
  instantiate,
  isWasmModule,
  wasmUrl,
} from './wasm-module.js';
import { connect } from './worker-client.js';

/** The options of a load, as the runtime wants them from every system. */
export interface OpenOptions extends Omit<LoadModelOptions, 'wasm'> {
  /** Where modules come from that are not beside our code, by the names of their files. */
  wasm: Readonly<Record<string, WasmSource | undefined>>;
  /** Further options of a system. */
  choices?: Readonly<Record<string, boolean | undefined>>;
  /** The parts of the system to fetch with the model, not with their first question. */
  preload?: readonly string[] | undefined;
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
  const sent = from instanceof URL ? from.href : from;
  const remote = forWorker(options, platform);
  return connect(worker).load(system.task, sent, remote, options);
}

/** Opens a model in this thread. */
export async function openHere(
  system: System,
  from: URL | ModelBytes,
  options: OpenOptions,
  platform: Platform,
): Promise<Backend> {
  checkEngine();
  const { signal, cache, request, integrity } = options;
  const fetch = fetcherOf(platform, options.fetch ?? globalThis.fetch ?? noFetch);
  const [main, ...more] = system.modules;
  const early = more.filter(({ part }) => part && options.preload?.includes(part));
  const meter = new LoadMeter(options.onProgress, 1 + early.length, from instanceof URL);
  const compile = (code: SystemModule, by: FetchOptions) => {
    const compiled = code.compile
      ? code.compile(options, by, platform)
      : compileWasm(options.wasm[code.file.name], code.file, by, platform);
    return Promise.all([compiled, importGlue(code.file, () => code.glue())]);
  };
  const start = async (code: SystemModule, by: FetchOptions): Promise<ModelModule> => {
    const [module, glue] = await compile(code, by);
    by.signal?.throwIfAborted();
    return instantiate(glue, module, options.maxMemory);
  };
  const counted = async <T>(module: Promise<T>): Promise<T> => {
    await module;
    meter.moduleDone();
    return module;
  };
  const wanted = { pinned: parseIntegrity(integrity), cache, request };
  const [files, module] = await together(fetch, signal, (by) =>
    Promise.all([
      obtainFiles(from, system, wanted, by, meter.report),
      counted(start(main, by)),
      ...early.map((code) => counted(compile(code, by))),
    ]),
  );
  meter.report('compile', 0, 1);
  const openMore = (code: SystemModule): Promise<Opened> =>
    together(fetch, undefined, async (by) => {
      const [module] = await Promise.all([start(code, by), files.verify()]);
      return openModel(module, files);
    });
  const backend = new LocalBackend(system, openModel(module, files), openMore);
  const { warmUp } = system;
  if (warmUp) await backend.ask(warmUp.question, warmUp.texts, '{}', signal);
  signal?.throwIfAborted();
  meter.report('compile', 1, 1);
  signal?.throwIfAborted();
  return backend;
}

type Given = typeof globalThis.fetch;

/** In a context without, whoever needs nothing fetched needs no `fetch`. */
const noFetch: Given = () => Promise.reject(new Error('there is no fetch() here, pass one'));

const fetchers = new WeakMap<Platform, WeakMap<Given, Fetch>>();

/** The platform's `fetch` of a caller's: the same for the same, as is what they share. */
function fetcherOf(platform: Platform, given: Given): Fetch {
  let known = fetchers.get(platform);
  if (!known) fetchers.set(platform, (known = new WeakMap()));
  let fetcher = known.get(given);
  if (!fetcher) known.set(given, (fetcher = platform.fetcher(given)));
  return fetcher;
}

/** The options that are sent to a Worker. */
function forWorker(
  { fetch, wasm, choices = {}, maxMemory, preload, cache, integrity, request }: OpenOptions,
  platform: Platform,
): RemoteOptions {
  if (fetch) {
    throw new WhylightError('invalid-argument', '`fetch` cannot be sent to a `worker`.');
  }
  const sendable = (source: WasmSource | undefined): RemoteWasm =>
    source === undefined || isWasmModule(source) || isBuffer(source)
      ? source
      : wasmUrl(source, platform, 'wasm').href;
  const sent: Record<string, RemoteWasm> = {};
  for (const [name, source] of Object.entries(wasm)) sent[name] = sendable(source);
  return { wasm: sent, choices, maxMemory, preload, cache, integrity, request };
}
