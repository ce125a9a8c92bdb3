// Recommending, from the training to the reasons.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { fail, file, home, lines, succeed } from './support.mjs';

// Even users like what is hoppy, the others what is dark.
const ratings = Array.from({ length: 120 }, (_, i) => {
  const [user, item] = [i % 8, Math.floor(i / 8)];
  const likes = user % 2 === item % 2;
  const style = ['hoppy', 'dark'][item % 2];
  return {
    user,
    item: `beer ${item}`,
    rating: likes ? 5 : 1,
    text: `${likes ? 'good' : 'poor'} ${style} beer`,
  };
});
// Each in one of them.
const train = file('ratings.jsonl', lines(ratings.filter((_, i) => i % 5 > 0)));
const dev = file('ratings-dev.jsonl', lines(ratings.filter((_, i) => i % 5 === 0)));
const config = file(
  'recommender.json',
  JSON.stringify({
    task: 'recommender',
    dimensions: 6,
    pointers: 2,
    training: { epochs: 25, batch: 16, optimiser: { learning_rate: 0.02 } },
  }),
);
const run = join(home, 'recommender');
const model = join(run, 'model');

describe('a recommender', () => {
  test('learns, is measured, and points at reviews', () => {
    succeed(['train', '--config', config, '--train', train, '--dev', dev, '--out', run]);
    const measured = ['eval', '--model', model, '--data', dev, '--reviews', train];
    const { mse, mean_mse: mean } = JSON.parse(succeed(measured));
    assert.ok(mse < mean / 4, `${mse} of ${mean}`);

    const asked = ['recommend', '--model', model, '--user', '2', '--reviews', train];
    const { items } = JSON.parse(succeed([...asked, '--count', '2']));
    assert.equal(items.length, 2);
    const reviews = ratings.filter((_, i) => i % 5 > 0);
    for (const { item, pointers } of items) {
      const { items: again } = JSON.parse(succeed([...asked, '--item', item]));
      assert.equal(again[0].item, item);
      for (const { user, item: other } of pointers) {
        assert.equal(reviews[user.review].user, 2);
        assert.equal(reviews[other.review].item, item);
        for (const { start, end } of user.words) {
          assert.match(reviews[user.review].text.slice(start, end), /^\w+$/);
        }
      }
    }
  });

  test('names the line of a file of reviews that is none', () => {
    const bad = file('bad-reviews.jsonl', '{"text": "a"}\n\n{"text": \n');
    const asked = ['recommend', '--model', model, '--item', 'beer 1', '--reviews'];
    assert.ok(fail('bad-data', [...asked, bad]).startsWith(`${bad}:3: `));
    const other = file('bad-reviews.json', '[{"text": "a"}, {"text": 7}]');
    assert.equal(
      fail('invalid-argument', [...asked, other]),
      'recommend: reviews[1]: "text": expected a text, found 7',
    );
    const unnamed = file('unnamed.json', '[{"text": "a", "user": true}]');
    assert.equal(
      fail('invalid-argument', [...asked, unnamed]),
      'recommend: reviews[0]: "user": expected a text or a whole number, found true',
    );
    assert.ok(
      fail('invalid-argument', ['eval', '--model', model, '--data', dev]).startsWith('--reviews: '),
    );
  });
});
