// Exported by both entries beside loadLayers().
export { WhylightError, type CoreErrorCode, type ErrorCode } from '../../runtime/errors.js';
export type { WasmModule, WasmSource } from '../../runtime/types.js';
export type { Layers, LayerOutput, LayerRun, LoadLayersOptions, WantedTensor } from './layers.js';
export type { LayerTensor, TensorData } from './safetensors.js';
export type * from './spec.js';
