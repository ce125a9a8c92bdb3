// The WebAssembly module of layers, and what its instances answer.
import type { Failure, Glue, WasmFile } from '../../runtime/wasm-module.js';

export const LAYERS: WasmFile = {
  name: 'whylight-layers.wasm',
  url: () => new URL('../../whylight-layers.wasm', import.meta.url),
};

/** What the bindings export. `spec` is JSON in UTF-8. */
export interface LayersModule {
  runLayer(
    spec: Uint8Array,
    input: Uint8Array,
  ): { output: Uint8Array<ArrayBuffer>; unused: string[] } | Failure;
  layerShapes(spec: Uint8Array): { shapes: { name: string; shape: string }[] } | Failure;
}

export const layersGlue = () =>
  import('../../whylight-layers.mjs') as Promise<{ default: Glue<LayersModule> }>;
