// Single layers through the package: the golden files that the native program
// reproduces as well, and everything a caller may get wrong.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';

import { loadLayers as loadWeb } from '../../wasm/dist/systems/layers/index.js';
import { WhylightError, loadLayers } from '../../wasm/dist/systems/layers/node.js';
import { dist, fetchFrom, startWorker } from './support.js';

const MIB = 2 ** 20;
const TOLERANCE = 5e-6;
const golden = new URL('../golden/layers/', import.meta.url);

let layers;
beforeAll(async () => {
  layers = await loadLayers();
});
afterAll(() => layers.dispose());

const wasmBytes = () => readFileSync(new URL('whylight-layers.wasm', dist));

/** The tensors of a file of floats. */
function readTensors(url) {
  const bytes = Uint8Array.from(readFileSync(url));
  const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  const tensors = Object.entries(header).map(([name, { dtype, shape, data_offsets }]) => {
    expect(dtype).toBe('F32');
    const [from, to] = data_offsets;
    const data = new Float32Array(bytes.buffer.slice(start + from, start + to));
    return [name, { shape, data }];
  });
  return Object.fromEntries(tensors);
}

/** A golden layer: its spec, its tensors and what it gives. */
function readCase(name) {
  const folder = new URL(`${name}/`, golden);
  return {
    spec: JSON.parse(readFileSync(new URL('spec.json', folder), 'utf8')),
    tensors: readTensors(new URL('input.safetensors', folder)),
    expected: readTensors(new URL('expected.safetensors', folder)),
  };
}

/** A tensor of zeros. */
const zeros = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
});

/** The tensors of a bigram RCNN of width 4 without gates, d = 3. */
const bigrams = (order = 2) => ({
  x: zeros(5, 3),
  b: zeros(4),
  ...Object.fromEntries(Array.from({ length: order }, (_, j) => [`W.${j + 1}`, zeros(4, 3)])),
});
const constant = { type: 'constant', value: 0.5 };

describe('in double precision gave the same', () => {
  test.each(readdirSync(golden).map((name) => ({ name })))('$name', async ({ name }) => {
    const { spec, tensors, expected } = readCase(name);
    const { output, unused } = await layers.run(spec, tensors);
    expect(unused).toEqual([]);
    expect(Object.keys(output).sort()).toEqual(Object.keys(expected).sort());
    for (const [tensor, { shape, data }] of Object.entries(expected)) {
      expect([tensor, output[tensor].shape]).toEqual([tensor, shape]);
      const error = Math.max(...data.map((number, i) => Math.abs(number - output[tensor].data[i])));
      expect([tensor, error <= TOLERANCE]).toEqual([tensor, true]);
    }
    const wanted = (await layers.shapes(spec)).map((each) => each.name);
    const given = new Set([...Object.keys(tensors), 'mask']);
    expect(wanted.sort()).toEqual([...given].sort());
  });
});

test('regions of many words end where they should', async () => {
  const x = { shape: [65536, 1], data: Float32Array.from({ length: 65536 }, (_, i) => i) };
  const spec = { type: 'pooling', kind: 'regions', regions: 32768 };
  const { output } = await layers.run(spec, { x });
  expect(output.h.data).toEqual(Float32Array.from({ length: 32768 }, (_, i) => 2 * i + 1));
});

test('shapes come as symbols', async () => {
  expect(await layers.shapes({ type: 'rcnn', order: 1, decay: { type: 'trained' } })).toEqual([
    { name: 'x', shape: '[L, d]' },
    { name: 'mask', shape: '[L]' },
    { name: 'W.1', shape: '[h, d]' },
    { name: 'b', shape: '[h]' },
    { name: 'gate.b', shape: '[h]' },
  ]);
});

test('tensors that nobody reads are named', async () => {
  const tensors = { ...bigrams(), 'W.3': zeros(4, 3), gâte: zeros(2) };
  const { unused } = await layers.run({ type: 'rcnn', decay: constant }, tensors);
  expect(unused.sort()).toEqual(['W.3', 'gâte']);
});

test.each([
  { name: 'Float64Array', make: (numbers) => Float64Array.from(numbers) },
  { name: 'Int32Array', make: (numbers) => Int32Array.from(numbers) },
  { name: 'Int8Array', make: (numbers) => Int8Array.from(numbers) },
  { name: 'Uint8Array', make: (numbers) => Uint8Array.from(numbers) },
  { name: 'BigInt64Array', make: (numbers) => BigInt64Array.from(numbers, BigInt) },
  {
    name: 'a view of the middle of a buffer',
    make: (numbers) => new Float32Array([9, 9, 9, ...numbers, 9]).subarray(3, 3 + numbers.length),
  },
])('numbers may come as $name', async ({ make }) => {
  const x = { shape: [3, 2], data: make([1, 2, 3, 4, 5, 6]) };
  const { output } = await layers.run({ type: 'bag', mode: 'sum' }, { x });
  expect(output).toEqual({ h: { shape: [1, 2], data: Float32Array.of(9, 12) } });
});

