// A system as the runtime knows it: what its models are called, and the modules of
// WebAssembly that answer its questions.
import type { FetchOptions } from './fetch-bytes.js';
import type { OpenOptions } from './open.js';
import type { ModelModule } from './open-model.js';
import type { Platform } from './platform.js';
import type { WasmFile } from './wasm-file.js';
import type { Failure, Glue } from './wasm-module.js';

/** An answer as it travels: `json`, or typed arrays by name where speed counts. */
export type Answer = Readonly<Record<string, string | ArrayBufferView>>;

/** An answer that takes longer than a moment: `goOn` and `giveUp` want the number. */
export interface UnderWay {
  underWay: number;
}

/** A module that opens models of a system, and how an instance of it is asked. */
export interface SystemModule<Module extends ModelModule = ModelModule> {
  readonly file: WasmFile;
  /** The name by which callers may have it fetched early, if it is not the first. */
  readonly part?: string;
  /** The questions it answers; by default, all that no module before it answers. */
  readonly questions?: readonly string[];
  /** The glue that Emscripten generates for it, fetched only when the module is. */
  glue(): Promise<{ default: Glue<Module> }>;
  /** Compiles it, if that takes more than its bytes. */
  compile?(options: OpenOptions, by: FetchOptions, platform: Platform): Promise<WebAssembly.Module>;
  /** Texts go as UTF-8: Embind would glue a lone surrogate to what follows it. */
  ask(
    module: Module,
    question: string,
    inputs: readonly Uint8Array[],
    options: string,
  ): Answer | UnderWay | Failure;
  /** Works on such an answer for another moment. */
  goOn?(module: Module, answer: number): Answer | UnderWay | Failure;
  /** Lets go of such an answer. */
  giveUp?(module: Module, answer: number): void;
  /** Asks about many texts at once, if that is faster. */
  askMany?(
    module: Module,
    question: string,
    items: readonly (readonly Uint8Array[])[],
    options: string,
  ): { answers: readonly Answer[] } | Failure;
}

/** The exports of the bindings that are the same for all systems. `options` is JSON in UTF-8. */
interface AskedModule extends ModelModule {
  ask(
    question: string,
    inputs: readonly Uint8Array[],
    options: Uint8Array,
  ): JsonAnswer | UnderWay | Failure;
  goOn(answer: number): JsonAnswer | UnderWay | Failure;
  giveUp(answer: number): void;
}

interface JsonAnswer extends Record<string, string | ArrayBufferView> {
  json: string;
}

const encoder = new TextEncoder();

/** A module with these bindings and no others. */
export function askedModule(
  file: WasmFile,
  glue: () => Promise<{ default: unknown }>,
): SystemModule<AskedModule> {
  return {
    file,
    glue: glue as () => Promise<{ default: Glue<AskedModule> }>,
    ask: (module, question, inputs, options) =>
      module.ask(question, inputs, encoder.encode(options)),
    goOn: (module, answer) => module.goOn(answer),
    giveUp: (module, answer) => module.giveUp(answer),
  };
}

export interface System {
  /** As config.json calls it. */
  readonly task: string;
  /** The name of one of its models in messages, and the verb for its work on a text. */
  readonly noun: string;
  readonly verb: string;
  /** In messages about many: what it works on, if not strings. */
  readonly items?: string;
  /** The first is opened by a load, any other by its first question. */
  readonly modules: readonly [SystemModule, ...SystemModule[]];
  /**
   * The question that warms up a new model, since engines make code fast once it has
   * run; without it, nothing does.
   */
  readonly warmUp?: { readonly question: string; readonly texts: readonly string[] };
}
