/**
 * Whylight's taggers in Node: a tag for each word, and spans.
 *
 * @packageDocumentation
 */
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import { openTagger, type Tagger } from './tagger.js';
import type { LoadTaggerOptions } from './types.js';

export * from './public.js';

/**
 * Loads a tagger from the path or address of its folder, from its bytes, or by name if it is one of
 * ours and installed, such as "opinions".
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `not-found`, `io`, `fetch-failed`, `size-mismatch`, `hash-mismatch`,
 * `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export async function loadTagger(
  source: ModelSource,
  options: LoadTaggerOptions = {},
): Promise<Tagger> {
  return openTagger(named(source), options, node);
}
