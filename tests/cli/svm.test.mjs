// The linear baseline from data files to its figures.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { fail, file, succeed } from './support.mjs';

// Only pairs of words tell these labels.
const TEXTS = ['good la lampo', 'bad lampo la', 'good jes la lampo', 'bad jes lampo la'];
const train = file('svm-train.txt', `${TEXTS.join('\n')}\n`.repeat(5));
const dev = file('svm-dev.txt', `${TEXTS.join('\n')}\n`);
const held = file('svm-test.txt', 'good la lampo\nbad la lampo\n');
const svm = (...flags) => succeed(['svm', '--train', train, '--dev', dev, ...flags]);

describe('svm', () => {
  test('chooses n-grams long enough on dev and measures them on test', () => {
    const { weights, ...found } = JSON.parse(svm('--test', held, '--weights', '1', '--json'));
    assert.deepEqual(Object.keys(found), ['order', 'min_texts', 'cost', 'features', 'dev', 'test']);
    assert.equal(found.order, 2);
    assert.deepEqual(found.dev, { n: 4, accuracy: 1 });
    assert.deepEqual(found.test, { n: 2, accuracy: 0.5 });
    assert.deepEqual(Object.keys(weights), ['bad', 'good']);
    assert.equal(weights.bad[0].ngram, 'lampo la');
    assert.equal(weights.good[0].ngram, 'la lampo');
  });

  test('measures nothing on a test set that is not asked for', () => {
    const text = svm();
    assert.match(text, /^C [\d.]+, n-grams of up to 2 words in 5 or more texts: \d+\n/);
    assert.match(text, /\ndev: accuracy 1\.0000 of 4 texts\n$/);
    assert.doesNotMatch(text, /test/);
  });

  test('keeps to the length it is given', () => {
    assert.equal(JSON.parse(svm('--order=1', '--json')).dev.accuracy, 0.5);
    assert.equal(JSON.parse(svm('--order=3', '--json')).order, 3);
  });

  test('gives the same again', () => {
    const flags = ['--weights=10', '--json'];
    assert.equal(svm(...flags), svm(...flags));
  });

  test('refuses labels that train does not have', () => {
    const other = file('svm-other.txt', 'good la\nugly lampo\n');
    const message = fail('bad-data', ['svm', '--train', train, '--dev', other]);
    assert.match(message, /svm-other\.txt:2: expected a label of the model, .* found "ugly"$/);
    const one = file('svm-one.txt', 'good la\n');
    assert.match(
      fail('bad-data', ['svm', '--train', one, '--dev', dev]),
      /svm-one\.txt: expected at least 2 labels, found 1$/,
    );
  });
});
