// The glue that Emscripten generates from wasm/bindings.
import type { ReasonsModule } from './systems/rationale/core.js';
import type { Glue } from './runtime/wasm-module.js';

declare const createReasons: Glue<ReasonsModule>;
export default createReasons;
