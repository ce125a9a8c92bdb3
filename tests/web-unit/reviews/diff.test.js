import { describe, expect, test } from '@jest/globals';

import { script, wordDiff } from '../../../web/views/reviews/compare/diff';

const shown = (pieces) =>
  pieces
    ?.map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join('');

test.each([
  { before: 'A flat beer.', after: 'A lively beer.', diff: 'A[- flat][+ lively] beer.' },
  { before: 'A flat beer.', after: 'A beer.', diff: 'A[- flat] beer.' },
  { before: 'A beer.', after: 'A flat, thin beer.', diff: 'A[+ flat, thin] beer.' },
  { before: 'one two three', after: 'one two three', diff: 'one two three' },
  { before: 'one two three', after: 'one\ntwo  three', diff: 'one\ntwo  three' },
  {
    before: "It isn't bad at all",
    after: 'It is bad at all',
    diff: "It[- isn't][+ is] bad at all",
  },
  { before: 'Flat. Thin.', after: 'Flat. Thin. Bland.', diff: 'Flat. Thin.[+ Bland.]' },
  { before: 'A flat beer.', after: 'A beer. Not good.', diff: 'A[- flat] beer.[+ Not good.]' },
  {
    before: 'A flat, thin beer. Not good. Or is it?',
    after: 'A thin beer. Or is it now?',
    diff: 'A[- flat,] thin beer.[- Not good.] Or is it[+ now]?',
  },
  { before: '', after: '', diff: '' },
])('from "$before" to "$after"', ({ before, after, diff }) => {
  expect(shown(wordDiff(before, after))).toBe(diff);
});

test('counts words, and says which pieces are of which text', () => {
  const before = 'The head is thin and the body is flat and dull.';
  const after = 'The head is thick, and the body is dull. Cheers!';
  const pieces = wordDiff(before, after);
  const of = (kinds) =>
    pieces
      .filter(({ kind }) => kinds.includes(kind))
      .map(({ text }) => text)
      .join('');
  expect(of(['same', 'added'])).toBe(after);
  expect(pieces.filter(({ kind }) => kind === 'removed').map(({ words }) => words)).toEqual([1, 2]);
});

test('texts with little in common have no difference to show', () => {
  expect(wordDiff('Spotless room, friendly staff.', 'Pours a hazy gold.')).toBeUndefined();
  expect(wordDiff('', 'A beer')).toBeUndefined();
});

test('very many edits are given up', () => {
  const words = (prefix, n) => Array.from({ length: n }, (_, i) => `${prefix}${i} and so on`);
  expect(wordDiff(words('a', 400).join(' '), words('b', 400).join(' '))).toBeUndefined();
  expect(wordDiff(words('a', 100).join(' '), words('b', 100).join(' '))).toBeDefined();
});

/** As few insertions and removals as there are, by the table of all beginnings. */
function distance(old, now) {
  const table = [Array.from({ length: now.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= old.length; ++i) {
    table[i] = [i];
    for (let j = 1; j <= now.length; ++j) {
      table[i][j] =
        old[i - 1] === now[j - 1]
          ? table[i - 1][j - 1]
          : 1 + Math.min(table[i - 1][j], table[i][j - 1]);
    }
  }
  return table[old.length][now.length];
}

describe('a script', () => {
  const random = (seed) => {
    let state = seed * 7919 + 17;
    return (n) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * n);
    };
  };

  test.each(Array.from({ length: 200 }, (_, seed) => ({ seed })))(
    'leads from one list to the other in the fewest steps ($seed)',
    ({ seed }) => {
      const next = random(seed);
      const list = () => Array.from({ length: next(14) }, () => 'abcd'[next(2 + (seed % 3))]);
      const [old, now] = [list(), list()];
      const kinds = script(old, now, 40);
      const steps = kinds.filter((kind) => kind !== 'same').length;
      expect(steps).toBe(distance(old, now));
      const rest = [...old];
      const made = [];
      let y = 0;
      for (const kind of kinds) {
        if (kind !== 'added') expect(rest.length).toBeGreaterThan(0);
        const word = kind === 'added' ? now[y] : rest.shift();
        if (kind !== 'removed') {
          expect(word).toBe(now[y++]);
          made.push(word);
        }
      }
      expect([made, rest]).toEqual([now, []]);
      if (steps > 0) expect(script(old, now, steps - 1)).toBeUndefined();
      expect(script(old, now, steps)).toHaveLength(kinds.length);
    },
  );
});
