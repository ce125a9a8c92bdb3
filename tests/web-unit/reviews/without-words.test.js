// The ratings of a text without the words that a visitor left out, as they come and are waited for.
import { expect, jest, test } from '@jest/globals';

import { WithoutWords } from '../../../web/views/reviews/without-words';

const explanation = {
  text: 'thick and dark',
  tokens: [
    { start: 0, end: 5, selected: { appearance: true } },
    { start: 6, end: 9, selected: {} },
    { start: 10, end: 14, selected: { appearance: true } },
  ],
  rationales: { appearance: [] },
};
const dropped = { appearance: [{ start: 0, end: 5 }] };

/** Of a model that answers when it is told to. */
function waiting() {
  const answers = [];
  const model = { faithfulness: () => new Promise((resolve) => answers.push(resolve)) };
  const onChange = jest.fn();
  const without = new WithoutWords({ model }, onChange, (error) => {
    throw error;
  });
  const answer = async () => {
    answers.shift()({ selection: 0.25 });
    await new Promise(setImmediate);
  };
  return { without, onChange, answer };
}

test('are told when they are there', async () => {
  const { without, onChange, answer } = waiting();
  without.ask(explanation, dropped);
  expect(without.ratingOf('appearance')).toBeUndefined();
  await answer();
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(without.ratingOf('appearance')).toBe(0.25);
});

test('are not told once the words are back, and are asked for anew', async () => {
  const { without, onChange, answer } = waiting();
  without.ask(explanation, dropped);
  without.ask(explanation, {});
  await answer();
  expect(onChange).not.toHaveBeenCalled();
  expect(without.ratingOf('appearance')).toBeUndefined();

  without.ask(explanation, dropped);
  await answer();
  expect(onChange).toHaveBeenCalledTimes(1);
});
