// What is asked about two texts, and what the answers are called.
import { describe, expect, test } from '@jest/globals';

import { blanked } from '../../../web/components/leave-out';
import { mostWords, readPair } from '../../../web/views/pairs/read-pair';
import { relationOf } from '../../../web/components/relation';
import { verdictOf } from '../../../web/views/pairs/verdict';

test.each([
  { label: 'ENTAILMENT', relation: 'follows' },
  { label: 'entails', relation: 'follows' },
  { label: 'CONTRADICTION', relation: 'contradicts' },
  { label: 'contradicts', relation: 'contradicts' },
  { label: 'NEUTRAL', relation: 'neither' },
  { label: 'neither', relation: 'neither' },
])('$label is told as $relation', ({ label, relation }) => {
  expect(relationOf(label)).toBe(relation);
  const probabilities = { ENTAILMENT: 0, CONTRADICTION: 0, NEUTRAL: 0, [label]: 1 };
  const { shares, ...verdict } = verdictOf({ label, probabilities });
  expect(verdict).toEqual({ relation });
  expect(shares[relation]).toBe(1);
});

test('words that are left out leave the others where they are', () => {
  const words = [
    { start: 2, end: 5 },
    { start: 12, end: 13 },
  ];
  expect(blanked('A 🐕x barks.', [])).toBe('A 🐕x barks.');
  expect(blanked('A dog barks.!', words)).toBe('A     barks. ');
});

/** A model that notes what it is asked. */
function recorder(asked = []) {
  const answers = (question) => async (text, other, options) => {
    asked.push([question, text, other, options?.label]);
    return { label: 'NEUTRAL' };
  };
  const names = ['compare', 'wordEffects', 'alignment'];
  return Object.fromEntries(names.map((name) => [name, answers(name)]));
}

describe('of two texts', () => {
  const none = { text: [], other: [] };

  test('both directions are asked, and the words of the verdict', async () => {
    const asked = [];
    const pair = { text: 'A dog.', other: 'A cat.' };
    const dropped = { ...none, other: [{ start: 0, end: 1 }] };
    const { verdicts, words } = await readPair(recorder(asked), { pair, dropped });
    expect(asked).toEqual([
      ['compare', 'A dog.', '  cat.', undefined],
      ['compare', '  cat.', 'A dog.', undefined],
      ['wordEffects', 'A dog.', '  cat.', 'NEUTRAL'],
      ['alignment', 'A dog.', '  cat.', undefined],
    ]);
    expect([verdicts, words]).not.toContain(undefined);
  });

  test('nothing is asked where one has no words left', async () => {
    const asked = [];
    const pair = { text: 'A', other: 'A cat.' };
    const dropped = { ...none, text: [{ start: 0, end: 1 }] };
    expect(await readPair(recorder(asked), { pair, dropped })).toEqual({
      question: { pair, dropped },
    });
    expect(asked).toEqual([]);
  });

  test('long ones are compared, without their words', async () => {
    const of = (count) => ({ text: 'a '.repeat(count - 1), other: 'b' });
    const question = (count) => ({ pair: of(count), dropped: none });
    expect(await readPair(recorder(), question(mostWords))).toHaveProperty('words');
    const { verdicts, words } = await readPair(recorder(), question(mostWords + 1));
    expect(verdicts).toBeDefined();
    expect(words).toBeUndefined();
  });
});
