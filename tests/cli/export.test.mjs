// `whylight export` of models: tensors that other programs read, ONNX, and
// scripts/pytorch, which reads model folders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { before, describe, test } from 'node:test';

import { fail, file, home, lines, parseLines, repository, succeed, whylight } from './support.mjs';
import { inventNumbers, readHeader, readTensors, writeTensors } from './tensors.mjs';

const golden = (name) => join(repository, 'tests/golden', name);
const tiny = golden('classifier-tiny');
const TOLERANCE = 1e-5;
const WORDS = ['foam', 'thick', 'pale', 'smells', 'of'];
const TEXTS = [
  ['foam'],
  ['thick', 'pale', 'foam'],
  ['pale', 'thick', 'unknown', 'of', 'of', 'foam'],
];
const HIDDEN = 3;
const WIDTH = 4;

// Every layer that is exported. Tensors are made up by their sizes.
const rcnn = (options) => ({ type: 'rcnn', ...options });
const both = (layer) => ({ type: 'bidirectional', layer });
const MODELS = {
  'rcnn, twice': { layers: [rcnn(), rcnn({ order: 3, activation: 'relu' })], output: 'all' },
  'rcnn, both ways': { layers: [both(rcnn({ state: 'sum_z' }))], pooling: 'last' },
  'rcnn, multiplied': { layers: [rcnn({ mapping: 'multiplicative', decay: { type: 'x' } })] },
  'rcnn, of one step': {
    layers: [rcnn({ mapping: 'multiplicative', same_step: true, decay: { type: 'trained' } })],
  },
  'rcnn, a sum': {
    layers: [rcnn({ normalized: false, decay: { type: 'constant', value: 0.3 }, bias: false })],
  },
  'rcnn, with gates': {
    layers: [
      rcnn({ output_gate: true, output_matrix: true, state: 'mix', activation: 'identity' }),
    ],
  },
  'rcnn, of one decay': { layers: [rcnn({ order: 1, decay: { type: 'xh', scalar: true } })] },
  'lstm, both ways': { layers: [both({ type: 'lstm' })], pooling: 'max' },
  gru: { layers: [{ type: 'gru' }] },
  'gru, reset after': { layers: [{ type: 'gru', update_gate: 'old_state', reset: 'after' }] },
  'elman on irnn': { layers: [{ type: 'irnn' }, { type: 'elman' }] },
  'elman, linear': { layers: [{ type: 'elman', activation: 'identity' }] },
  windows: { layers: [{ type: 'convolution', order: 3 }] },
  'wide windows': {
    layers: [{ type: 'convolution', border: 'wide', bias: false }],
    pooling: 'max',
  },
  stack: {
    layers: [{ type: 'stacked', output: 'all', layers: [{ type: 'lstm' }, both({ type: 'gru' })] }],
  },
  'pooling by attention': { layers: [{ type: 'lstm' }, { type: 'attention', projection: true }] },
  dan: { layers: [{ type: 'dan' }] },
  'a bag': { layers: [{ type: 'bag', mode: 'sum' }] },
  'layers that pool': { layers: [{ type: 'gru' }, { type: 'pooling', kind: 'last' }] },
  attention: { layers: [{ type: 'self_attention', heads: 3, output_matrix: true }] },
  transformer: { layers: [{ type: 'transformer', heads: 2 }] },
  'transformer, norm before': { layers: [{ type: 'transformer', norm: 'before' }] },
  words: { layers: [] },
};

/** Makes a model of made-up numbers with `import`, whose names are ours. */
let models = 0;
function makeModel({ layers, pooling = 'mean', output = 'last' }) {
  const take = inventNumbers(models + 1);
  const tensors = {};
  const add = (name, shape) => {
    const count = shape.reduce((product, each) => product * each, 1);
    tensors[name] = [shape, Array.from({ length: count }, take)];
  };
  add('embedding', [WORDS.length, WIDTH]);
  let width = WIDTH;
  let features = layers.length === 0 ? WIDTH : 0;
  layers.forEach((spec, k) => {
    width = addLayer(spec, `layers.${k + 1}.`, width, add);
    features = output === 'all' ? features + width : width;
  });
  add('output.weight', [2, features]);
  add('output.bias', [2]);
  const name = `made ${++models}`;
  const config = { task: 'classifier', labels: ['no', 'yes'], layers, pooling, output };
  const model = join(home, name);
  const state = writeTensors(`${name}.safetensors`, tensors);
  succeed([
    'import',
    ...['--input', state, '--config', file(`${name}.json`, JSON.stringify(config))],
    ...['--vocabulary', file('words.txt', WORDS.map((word) => `${word}\n`).join(''))],
    ...['--output', model],
  ]);
  return model;
}

