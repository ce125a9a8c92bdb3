// Trees are learned from, measured and asked about.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { fail, file, home, succeed } from './support.mjs';

// "not" turns what it stands before.
const TREES = [
  '(1 (0 a) (1 fine))',
  '(0 (0 not) (1 (0 a) (1 fine)))',
  '(0 (0 a) (0 dull))',
  '(1 (0 not) (0 (0 a) (0 dull)))',
];
const trees = file(
  'sentences.trees',
  Array.from({ length: 40 }, (_, i) => `${TREES[i % TREES.length]}\n`).join(''),
);
const config = file(
  'trees.json',
  JSON.stringify({
    task: 'tree-classifier',
    train: trees,
    dev: trees,
    dimensions: 8,
    cell: 'lstm',
    train_vectors: true,
    training: { epochs: 20, batch: 8, optimiser: { learning_rate: 0.03 } },
  }),
);

test('a model of trees says the class of each phrase', () => {
  const out = join(home, 'trees');
  succeed(['train', '--config', config, '--out', out]);
  const model = join(out, 'model');
  const figures = JSON.parse(succeed(['eval', '--model', model, '--data', trees]));
  assert.equal(figures.n, 40);
  assert.equal(figures.accuracy, 1);
  assert.equal(figures.phrases.n, 160);

  const ask = (text, ...flags) => ['classify-tree', '--model', model, '--text', text, ...flags];
  const answer = JSON.parse(succeed(ask('(0 (0 not) (1 (0 a) (1 fine)))')));
  assert.equal(answer.sentence, 'not a fine');
  assert.deepEqual(
    answer.phrases.map(({ start, end, label }) => [answer.sentence.slice(start, end), label]),
    [
      ['not a fine', '0'],
      ['not', '0'],
      ['a fine', '1'],
      ['a', '0'],
      ['fine', '1'],
    ],
  );
  // What is to be found is not read.
  const bare = JSON.parse(succeed(ask('(not (a fine))', '--unlabelled')));
  assert.deepEqual(bare.phrases, answer.phrases);
  assert.equal(
    fail('invalid-argument', ask('(not (a fine)', '--unlabelled')),
    'classify-tree: column 14: expected ")", found the end of the line',
  );
});

test('a bad tree is named by its file and line', () => {
  const bad = file('bad.trees', '(1 fine)\n(1 (1 fine) (0 dull)\n');
  assert.equal(
    fail('bad-data', ['train', '--config', config, '--train', bad, '--out', join(home, 'bad')]),
    `${bad}:2:21: expected ")", found the end of the line`,
  );
});
