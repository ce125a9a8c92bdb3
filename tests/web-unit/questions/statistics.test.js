// Figures of rankers against slow twins, and against numbers worked out by hand.
import { describe, expect, test } from '@jest/globals';

import { bootstrap, Ranking, shareOf } from '../../../web/views/questions/statistics';

const pairs = (...scored) => scored.map(([score, same]) => ({ score, same: Boolean(same) }));

// Deterministic, with ties.
const many = Array.from({ length: 60 }, (_, i) => ({
  score: ((i * 37) % 17) / 17,
  same: (i * 13) % 5 < 2,
}));

/** Every pair of the one kind against every pair of the other. */
function slowAuc(items) {
  const same = items.filter(({ same }) => same);
  const others = items.filter(({ same }) => !same);
  const points = same.flatMap((a) =>
    others.map((b) => (a.score > b.score ? 1 : a.score === b.score ? 0.5 : 0)),
  );
  return points.reduce((sum, point) => sum + point, 0) / points.length;
}

/** Copies of each item, as a sample drew them. */
const drawn = (items, weights) =>
  items.flatMap((item, i) => Array.from({ length: weights[i] }, () => item));

describe('the area under the curve', () => {
  test('is 1 where every pair that asks the same is above every other, and 0 where below', () => {
    expect(new Ranking(pairs([0.9, 1], [0.8, 1], [0.2, 0])).auc()).toBe(1);
    expect(new Ranking(pairs([0.1, 1], [0.8, 0], [0.2, 0])).auc()).toBe(0);
  });

  test('counts ties one half, so that a constant score is chance', () => {
    expect(new Ranking(pairs([0.5, 1], [0.5, 0], [0.5, 0])).auc()).toBe(0.5);
  });

  test('is what comparing all pairs gives, on samples too', () => {
    expect(new Ranking(many).auc()).toBeCloseTo(slowAuc(many), 12);
    const weights = many.map((_, i) => (i * 7) % 4);
    expect(new Ranking(many).auc(weights)).toBeCloseTo(slowAuc(drawn(many, weights)), 12);
  });

  test('is no number where all pairs are of one kind', () => {
    expect(new Ranking(pairs([0.5, 1], [0.4, 1])).auc()).toBeNaN();
  });
});

describe('average precision', () => {
  test('is the mean of the precisions at the pairs that ask the same', () => {
    const ranking = new Ranking(pairs([0.9, 1], [0.8, 0], [0.7, 1]));
    expect(ranking.averagePrecision()).toBeCloseTo((1 + 2 / 3) / 2, 12);
  });

  test('gives a constant score nothing for the order of the data', () => {
    const ranking = new Ranking(pairs([1, 1], [1, 0], [1, 0], [1, 0]));
    expect(ranking.averagePrecision()).toBe(0.25);
  });

  test('of a sample is that of its copies', () => {
    const weights = many.map((_, i) => (i * 11) % 3);
    expect(new Ranking(many).averagePrecision(weights)).toBeCloseTo(
      new Ranking(drawn(many, weights)).averagePrecision(),
      12,
    );
  });
});

describe('accuracy', () => {
  const ranking = new Ranking(pairs([0.9, 1], [0.6, 0], [0.5, 1], [0.1, 0]));

  test('takes a score of the threshold itself for the same', () => {
    expect(ranking.accuracy(0.5)).toBe(0.75);
    expect(ranking.accuracy(0.51)).toBe(0.5);
    expect(ranking.accuracy(0.5, [0, 2, 1, 1])).toBe(0.5);
  });

  test('is best at the best threshold', () => {
    const best = ranking.bestThreshold();
    expect(best).toBe(0.9);
    for (const { score } of many) {
      const all = new Ranking(many);
      expect(all.accuracy(all.bestThreshold())).toBeGreaterThanOrEqual(all.accuracy(score));
    }
  });

  test('may be best where nothing asks the same', () => {
    const ranking = new Ranking(pairs([0.9, 0], [0.8, 0], [0.1, 1]));
    expect(ranking.bestThreshold()).toBe(Infinity);
    expect(ranking.accuracy(Infinity)).toBeCloseTo(2 / 3, 12);
  });
});

describe('a share', () => {
  const share = (right, all) => shareOf(Array.from({ length: all }, (_, i) => i < right));

  // Wilson's interval, as published for these counts (Newcombe 1998, table I).
  test.each([
    { right: 81, all: 263, low: 0.2553, high: 0.3662 },
    { right: 15, all: 148, low: 0.0624, high: 0.1605 },
    { right: 0, all: 20, low: 0, high: 0.1611 },
    { right: 1, all: 29, low: 0.0061, high: 0.1718 },
  ])('of $right in $all has its interval', ({ right, all, low, high }) => {
    const estimate = share(right, all);
    expect(estimate.value).toBe(right / all);
    expect(estimate.low).toBeCloseTo(low, 4);
    expect(estimate.high).toBeCloseTo(high, 4);
  });

  test('of all is not certain', () => {
    expect(share(15, 15)).toEqual({ value: 1, low: expect.closeTo(0.796, 3), high: 1 });
  });

  test('of nothing is no number', () => {
    expect(shareOf([]).value).toBeNaN();
  });
});

describe('the bootstrap', () => {
  const outcomes = Array.from({ length: 100 }, (_, i) => i < 80);
  const share = (weights) =>
    outcomes.reduce((sum, outcome, i) => sum + (outcome ? (weights?.[i] ?? 1) : 0), 0) / 100;

  test('gives the interval of a share that theory gives', async () => {
    const [{ value, low, high }] = await bootstrap(100, [share], { rounds: 4000 });
    // 0.8 ± 1.96 · √(0.8 · 0.2 / 100)
    expect(value).toBe(0.8);
    expect(low).toBeCloseTo(0.72, 1);
    expect(high).toBeCloseTo(0.88, 1);
    expect(Math.abs(high - low - 0.157)).toBeLessThan(0.02);
  });

  test('draws the same samples for the same seed, and for all measures', async () => {
    const twice = await bootstrap(100, [
      share,
      share,
      (weights) => share(weights) - share(weights),
    ]);
    expect(twice[0]).toEqual(twice[1]);
    expect(twice[2]).toEqual({ value: 0, low: 0, high: 0 });
    expect(await bootstrap(100, [share])).toEqual([twice[0]]);
    const all = new Ranking(many);
    const auc = (weights) => all.auc(weights);
    const [one] = await bootstrap(many.length, [auc], { rounds: 50, seed: 1 });
    const [other] = await bootstrap(many.length, [auc], { rounds: 50, seed: 2 });
    expect(other.value).toBe(one.value);
    expect(other.low).not.toBe(one.low);
  });

  test('leaves out samples of one kind alone', async () => {
    const few = new Ranking(pairs([0.9, 1], [0.1, 0]));
    const [auc] = await bootstrap(2, [(weights) => few.auc(weights)]);
    expect(auc).toEqual({ value: 1, low: 1, high: 1 });
  });

  test('lets others run and can be stopped', async () => {
    const rounds = [];
    const stop = bootstrap(100, [share], {
      turn: async (done) => {
        rounds.push(done);
        if (done === 3) throw new Error('enough');
      },
    });
    await expect(stop).rejects.toThrow('enough');
    expect(rounds).toEqual([1, 2, 3]);
  });
});
