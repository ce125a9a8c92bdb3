/**
 * Whylight's recommenders in a page or a Worker: how a user would rate items, and which reviews
 * are the reasons.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { openRecommender, type Recommender } from './recommender.js';
import type { LoadRecommenderOptions } from './types.js';

export * from './public.js';

/**
 * Loads a recommender from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadRecommender(
  source: ModelSource,
  options: LoadRecommenderOptions = {},
): Promise<Recommender> {
  return openRecommender(source, options, web);
}
