// How sure hits are, by how they stand out from what unrelated questions reach.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { levelled, levelOf, probabilityAt } from '../../../web/views/questions/level';

/** An index whose nearest document has the cosine that the question says. */
const index = {
  async search(text) {
    return text === '' ? [] : [{ id: 'x', cosine: Number(text), probability: 0.01 }];
  },
};

test('the level is what one of a hundred unrelated questions would reach', async () => {
  // Quantiles of the normal distribution of mean 0.3 and deviation 0.05.
  const normal = Array.from({ length: 2000 }, (_, i) => {
    const u = (i + 0.5) / 2000;
    // Tukey's lambda comes near enough.
    return 0.3 + 0.05 * 4.91 * (u ** 0.14 - (1 - u) ** 0.14);
  });
  expect(await levelOf(index, normal.map(String))).toBeCloseTo(0.3 + 2.326 * 0.05, 2);
});

test('the level hardly moves when a few of them are not unrelated', async () => {
  const texts = Array.from({ length: 100 }, (_, i) => String(0.2 + i / 500));
  const level = await levelOf(index, texts);
  const some = texts.map((text, i) => (i % 20 === 0 ? '0.95' : text));
  expect(Math.abs((await levelOf(index, some)) - level)).toBeLessThan(0.03);
});

test('a question of which nothing is known is as far as can be', async () => {
  expect(await levelOf(index, ['', '', ''])).toBe(0);
});

test('a hit is as likely as not at the level, and the likelier the nearer', async () => {
  expect(probabilityAt(0.4, 0.4)).toBe(0.5);
  expect(probabilityAt(0.6, 0.4)).toBeGreaterThan(0.8);
  const [hit] = await levelled(index, 0.4).search('0.6');
  expect(hit).toEqual({ id: 'x', cosine: 0.6, probability: probabilityAt(0.6, 0.4) });
});

test('hits without a probability get none', async () => {
  const uncalibrated = { search: async () => [{ id: 'x', cosine: 0.6 }] };
  expect(await levelled(uncalibrated, 0.4).search('0.6')).toEqual([{ id: 'x', cosine: 0.6 }]);
});

test('the unrelated questions are a hundred, each once, and none of the shipped ones', () => {
  const read = (name) =>
    JSON.parse(readFileSync(new URL(`../../../web/samples/${name}.json`, import.meta.url), 'utf8'));
  const unrelated = read('unrelated');
  expect(new Set(unrelated).size).toBe(100);
  const shipped = ['travel', 'help-desk', 'computers']
    .flatMap(read)
    .map(({ question }) => question);
  const queries = read('queries').map(({ query }) => query);
  for (const question of unrelated) {
    expect(question).toMatch(/^\p{Lu}.*\?$/u);
    expect([...shipped, ...queries]).not.toContain(question);
  }
});
