// The glue that Emscripten generates from wasm/bindings.
import type { CoreModule } from './systems/rationale/core.js';
import type { Glue } from './runtime/wasm-module.js';

declare const createCore: Glue<CoreModule>;
export default createCore;
