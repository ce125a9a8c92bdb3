// A model of the commonest words, to ask while the whole one is on its way.
import type { Backend } from './backend.js';
import type { FileBytes } from './head-start.js';
import type { OnHead } from './model-files.js';

export class EarlyModel {
  readonly #onEarly: (early: Backend) => void;
  #backend: Backend | undefined;

  constructor(onEarly: (early: Backend) => void) {
    this.#onEarly = onEarly;
  }

  /** The result of `obtain`; as soon as its first part is there, `open` makes a model of that. */
  openDuring<T>(
    obtain: (onHead: OnHead) => Promise<T>,
    open: () => Promise<(files: FileBytes) => Backend>,
  ): Promise<T> {
    return new Promise((resolve, reject) => {
      const onHead: OnHead = (cut) => void this.#open(cut, open).catch(reject);
      obtain(onHead).then(resolve, reject);
    });
  }

  async #open(cut: () => FileBytes, open: () => Promise<(files: FileBytes) => Backend>) {
    const backendOf = await open();
    try {
      this.#backend = backendOf(cut());
    } catch {
      // What is wrong with the model, the whole of it tells.
      return;
    }
    this.#onEarly(this.#backend);
  }

  async dispose(): Promise<void> {
    await this.#backend?.dispose();
  }
}
