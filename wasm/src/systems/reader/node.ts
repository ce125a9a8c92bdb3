/**
 * Whylight's readers in Node: a text's answer to a question, and where it is.
 *
 * @packageDocumentation
 */
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import { openReader, type Reader } from './reader.js';
import type { LoadReaderOptions } from './types.js';

export * from './public.js';

/**
 * Loads a reader from the path or address of its folder, from its bytes, or by name if it is one of
 * ours and installed, such as "reader".
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `not-found`, `io`, `fetch-failed`, `size-mismatch`, `hash-mismatch`,
 * `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export async function loadReader(
  source: ModelSource,
  options: LoadReaderOptions = {},
): Promise<Reader> {
  return openReader(named(source), options, node);
}
