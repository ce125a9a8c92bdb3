import type { CoreErrorCode } from './core-error-code.js';

export type { CoreErrorCode };

/**
 * The kind of an error, as a name that stays the same from release to release: a
 * code of the core (`CoreErrorCode`), or one of this package itself.
 *
 * - `fetch-failed`: a download failed, or something else was served in its place.
 * - `size-mismatch`: a model file of another size than its config.json says.
 * - `hash-mismatch`: a model file with another SHA-256 than its config.json says.
 * - `wasm-failed`: the WebAssembly module cannot be compiled, computes wrong
 *   answers in this engine, or stopped half way.
 * - `worker-failed`: the Worker did not start, or is not Whylight's.
 * - `disposed`: the model was used after `dispose()`.
 */
export type ErrorCode =
  | CoreErrorCode
  | 'fetch-failed'
  | 'size-mismatch'
  | 'hash-mismatch'
  | 'wasm-failed'
  | 'worker-failed'
  | 'disposed';

/**
 * The one error class of this package. An abort is not an error of ours: it
 * rejects with the `reason` of the caller's signal.
 */
export class WhylightError extends Error {
  override readonly name = 'WhylightError';

  /** The kind of error; the message says the rest for a person. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The sentence of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