const shapes = new Map();
/** The names and symbols of a layer's tensors. */
function shapesOf(spec) {
  const text = JSON.stringify(spec);
  if (!shapes.has(text)) {
    const printed = succeed(['layer-shapes', '--spec', file('spec.json', text)]);
    const found = [...printed.matchAll(/^(\S+) \[(.*?)\]/gm)].map(([, name, sizes]) => [
      name,
      sizes,
    ]);
    shapes.set(text, found);
  }
  return shapes.get(text);
}

/** Adds a layer's tensors for words of `width`, and returns how wide it is. */
function addLayer(spec, prefix, width, add) {
  if (spec.type === 'bidirectional') {
    return ['forward.', 'backward.']
      .map((name) => addLayer(spec.layer, prefix + name, width, add))
      .reduce((sum, each) => sum + each, 0);
  }
  if (spec.type === 'stacked') {
    const widths = [];
    spec.layers.forEach((layer, k) => {
      widths.push(addLayer(layer, `${prefix}${k + 1}.`, widths.at(-1) ?? width, add));
    });
    return spec.output === 'all' ? widths.reduce((sum, each) => sum + each, 0) : widths.at(-1);
  }
  const sizes = { d: width, h: HIDDEN, f: 5 };
  for (const [name, shape] of shapesOf(spec)) {
    if (name === 'x' || name === 'mask') continue;
    add(
      prefix + name,
      shape.split(', ').map((size) => sizes[size] ?? Number(size)),
    );
  }
  const same = ['bag', 'pooling', 'positions', 'transformer', 'attention'];
  return same.includes(spec.type) ? width : HIDDEN;
}

/** What a model answers, a list of probabilities for each text. */
function probabilities(model, texts) {
  const input = file('texts.jsonl', lines(texts.map((words) => ({ text: words.join(' ') }))));
  return parseLines(succeed(['classify', '--model', model, '--input', input])).map((answer) =>
    Object.values(answer.probabilities),
  );
}

const made = {};
before(() => {
  for (const [name, shape] of Object.entries(MODELS)) {
    const model = makeModel(shape);
    made[name] = { model, answers: probabilities(model, TEXTS) };
  }
});

const exported = (model, format, output) => [
  ...['export', '--model', model, '--format', format, '--output', output],
];
const imported = (input, model, output, config = join(model, 'config.json')) => [
  ...['import', '--input', input, '--config', config],
  ...['--vocabulary', join(model, 'vocab.txt'), '--output', output],
];

// A question to the models of each task.
const REVIEW = ['--text', 'The room was clean, but the beer tasted of wet paper.'];
const reviews = file(
  'reviews.jsonl',
  lines([
    { user: 'ann', item: 'ale', text: 'a fine pale beer' },
    { user: 'bob', item: 'stout', text: 'thin and dull' },
  ]),
);
const QUESTIONS = {
  rationale: ['explain', ...REVIEW],
  classifier: ['classify', ...REVIEW],
  tagger: ['tag', ...REVIEW],
  parser: ['parse', ...REVIEW],
  pairs: ['compare', ...REVIEW, '--other', 'The beer was good.'],
  questions: ['embed', ...REVIEW],
  reader: ['answer', ...REVIEW, '--question', 'How was the room?'],
  recommender: ['recommend', '--user', 'ann', '--reviews', reviews],
  'language-model': ['sample', '--text', 'lamp', '--words', '20'],
};
const shipped = readdirSync(join(repository, 'models'))
  .map((name) => join(repository, 'models', name))
  .filter((folder) => existsSync(join(folder, 'config.json')));

/** The config.json of a model. */
const configOf = (model) => JSON.parse(readFileSync(join(model, 'config.json'), 'utf8'));

/** A question's answer, as it is printed. */
const ask = (model, [verb, ...rest]) => succeed([verb, '--model', model, ...rest]);

/** Exports a model and imports it again: both must say the same, to the bit. */
function assertReadBack(model, question = QUESTIONS[configOf(model).task], config = undefined) {
  const output = join(home, 'plain.safetensors');
  succeed(exported(model, 'safetensors', output));
  const again = join(home, 'again');
  const { status, stderr } = whylight(imported(output, model, again, config?.(output)));
  // No tensor was of no use.
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' });
  assert.equal(ask(again, question), ask(model, question));
}

