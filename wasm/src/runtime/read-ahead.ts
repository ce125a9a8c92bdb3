// Items of a source that are read while those before them are worked on.
import { pause } from './pause.js';

export type Source<T> = Iterable<T> | AsyncIterable<T>;

export function isSource(value: unknown): value is Source<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    (Symbol.asyncIterator in value || Symbol.iterator in value)
  );
}

/** Reads a source ahead of whoever takes from it, but no further than so many items. */
export class ReadAhead<T> {
  readonly #iterator: Iterator<T> | AsyncIterator<T>;
  readonly #most: number;
  #read: T[] = [];
  #reading = false;
  #over = false;
  #failure: { error: unknown } | undefined;
  #wake = () => {};

  constructor(source: Source<T>, most: number) {
    this.#iterator = iteratorOf(source);
    this.#most = most;
  }

  /**
   * What has been read and not yet taken: nothing if the source is at its end. An error of the
   * source comes after the items before it.
   */
  async take(): Promise<T[]> {
    void this.#readOn();
    if (this.#read.length === 0 && !this.#over) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    // A source that has more at hand may give it.
    await pause();
    const taken = this.#read;
    if (taken.length === 0 && this.#failure) throw this.#failure.error;
    this.#read = [];
    void this.#readOn();
    return taken;
  }

  /**
   * Tells the source that nobody wants the rest. A stream hears of it at once, a generator when it
   * gives the item that it was asked for.
   */
  close(): void {
    if (this.#over) return;
    this.#over = true;
    Promise.resolve(this.#iterator.return?.()).catch(() => {});
  }

  async #readOn(): Promise<void> {
    if (this.#reading) return;
    this.#reading = true;
    try {
      while (!this.#over && this.#read.length < this.#most) {
        const next: IteratorResult<T> = await this.#iterator.next();
        if (next.done) this.#over = true;
        else this.#read.push(next.value);
        this.#wake();
      }
    } catch (error) {
      this.#over = true;
      this.#failure = { error };
      this.#wake();
    }
    this.#reading = false;
  }
}

function iteratorOf<T>(source: Source<T>): Iterator<T> | AsyncIterator<T> {
  if ('getReader' in source) return readerOf(source as ReadableStream<T>);
  return Symbol.asyncIterator in source
    ? source[Symbol.asyncIterator]()
    : source[Symbol.iterator]();
}

/** The items of a stream, which ends at once: its own iterator would wait for the next item first. */
function readerOf<T>(stream: ReadableStream<T>): AsyncIterator<T> {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read().catch((error: unknown) => {
        reader.releaseLock();
        throw error;
      });
      if (!done) return { value };
      reader.releaseLock();
      return { done, value: undefined };
    },
    async return() {
      const cancelled = reader.cancel();
      reader.releaseLock();
      await cancelled;
      return { done: true, value: undefined };
    },
  };
}
