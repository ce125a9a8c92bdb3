// The glue that Emscripten generates from wasm/bindings.
import type { ReasonsModel } from './core.js';
import type { ModelModule } from './open-model.js';
import type { Glue } from './wasm-module.js';

declare const createReasons: Glue<ModelModule<ReasonsModel>>;
export default createReasons;
