import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/node.js';
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

const memorySize = (instance) =>
  Object.values(instance.exports).find((item) => item instanceof WebAssembly.Memory).buffer
    .byteLength;

// What the calls leave behind must not fit into the memory that is free anyway.
test('calls leave nothing behind', async () => {
  const calls = process.env.WHYLIGHT_FULL ? 10_000 : 300;
  const text = 'pours a hazy gold with thick lacing 🍺 '.repeat(400);
  const model = await load(modelFolder);
  await model.explain(text);
  await model.explain(text);
  const before = memorySize(instances[0]);
  for (let call = 0; call < calls; ++call) await model.explain(text);
  expect(memorySize(instances[0])).toBe(before);
}, 3_600_000);

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
