// The glue that Emscripten generates from wasm/bindings.
import type { ReasonsModule } from './core.js';
import type { Glue } from './wasm-module.js';

declare const createReasons: Glue<ReasonsModule>;
export default createReasons;
