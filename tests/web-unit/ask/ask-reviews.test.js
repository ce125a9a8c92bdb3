// How reviews are told apart, and what is asked of them.
import { expect, test } from '@jest/globals';

import { askReviews, mostReviews, splitReviews } from '../../../web/views/ask/ask-reviews';

test.each([
  { text: '', reviews: [] },
  { text: ' \n\n \n', reviews: [] },
  { text: ' One review. \n', reviews: ['One review.'] },
  { text: 'First.\nSecond.\n', reviews: ['First.', 'Second.'] },
  { text: 'First,\nof two lines.\n \n\nSecond.', reviews: ['First,\nof two lines.', 'Second.'] },
  { text: 'First.\r\n\r\nSecond.', reviews: ['First.', 'Second.'] },
  { text: '- First.\n- Second.', reviews: ['First.', 'Second.'] },
  { text: '1. First.\n2) Second.', reviews: ['First.', 'Second.'] },
  { text: '- First.\nSecond.', reviews: ['- First.', 'Second.'] },
  { text: '3. place in town.', reviews: ['3. place in town.'] },
  ...['\u200b', '\ufeff', '\u00ad', '\ufe0f', '\u2060', ' \u200d '].map((nothing) => ({
    text: `First.\n\n${nothing}\n\nSecond.`,
    reviews: ['First.', 'Second.'],
  })),
])('$text is $reviews', ({ text, reviews }) => {
  expect(splitReviews(text)).toEqual(reviews);
});

/** A reader that notes what it is asked. */
function recorder() {
  const asked = [];
  return {
    asked,
    answerMany: async (question, texts) => {
      asked.push([question, texts.length]);
      return texts.map((text) => ({ question, text, answer: null }));
    },
  };
}

test('nothing is asked without a question or a review', async () => {
  const reader = recorder();
  for (const asked of [
    { question: ' ', reviews: 'Loud.' },
    { question: '\u200b', reviews: 'Loud.' },
    { question: 'How is it?', reviews: ' \n' },
  ]) {
    expect(await askReviews(reader, asked)).toEqual({ asked, answers: [], leftOut: 0 });
  }
  expect(reader.asked).toEqual([]);
});

test('so many reviews are read, and the others counted', async () => {
  const reader = recorder();
  const reviews = Array.from({ length: mostReviews + 3 }, (_, i) => `Review ${i}.`).join('\n');
  const { answers, leftOut } = await askReviews(reader, { question: 'How is it?', reviews });
  expect([answers.length, leftOut]).toEqual([mostReviews, 3]);
  expect(answers.at(-1).text).toBe(`Review ${mostReviews - 1}.`);
});
