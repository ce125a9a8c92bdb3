// `whylight import`: state dicts of PyTorch, and pickles, of which no code is run.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import {
  fail,
  file,
  home,
  lines,
  modelBytes,
  parseLines,
  repository,
  succeed,
  whylight,
} from './support.mjs';
import { Pickle, array, name, number, options, text, whole } from './pickles.mjs';
import { inventNumbers, readHeader, writeTensors } from './tensors.mjs';

const golden = join(repository, 'tests/golden/pytorch');
const TOLERANCE = 1e-5;
let count = 0;
const newFolder = () => join(home, `imported ${++count}`);

/** The probabilities that a model gives texts. */
function probabilities(model, texts) {
  const input = file('texts.jsonl', lines(texts.map((each) => ({ text: each }))));
  return parseLines(succeed(['classify', '--model', model, '--input', input])).map((answer) =>
    Object.values(answer.probabilities),
  );
}

function assertNear(found, expected) {
  assert.equal(found.length, expected.length);
  found.forEach((each, i) => {
    if (Array.isArray(each)) return assertNear(each, expected[i]);
    assert.ok(Math.abs(each - expected[i]) < TOLERANCE, `${each} is not ${expected[i]}`);
  });
}

/** The flags that import a folder of tests/golden/pytorch. */
const stateDict = (folder, maps, output) => [
  'import',
  ...['--input', join(golden, folder, 'state.safetensors')],
  ...['--config', join(golden, folder, 'model.json')],
  ...['--vocabulary', join(golden, 'words.txt')],
  ...maps.flatMap((map) => ['--map', map]),
  ...['--output', output],
];

describe('a state dict of PyTorch', () => {
  const models = [
    { folder: 'lstm', maps: ['emb=embedding', 'lstm=layers.1', 'fc=output'] },
    { folder: 'gru', maps: ['gru:0=layers.1', 'gru:1=layers.2'] },
    { folder: 'windows', maps: ['conv=layers.1', 'rnn=layers.2', 'head.1=output'] },
    { folder: 'attention', maps: ['encoder.layers.0=layers.1', 'attention=layers.2'] },
  ];
  for (const { folder, maps } of models) {
    test(`gives the same answers as a model: ${folder}`, () => {
      const output = newFolder();
      succeed(stateDict(folder, maps, output));
      const expected = JSON.parse(readFileSync(join(golden, folder, 'expected.json'), 'utf8'));
      assertNear(probabilities(output, expected.texts), expected.probabilities);
    });
  }

  test('has its unused tensors named', () => {
    const { status, stderr } = whylight(stateDict('lstm', models[0].maps, newFolder()));
    assert.equal(status, 0);
    assert.equal(stderr, 'not used: critic.weight [1, 6]\nnot used: critic.bias [1]\n');
  });

  test('is stored in fewer bits', () => {
    const output = newFolder();
    succeed([...stateDict('gru', models[1].maps, output), '--store', 'f16']);
    const { header } = readHeader(join(output, 'model.safetensors'));
    assert.equal(header.embedding.dtype, 'F16');
  });

  test('lists all that is missing, and what there is', () => {
    const output = newFolder();
    const message = fail('bad-model', stateDict('lstm', ['fc=output'], output));
    assert.match(message, /state\.safetensors: expected "embedding\.weight", found no such tensor/);
    const wanted = 'for layers.1.1.forward.i.W expected "layers.1.weight_ih_l0"';
    assert.ok(message.includes(wanted), message);
    assert.match(message, /found and not used are .*"lstm\.weight_ih_l0" \[12, 4\]/);
    assert.match(message, /--map THEIRS=OURS/);
    assert.ok(!existsSync(output));
  });

  test('misses the tensors that are of no layer', () => {
    const maps = ['emb=embedding', 'lstm=layers.1'];
    const message = fail('bad-model', stateDict('lstm', maps, newFolder()));
    assert.match(message, /tensor "output\.W": expected it, found no such tensor/);
    assert.match(message, /"fc\.weight" \[2, 6\]/);
  });

  test('is refused where shapes differ', () => {
    const maps = ['emb=embedding', 'lstm=layers.1', 'critic=output'];
    const message = fail('bad-model', stateDict('lstm', maps, newFolder()));
    assert.match(message, /"output\.W": expected shape \[6, 2\], found \[6, 1\]/);
  });

  test('needs the equations of the layer', () => {
    const config = file('gru.json', '{"task": "classifier", "layers": [{"type": "gru"}]}');
    const args = stateDict('gru', ['gru=layers.1'], newFolder());
    args[args.indexOf('--config') + 1] = config;
    assert.match(fail('invalid-argument', args), /layers\.1: .*"reset": "after"/);
  });

  test('has names and words checked', () => {
    const [first] = models;
    const args = stateDict(first.folder, [...first.maps.slice(0, 2), 'fcc=output'], newFolder());
    assert.match(
      fail('invalid-argument', args),
      /--map fcc=output: expected .* called "fcc", found none; .*"fc\.weight"/,
    );
    for (const [maps, pattern] of [
      [['fc'], /--map: expected THEIRS=OURS, found "fc"/],
      [['a=output', 'b=output'], /expected one name for "output", found two/],
    ]) {
      assert.match(fail('invalid-argument', stateDict('lstm', maps, newFolder())), pattern);
    }
    const few = stateDict(first.folder, first.maps, newFolder());
    few[few.indexOf('--vocabulary') + 1] = file('few.txt', 'foam\nthick\n');
    assert.match(fail('bad-model', few), /expected a word for each of 6 vectors, found 2/);
    const twice = stateDict(first.folder, first.maps, newFolder());
    twice[twice.indexOf('--vocabulary') + 1] = file('twice.txt', 'foam\nfoam\n');
    assert.match(fail('bad-data', twice), /twice\.txt: .*2/);
    const without = stateDict(first.folder, first.maps, newFolder()).filter(
      (_, i, all) => ![all.indexOf('--vocabulary'), all.indexOf('--vocabulary') + 1].includes(i),
    );
    assert.match(fail('invalid-argument', without), /expected --vocabulary, .*, found neither/);
  });

  test('in a zip is refused with what to do', () => {
    const args = stateDict('lstm', [], newFolder());
    args[args.indexOf('--input') + 1] = file('state.pt', 'PK\x03\x04');
    assert.match(fail('bad-data', args), /safetensors\.torch\.save_file/);
  });
});

