/**
 * Whylight's readers in a page or a Worker: a text's answer to a question, and where it is.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { openReader, type Reader } from './reader.js';
import type { LoadReaderOptions } from './types.js';

export * from './public.js';

/**
 * Loads a reader from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadReader(source: ModelSource, options: LoadReaderOptions = {}): Promise<Reader> {
  return openReader(source, options, web);
}