describe('onnx', () => {
  const entry = join(repository, 'tests/bench/node_modules/onnxruntime-web/dist/ort.node.min.mjs');
  const skip = existsSync(entry) ? false : 'tests/bench has no onnxruntime-web: npm ci there';
  const rows = (words) =>
    BigInt64Array.from(words, (word) =>
      BigInt(WORDS.includes(word) ? WORDS.indexOf(word) : WORDS.length),
    );

  test('answers the same in onnxruntime', { skip }, async () => {
    const ort = await import(entry);
    ort.env.wasm.numThreads = 1;
    ort.env.logLevel = 'error';
    for (const [name, { model, answers }] of Object.entries(made)) {
      const output = join(home, `${name}.onnx`);
      succeed(exported(model, 'onnx', output));
      const session = await ort.InferenceSession.create(readFileSync(output));
      for (const [i, words] of TEXTS.entries()) {
        const input = new ort.Tensor('int64', rows(words), [words.length]);
        const found = await session.run({ words: input });
        found.probabilities.data.forEach((each, label) => {
          const error = Math.abs(each - answers[i][label]);
          assert.ok(error < TOLERANCE, `${name}: ${words}: off by ${error}`);
        });
        assert.equal(found.logits.data.length, 2);
      }
      await session.release();
    }
  });

  test('refuses a layer by its name', () => {
    for (const [layers, pattern] of [
      [[{ type: 'gru' }, { type: 'positions' }], /layers\.2: expected .* found "positions"/],
      [
        [both({ type: 'lstm', state: 'c' })],
        /layers\.1\.forward: .* an "lstm" that gives its cells/,
      ],
    ]) {
      const output = join(home, 'refused.onnx');
      const model = makeModel({ layers });
      assert.match(fail('invalid-argument', exported(model, 'onnx', output)), pattern);
      assert.ok(!existsSync(output));
    }
  });

  test('is for classifiers', () => {
    const model = golden('tiny');
    const message = fail('invalid-argument', exported(model, 'onnx', join(home, 'other.onnx')));
    assert.match(message, /expected a classifier, found a model of the task "rationale"/);
  });
});

