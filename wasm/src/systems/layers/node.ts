/**
 * Whylight's layers in Node, one at a time, applied to your own tensors.
 *
 * @packageDocumentation
 */
import { node } from '../../runtime/platform-node.js';
import { openLayers, type Layers, type LoadLayersOptions } from './layers.js';

export * from './public.js';

/**
 * Loads the module that runs layers, not the one that explains text.
 *
 * Rejects with the `reason` of an aborted signal, or with a `WhylightError`:
 * `not-found`, `io`, `fetch-failed`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadLayers(options: LoadLayersOptions = {}): Promise<Layers> {
  return openLayers(options, node);
}
