import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/node.js';
import createCore from '../../wasm/dist/whylight-core.mjs';
import { goldenFiles, modelFolder, withMemoryLimit } from './support.js';

const MIB = 2 ** 20;
const { instantiate } = WebAssembly;
let instances;

beforeEach(() => {
  instances = [];
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    instances.push(instance);
    return instance;
  };
});
afterEach(() => {
  WebAssembly.instantiate = instantiate;
});

// How much can still be allocated, where the memory cannot grow.
function freeBytes(core) {
  const size = 4096;
  const blocks = [];
  for (let block; (block = core._malloc(size)) !== 0;) blocks.push(block);
  for (const block of blocks) core._free(block);
  return blocks.length * size;
}

test('calls leave nothing behind', async () => {
  const calls = process.env.WHYLIGHT_FULL ? 10_000 : 300;
  const files = goldenFiles();
  const wasmBinary = withMemoryLimit(files['whylight-core.wasm'], 32 * MIB);
  const core = await createCore({ wasmBinary });
  const { model } = core.RationaleModel.load(
    files['config.json'],
    files['model.safetensors'],
    files['vocab.txt'],
  );
  const text = new TextEncoder().encode('pours a hazy gold with thick lacing 🍺 '.repeat(50));
  model.explain(text);
  model.explain(text);
  const before = { free: freeBytes(core), handles: core.count_emval_handles() };
  for (let call = 0; call < calls; ++call) model.explain(text);
  expect(before.free - freeBytes(core)).toBeLessThan(64 * 1024);
  expect(core.count_emval_handles()).toBe(before.handles);
}, 600_000);

test('a module that stops is replaced', async () => {
  const wasm = withMemoryLimit(goldenFiles()['whylight-core.wasm'], 24 * MIB);
  const model = await load(modelFolder, { wasm });
  const before = await model.explain('pours a hazy gold');

  const tooLong = 'x'.repeat(24 * MIB);
  const calls = [model.explain(tooLong), model.explain('pours a hazy gold')];
  await expect(calls[0]).rejects.toMatchObject({
    code: 'wasm-failed',
    cause: expect.objectContaining({ message: expect.any(String) }),
  });
  expect(await calls[1]).toEqual(before);
  expect(instances).toHaveLength(2);
  expect(await model.explain('pours a hazy gold')).toEqual(before);
  expect(instances).toHaveLength(2);
});

test('a module without the memory for a model says so', async () => {
  const files = goldenFiles();
  const wasm = withMemoryLimit(files['whylight-core.wasm'], 16 * MIB);
  const { files: entries, ...config } = JSON.parse(files['config.json']);
  const vocabulary = Buffer.alloc(20 * MIB, 'a');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', vocabulary));
  const sha256 = Buffer.from(hash).toString('hex');
  config.files = { ...entries, 'vocab.txt': { bytes: vocabulary.length, sha256 } };
  const source = {
    config: Buffer.from(JSON.stringify(config)),
    tensors: files['model.safetensors'],
    vocabulary,
  };
  await expect(load(source, { wasm })).rejects.toMatchObject({ code: 'wasm-failed' });
});