const sigmoid = (x) => 1 / (1 + Math.exp(-x));
const ACTS = { relu: (x) => Math.max(0, x), tanh: Math.tanh, none: (x) => x };

/** A model as the RCNN's authors' program for sentiment saves it, and a run of it. */
class Published {
  constructor({ layer, act = 'relu', order = 2, mode = 1, pooling = 1, decay = 0.3 }) {
    Object.assign(this, { layer, act, order, mode, pooling, decay });
    this.take = inventNumbers(order + 7);
    this.parameters = [];
    this.layers = [3, 4].map((inputs) => this.makeLayer(inputs));
    this.softmax = this.matrix(8, 2);
  }

  keep(shape, data) {
    this.parameters.push({ shape, data });
    return data;
  }
  matrix(rows, columns) {
    const data = Array.from({ length: rows }, () => Array.from({ length: columns }, this.take));
    return this.keep([rows, columns], data);
  }
  vector(size) {
    const data = Array.from({ length: size }, this.take);
    return this.keep([size], data);
  }
  gate(inputs) {
    return { W: this.matrix(inputs + 4, 4), b: this.vector(4) };
  }
  levels(inputs) {
    return Array.from({ length: this.order }, () => this.matrix(inputs, 4));
  }
  makeLayer(inputs) {
    if (this.layer === 'lstm') {
      return Object.fromEntries(['g', 'i', 'f', 'o'].map((key) => [key, this.gate(inputs)]));
    }
    if (this.layer === 'strcnn') {
      return { b: this.vector(4), O: this.matrix(4, 4), W: this.levels(inputs) };
    }
    return { W: this.levels(inputs), gate: this.gate(inputs), b: this.vector(4) };
  }

