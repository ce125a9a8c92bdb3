/**
 * Whylight in Node: the same as in a page, plus models from files.
 *
 * @packageDocumentation
 */
import { openRationale, type Model } from './model.js';
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import type { LoadOptions } from './types.js';

export * from './public.js';

/**
 * Loads a model from the path or address of its folder, from its bytes, or by name if it is one of
 * ours and installed, such as "hotels"; without a source, the model that comes with this package.
 *
 * Every file is checked against the size and the SHA-256 in the model's config.json. Rejects with
 * the `reason` of an aborted signal, or with a `WhylightError`: `not-found`, `io`, `fetch-failed`,
 * `size-mismatch`, `hash-mismatch`, `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`,
 * `worker-failed`, `invalid-argument`.
 */
export async function load(
  source: ModelSource = 'beer',
  options: LoadOptions = {},
): Promise<Model> {
  return openRationale(named(source), options, node);
}