describe('bad input is refused by name', () => {
  const rcnn = (options) => ({ type: 'rcnn', decay: constant, ...options });
  const decay = (options) => ({ type: 'rcnn', decay: { type: 'constant', ...options } });
  const mask = (...data) => ({ shape: [data.length], data: Float32Array.from(data) });

  async function expectRefused(spec, tensors, says) {
    const error = await layers.run(spec, tensors).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(WhylightError);
    expect(error.code).toBe('invalid-argument');
    for (const part of says) expect(error.message).toContain(part);
  }

  test.each([
    { name: 'order 0', spec: rcnn({ order: 0 }), says: ['"order"', '1 to 16', 'found 0'] },
    { name: 'λ below 0', spec: decay({ value: -0.1 }), says: ['"value"', 'found -0.1'] },
    { name: 'λ above 1', spec: decay({ value: 1.5 }), says: ['"value"', 'found 1.5'] },
    { name: 'λ = 1', spec: decay({ value: 1 }), says: ['decay value', 'below 1', 'found 1'] },
    {
      name: 'mismatched widths',
      tensors: { ...bigrams(), 'W.2': zeros(4, 2) },
      says: ['"W.2"', '[4, 3]', 'found [4, 2]'],
    },
    {
      name: 'words of another width',
      tensors: { ...bigrams(), x: zeros(5, 2) },
      says: ['"W.1"', '[h, 2]', 'found [4, 3]'],
    },
    {
      name: 'a highway between unequal sizes',
      spec: rcnn({ highway: true }),
      says: ['highway', '3', '4'],
    },
    {
      name: 'an empty selection',
      tensors: { ...bigrams(), mask: mask(0, 0, 0, 0, 0) },
      says: ['"mask"', 'empty selection'],
    },
    {
      name: 'a mask above 1',
      tensors: { ...bigrams(), mask: mask(0, 1, 2, 0, 0) },
      says: ['"mask"', 'from 0 to 1'],
    },
    {
      name: 'a mask of another length',
      tensors: { ...bigrams(), mask: mask(1, 1) },
      says: ['"mask"', '[5]', 'found [2]'],
    },
    {
      name: 'max-pooling with a soft mask',
      spec: rcnn({ pooling: 'max' }),
      tensors: { ...bigrams(), mask: mask(1, 0.5, 1, 1, 1) },
      says: ['"mask"', '0 or 1'],
    },
    {
      name: 'max-pooling with a decay that learns',
      spec: { type: 'rcnn', pooling: 'max' },
      says: ['pooling', 'constant decay'],
    },
    { name: 'same_step of sums', spec: rcnn({ same_step: true }), says: ['same_step'] },
    { name: 'a missing tensor', spec: rcnn({ order: 3 }), says: ['"W.3"', 'no such tensor'] },
    { name: 'no words', tensors: {}, says: ['"x"', 'no such tensor'] },
    { name: 'an unknown type', spec: { type: 'rnn' }, says: ['"type"', '"rcnn"', 'found "rnn"'] },
    { name: 'no type', spec: {}, says: ['"type"'] },
    { name: 'an unknown option', spec: rcnn({ orders: 2 }), says: ['"orders"', 'order'] },
    { name: 'an option of the wrong type', spec: rcnn({ bias: 'no' }), says: ['"bias"', '"no"'] },
    { name: 'no number for λ', spec: decay({ value: NaN }), says: ['"value"', 'null'] },
    { name: 'no spec', spec: null, says: ['spec', 'null'] },
    { name: 'a spec that JSON cannot say', spec: rcnn({ order: 2n }), says: ['spec', 'BigInt'] },
    { name: 'a function for a spec', spec: () => 'rcnn', says: ['spec', 'function'] },
    { name: 'no tensors', tensors: null, says: ['input', 'null'] },
    {
      name: 'a plain array',
      tensors: { ...bigrams(), b: { shape: [4], data: [0, 0, 0, 0] } },
      says: ['"b"', 'Float32Array', 'object'],
    },
    {
      name: 'a tensor without numbers',
      tensors: { ...bigrams(), b: undefined },
      says: ['"b"', 'undefined'],
    },
    {
      name: 'fewer numbers than the shape has',
      tensors: { ...bigrams(), b: { shape: [4], data: new Float32Array(3) } },
      says: ['"b"', '4 numbers', 'found 3'],
    },
    {
      name: 'a shape of things',
      tensors: { ...bigrams(), b: { shape: [Object.create(null)], data: new Float32Array(3) } },
      says: ['"b"', 'shape', 'found [{}]'],
    },
    {
      name: 'a shape with half a row',
      tensors: { ...bigrams(), b: { shape: [1.5, 2], data: new Float32Array(3) } },
      says: ['"b"', 'shape', '[1.5,2]'],
    },
    {
      name: 'a layer within a layer',
      spec: { type: 'stacked', layers: [{ type: 'bag' }, { type: 'rcnn', order: 99 }] },
      says: ['layers[1]', '"order"', 'found 99'],
    },
  ])('$name', ({ spec = rcnn({}), tensors = bigrams(), says }) =>
    expectRefused(spec, tensors, says),
  );

  const x = zeros(5, 4);
  const machine = (options) => ({ type: 'factorisation_machine', ...options });
  const factors = { x, w0: zeros(1), w: zeros(4), V: zeros(2, 4) };
  const part = zeros(2, 1);
  const parts = { x, 'W.r': part, 'W.x': part, 'W.y': part, 'W.z': part, b: zeros(8) };
  const dcu = (options) => ({ type: 'dcu', ...options });
  const rcrn = (options) => ({ type: 'rcrn', layer: { type: 'lstm' }, ...options });
  const attention = (options) => ({ type: 'self_attention', ...options });
  const projections = {
    x,
    ...Object.fromEntries(
      ['q', 'k', 'v'].flatMap((name) => [
        [`${name}.W`, zeros(4, 4)],
        [`${name}.b`, zeros(4)],
      ]),
    ),
  };

  test.each([
    {
      name: 'a factorisation machine of another width',
      spec: machine(),
      tensors: { ...factors, V: zeros(2, 3) },
      says: ['"V"', '[h, 4]', 'found [2, 3]'],
    },
    {
      name: 'weights of another width',
      spec: machine(),
      tensors: { ...factors, w: zeros(3) },
      says: ['"w"', '[4]', 'found [3]'],
    },
    {
      name: 'factors that its tensors do not have',
      spec: machine({ factors: 3 }),
      tensors: factors,
      says: ['"factors"', 'expected 2', '"V"', 'found 3'],
    },
    {
      name: 'no factors',
      spec: machine({ factors: 0 }),
      tensors: factors,
      says: ['"factors"', 'from 1', 'found 0'],
    },
    {
      name: 'words that are no quaternions',
      spec: { type: 'quaternion' },
      tensors: { ...parts, x: zeros(5, 3) },
      says: ['"inputs"', 'multiple of 4', 'found 3'],
    },
    {
      name: 'quaternions with a longer part',
      spec: { type: 'quaternion' },
      tensors: { ...parts, 'W.z': zeros(3, 1) },
      says: ['"W.z"', '[2, 1]', 'found [3, 1]'],
    },
    {
      name: 'a start of quaternions that there is not',
      spec: { type: 'quaternion', initialisation: 'he' },
      tensors: parts,
      says: ['"initialisation"', '"polar"', 'found "he"'],
    },
    { name: 'a DCU without ranges', spec: dcu({ ranges: [] }), says: ['"ranges"', 'found []'] },
    { name: 'ranges that fall', spec: dcu({ ranges: [2, 1] }), says: ['"ranges"', '[2,1]'] },
    { name: 'a range of no words', spec: dcu({ ranges: [0] }), says: ['ranges', 'found [0]'] },
    { name: 'a form of no DCU', spec: dcu({ form: 'x' }), says: ['"form"', '"simple"', '"x"'] },
    {
      name: 'a DCU without tensors',
      spec: dcu({ ranges: [1, 2] }),
      tensors: { x },
      says: ['"fold.1.W"', 'no such tensor'],
    },
    { name: 'an RCRN of nothing', spec: { type: 'rcrn' }, says: ['"layer"', 'found none'] },
    {
      name: 'an RCRN of layers that pool',
      spec: rcrn({ layer: { type: 'bag' } }),
      says: ['rcrn', 'a vector at every word'],
    },
    {
      name: 'a printed RCRN without cells',
      spec: rcrn({ layer: { type: 'gru' }, output: 'printed' }),
      says: ['"layer"', 'lstm', 'gru'],
    },
    { name: 'a gain below 0', spec: rcrn({ gain: -1 }), says: ['"gain"', 'found -1'] },
    {
      name: 'heads that do not divide the width',
      spec: attention({ heads: 3 }),
      tensors: projections,
      says: ['"heads"', 'divides', 'found 3'],
    },
    {
      name: 'an unknown score of attention',
      spec: attention({ score: 'cosine' }),
      tensors: projections,
      says: ['"score"', '"bilinear"', 'found "cosine"'],
    },
    {
      name: 'more numbers than a size can count',
      spec: { type: 'pooling', kind: 'k_max', k: 65536 },
      tensors: { x: zeros(1, 65536) },
      says: ['at most 65536', 'found 4294967296'],
    },
    {
      name: 'two texts where a layer reads one',
      spec: { type: 'alignment' },
      tensors: { x },
      says: ['"type"', '"rcrn"', 'found "alignment"'],
    },
  ])('$name', ({ spec, tensors = { x }, says }) => expectRefused(spec, tensors, says));

  test('values of more bytes than there are addresses', async () => {
    const factors = Array.from({ length: 16 }, (_, j) => [`W.${j + 1}`, zeros(4096, 1)]);
    await expect(
      layers.run(
        { type: 'rcnn', order: 16, bias: false, decay: constant },
        { x: zeros(16384, 1), ...Object.fromEntries(factors) },
      ),
    ).rejects.toMatchObject({ code: 'out-of-memory' });
  });

  test('also when only shapes are asked for', async () => {
    await expect(layers.shapes(rcnn({ order: 0 }))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('"order"'),
    });
  });

  test('a number that is none is bad data', async () => {
    const b = { shape: [4], data: Float32Array.of(0, NaN, 0, 0) };
    await expect(layers.run(rcnn({}), { ...bigrams(), b })).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining('b'),
    });
  });
});

