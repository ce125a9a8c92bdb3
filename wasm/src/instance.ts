// An instance of a module that is started over after it stopped.
import { disposed } from './backend.js';
import { WhylightError } from './errors.js';

export class Instance<T> {
  #open: (() => Promise<T>) | undefined;
  #current: Promise<T> | undefined;
  readonly #owner: string;

  private constructor(open: () => Promise<T>, first: T, owner: string) {
    this.#open = open;
    this.#current = Promise.resolve(first);
    this.#owner = owner;
  }

  /** `owner` is how errors call what lives in the instance, e.g. "model". */
  static async start<T>(owner: string, open: () => Promise<T>): Promise<Instance<T>> {
    return new Instance(open, await open(), owner);
  }

  /** What `task` makes of the instance. `on` says on what it ran, should it stop. */
  async run<R>(task: (current: T) => R, on: string, signal?: AbortSignal): Promise<R> {
    for (;;) {
      signal?.throwIfAborted();
      if (!this.#open) throw disposed(this.#owner);
      const opening = (this.#current ??= this.#reopen(this.#open));
      const current = await opening;
      // Another call may have stopped this instance in the meantime.
      if (this.#current !== opening || signal?.aborted) continue;
      try {
        return task(current);
      } catch (cause) {
        // An instance that stopped is in no known state: the next call starts over.
        this.#current = undefined;
        throw new WhylightError(
          'wasm-failed',
          `The WebAssembly module stopped on ${on}; there may be too little memory. The ` +
            `${this.#owner} can be used again.`,
          { cause },
        );
      }
    }
  }

  /** Lets go of the instance, and so of its memory. */
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
