// `whylight ngrams` and the other verbs that say why.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import {
  explain,
  fail,
  home,
  parseLines,
  succeed,
  tiny,
  whylight,
  withPoints,
} from './support.mjs';

const text = 'Pours a hazy gold 🍺 with a thick white head.';
const aspect = 'appearance';
const model = ['--model', tiny];
const about = [...model, '--text', text, '--aspect', aspect];

/** The one answer of a verb. */
function ask(verb, args) {
  const answers = parseLines(succeed([verb, ...args]));
  assert.equal(answers.length, 1);
  return answers[0];
}

const slice = ({ start, end }) => text.slice(start, end);
const allWords = ['Pours', 'a', 'hazy', 'gold', '🍺', 'with', 'a', 'thick', 'white', 'head', '.'];

describe('prints', () => {
  test('n-grams that add up, as many as asked for', () => {
    const [{ ratings }] = explain(['--text', text]);
    const found = ask('ngrams', about);
    assert.equal(found.aspect, aspect);
    assert.ok(Math.abs(found.rating - ratings[aspect]) < 1e-5);
    assert.ok(Math.abs(found.sum + found.bias + found.residual - found.logit) < 1e-5);
    const all = ask('ngrams', [...about, '--read', 'all']);
    assert.equal(all.ngrams.length, 10);
    const few = ask('ngrams', [...about, '--read', 'all', '--top', '2']);
    assert.deepEqual(few.ngrams, all.ngrams.slice(0, 2));
    assert.deepEqual(all.words.map(slice), allWords);
  });

  test('a curve', () => {
    const { words } = ask('curve', [...about, '--read', 'all']);
    assert.deepEqual(words.map(slice), allWords);
    for (const { rating } of words) assert.ok(rating > 0 && rating < 1);
  });

  test('gates', () => {
    const { words } = ask('gates', [...about, '--read', 'all']);
    assert.deepEqual(words.map(slice), allWords);
    assert.equal(words[0].forward.memory, 1);
    assert.equal(words.at(-1).backward.memory, 1);
  });

  test('the scores of a selection in several pieces', () => {
    const select = (...spans) => spans.flatMap((span) => ['--select', span]);
    const found = ask('faithfulness', [...about, ...select('0-5', '8-12')]);
    assert.deepEqual(found, ask('faithfulness', [...about, ...select('8-12', '3-4')]));
    assert.deepEqual(
      found.aopc.bins.map(({ fraction }) => fraction),
      [0.01, 0.05, 0.1, 0.2, 0.5],
    );
    assert.equal(found.words, undefined);
  });

  test('scores with bins of one’s own, and without each word', () => {
    const args = [...about, '--bins', '0.5', '--bins', '1', '--leave-one-out'];
    const { aopc, words } = ask('faithfulness', args);
    assert.deepEqual(
      aopc.bins.map((bin) => [bin.fraction, bin.words]),
      [
        [0.5, 6],
        [1, 11],
      ],
    );
    assert.deepEqual(words.map(slice), allWords);
  });

  test('what two texts have in common', () => {
    const args = [...model, '--text', text, '--other', 'A HAZY gold, zyzzyva 🍺', '--order', '1'];
    const { kernel, matches } = ask('match', [...args, '--top', '4', '--decay', '0']);
    assert.ok(kernel > 0);
    assert.equal(matches.length, 4);
    for (const { x, y, similarities } of matches) {
      assert.deepEqual([x.length, y.length, similarities.length], [1, 1, 1]);
    }
    const additive = ['--mapping', 'additive', '--weighting', 'end', '--normalized'];
    assert.ok(ask('match', [...args, ...additive]).kernel < kernel);
  });

  test('to a file', () => {
    const path = join(home, 'why.json');
    assert.equal(succeed(['curve', ...about, '--output', path]), '');
    assert.deepEqual(parseLines(readFileSync(path, 'utf8')), [ask('curve', about)]);
  });

  test('what the biases say of a text without words', () => {
    const args = [...model, '--text', '', '--aspect', aspect];
    const { logit, bias, ngrams } = ask('ngrams', args);
    assert.equal(logit, bias);
    assert.deepEqual(ngrams, []);
    assert.deepEqual(ask('gates', args).words, []);
    assert.match(fail('invalid-argument', ['faithfulness', ...args]), /^selection: /);
  });
});

