/**
 * Whylight's models of pairs in Node: how two texts relate, word by word.
 *
 * @packageDocumentation
 */
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import { openPairs, type Pairs } from './pairs.js';
import type { LoadPairsOptions } from './types.js';

export * from './public.js';

/**
 * Loads a model of pairs from the path or address of its folder, from its bytes, or by name if it
 * is one of ours and installed, such as "pairs".
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `not-found`, `io`, `fetch-failed`, `size-mismatch`, `hash-mismatch`,
 * `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export async function loadPairs(
  source: ModelSource,
  options: LoadPairsOptions = {},
): Promise<Pairs> {
  return openPairs(named(source), options, node);
}
