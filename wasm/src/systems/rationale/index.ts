/**
 * Whylight in a page or a Worker: text models whose every prediction comes with
 * the words it rests on.
 *
 * @packageDocumentation
 */
import { openRationale, type Model } from './model.js';
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import type { LoadOptions } from './types.js';

export * from './public.js';

/**
 * Loads a model from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `worker-failed`, `invalid-argument`.
 */
export function load(source: ModelSource, options: LoadOptions = {}): Promise<Model> {
  return openRationale(source, options, web);
}