describe('the module', () => {
  const spec = { type: 'bag' };
  const tensors = { x: { shape: [2, 1], data: Float32Array.of(1, 3) } };
  const works = async (loaded) => (await loaded.run(spec, tensors)).output.h.data[0] === 2;

  test.each([
    { name: 'bytes', wasm: () => wasmBytes() },
    { name: 'a compiled module', wasm: () => WebAssembly.compile(wasmBytes()) },
    { name: 'a URL', wasm: () => new URL('whylight-layers.wasm', dist) },
  ])('may be given as $name', async ({ wasm }) => {
    expect(await works(await loadLayers({ wasm: await wasm() }))).toBe(true);
  });

  test('may be fetched from elsewhere', async () => {
    const wasm = 'https://code.example/whylight-layers.wasm';
    const fetch = jest.fn(fetchFrom({ 'whylight-layers.wasm': wasmBytes() }));
    expect(await works(await loadWeb({ fetch, wasm }))).toBe(true);
    expect(fetch.mock.calls.map(([url]) => url.href)).toEqual([wasm]);
  });

  test.each([
    { name: 'nothing of the kind', wasm: 7, code: 'invalid-argument', says: '"wasm"' },
    {
      name: 'a page',
      wasm: new TextEncoder().encode('<!doctype html>'),
      code: 'wasm-failed',
      says: 'whylight-layers.wasm',
    },
  ])('is refused when it is $name', async ({ wasm, code, says }) => {
    await expect(loadLayers({ wasm })).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    });
  });

  test('is not loaded once a signal is aborted', async () => {
    const fetch = jest.fn();
    const signal = AbortSignal.abort('no more');
    await expect(loadWeb({ fetch, signal })).rejects.toBe('no more');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('is replaced when it stops', async () => {
    const small = await loadLayers({ maxMemory: 24 * MIB });
    const large = { x: zeros(6 * MIB, 1) };
    const calls = [small.run(spec, large), small.run(spec, tensors)];
    await expect(calls[0]).rejects.toMatchObject({
      code: 'out-of-memory',
      message: expect.stringContaining('can be used again'),
    });
    expect((await calls[1]).output.h.data).toEqual(Float32Array.of(2));
  });
});

