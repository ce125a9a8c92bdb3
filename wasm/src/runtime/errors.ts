import type { CoreErrorCode } from './core-error-code.js';

export type { CoreErrorCode };

/**
 * The kind of an error, as a name that is stable across releases: a code of the core
 * (`CoreErrorCode`), or one of this package itself.
 *
 * - `fetch-failed`: a download failed, or something else was served in its place.
 * - `size-mismatch`: a model file is not of the size in its config.json.
 * - `hash-mismatch`: a model file does not have the SHA-256 in its config.json.
 * - `wasm-failed`: the WebAssembly module cannot be compiled, computes wrong
 *   answers in this engine, or stopped halfway.
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
 * The only error class of this package. An aborted call does not reject with it, but with the
 * `reason` of the caller's signal.
 */
export class WhylightError extends Error {
  override readonly name = 'WhylightError';

  /** The kind of error; the message has the details. */
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** The message of whatever was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
