// A model in this thread.
import type { Backend } from './backend.js';
import {
  openModel,
  type CoreModel,
  type ExplanationRequest,
  type ModelFiles,
  type RawExplanation,
} from './core.js';
import { Instance } from './instance.js';
import { unwrap } from './wasm-module.js';

const encoder = new TextEncoder();

export class LocalBackend implements Backend {
  readonly aspects: readonly string[];
  // Of this model alone, so the memory goes with the model.
  readonly #model: Instance<CoreModel>;

  private constructor(model: Instance<CoreModel>, aspects: readonly string[]) {
    this.aspects = aspects;
    this.#model = model;
  }

  static async open(module: WebAssembly.Module, files: ModelFiles): Promise<LocalBackend> {
    const model = await Instance.start('model', () => openModel(module, files));
    return new LocalBackend(model, await model.run((core) => core.aspects(), 'its aspects'));
  }

  // Texts go as bytes, not as strings: Embind would glue a lone surrogate to what
  // follows it, where the encoder puts U+FFFD, which is as long.

  async explain(text: string, signal: AbortSignal | undefined): Promise<RawExplanation> {
    const raw = await this.#model.run(
      (core) => core.explain(encoder.encode(text)),
      `a text of ${text.length} UTF-16 units`,
      signal,
    );
    return unwrap(raw);
  }

  async explainAs(
    { method, text, other, options }: ExplanationRequest,
    signal: AbortSignal | undefined,
  ): Promise<string> {
    const answer = await this.#model.run(
      (core) => core.explainAs(method, encoder.encode(text), encoder.encode(other), options),
      `text of ${text.length + other.length} UTF-16 units`,
      signal,
    );
    return unwrap(answer).json;
  }

  async dispose(): Promise<void> {
    this.#model.dispose();
  }
}
