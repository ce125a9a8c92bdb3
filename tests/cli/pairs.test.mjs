// Two texts and a verdict, from data to an answer.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { fail, file, home, lines, parseLines, succeed, whylight } from './support.mjs';

const colours = ['ruĝa', 'verda', 'blua'];
const records = colours.flatMap((first) =>
  colours.flatMap((second) => [
    {
      a: `la lampo estas ${first}`,
      b: `${second} estas la lampo`,
      label: first === second ? 'same' : 'other',
      grade: first === second ? 5 : 1,
    },
    { a: `${first} lampo`, b: `${first} lampo`, label: 'same', grade: 5 },
  ]),
);
const data = file('pairs.jsonl', lines(records));
const config = {
  task: 'pairs',
  train: data,
  dev: data,
  dimensions: 8,
  train_vectors: false,
  hidden: 16,
  layers: { type: 'rcnn', hidden: 8 },
  training: { epochs: 20, batch: 2, optimiser: { learning_rate: 0.02 } },
};
const write = (name, more = {}) => file(name, JSON.stringify({ ...config, ...more }));
const model = join(home, 'labels', 'model');
const graded = join(home, 'grades', 'model');

describe('a model of pairs', () => {
  before(() => {
    succeed(['train', '--config', write('labels.json'), '--out', join(home, 'labels')]);
    const grades = write('grades.json', { grades: [1, 3, 5] });
    succeed(['train', '--config', grades, '--out', join(home, 'grades')]);
  });

  test('tells what holds of two texts', () => {
    const compare = (text, other) =>
      JSON.parse(succeed(['compare', '--model', model, '--text', text, '--other', other]));
    assert.equal(compare('la lampo estas verda', 'verda estas la lampo').label, 'same');
    const { label, probabilities, known } = compare('la lampo estas verda', 'hundo estas blua');
    assert.equal(label, 'other');
    assert.deepEqual(Object.keys(probabilities), ['other', 'same']);
    assert.equal(known.text, 1);
    assert.ok(Math.abs(known.other - 2 / 3) < 1e-9);
  });

  test('answers each pair of a file', () => {
    const path = file('asked.jsonl', lines(records.map(({ a, b }) => ({ text: a, other: b }))));
    const answers = parseLines(succeed(['compare', '--model', model, '--input', path]));
    assert.deepEqual(
      answers.map(({ label }) => label),
      records.map(({ label }) => label),
    );
    // As they were learned from.
    const learned = file('learned.jsonl', lines(records));
    const keys = ['--first-key', 'a', '--second-key', 'b'];
    assert.deepEqual(
      parseLines(succeed(['compare', '--model', model, '--input', learned, ...keys])),
      answers,
    );
    assert.match(
      fail('invalid-argument', [
        'compare',
        '--model',
        model,
        '--input',
        path,
        '--text-key',
        'other',
      ]),
      /--second-key: expected another than --first-key, found "other"/,
    );
  });

  test('tells what each word does', () => {
    const pair = ['--text', 'la lampo estas verda', '--other', 'verda estas la lampo'];
    const found = JSON.parse(
      succeed(['word-effects', '--model', model, ...pair, '--label', 'same']),
    );
    assert.deepEqual(
      [found.words, found.otherWords].map((words) => words.length),
      [4, 4],
    );
    const [first] = found.otherWords;
    assert.deepEqual([first.start, first.end], [0, 5]);
    // Without the colour of one of them they are no longer the same.
    assert.ok(first.effect > 0.3, `${first.effect}`);
  });

  test('is measured on labels, or on grades', () => {
    const evaluate = (folder, ...flags) =>
      JSON.parse(succeed(['eval', '--model', folder, '--data', data, ...flags]));
    const found = evaluate(model);
    assert.equal(found.n, records.length);
    assert.equal(found.accuracy, 1);
    const { pearson } = evaluate(graded);
    assert.ok(pearson > 0.95, `${pearson}`);
    const renamed = file(
      'renamed.jsonl',
      lines(records.map(({ a, b, grade }) => ({ x: a, y: b, score: grade }))),
    );
    const keys = ['--first-key', 'x', '--second-key', 'y', '--grade-key', 'score'];
    assert.equal(
      JSON.parse(succeed(['eval', '--model', graded, '--data', renamed, ...keys])).pearson,
      pearson,
    );
  });

  test('is measured on what is piped in, which can be read only once', () => {
    const many = lines(Array(300).fill(records).flat());
    const { n } = JSON.parse(succeed(['eval', '--model', model, '--data', '-'], { input: many }));
    assert.equal(n, 300 * records.length);
  });

  test('has a config whose defaults a dry run spells out', () => {
    const { status, stdout, stderr } = whylight([
      ...['train', '--config', join(home, 'labels.json'), '--out', join(home, 'none')],
      '--dry-run',
    ]);
    assert.equal(status, 0, stderr);
    assert.equal(JSON.parse(stdout).kind, 'siamese');
    assert.match(stderr, /18 pairs of 2 labels to train on, 18 to tune on, 6 words/);
  });

  test('says what is wrong with what it is given', () => {
    assert.match(
      fail('invalid-argument', ['compare', '--model', model, '--text', 'lampo', '--other', ' ']),
      /expected words in both texts, found none in the second/,
    );
    const bad = file('bad.jsonl', lines([records[0], { a: 'lampo', b: '', label: 'same' }]));
    assert.equal(
      fail('bad-data', ['eval', '--model', model, '--data', bad]),
      `${bad}:2: expected two texts with words, found ""`,
    );
  });
});