describe('safetensors', () => {
  test('are read back by import as the same model', () => {
    for (const name of ['rcnn, with gates', 'gru, reset after', 'stack', 'transformer', 'words']) {
      const { model, answers } = made[name];
      const output = join(home, 'plain.safetensors');
      succeed(exported(model, 'safetensors', output));
      const again = join(home, `${name} again`);
      succeed(imported(output, model, again));
      assert.deepEqual(probabilities(again, TEXTS), answers, name);
    }
  });

  for (const model of [
    ...shipped,
    // These call their tensors in other ways than most.
    ...['reader-tiny', 'recommender-tiny', 'language-model-tiny', 'parser-cascade-tiny'].map(
      golden,
    ),
  ]) {
    test(`of ${basename(model)} are read back as the same model`, () => assertReadBack(model));
  }

  test('are read back whatever the model was trained by', () => {
    const data = file('train.txt', 'good thick foam\nbad pale foam\n'.repeat(8));
    const common = { train: data, dev: data, training: { epochs: 1 } };
    const layers = [{ type: 'rcnn', hidden: 4 }, both({ type: 'lstm', hidden: 3 })];
    const text = ['--text', 'thick pale foam'];
    for (const [config, question] of [
      [{ task: 'classifier', dimensions: 4, layers, output: 'all' }, ['classify', ...text]],
      // Of no words.
      [{ task: 'language-id', buckets: 64 }, ['identify', ...text]],
    ]) {
      const out = join(home, `trained ${config.task}`);
      const path = file(`${config.task}.json`, JSON.stringify({ ...config, ...common }));
      succeed(['train', '--config', path, '--out', out]);
      const model = join(out, 'model');
      assertReadBack(model, question);
      // The same is in the file.
      assertReadBack(model, question, (output) =>
        file('inside.json', readHeader(output).header.__metadata__.config),
      );
    }
  });

  test('of a model are as they were in as few bits', () => {
    const model = join(repository, 'models/opinions');
    const output = join(home, 'plain.safetensors');
    succeed(exported(model, 'safetensors', output));
    const again = join(home, 'in few bits');
    succeed([...imported(output, model, again), '--store', 'i8']);
    for (const name of ['model.safetensors', 'vocab.txt']) {
      assert.ok(readFileSync(join(again, name)).equals(readFileSync(join(model, name))), name);
    }
  });

  test('that a language model does not read are left out', () => {
    const model = golden('language-model-tiny');
    const output = join(home, 'plain.safetensors');
    succeed(exported(model, 'safetensors', output));
    const bare = join(home, 'bare.safetensors');
    succeed(['import', '--input', output, '--output', bare]);
    const own = Object.entries(readTensors(bare)).map(([name, { shape, data }]) => [
      name,
      [shape, data],
    ]);
    const more = writeTensors('more.safetensors', {
      ...Object.fromEntries(own),
      'critic.weight': [[2, 3]],
    });
    const again = join(home, 'without a critic');
    const { status, stderr } = whylight(imported(more, model, again));
    assert.deepEqual({ status, stderr }, { status: 0, stderr: 'not used: critic.weight [2, 3]\n' });
    const namesIn = (folder) =>
      Object.keys(readHeader(join(folder, 'model.safetensors')).header)
        .filter((name) => !name.endsWith('.scale'))
        .sort();
    assert.deepEqual(namesIn(again), namesIn(model));
  });

  test('have the names and shapes of the reference', () => {
    const output = join(home, 'named.safetensors');
    succeed(exported(made.gru.model, 'safetensors', output));
    const { header } = readHeader(output);
    assert.deepEqual(header['layers.1.z.b'].shape, [HIDDEN]);
    assert.deepEqual(header['layers.1.z.W'].shape, [HIDDEN, WIDTH]);
    assert.deepEqual(header['output.weight'].shape, [2, HIDDEN]);
    assert.deepEqual(header['output.bias'].shape, [2]);
    assert.equal(JSON.parse(header.__metadata__.config).task, 'classifier');
  });

  test('of fewer bits become floats', () => {
    const output = join(home, 'floats.safetensors');
    succeed(exported(join(repository, 'models/sentiment'), 'safetensors', output));
    const { header } = readHeader(output);
    delete header.__metadata__;
    assert.ok(Object.values(header).every(({ dtype }) => dtype === 'F32'));
    assert.ok(Object.keys(header).every((name) => !name.endsWith('.scale')));
  });
});

describe('PyTorch', () => {
  const program = '/usr/bin/python3';
  const { status } = spawnSync(program, ['-c', 'import torch']);
  const skip = status === 0 ? false : 'there is no PyTorch: apt-get install python3-torch';
  const check = (...args) =>
    parseLines(
      spawnSync(program, [join(repository, 'scripts/pytorch/check.py'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', OMP_NUM_THREADS: '1' },
      }).stdout,
    );

  test('runs layers as they were computed in double precision', { skip }, () => {
    const layers = readdirSync(golden('layers'));
    const results = check('layers', ...layers.map((name) => join(golden('layers'), name)));
    const done = results.filter(({ error }) => error !== undefined);
    assert.ok(done.length >= 50, `${done.length} layers`);
    for (const { name, error } of done) assert.ok(error < TOLERANCE, `${name}: off by ${error}`);
    for (const { name, refused } of results) assert.ok(!refused || /file$/.test(refused), name);
  });

  test('answers as models do', { skip }, () => {
    const args = Object.values(made).flatMap(({ model, answers }, i) => {
      const pairs = TEXTS.map((words, k) => ({ words, probabilities: answers[k] }));
      return [model, file(`answers ${i}.jsonl`, lines(pairs))];
    });
    const sentiment = join(repository, 'models/sentiment');
    const texts = [
      ['not', 'nearly', 'as', 'good', 'as', 'it', 'looks'],
      ['a', 'fine', 'film'],
    ];
    const pairs = probabilities(sentiment, texts).map((each, k) => ({
      words: texts[k],
      probabilities: each,
    }));
    const results = check('models', ...args, sentiment, file('sentiment.jsonl', lines(pairs)));
    assert.equal(results.length, Object.keys(made).length + 1);
    for (const { name, error } of results) assert.ok(error < TOLERANCE, `${name}: off by ${error}`);
  });
});

test('a format of vectors needs an index, and one of models takes none', () => {
  for (const args of [
    exported(tiny, 'npy', 'x'),
    [...exported(tiny, 'onnx', 'x'), '--index', 'y'],
  ]) {
    const { status, stderr } = whylight(args);
    assert.equal(status, 2);
    assert.match(stderr, /--index/);
  }
});
