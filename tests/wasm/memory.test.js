import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readFile, stat } from 'node:fs/promises';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { load as loadWeb } from '../../wasm/dist/systems/rationale/index.js';
import { dist, fetchFrom, goldenFiles, modelFolder } from './support.js';

const MIB = 2 ** 20;
const { Memory, instantiate } = WebAssembly;
let instances;
let memories;

beforeEach(() => {
  instances = [];
  WebAssembly.instantiate = async (...args) => {
    const instance = await instantiate(...args);
    instances.push(instance);
    return instance;
  };
  memories = [];
  WebAssembly.Memory = class extends Memory {
    constructor(limits) {
      super(limits);
      memories.push(this);
    }
  };
});
afterEach(() => {
  Object.assign(WebAssembly, { instantiate, Memory });
});

test('calls leave nothing behind', async () => {
  const calls = process.env.WHYLIGHT_FULL ? 10_000 : 300;
  const model = await load(modelFolder);
  const texts = [1, 50].map((times) => 'pours a hazy gold with thick lacing 🍺 '.repeat(times));
  const round = async () => {
    for (const text of texts) await model.explain(text);
  };
  await round();
  await round();
  const memory = memories.at(-1);
  const before = memory.buffer.byteLength;
  for (let call = 0; call < calls; call += texts.length) await round();
  expect(memory.buffer.byteLength - before).toBeLessThanOrEqual(64 * 1024);
}, 600_000);

test('to say why, words that a text does not have take no more room than in the file', async () => {
  const folder = new URL('../../models/beer/', import.meta.url);
  const model = await load(folder);
  const text = 'Hazy gold with a big white head.';
  await model.ngrams(text, { aspect: model.aspects[0] });
  const { size } = await stat(new URL('model.safetensors', folder));
  expect(memories).toHaveLength(2);
  // As numbers to compute with they would take four times as much.
  for (const { buffer } of memories) expect(buffer.byteLength).toBeLessThan(3 * size);
});

describe('too little memory', () => {
  test('for the test of a module says nothing of the module', async () => {
    const wasm = await WebAssembly.compile(await readFile(new URL('whylight-core.wasm', dist)));
    const limits = [];
    let isFull = true;
    WebAssembly.Memory = class extends Memory {
      constructor(asked) {
        if (isFull) throw new RangeError('no room');
        limits.push(asked.maximum * 65536);
        super(asked);
      }
    };
    const options = { wasm, maxMemory: 8 * MIB };
    await expect(load(modelFolder, options)).rejects.toMatchObject({ code: 'out-of-memory' });
    isFull = false;
    const model = await load(modelFolder, options);
    expect((await model.explain('hop')).tokens).toHaveLength(1);
    // Nor does the test take more than the model may.
    expect(limits).toEqual([8 * MIB, 8 * MIB]);
  });

  test('for a text is an error, and the model is usable afterwards', async () => {
    const model = await load(modelFolder, { maxMemory: 8 * MIB });
    const before = await model.explain('pours a hazy gold');
    const started = instances.length;

    const calls = [model.explain('x'.repeat(8 * MIB)), model.explain('pours a hazy gold')];
    await expect(calls[0]).rejects.toMatchObject({
      code: 'out-of-memory',
      message: expect.stringContaining('The model can be used again.'),
    });
    expect(await calls[1]).toEqual(before);
    expect(instances).toHaveLength(started + 1);
    expect(await model.explain('pours a hazy gold')).toEqual(before);
    expect(instances).toHaveLength(started + 1);
  });

  test('is found for a text that needs more than there are addresses', async () => {
    const model = await load(modelFolder);
    const text = `hop${' '.repeat(72_000_000)}`;
    await expect(model.explain(text)).rejects.toMatchObject({
      code: 'out-of-memory',
      message: expect.stringMatching(/expected \d{10} bytes/),
    });
    expect((await model.explain('hop')).tokens).toHaveLength(1);
  });

  test('for many words is an error, or an answer', async () => {
    const model = await load(modelFolder, { maxMemory: 8 * MIB });
    await expect(model.explain('hop '.repeat(100_000))).rejects.toMatchObject({
      code: 'out-of-memory',
    });
    expect((await model.explain('hop')).tokens).toHaveLength(1);
  });

  test('for a model is an error', async () => {
    const files = goldenFiles();
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
    await expect(load(source, { maxMemory: 16 * MIB })).rejects.toMatchObject({
      code: 'out-of-memory',
      message: 'There is too little memory for a model of this size.',
    });
  });

  test.each([0, 2 * MIB - 1, 2 ** 31, '8 MB', NaN])(
    'is what %p would be, which is refused',
    async (maxMemory) => {
      await expect(load(modelFolder, { maxMemory })).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('maxMemory'),
      });
    },
  );
});

test('100,000 words are explained', async () => {
  const model = await load(modelFolder);
  const { tokens } = await model.explain('hop '.repeat(100_000));
  expect(tokens).toHaveLength(100_000);
  expect((await model.explain('hop')).tokens).toHaveLength(1);
});

test('a module that stops is replaced, its model read again', async () => {
  const model = await load(modelFolder);
  const before = await model.explain('pours a hazy gold');
  const started = instances.length;

  // No pointer in there points anywhere now.
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
  const calls = [model.explain('pours a hazy gold'), model.explain('pours a hazy gold')];
  await expect(calls[0]).rejects.toMatchObject({
    code: 'wasm-failed',
    message: expect.stringContaining('The model can be used again.'),
    cause: expect.objectContaining({ message: expect.any(String) }),
  });
  expect(await calls[1]).toEqual(before);
  expect(instances).toHaveLength(started + 1);
});

test('also when its source is out of reach by then', async () => {
  let served = fetchFrom(goldenFiles());
  const model = await loadWeb('https://models.example/beer/', {
    fetch: (...asked) => served(...asked),
    wasm: goldenFiles()['whylight-core.wasm'],
  });
  served = () => Promise.reject(new TypeError('offline'));
  const before = await model.explain('pours a hazy gold');
  new Uint8Array(memories.at(-1).buffer).fill(0xff);
  await expect(model.explain('hop')).rejects.toMatchObject({ code: 'wasm-failed' });
  expect(await model.explain('pours a hazy gold')).toEqual(before);
});
