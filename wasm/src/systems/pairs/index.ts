/**
 * Whylight's models of pairs in a page or a Worker: how two texts relate, word by word.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { openPairs, type Pairs } from './pairs.js';
import type { LoadPairsOptions } from './types.js';

export * from './public.js';

/**
 * Loads a model of pairs from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadPairs(source: ModelSource, options: LoadPairsOptions = {}): Promise<Pairs> {
  return openPairs(source, options, web);
}
