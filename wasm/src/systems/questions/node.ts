/**
 * Whylight's search in Node: questions that ask the same, with reasons.
 *
 * @packageDocumentation
 */
import { named } from '../../runtime/named-models.js';
import { node } from '../../runtime/platform-node.js';
import type { ModelSource } from '../../runtime/types.js';
import { openRetriever, type Retriever } from './retriever.js';
import type { LoadRetrieverOptions } from './types.js';

export * from './public.js';

/**
 * Loads a model of questions from the path or address of its folder, from its bytes, or by name if
 * it is one of ours and installed, such as "questions".
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `not-found`, `io`, `fetch-failed`, `size-mismatch`, `hash-mismatch`,
 * `bad-model`, `model-version`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export async function loadRetriever(
  source: ModelSource,
  options: LoadRetrieverOptions = {},
): Promise<Retriever> {
  return openRetriever(named(source), options, node);
}
