// The glue that Emscripten generates from wasm/bindings.
import type { ClassifierModule } from './systems/classifier/core.js';
import type { Glue } from './runtime/wasm-module.js';

declare const createClassifier: Glue<ClassifierModule>;
export default createClassifier;
