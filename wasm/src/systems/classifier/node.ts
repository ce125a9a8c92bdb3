/**
 * Whylight's classifiers in Node: texts sorted into classes, with reasons.
 *
 * @packageDocumentation
 */
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import { openClassifier, type Classifier } from './classifier.js';
import type { LoadClassifierOptions } from './types.js';

export * from './public.js';

/**
 * Loads a classifier from the path or address of its folder, from its bytes, or by name if it is
 * one of ours and installed, such as "sentiment".
 *
 * Every file is checked against the size and the SHA-256 in the model's config.json. Rejects with
 * the `reason` of an aborted signal, or with a `WhylightError`: `not-found`, `io`, `fetch-failed`,
 * `size-mismatch`, `hash-mismatch`, `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`,
 * `invalid-argument`.
 */
export async function loadClassifier(
  source: ModelSource,
  options: LoadClassifierOptions = {},
): Promise<Classifier> {
  return openClassifier(named(source), options, node);
}
