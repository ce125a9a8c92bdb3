// A model in this thread.
import { disposed, type Backend } from './backend.js';
import { openModel, unwrap, type CoreModel, type ModelFiles, type RawExplanation } from './core.js';
import { WhylightError } from './errors.js';

const encoder = new TextEncoder();

export class LocalBackend implements Backend {
  readonly aspects: readonly string[];
  readonly #module: WebAssembly.Module;
  // Kept to start over with, should the instance stop.
  #files: ModelFiles | undefined;
  #core: Promise<CoreModel> | undefined;

  private constructor(module: WebAssembly.Module, files: ModelFiles, core: CoreModel) {
    this.aspects = core.aspects();
    this.#module = module;
    this.#files = files;
    this.#core = Promise.resolve(core);
  }

  static async open(module: WebAssembly.Module, files: ModelFiles): Promise<LocalBackend> {
    return new LocalBackend(module, files, await openModel(module, files));
  }

  async explain(text: string, signal: AbortSignal | undefined): Promise<RawExplanation> {
    for (;;) {
      signal?.throwIfAborted();
      if (!this.#files) throw disposed();
      const opening = (this.#core ??= this.#reopen(this.#files));
      const core = await opening;
      // Another call may have stopped this instance in the meantime.
      if (this.#core === opening && !signal?.aborted) return this.#run(core, text);
    }
  }

  async dispose(): Promise<void> {
    // The instance belongs to this model alone, so its memory goes with it.
    this.#files = undefined;
    this.#core = undefined;
  }

  #run(core: CoreModel, text: string): RawExplanation {
    let result;
    try {
      // The bytes, not the string: Embind would glue a lone surrogate to what
      // follows it, where the encoder puts U+FFFD, which is as long.
      result = core.explain(encoder.encode(text));
    } catch (cause) {
      // An instance that stopped is in no known state: the next call starts over.
      this.#core = undefined;
      throw new WhylightError(
        'wasm-failed',
        `The WebAssembly module stopped on a text of ${text.length} UTF-16 units; there may be ` +
          'too little memory. The model can be used again.',
        { cause },
      );
    }
    return unwrap(result);
  }

  async #reopen(files: ModelFiles): Promise<CoreModel> {
    try {
      return await openModel(this.#module, files);
    } catch (error) {
      this.#core = undefined;
      throw error;
    }
  }
}
