// Generated from core/base/result.h by scripts/error-codes.mjs. Do not edit.

/**
 * The errors of the core.
 *
 * - `invalid-argument`: a call or an option that cannot be carried out.
 * - `bad-model`: model bytes that are truncated, corrupt or not ours.
 * - `model-version`: a model of a format version this build cannot read.
 * - `bad-data`: a data file with a malformed line.
 * - `text-too-long`: a text beyond kMaxWords.
 * - `out-of-memory`: not enough memory for what was asked.
 * - `not-found`: a file or folder that is not there.
 * - `io`: reading or writing failed half way.
 * - `not-finite`: training met a NaN or an infinity.
 * - `interrupted`: the user asked to stop.
 */
export type CoreErrorCode =
  | 'invalid-argument'
  | 'bad-model'
  | 'model-version'
  | 'bad-data'
  | 'text-too-long'
  | 'out-of-memory'
  | 'not-found'
  | 'io'
  | 'not-finite'
  | 'interrupted';
