// Single layers, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';
import type { ModelBytes } from '../../runtime/types.js';

export const LAYERS: System = {
  task: 'layers',
  noun: 'Layers object',
  verb: 'run',
  modules: [
    askedModule(
      {
        name: 'whylight-layers.wasm',
        option: 'wasm',
        url: () => new URL('../../whylight-layers.wasm', import.meta.url),
      },
      () => import('../../whylight-layers.mjs'),
    ),
  ],
};

/** All that the module is to load: nothing. */
export function noModel(): ModelBytes {
  const none = {
    bytes: 0,
    sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  };
  const config = {
    format: 'whylight',
    version: 1,
    task: LAYERS.task,
    files: { 'model.safetensors': none, 'vocab.txt': none },
  };
  const empty = new Uint8Array();
  return {
    config: new TextEncoder().encode(JSON.stringify(config)),
    tensors: empty,
    vocabulary: empty,
  };
}
