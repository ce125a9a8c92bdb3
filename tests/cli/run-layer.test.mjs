// `whylight run-layer` and `layer-shapes`: one layer applied to tensors in files.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { fail, file, home, repository, succeed, whylight } from './support.mjs';
import { readTensors, writeTensors } from './tensors.mjs';

const golden = join(repository, 'tests/golden/layers');
const TOLERANCE = 5e-6;

const bigrams = { x: [[5, 3]], 'W.1': [[4, 3]], 'W.2': [[4, 3]], b: [[4]] };
const rcnn = (options) => ({ type: 'rcnn', decay: { type: 'constant', value: 0.5 }, ...options });

/** The arguments that run `spec` on `tensors`. */
function run(spec, tensors = bigrams) {
  const json = typeof spec === 'string' ? spec : JSON.stringify(spec);
  return [
    'run-layer',
    ...['--spec', file('spec.json', json)],
    ...['--input', writeTensors('input.safetensors', tensors)],
    ...['--output', join(home, 'output.safetensors')],
  ];
}

test('layers give what they gave in double precision', () => {
  for (const name of ['rcnn-everything', 'stacked', 'attention-mask', 'pooling-k-max']) {
    assert.ok(readdirSync(golden).includes(name));
    const output = join(home, `${name}.safetensors`);
    const folder = join(golden, name);
    const args = ['--spec', join(folder, 'spec.json'), '--output', output];
    const { status, stdout, stderr } = whylight([
      'run-layer',
      ...args,
      ...['--input', join(folder, 'input.safetensors')],
    ]);
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' });
    const found = readTensors(output);
    const expected = readTensors(join(folder, 'expected.safetensors'));
    assert.deepEqual(Object.keys(found), Object.keys(expected));
    for (const [tensor, { shape, data }] of Object.entries(expected)) {
      assert.deepEqual(found[tensor].shape, shape);
      data.forEach((number, i) => {
        const error = Math.abs(found[tensor].data[i] - number);
        assert.ok(error <= TOLERANCE, `${name}: ${tensor}[${i}] is off by ${error}`);
      });
    }
  }
});

test('layer-shapes prints what a layer reads', () => {
  const spec = file('shapes.json', JSON.stringify({ type: 'rcnn', output_matrix: true }));
  assert.equal(
    succeed(['layer-shapes', '--spec', spec]),
    [
      'x [L, d]',
      'mask [L] (if words are left out)',
      'W.1 [h, d]',
      'W.2 [h, d]',
      'b [h]',
      'gate.W [h, d]',
      'gate.b [h]',
      'gate.U [h, h]',
      'O [h, h]',
      '',
    ].join('\n'),
  );
});

test('tensors that are not read are named', () => {
  const args = run(rcnn(), { ...bigrams, 'W.3': [[4, 3]], 'gate.b': [[4]] });
  const unused = ['W.3', 'gate.b'];
  const lines = succeed(args).trimEnd().split('\n').sort();
  assert.deepEqual(lines, ['not read: tensor "W.3"', 'not read: tensor "gate.b"']);
  assert.deepEqual(JSON.parse(succeed([...args, '--json'])).unused.sort(), unused);
});

describe('bad input is refused by name:', () => {
  const mask = (...numbers) => [[numbers.length], numbers];
  for (const [name, spec, tensors, ...says] of [
    ['order 0', rcnn({ order: 0 }), bigrams, '"order"', 'found 0'],
    ['λ below 0', rcnn({ decay: { value: -1 } }), bigrams, '"value"', 'found -1'],
    ['λ above 1', rcnn({ decay: { value: 2 } }), bigrams, '"value"', 'found 2'],
    ['λ = 1', rcnn({ decay: { type: 'constant', value: 1 } }), bigrams, 'decay value', 'found 1'],
    ['mismatched widths', rcnn(), { ...bigrams, 'W.2': [[4, 2]] }, '"W.2"', 'found [4, 2]'],
    ['a highway between unequal sizes', rcnn({ highway: true }), bigrams, 'highway', '3', '4'],
    ['an empty selection', rcnn(), { ...bigrams, mask: mask(0, 0, 0, 0, 0) }, '"mask"', 'empty'],
    ['a mask above 1', rcnn(), { ...bigrams, mask: mask(0, 0, 2, 0, 0) }, '"mask"', '0 to 1'],
    ['a mask of another length', rcnn(), { ...bigrams, mask: mask(1) }, '"mask"', 'found [1]'],
    ['a missing tensor', rcnn({ order: 3 }), bigrams, '"W.3"', 'no such tensor'],
    ['no words', rcnn(), {}, '"x"', 'no such tensor'],
    ['an unknown type', { type: 'rnn' }, bigrams, '"type"', 'found "rnn"'],
    ['an unknown option', rcnn({ orders: 2 }), bigrams, '"orders"', 'order'],
    ['a decay that learns under max-pooling', { type: 'rcnn', pooling: 'max' }, bigrams, 'pooling'],
    ['same_step of sums', rcnn({ same_step: true }), bigrams, 'same_step'],
    ['no JSON', '{"type": ', bigrams, 'spec', 'JSON'],
    ['a repeated option', '{"type": "bag", "type": "dan"}', bigrams, 'spec', 'type'],
  ]) {
    test(name, () => {
      const message = fail('invalid-argument', run(spec, tensors));
      for (const part of says) assert.ok(message.includes(part), `${part} is not in: ${message}`);
    });
  }

  test('a number that is none', () => {
    const message = fail('bad-model', run(rcnn(), { ...bigrams, b: [[4], [0, NaN]] }));
    assert.match(message, /\bb\b/);
  });

  test('a file of something else', () => {
    const args = run(rcnn());
    args[args.indexOf('--input') + 1] = file('text.safetensors', 'not tensors, but a text');
    assert.match(fail('bad-model', args), /^input/);
  });

  test('a file that is not there', () => {
    for (const flag of ['--spec', '--input']) {
      const args = run(rcnn());
      args[args.indexOf(flag) + 1] = join(home, 'nowhere');
      assert.match(fail(['io', 'not-found'], args), /nowhere/);
    }
  });
});

describe('exits with 2 for', () => {
  const spec = file('bag.json', '{"type": "bag"}');
  for (const [name, args] of [
    ['no spec', ['run-layer', '--input', 'in', '--output', 'out']],
    ['no input', ['run-layer', '--spec', spec, '--output', 'out']],
    ['no output', ['run-layer', '--spec', spec, '--input', 'in']],
    ['shapes of nothing', ['layer-shapes']],
    ['shapes of an input', ['layer-shapes', '--spec', spec, '--input', 'in']],
  ]) {
    test(name, () => {
      const { status, stdout, stderr } = whylight(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.match(stderr, /--(spec|input|output)/);
    });
  }
});
