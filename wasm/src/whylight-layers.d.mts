// The glue that Emscripten generates from wasm/bindings.
import type { LayersModule } from './layers/core.js';
import type { Glue } from './wasm-module.js';

declare const createLayers: Glue<LayersModule>;
export default createLayers;
