/**
 * Whylight's classifiers in a page or a Worker: texts sorted into classes, with reasons.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { openClassifier, type Classifier } from './classifier.js';
import type { LoadClassifierOptions } from './types.js';

export * from './public.js';

/**
 * Loads a classifier from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadClassifier(
  source: ModelSource,
  options: LoadClassifierOptions = {},
): Promise<Classifier> {
  return openClassifier(source, options, web);
}
