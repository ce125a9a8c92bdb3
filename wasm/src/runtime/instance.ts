// An instance of a module that is opened when it is wanted, and started over
// after it stopped.
import { disposed } from './backend.js';
import { untilAborted } from './turns.js';
import { stopped } from './wasm-module.js';

export class Instance<T> {
  #open: (() => Promise<T>) | undefined;
  #current: Promise<T> | undefined;
  readonly #owner: string;

  /**
   * `owner` is what errors call that which lives in the instance, e.g. "model"; `first` is the
   * first instance, if there is one already.
   */
  constructor(owner: string, open: () => Promise<T>, first?: T) {
    this.#open = open;
    this.#current = first && Promise.resolve(first);
    this.#owner = owner;
  }

  /** The result of `task` on the instance. `on` says what it ran on, for the error if it stops. */
  async run<R>(task: (current: T) => R, on: string, signal?: AbortSignal): Promise<R> {
    for (;;) {
      signal?.throwIfAborted();
      if (!this.#open) throw disposed(this.#owner);
      const opening = (this.#current ??= this.#reopen(this.#open));
      const current = await untilAborted(opening, signal);
      // Another call may have stopped this instance in the meantime.
      if (this.#current !== opening || signal?.aborted) continue;
      try {
        return task(current);
      } catch (cause) {
        // An instance that stopped is in no known state: the next call starts over.
        this.#current = undefined;
        throw stopped(cause, on, ` The ${this.#owner} can be used again.`);
      }
    }
  }

  /** Releases the instance, and so its memory. */
  dispose(): void {
    this.#open = undefined;
    this.#current = undefined;
  }

  async #reopen(open: () => Promise<T>): Promise<T> {
    try {
      return await open();
    } catch (error) {
      this.#current = undefined;
      throw error;
    }
  }
}
