// What the page and its Workers that rate tell each other.
import type { ErrorCode, ModelBytes, Progress } from 'whylight';
import type { Rated } from './rated-review';

export type ToWorker =
  | { type: 'load'; source: string | ModelBytes }
  /** Texts of one slice of the work. */
  | { type: 'rate'; texts: string[] }
  /** What is rated by then comes back all the same. */
  | { type: 'cancel' };

/** A text of a slice by its place in it: rated, or why it could not be. */
export type Answer = { index: number } & ({ rated: Rated } | { failure: string });

export type FromWorker =
  | { type: 'progress'; progress: Progress }
  | {
      type: 'loaded';
      aspects: readonly string[];
      labels: Readonly<Record<string, readonly [string, string] | undefined>>;
    }
  /** The model could not be loaded. */
  | { type: 'failed'; code: ErrorCode; message: string }
  /** Some of a slice. */
  | { type: 'rated'; answers: Answer[] }
  /** The slice is at its end, or was cancelled. */
  | { type: 'done' };
