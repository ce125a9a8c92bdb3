// The evaluation, with an index whose answers are known.
import { expect, test } from '@jest/globals';

import { documentsOf, judgePairs, judgeQueries } from '../../../web/views/questions/judge';

const pair = (a, b, same) => ({ a, b, same, line: 1 });

/** An index in which a text is as alike to a document as `likeness` says. */
function indexOf(documents, likeness, { calibrated = true } = {}) {
  return {
    asked: [],
    async search(text, { mode, filter = () => true, limit, signal }) {
      signal?.throwIfAborted();
      this.asked.push([text, mode]);
      return documents
        .filter(filter)
        .map((document) => {
          const { model, words } = likeness(text, document.question);
          const score = { model, bm25: words, hybrid: (model + words) / 2 }[mode];
          return {
            id: document.id,
            score,
            cosine: model,
            share: words,
            ...(calibrated && { probability: model }),
          };
        })
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
  };
}

const pairs = [
  pair('a', 'same as a', true),
  pair('b', 'same as b', true),
  pair('c', 'same as c', true),
  pair('a', 'other', false),
  pair('b', 'other', false),
  pair('c', 'same as a', false),
];

// The model is right, but unsure of "c"; words say the opposite.
const likeness = (text, question) => {
  const model = question === `same as ${text}` ? (text === 'c' ? 0.45 : 0.8) : 0.3;
  return { model, words: 1 - model };
};

test('a text that stands in several pairs is one document', () => {
  expect(documentsOf(pairs).map(({ question }) => question)).toEqual([
    'same as a',
    'same as b',
    'same as c',
    'other',
  ]);
});

test('each ranker is judged on the same pairs', async () => {
  const shares = [];
  const report = await judgePairs(pairs, indexOf(documentsOf(pairs), likeness), {
    threshold: 0.5,
    onProgress: (share) => shares.push(share),
  });
  expect(report).toMatchObject({ pairs: 6, same: 3 });
  const [combined, model, bm25] = report.rows;
  expect([combined, model, bm25].map(({ ranker }) => ranker)).toEqual([
    'combined',
    'model',
    'bm25',
  ]);
  expect(combined.auc.value).toBe(0.5);
  expect(model.auc).toEqual({ value: 1, low: 1, high: 1 });
  expect(model.averagePrecision.value).toBe(1);
  // At a half, "c" is taken for another question; at the best threshold for the same.
  expect(combined.accuracy.value).toBeCloseTo(5 / 6, 12);
  expect(model.accuracy.value).toBe(1);
  expect(bm25.auc.value).toBe(0);
  expect(report.difference.value).toBe(1);
  expect(shares.at(0)).toBeGreaterThan(0);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
});

test('a model without probabilities is judged at its best threshold', async () => {
  const index = indexOf(documentsOf(pairs), likeness, { calibrated: false });
  const { rows } = await judgePairs(pairs, index, { threshold: 0.5 });
  expect(rows.map(({ accuracy }) => accuracy.value)).toEqual([0.5, 1, 0.5]);
});

test('a pair of which an index finds nothing scores 0', async () => {
  const silent = { search: async () => [] };
  const { rows } = await judgePairs(pairs, silent, { threshold: 0.5 });
  for (const { auc } of rows) expect(auc.value).toBe(0.5);
});

test('judging stops when it is cancelled', async () => {
  const controller = new AbortController();
  const judging = judgePairs(pairs, indexOf(documentsOf(pairs), likeness), {
    threshold: 0.5,
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('stopped')),
  });
  await expect(judging).rejects.toThrow('stopped');
});

test('queries are judged by what stands first, and by what is refused', async () => {
  const documents = documentsOf(pairs);
  const index = indexOf(documents, likeness);
  const query = (text, ...matches) => ({ query: text, subject: 'travel', matches });
  const report = await judgeQueries(
    [query('a', '0'), query('b', '1'), query('c', '2'), query('nothing like it')],
    () => index,
    { threshold: 0.5 },
  );
  expect(report).toMatchObject({ answerable: 3, others: 1 });
  expect(report.first.model.value).toBe(1);
  expect(report.first.bm25.value).toBe(0);
  expect(report.refused.others.value).toBe(1);
  expect(report.refused.answerable.value).toBeCloseTo(1 / 3, 12);
});
