/**
 * Whylight's taggers in a page or a Worker: a tag for each word, and spans.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { openTagger, type Tagger } from './tagger.js';
import type { LoadTaggerOptions } from './types.js';

export * from './public.js';

/**
 * Loads a tagger from the address of its folder, or from its bytes.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `fetch-failed`, `size-mismatch`, `hash-mismatch`, `bad-model`,
 * `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadTagger(source: ModelSource, options: LoadTaggerOptions = {}): Promise<Tagger> {
  return openTagger(source, options, web);
}
