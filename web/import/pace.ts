// Lets the page live, and its visitor cancel, while a long text is read.

export type Phase = 'read' | 'parse';

export interface ImportProgress {
  /** First the bytes are read, then the text is parsed. */
  phase: Phase;
  /** Of the phase, from 0 to 1. */
  fraction: number;
}

export interface PaceOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

// Short enough that typing and scrolling are not held up.
const longestTask = 30;

export class Pace {
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ((progress: ImportProgress) => void) | undefined;
  #began = performance.now();

  constructor({ signal, onProgress }: PaceOptions = {}) {
    this.#signal = signal;
    this.#onProgress = onProgress;
  }

  /** Throws the signal's reason once the visitor has cancelled. */
  throwIfAborted(): void {
    this.#signal?.throwIfAborted();
  }

  /** Whether it is time for `turn`. Cheap enough to be asked for each row. */
  get due(): boolean {
    return performance.now() - this.#began > longestTask;
  }

  /** Reports how far it has come, and lets others run. */
  async turn(phase: Phase, fraction: number): Promise<void> {
    this.throwIfAborted();
    this.#onProgress?.({ phase, fraction });
    if (this.due) {
      await new Promise((resolve) => setTimeout(resolve));
      this.#began = performance.now();
    }
    this.throwIfAborted();
  }
}
