// What is asked about the words of a question, and what their answers mean.
import { expect, test } from '@jest/globals';

import { extentOf, mostPairs, outcomeOf, readEffects } from '../../../web/views/ask/word-effects';

const answering = (start, end) => ({ answer: { start, end, probability: 0.4 } });
const silent = { answer: null };

test.each([
  { whole: answering(3, 9), without: answering(3, 9), outcome: 'same' },
  { whole: answering(3, 9), without: answering(3, 8), outcome: 'other' },
  { whole: answering(3, 9), without: answering(0, 9), outcome: 'other' },
  { whole: silent, without: answering(3, 9), outcome: 'other' },
  { whole: answering(3, 9), without: silent, outcome: 'none' },
  { whole: silent, without: silent, outcome: 'stillNone' },
])('$whole.answer without a word as $without.answer is $outcome', ({ whole, without, outcome }) => {
  expect(outcomeOf(whole, without)).toBe(outcome);
});

const asked = (words, text) => ({
  question: 'a '.repeat(words).trim(),
  text,
  reads: { question: Array.from({ length: words }, (_, i) => ({ start: 2 * i, end: 2 * i + 1 })) },
});

test('words of a question of several are measured, in a review that is not too long', () => {
  const extents = [0, 1, 2].map((words) => extentOf(asked(words, 'Loud.')));
  expect(extents).toEqual(['single', 'single', 'measured']);
  const long = (words) => 'loud '.repeat(words);
  expect(extentOf(asked(5, long(mostPairs / 5)))).toBe('measured');
  expect(extentOf(asked(5, long(mostPairs / 5 + 1)))).toBe('long');
});

test('a review is asked again without each word, which leaves a blank', async () => {
  const words = [
    { start: 0, end: 3, effect: 1 },
    { start: 4, end: 7, effect: 2 },
  ];
  const reader = {
    questionEffects: async (question, text) => ({ question, text, words }),
    answerMany: async (questions) => questions,
  };
  const whole = { question: 'how bar', text: 'Loud.' };
  expect(await readEffects(reader, whole)).toEqual({
    whole,
    words,
    without: [
      { question: '    bar', text: 'Loud.' },
      { question: 'how    ', text: 'Loud.' },
    ],
  });
});
