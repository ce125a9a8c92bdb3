/**
 * Whylight's layers in a page or a Worker, one at a time, applied to your own tensors.
 *
 * @packageDocumentation
 */
import { web } from '../../runtime/platform.js';
import { openLayers, type Layers, type LoadLayersOptions } from './layers.js';

export * from './public.js';

/**
 * Loads the module that runs layers, not the one that explains text.
 *
 * Rejects with the `reason` of an aborted signal, or with a `WhylightError`:
 * `fetch-failed`, `wasm-failed`, `out-of-memory`, `invalid-argument`.
 */
export function loadLayers(options: LoadLayersOptions = {}): Promise<Layers> {
  return openLayers(options, web);
}
