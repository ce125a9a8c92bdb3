import { describe, expect, test } from '@jest/globals';

import { changed, drops, replacements, wordsOf } from '../../../web/views/reviews/change/edits';
import { goalsOf } from '../../../web/views/reviews/change/goal';
import { replacementsOf } from '../../../web/views/reviews/change/opposites';
import { fewestChanges, mostSets } from '../../../web/views/reviews/change/search';
import { RatingScale } from '../../../web/views/reviews/rating-scale';

/** The words of a text with spaces between them, as the package has them. */
function explained(text, selected = []) {
  const tokens = [...text.matchAll(/[\w']+|[^\w\s]/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    selected: { look: selected.includes(word) },
  }));
  return { text, tokens };
}

const words = (text) => wordsOf(explained(text), 'look');

describe('a changed text', () => {
  const drop = (text, word) => {
    const start = text.indexOf(word);
    return { start, end: start + word.length, to: '' };
  };

  test.each([
    { text: 'A bland, thin taste.', dropped: ['bland'], left: 'A, thin taste.' },
    { text: 'A bland watery taste.', dropped: ['bland', 'watery'], left: 'A taste.' },
    { text: 'Bland watery taste.', dropped: ['Bland', 'watery'], left: 'taste.' },
    { text: 'Thin.\nVery bland.', dropped: ['Very'], left: 'Thin.\nbland.' },
    { text: 'It does not help', dropped: ['help'], left: 'It does not' },
    { text: "It doesn't", dropped: ["n't"], left: 'It does' },
  ])('$text without $dropped', ({ text, dropped, left }) => {
    expect(
      changed(
        text,
        dropped.map((word) => drop(text, word)),
      ),
    ).toBe(left);
  });

  test('has words in the place of others', () => {
    const text = 'Slow and dirty.';
    const changes = [
      { start: 0, end: 4, to: 'Quick' },
      { start: 9, end: 14, to: 'clean' },
    ];
    expect(changed(text, changes)).toBe('Quick and clean.');
  });
});

test('reasons come first, then what is nearest, and punctuation not at all', () => {
  const text = 'one two, three four five';
  const found = wordsOf(explained(text, ['three']), 'look');
  expect(found.map(({ start, end }) => text.slice(start, end))).toEqual([
    'three',
    'four',
    'two',
    'five',
    'one',
  ]);
});

test('replacements say the opposite, in the capitals of the word', () => {
  expect(replacementsOf('dirty')).toContain('clean');
  expect(replacementsOf('Dirty')).toContain('Clean');
  expect(replacementsOf('DIRTY')).toContain('CLEAN');
  expect(replacementsOf('constructor')).toEqual([]);
  for (const to of replacementsOf('terrible')) expect(replacementsOf(to).length).toBeGreaterThan(0);
});