describe('in a Worker', () => {
  const bag = { type: 'bag' };
  let worker;
  beforeAll(() => {
    worker = startWorker({ 'whylight-layers.wasm': wasmBytes() });
  });
  afterAll(() => worker.close());

  test('layers give the same', async () => {
    const there = await loadWeb({ worker });
    const x = { shape: [2, 1], data: Float32Array.of(1, 3) };
    expect(await there.run(bag, { x })).toEqual(await layers.run(bag, { x }));
    expect(await there.shapes(bag)).toEqual(await layers.shapes(bag));
    // It was copied, not taken away.
    expect(x.data).toHaveLength(2);
    await there.dispose();
    await expect(there.shapes(bag)).rejects.toMatchObject({ code: 'disposed' });
  });

  test('bad input gets the same error', async () => {
    const there = await loadWeb({ worker });
    const wrong = [{ type: 'rnn' }, { x: zeros(1, 1) }];
    const { code, message } = await layers.run(...wrong).catch((error) => error);
    expect(message).toContain('"type"');
    await expect(there.run(...wrong)).rejects.toMatchObject({ code, message });
  });
});

test('disposed layers say so', async () => {
  const disposed = await loadLayers();
  await disposed.dispose();
  await disposed.dispose();
  const code = 'disposed';
  await expect(disposed.shapes({ type: 'bag' })).rejects.toMatchObject({ code });
  await expect(disposed.run({ type: 'bag' }, { x: zeros(1, 1) })).rejects.toMatchObject({ code });
});
