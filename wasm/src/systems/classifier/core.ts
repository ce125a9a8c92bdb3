// The WebAssembly module of classifiers, and what its instances answer.
import type { ModelModule } from '../../runtime/open-model.js';
import type { Failure, WasmFile } from '../../runtime/wasm-module.js';

export const CLASSIFIER: WasmFile = {
  name: 'whylight-classifier.wasm',
  url: () => new URL('../../whylight-classifier.wasm', import.meta.url),
};

/** JSON, which is smaller to hand over than objects. */
export interface Answer {
  json: string;
}

/** What the bindings export. A model's answer is its labels; `options` is JSON. */
export interface ClassifierModule extends ModelModule<Answer> {
  classify(utf8: Uint8Array, options: string): Answer | Failure;
}