  static times(x, W, j, from = 0) {
    return x.reduce((sum, each, i) => sum + each * W[from + i][j], 0);
  }
  static open(gate, x, h, j) {
    const { times } = Published;
    return times(x, gate.W, j) + times(h, gate.W, j, x.length) + gate.b[j];
  }

  /** The states of a layer at every word, by the program's equations. */
  run(layer, words) {
    const units = [0, 1, 2, 3];
    const act = ACTS[this.act];
    const { open, times } = Published;
    let h = units.map(() => 0);
    let c = Array.from({ length: Math.max(this.order, 1) }, () => units.map(() => 0));
    return words.map((x) => {
      const before = c.map((level) => [...level]);
      const last = h;
      if (this.layer === 'lstm') {
        const memory = units.map(
          (j) =>
            sigmoid(open(layer.f, x, last, j)) * before[0][j] +
            sigmoid(open(layer.i, x, last, j)) * Math.tanh(open(layer.g, x, last, j)),
        );
        c = [memory, ...before.slice(1)];
        h = units.map((j) => sigmoid(open(layer.o, x, last, j)) * Math.tanh(memory[j]));
      } else if (this.layer === 'strcnn') {
        const grams = layer.W.map((W, k) =>
          units.map((j) => times(x, W, j) * (k === 0 ? 1 : before[k - 1][j])),
        );
        c = grams.map((gram, k) => gram.map((each, j) => before[k][j] * this.decay + each));
        const sums = units.map((j) => grams.reduce((sum, gram) => sum + gram[j], 0));
        h = units.map((j) => act(times(sums, layer.O, j) + layer.b[j]));
      } else {
        const forget = units.map((j) => sigmoid(open(layer.gate, x, last, j)));
        layer.W.forEach((W, k) => {
          c[k] = units.map((j) => {
            let entering = times(x, W, j);
            if (k > 0)
              entering = this.mode === 0 ? entering * c[k - 1][j] : entering + before[k - 1][j];
            return forget[j] * before[k][j] + (1 - forget[j]) * entering;
          });
        });
        h = units.map((j) => act(c[this.order - 1][j] + layer.b[j]));
      }
      return h;
    });
  }

  probabilities(words) {
    const features = [];
    let states = words;
    for (const layer of this.layers) {
      states = this.run(layer, states);
      const mean = (j) => states.reduce((sum, state) => sum + state[j], 0) / states.length;
      features.push(...states[0].map((_, j) => (this.pooling ? mean(j) : states.at(-1)[j])));
    }
    const logits = [0, 1].map((label) => Published.times(features, this.softmax, label));
    const total = logits.reduce((sum, logit) => sum + Math.exp(logit), 0);
    return logits.map((logit) => Math.exp(logit) / total);
  }

  /** The bytes of its file before they are compressed. */
  pickle(changes = {}) {
    const { layer, act, order, mode, pooling, decay } = this;
    const args = {
      ...{ layer: text(layer), act: text(act), order: whole(order), mode: whole(mode) },
      ...{ pooling: whole(pooling), decay: number(decay), depth: whole(2) },
      ...{ hidden_dim: whole(4), train: text('') },
      ...changes,
    };
    return new Pickle()
      .tuple(
        [...this.parameters.map(({ shape, data }) => array(shape, data.flat()))],
        options(args),
        whole(2),
      )
      .end();
  }
}

/** The flags that import a convolution over three words, with changes. */
function convolution({
  layers = [CONVOLUTION],
  tensors = {},
  words = 'foam\nthick\npale\n',
  shape = LAST,
}) {
  const config = { task: 'classifier', labels: ['no', 'yes'], layers };
  const input = writeTensors('small.safetensors', {
    ...{ embedding: [[3, 4]], 'conv.weight': [[5, 4, 3]], 'conv.bias': [[5]] },
    ...{ 'fc.weight': [[2, 5]], 'fc.bias': [[2]] },
    ...tensors,
  });
  return [
    ...['import', '--input', input, '--vocabulary', file('small.txt', words)],
    ...['--config', file('small.json', JSON.stringify({ ...config, ...shape }))],
    ...['--map', 'conv=layers.1', '--map', 'fc=output', '--output', newFolder()],
  ];
}
const CONVOLUTION = { type: 'convolution', order: 3 };
const LAST = { pooling: 'max', output: 'last' };

