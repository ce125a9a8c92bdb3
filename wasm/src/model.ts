/// <reference lib="esnext.disposable" preserve="true" />
import { assemble } from './assemble.js';
import { disposed, type Backend } from './backend.js';
import { declareDisposable } from './disposable.js';
import { WhylightError } from './errors.js';
import type { Explanation, ExplainOptions } from './types.js';

/**
 * A trained model, ready to explain text. `load()` makes one.
 *
 * It owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class Model {
  /** What the model rates, in the order of its training. */
  readonly aspects: readonly string[];

  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  #backend: Backend | undefined;

  /** @internal */
  constructor(backend: Backend) {
    this.#backend = backend;
    this.aspects = Object.freeze([...backend.aspects]);
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Rates `text` and marks the words each rating rests on.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument` when `text` is
   * no string, or `wasm-failed` when the module stopped, most likely for want of
   * memory; the model works again on the next call. Without a Worker the
   * computation blocks the thread, so a signal is heeded before and after it.
   */
  async explain(text: string, options: ExplainOptions = {}): Promise<Explanation> {
    if (typeof text !== 'string') {
      const found = text === null ? 'null' : typeof text;
      throw new WhylightError('invalid-argument', `Expected a string to explain, found ${found}.`);
    }
    const { signal } = options;
    const raw = await this.#open().explain(text, signal);
    signal?.throwIfAborted();
    this.#open();
    return assemble(text, this.aspects, raw);
  }

  /**
   * Frees the model. Calls still under way reject with `disposed`. Calling it
   * again does nothing.
   */
  async dispose(): Promise<void> {
    const backend = this.#backend;
    this.#backend = undefined;
    await backend?.dispose();
  }

  #open(): Backend {
    if (this.#backend) return this.#backend;
    throw disposed();
  }
}
