// The glue that Emscripten generates from wasm/bindings.
import type { ClassifierModule } from './classifier/core.js';
import type { Glue } from './wasm-module.js';

declare const createClassifier: Glue<ClassifierModule>;
export default createClassifier;