describe('goals', () => {
  const stars = new RatingScale();
  const ratingOf = (shown) => (shown - 1) / 4;

  test.each([
    { shown: 3.9, goals: ['5 stars', '3 stars'] },
    { shown: 4, goals: ['3 stars'] },
    { shown: 4.5, goals: ['4 stars'] },
    { shown: 1.3, goals: ['2 stars'] },
    { shown: 3, goals: ['4 stars', '2 stars'] },
  ])('of $shown stars', ({ shown, goals }) => {
    expect(goalsOf('look', ratingOf(shown), stars).map(({ name }) => name)).toEqual(goals);
  });

  test('are reached where the page shows as much', () => {
    const reached = (goal, ...shown) => shown.map((each) => goal.reached(ratingOf(each)));
    const [up, down] = goalsOf('look', ratingOf(2.9), stars);
    expect(reached(up, 4.44, 3.46, 3.44)).toEqual([true, true, false]);
    expect(reached(down, 1.2, 2.38, 2.46)).toEqual([true, true, false]);
  });

  test('are half a star away at least', () => {
    const [down] = goalsOf('look', ratingOf(4.5), stars);
    expect([4.4, 4.06, 4.04].map((shown) => down.reached(ratingOf(shown)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('of classes are the other one', () => {
    const scale = new RatingScale({ side: ['against', 'for'] });
    const [goal, ...none] = goalsOf('side', 0.7, scale);
    expect(none).toEqual([]);
    expect(goal).toMatchObject({ name: '“against”', towards: -1 });
    expect([0.6, 0.4].map(goal.reached)).toEqual([false, true]);
  });
});

/** A model that rates by the words that are left, with pairs that only count together. */
function madeUp(text, seed) {
  const random = (i) => (((i + 1) * 2654435761 * (seed + 3)) % 1000) / 1000;
  const all = words(text);
  return {
    changes: drops(all),
    rate: (sets) =>
      Promise.resolve(
        sets.map((changes) => {
          const gone = new Set(changes.map(({ start }) => start));
          const sum = all.reduce((total, { start }, i) => {
            const pair = gone.has(start) && gone.has(all[(i + 1) % all.length].start);
            return total + (gone.has(start) ? random(i) - 0.3 : 0) + (pair ? random(i + 50) : 0);
          }, 0);
          return Math.max(0, Math.min(1, 0.2 + 0.25 * sum));
        }),
      ),
  };
}

/** All sets of so many of the changes. */
function subsets(changes, size) {
  if (size === 0) return [[]];
  return changes.flatMap((change, i) =>
    subsets(changes.slice(i + 1), size - 1).map((rest) => [change, ...rest]),
  );
}

async function bruteForce({ changes, rate }, { towards, reached }) {
  for (let size = 1; size <= 5; ++size) {
    const sets = subsets(changes, size);
    const ratings = await rate(sets);
    const best = ratings
      .map((rating, i) => ({ rating, changes: sets[i] }))
      .sort((a, b) => towards * (b.rating - a.rating))[0];
    if (best && reached(best.rating)) return best;
  }
  return undefined;
}

const text = 'thin flat dull grey sour cold weak old stale';

test.each(Array.from({ length: 40 }, (_, seed) => ({ seed })))(
  'finds what trying everything finds, of texts made with seed $seed',
  async ({ seed }) => {
    const model = madeUp(text, seed);
    for (const edge of [0.3, 0.45, 0.6, 0.9]) {
      const goal = { towards: 1, reached: (rating) => rating >= edge };
      const expected = await bruteForce(model, goal);
      const { found } = await fewestChanges(model.changes, goal, model.rate);
      expect(found?.changes.length).toBe(expected?.changes.length);
      if (expected) expect(found.rating).toBeCloseTo(expected.rating, 12);
    }
  },
);

test('says how many words at once were tried, and never tries more than it says', async () => {
  const many = drops(words(Array.from({ length: 40 }, (_, i) => `word${i}`).join(' ')));
  let sets = 0;
  const rate = (tried) => {
    sets += tried.length;
    for (const changes of tried) {
      const starts = changes.map(({ start }) => start);
      expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
    }
    return Promise.resolve(tried.map(() => 0.5));
  };
  const goal = { towards: 1, reached: () => false };
  expect(await fewestChanges(many, goal, rate)).toEqual({ found: undefined, tried: 5 });
  expect(sets).toBe(mostSets(many));
  expect(await fewestChanges(many.slice(0, 2), goal, rate)).toEqual({
    found: undefined,
    tried: 2,
  });
  expect(await fewestChanges([], goal, rate)).toEqual({ found: undefined, tried: 0 });
});

test('a text that gets no rating reaches nothing', async () => {
  const changes = drops(words('one two'));
  const rate = (sets) => Promise.resolve(sets.map(() => null));
  const goal = { towards: 1, reached: () => true };
  expect((await fewestChanges(changes, goal, rate)).found).toBeUndefined();
});

test('one word is replaced by one other only', async () => {
  const text = 'dirty and slow';
  const candidates = replacements(text, words(text));
  const clean = (changes) => changes.filter(({ to }) => ['clean', 'quick'].includes(to)).length;
  const rate = (sets) => Promise.resolve(sets.map((changes) => clean(changes) / 2));
  const goal = { towards: 1, reached: (rating) => rating >= 1 };
  const { found } = await fewestChanges(candidates, goal, rate);
  expect(changed(text, found.changes)).toBe('clean and quick');
});

test('what cannot be rated ends the search', async () => {
  const rate = () => Promise.reject(new DOMException('Stopped', 'AbortError'));
  const goal = { towards: 1, reached: () => true };
  await expect(fewestChanges(drops(words('one')), goal, rate)).rejects.toThrow('Stopped');
});