describe('at an operating point', () => {
  // The first has the thresholds that the model is shipped with.
  const folder = withPoints(tiny, 'with points', [
    { rate: 0.25, thresholds: [-0.7, -0.5], errors: [0.25, 0.125] },
    { rate: 0.5, thresholds: [-2, -2], errors: [0.125, 0.0625] },
  ]);
  const at = (...args) => ['--model', folder, '--text', text, ...args];
  const of = (...args) => at('--aspect', aspect, ...args);

  for (const verb of ['ngrams', 'curve', 'gates', 'faithfulness']) {
    test(`${verb} is of the words chosen there`, () => {
      assert.deepEqual(ask(verb, of('--point', '0')), ask(verb, of()));
      assert.notDeepEqual(ask(verb, of('--point', '1')), ask(verb, of()));
    });

    test(`${verb} is refused, in the words of explain, where there is none`, () => {
      const message = fail('invalid-argument', [verb, ...of('--point', '2')]);
      assert.equal(message, 'point: expected one from 0 to 1, found 2');
      const explained = fail('invalid-argument', ['explain', ...at('--point', '2')]);
      assert.equal(explained, message);
      assert.equal(
        fail('invalid-argument', [verb, ...about, '--point', '0']),
        'point: expected none, since this model has no points, found 0',
      );
    });
  }

  test('the rating is that of explain, and the words read are its rationale', () => {
    for (const point of ['0', '1']) {
      const [explained] = parseLines(succeed(['explain', ...at('--point', point)]));
      const chosen = explained.tokens.filter(({ selected }) => selected[aspect]);
      const ngrams = ask('ngrams', of('--point', point));
      const curve = ask('curve', of('--point', point));
      const { selection } = ask('faithfulness', of('--point', point));
      for (const rating of [ngrams.rating, curve.rating, selection]) {
        assert.ok(Math.abs(rating - explained.ratings[aspect]) < 1e-5);
      }
      for (const { words } of [ngrams, curve, ask('gates', of('--point', point))]) {
        assert.deepEqual(words.map(slice), chosen.map(slice));
      }
    }
  });
});

describe('refuses, by name,', () => {
  for (const { name, args, message } of [
    {
      name: 'no aspect where there are two',
      args: ['ngrams', ...model, '--text', text],
      message: 'ngrams: --aspect: expected one of "appearance", "aroma", found none',
    },
    {
      name: 'an unknown aspect',
      args: ['curve', ...model, '--text', text, '--aspect', 'taste'],
      message: 'curve: --aspect: expected one of "appearance", "aroma", found "taste"',
    },
    {
      name: 'other words to read',
      args: ['gates', ...about, '--read', 'some'],
      message: 'gates: --read: expected one of "rationale", "all", found "some"',
    },
    {
      name: 'an empty list',
      args: ['ngrams', ...about, '--top', '0'],
      message: 'ngrams: --top: expected a whole number from 1 to 1000, found 0',
    },
    {
      name: 'a selection that ends before it starts',
      args: ['faithfulness', ...about, '--select', '5-2'],
      message: 'faithfulness: selection[0]: expected "end" after "start"',
    },
    {
      name: 'n-grams of no words',
      args: ['match', ...model, '--text', text, '--other', text, '--order', '0'],
      message: 'match: --order: expected a whole number from 1 to 16, found 0',
    },
    {
      name: 'a decay that never forgets',
      args: ['match', ...model, '--text', text, '--other', text, '--decay', '1'],
      message: /^decay: expected a number in \[0, 1\), found 1/,
    },
    {
      name: 'partial matches by span',
      args: ['match', ...model, '--text', text, '--other', text, '--mapping', 'additive'],
      message: /^weighting: /,
    },
  ]) {
    test(name, () => {
      const found = fail('invalid-argument', args);
      if (typeof message === 'string') assert.equal(found, message);
      else assert.match(found, message);
    });
  }

  test('a text of too many words', () => {
    const args = [...model, '--text', 'a '.repeat(1001), '--aspect', aspect, '--read', 'all'];
    assert.match(fail('text-too-long', ['ngrams', ...args]), /found 1001$/);
  });
});

describe('exits with 2 for', () => {
  for (const [name, args] of [
    ['no text', ['ngrams', ...model, '--aspect', aspect]],
    ['no model', ['ngrams', '--text', text, '--aspect', aspect]],
    ['no text to compare with', ['match', ...model, '--text', text]],
    ['a flag of another verb', ['ngrams', ...about, '--decay', '0.5']],
    ['a number that is none', ['ngrams', ...about, '--top', 'many']],
    ['a point between two', ['curve', ...about, '--point', '0.5']],
    ['a point of two texts', ['match', ...model, '--text', 'a', '--other', 'b', '--point', '0']],
    ['a selection of one number', ['faithfulness', ...about, '--select', '5']],
    ['a selection of no numbers', ['faithfulness', ...about, '--select', 'a-b']],
    ['a selection below zero', ['faithfulness', ...about, '--select', '-1-2']],
    ['two selections after one flag', ['faithfulness', ...about, '--select', '0-1', '2-3']],
    ['two bins after one flag', ['faithfulness', ...about, '--bins', '0.1', '0.5']],
  ]) {
    test(name, () => {
      const { status, stdout, stderr } = whylight(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }
});
