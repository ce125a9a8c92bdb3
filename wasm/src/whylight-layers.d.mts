// The glue that Emscripten generates from wasm/bindings.
import type { LayersModule } from './systems/layers/core.js';
import type { Glue } from './runtime/wasm-module.js';

declare const createLayers: Glue<LayersModule>;
export default createLayers;
