// What both entries export beside loadLayers().
export { WhylightError, type ErrorCode } from '../errors.js';
export type { WasmModule, WasmSource } from '../types.js';
export type { Layers, LayerOutput, LayerRun, LoadLayersOptions, WantedTensor } from './layers.js';
export type { LayerTensor, TensorData } from './safetensors.js';
export type * from './spec.js';
