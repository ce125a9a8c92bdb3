// The way to a model in this thread.
import type { Backend } from './backend.js';
import { EarlyModel } from './early-model.js';
import type { FetchOptions } from './fetch-bytes.js';
import { fetcherOf } from './fetcher.js';
import type { FileBytes } from './head-start.js';
import { LoadMeter } from './load-meter.js';
import { LocalBackend } from './local-backend.js';
import { filesOptions, obtainFiles, type OnHead } from './model-files.js';
import { openModel, type ModelModule, type Opened } from './open-model.js';
import type { OpenOptions } from './open.js';
import type { Platform } from './platform.js';
import type { System, SystemModule } from './system.js';
import { together } from './turns.js';
import type { ModelBytes } from './types.js';
import { checkEngine, compileWasm, importGlue, instantiate, type Glue } from './wasm-module.js';

type Compiled = [module: WebAssembly.Module, glue: Glue<ModelModule>];

/** Opens a model in this thread. */
export async function openHere(
  system: System,
  from: URL | ModelBytes,
  options: OpenOptions,
  platform: Platform,
): Promise<Backend> {
  checkEngine();
  const { signal, onEarly } = options;
  const [main, ...more] = system.modules;
  const preloaded = more.filter(({ part }) => part && options.preload?.includes(part));
  const meter = new LoadMeter(options.onProgress, 1 + preloaded.length, from instanceof URL);
  const counted = async <T>(module: Promise<T>): Promise<T> => {
    await module;
    meter.moduleDone();
    return module;
  };
  const modules = new Modules(system, options, platform);
  const early = onEarly && new EarlyModel(onEarly);
  try {
    const [files, module] = await together(signal, (signal) => {
      const by = { fetch: modules.fetch, signal };
      const compiled = modules.compile(main, by);
      const obtain = (onHead?: OnHead) =>
        obtainFiles(from, system, filesOptions(options), by, meter.report, onHead);
      const openEarly = async () => {
        const module = await modules.start(compiled, signal);
        signal.throwIfAborted();
        return (files: FileBytes) => modules.backend(module, files);
      };
      return Promise.all([
        early ? early.openDuring(obtain, openEarly) : obtain(),
        counted(modules.start(compiled, signal)),
        ...preloaded.map((code) => counted(modules.compile(code, by))),
      ]);
    });
    meter.report('compile', 0, 1);
    const backend = modules.backend(module, files, () => files.verify());
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

/** The modules of a system, and what a load's options say of them. */
class Modules {
  readonly fetch;
  readonly #system: System;
  readonly #options: OpenOptions;
  readonly #platform: Platform;

  constructor(system: System, options: OpenOptions, platform: Platform) {
    this.#system = system;
    this.#options = options;
    this.#platform = platform;
    this.fetch = fetcherOf(platform, options.fetch);
  }

  compile(code: SystemModule, by: FetchOptions): Promise<Compiled> {
    const compiled = code.compile
      ? code.compile(this.#options, by, this.#platform)
      : compileWasm(this.#options.wasm[code.file.name], code.file, by, this.#platform);
    return Promise.all([compiled, importGlue(code.file, () => code.glue())]);
  }

  async start(compiled: Promise<Compiled>, signal: AbortSignal): Promise<ModelModule> {
    const [module, glue] = await compiled;
    signal.throwIfAborted();
    return instantiate(glue, module, this.#options.maxMemory);
  }

  /** Makes a model of `files` in `module`, and later in others, once the files are verified. */
  backend(module: ModelModule, files: FileBytes, verify?: () => Promise<void>): Backend {
    const openMore = (code: SystemModule): Promise<Opened> =>
      together(undefined, async (signal) => {
        const started = this.start(this.compile(code, { fetch: this.fetch, signal }), signal);
        const [another] = await Promise.all([started, verify?.()]);
        return openModel(another, files);
      });
    return new LocalBackend(this.#system, openModel(module, files), openMore);
  }
}
