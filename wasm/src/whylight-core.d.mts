// The glue that Emscripten generates from wasm/bindings.
import type { CoreModule } from './core.js';
import type { Glue } from './wasm-module.js';

declare const createCore: Glue<CoreModule>;
export default createCore;