describe('a state dict that is odd', () => {
  test('may have a name of many parts', () => {
    const name_ = `x${'.a'.repeat(40000)}`;
    const { status, stderr } = whylight(convolution({ tensors: { [name_]: [[1]] } }));
    assert.equal(status, 0, stderr.slice(0, 500));
    assert.ok(stderr.includes(`${name_} [1]`));
  });

  test('has at least one word', () => {
    const args = convolution({ tensors: { embedding: [[0, 4]] }, words: '' });
    assert.match(fail('bad-model', args), /expected at least one word, found none/);
  });

  test('has no empty tensor where one is read', () => {
    const args = convolution({ tensors: { 'conv.weight': [[0, 2 ** 40, 1]] } });
    assert.match(fail('bad-model', args), /"conv\.weight": expected no size of 0, found \[0, 109/);
  });

  test('has windows of as many words as the layer', () => {
    for (const order of [2, 4]) {
      const args = convolution({ layers: [{ ...CONVOLUTION, order }] });
      const pattern = new RegExp(`expected \\[h, d, ${order}\\], .* found \\[5, 4, 3\\]`);
      assert.match(fail('bad-model', args), pattern);
    }
  });

  test('has several layers and directions only where it is recurrent', () => {
    for (const layer of [
      { type: 'bidirectional', layer: CONVOLUTION },
      { type: 'stacked', layers: [CONVOLUTION, CONVOLUTION] },
    ]) {
      assert.match(
        fail('invalid-argument', convolution({ layers: [layer] })),
        /layers\.1: .*only recurrent modules .* found "convolution"/,
      );
    }
  });

  test('may have several layers by our names', () => {
    const part = { 'W.1': [[5, 4]], 'W.2': [[5, 4]], 'W.3': [[5, 4]], b: [[5]] };
    const tensors = { 'fc.weight': [[2, 10]] };
    for (const [key, shape] of Object.entries(part)) {
      tensors[`conv.forward.${key}`] = shape;
      tensors[`conv.backward.${key}`] = shape;
    }
    const layers = [{ type: 'bidirectional', layer: CONVOLUTION }];
    succeed(convolution({ layers, tensors }));
  });

  test('may be of one layer that is in no list', () => {
    const shape = { task: 'tagger', bio: false, loss: 'softmax' };
    const folders = [CONVOLUTION, [CONVOLUTION]].map((layers) => {
      const args = convolution({ layers, shape });
      succeed(args);
      return args.at(-1);
    });
    const [one, list] = folders.map((folder) => readHeader(join(folder, 'model.safetensors')));
    assert.deepEqual(one, list);
  });

  test('has told why a tensor was not read', () => {
    const args = convolution({
      tensors: { 'fc.weight': [[2, 5], [NaN]], 'x.weight': [[1, 1], [NaN]] },
    });
    const message = fail('bad-model', args);
    assert.match(message, /"output\.W": expected it, .*; .*"?fc\.weight"?: expected .*finite/);
    assert.ok(!/x\.weight"?: expected/.test(message), message);
  });

  test('may have many tensors that are not used', () => {
    const tensors = {};
    for (let i = 0; i < 500; ++i) tensors[`extra${i}.weight`] = [[20, 30]];
    const args = convolution({ tensors });
    const { status, stderr } = whylight(args);
    assert.equal(status, 0, stderr);
    assert.equal(
      stderr,
      Object.keys(tensors)
        .map((key) => `not used: ${key} [20, 30]\n`)
        .join(''),
    );
    const { header } = readHeader(join(args.at(-1), 'model.safetensors'));
    assert.deepEqual(
      Object.keys(header)
        .filter((key) => !key.startsWith('layers.'))
        .sort(),
      ['embedding', 'output.W', 'output.b'],
    );
  });
});

describe('the RCNN as its authors save it', () => {
  const VECTORS = { foam: [1, -0.5, 0.25], thick: [-1, 0.75, 0.5], pale: [0.5, 1, -1] };
  const vectors = file(
    'vectors.txt',
    Object.entries(VECTORS)
      .map(([word, numbers]) => `${word} ${numbers.join(' ')}\n`)
      .join(''),
  );
  const TEXTS = ['foam', 'thick pale foam', 'pale thick thick unknown foam'];
  const importing = (input, output) => [
    ...['import', '--input', input, '--vectors', vectors, '--output', output],
  ];
  const variants = [
    { layer: 'rcnn' },
    { layer: 'rcnn', order: 3, act: 'tanh', pooling: 0 },
    { layer: 'rcnn', mode: 0, order: 1 },
    { layer: 'rcnn', mode: 0, act: 'none' },
    { layer: 'strcnn', order: 3 },
    { layer: 'strcnn', act: 'tanh', pooling: 0 },
    { layer: 'lstm', pooling: 0 },
  ];
  for (const variant of variants) {
    test(`answers by its equations: ${JSON.stringify(variant)}`, () => {
      const published = new Published(variant);
      const output = newFolder();
      succeed(importing(file('model.pkl.gz', gzipSync(published.pickle())), output));
      const expected = TEXTS.map((each) =>
        published.probabilities(each.split(' ').map((word) => VECTORS[word] ?? [0, 0, 0])),
      );
      assertNear(probabilities(output, TEXTS), expected);
    });
  }

  test('is refused where options and parameters differ', () => {
    const published = new Published({ layer: 'rcnn' });
    for (const [changes, pattern] of [
      [{ depth: whole(1) }, /parameter 5: expected \[4, 2\], found \[4, 4\]/],
      [{ depth: whole(3) }, /parameter 10: expected \[4, 4\], found \[8, 2\]/],
      [{ act: text('softplus') }, /option "act": expected "relu", .* found "softplus"/],
      [{ layer: text('gru') }, /option "layer": expected "rcnn", .* found "gru"/],
      [{ hidden_dim: whole(0) }, /option "hidden_dim": expected .*, found 0/],
      [{ mode: text('') }, /option "mode": expected a whole number/],
    ]) {
      const input = file('changed.pkl', published.pickle(changes));
      assert.match(fail('bad-model', importing(input, newFolder())), pattern);
    }
  });
});

describe('a pickle', () => {
  const arrays = (bytes) => {
    const output = join(home, `arrays ${++count}.safetensors`);
    return ['import', '--input', file('any.pkl', Buffer.from(bytes, 'latin1')), '--output', output];
  };

  test('gives its arrays by their places', () => {
    const bytes = new Pickle()
      .dict({ params: [array([2], [1, 2]), [array([1, 2], [3, 4])]], d: whole(2) })
      .end();
    const args = arrays(bytes);
    succeed(args);
    const { header } = readHeader(args.at(-1));
    assert.deepEqual(header['params.0'].shape, [2]);
    assert.deepEqual(header['params.1.0'].shape, [1, 2]);
  });

  test('is never run: every other name is refused', () => {
    const shout = new Pickle().raw(name('os', 'system'), '(U\x04true', 'tR').end();
    const calls = [
      [shout, /any\.pkl: byte 2: .* found the name "os\.system".*refused/],
      [new Pickle().raw('(ios\nsystem\n').end(), /byte 3: .*"os\.system"/],
      [new Pickle().raw('U\x08builtins', 'U\x04eval', '\x93').end(), /byte 18: .*"builtins\.eval"/],
      [new Pickle().raw(name('numpy', 'load'), ')R').end(), /"numpy\.load"/],
      [new Pickle().raw(name('numpy', 'ndarray'), ')R').end(), /numpy\.ndarray with other arg/],
      [new Pickle().raw('Pfile\n').end(), /the instruction "P", which is refused/],
      [new Pickle().raw('(o').end(), /the instruction "o", which is refused/],
      [
        new Pickle().raw(name('argparse', 'Namespace'), ')\x81N', 'b').end(),
        /state of options|expected the state/,
      ],
    ];
    for (const [bytes, pattern] of calls) {
      assert.match(fail('bad-data', arrays(bytes)), pattern);
    }
  });

  test('that is damaged is told with the byte', () => {
    const whole_ = new Published({ layer: 'rcnn' }).pickle();
    for (const [bytes, pattern] of [
      [whole_.subarray(0, 100), /byte \d+: expected \d+ more bytes, found/],
      ['', /byte 0: expected 1 more bytes, found 0/],
      ['\x80\x09.', /byte 0: expected a protocol from 0 to 5, found 9/],
      ['N', /byte 1: expected 1 more bytes/],
      ['h\x05.', /byte 0: expected a value remembered as 5, found none/],
      ['e.', /byte 0: expected a mark before it/],
      ['NN.', /byte 2: expected one value at the end, found 2/],
      [new Pickle().raw(array([3], [1, 2])).end(), /expected an array of 12 bytes, found 8/],
    ]) {
      assert.match(fail('bad-data', arrays(bytes)), pattern);
    }
    const torn = gzipSync(whole_).subarray(0, 200);
    assert.match(fail('bad-data', arrays(torn)), /expected complete gzip data/);
  });

  test('of nested values takes little', () => {
    const deep = new Pickle().raw(']'.repeat(200000), 'a'.repeat(199999)).end();
    succeed(arrays(deep));
    // A list that holds itself.
    succeed(arrays(new Pickle().raw(']q\x00h\x00a').end()));
  });

  // Of each protocol, as Python writes it; where there is none, those above stand.
  const python = (code) => spawnSync('/usr/bin/python3', ['-c', code], { encoding: 'latin1' });
  test('of every protocol of Python is read', (t) => {
    const code = `
import argparse, numpy, pickle, sys
args = argparse.Namespace(a="x\\u00e9'", b=-5, c=2**40, d=0.5, e=None, f=True, g=(), h=[1])
value = {"s": numpy.float32(1.5), "m": numpy.arange(6.).reshape(2, 3).T, "b": numpy.arange(3, dtype=">i4"), "args": args, 7: [numpy.zeros((0, 2), "f4")]}
for protocol in range(6): sys.stdout.buffer.write(pickle.dumps(value, protocol) + b"END")`;
    const { status, stdout } = python(code);
    if (status !== 0) return t.skip('Python has no NumPy');
    const pickles = stdout.split('END').slice(0, -1);
    assert.equal(pickles.length, 6);
    for (const bytes of pickles) {
      const args = arrays(Buffer.from(bytes, 'latin1'));
      succeed(args);
      const { header, data } = readHeader(args.at(-1));
      assert.deepEqual(Object.keys(header).sort(), ['7.0', 'b', 'm', 's']);
      assert.deepEqual(header.m.shape, [3, 2]);
      const numbersOf = ({ data_offsets: [from, to] }) => data.subarray(from, to);
      assert.equal(numbersOf(header.m).readDoubleLE(8), 3);
      assert.equal(numbersOf(header.b).readInt32LE(8), 2);
      assert.equal(numbersOf(header.s).readFloatLE(0), 1.5);
    }
  });
});

test('word vectors become a folder of vectors, as convert makes it', () => {
  const vectors = file('glove.txt', 'foam 0.5 -1\nthick 1 2\n');
  const folders = [newFolder(), newFolder()];
  succeed(['import', '--input', vectors, '--output', folders[0]]);
  succeed(['vectors', 'convert', '--input', vectors, '--output', folders[1]]);
  assert.deepEqual(...folders.map(modelBytes));
  const args = stateDict('lstm', [], newFolder());
  args[args.indexOf('--input') + 1] = vectors;
  assert.match(fail('bad-data', args), /found word vectors: give them as --vectors/);
  const bad = file('bad.txt', 'foam 0.5 -1\nthick 1 x\n');
  const message = fail('bad-data', ['import', '--input', bad, '--output', newFolder()]);
  assert.match(message, /bad\.txt:2/);
});

test('an output that is there and no folder is refused', () => {
  const output = file('a file', '');
  const args = stateDict('gru', ['gru:0=layers.1', 'gru:1=layers.2'], output);
  fail(['invalid-argument', 'io'], args);
});
