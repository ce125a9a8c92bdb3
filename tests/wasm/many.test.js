// Many texts in one call, here and in a Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Worker } from 'node:worker_threads';

import { batchesOf } from '../../wasm/dist/runtime/batches.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { modelFolder } from './support.js';

const words = 'pours a hazy gold thick lacing aroma of hops orange smooth body 🍺 , . sour'.split(
  ' ',
);

/** Made-up reviews of 0 to 150 words. */
function makeReviews(count) {
  let state = 1;
  const random = (below) => (state = (state * 48271) % 2147483647) % below;
  return Array.from({ length: count }, () =>
    Array.from({ length: random(151) }, () => words[random(words.length)]).join(' '),
  );
}

let worker;
let models;
beforeAll(async () => {
  worker = new Worker(new URL('../../wasm/dist/worker-node.js', import.meta.url));
  models = {
    here: await load(modelFolder),
    there: await load(modelFolder, { worker }),
  };
});
afterAll(() => worker.terminate());

describe.each([{ where: 'here' }, { where: 'there' }])('$where', ({ where }) => {
  test('the explanations are those of each text alone, in order', async () => {
    const model = models[where];
    const texts = makeReviews(100);
    const alone = [];
    for (const text of texts) alone.push(await models.here.explain(text));
    expect(await model.explainMany(texts)).toEqual(alone);
  });

  test('each explanation is handed over once, with its place', async () => {
    const texts = makeReviews(50);
    const seen = [];
    const onExplanation = (explanation, index) => (seen[index] = explanation);
    expect(await models[where].explainMany(texts, { onExplanation })).toEqual(seen);
  });

  test('selected words come and go as in texts of their own', async () => {
    let random = 7;
    const below = (bound) => (random = (random * 48271) % 2147483647) % bound;
    const texts = [];
    const edited = [];
    let next = makeReviews(4).at(-1).split(' ');
    for (let edit = 0; edit < 40; edit += 1) {
      texts.push(next.join(' '));
      edited.push(await models.here.explain(texts.at(-1)));
      const { tokens } = edited.at(-1);
      const selected = tokens.filter((token) => Object.values(token.selected).some(Boolean));
      expect(selected).not.toHaveLength(0);
      // Takes one away, for another somewhere else, or for itself.
      const { start, end } = selected[below(selected.length)];
      const put = [[], [words[below(words.length)]], [texts.at(-1).slice(start, end)]][edit % 3];
      next = `${texts.at(-1).slice(0, start)} ${texts.at(-1).slice(end)}`.trim().split(/\s+/);
      next.splice(below(next.length + 1), 0, ...put);
    }
    expect(await models[where].explainMany(texts)).toEqual(edited);
  });

  test('no texts are no explanations', async () => {
    expect(await models[where].explainMany([])).toEqual([]);
  });

  test('the text that is too long is named', async () => {
    const texts = ['hop', 'sour', 'hop '.repeat(100_001), 'gold'];
    await expect(models[where].explainMany(texts)).rejects.toMatchObject({
      code: 'text-too-long',
      message: expect.stringMatching(/^texts\[2\]: /),
    });
    expect(await models[where].explainMany(['hop'])).toHaveLength(1);
  });

  test.each([
    { name: 'an array of anything else', texts: ['hop', 7], says: /^texts\[1\]: .*found number/ },
    // eslint-disable-next-line no-sparse-arrays
    { name: 'an array with a gap', texts: [, 'hop'], says: /^texts\[0\]: .*found undefined/ },
    { name: 'a text alone', texts: 'hop', says: /array of strings/ },
  ])('$name is refused', async ({ texts, says }) => {
    await expect(models[where].explainMany(texts)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(says),
    });
  });

  test('an abort half way ends it, and the model is usable afterwards', async () => {
    const controller = new AbortController();
    let seen = 0;
    const onExplanation = () => {
      if (++seen === 20) controller.abort('seen enough');
    };
    const options = { signal: controller.signal, onExplanation };
    await expect(models[where].explainMany(makeReviews(1000), options)).rejects.toBe('seen enough');
    expect(seen).toBeLessThan(100);
    expect(await models[where].explainMany(['hop'])).toHaveLength(1);
  });

  test('what the callback throws ends it', async () => {
    const onExplanation = () => {
      throw new RangeError('of mine');
    };
    await expect(models[where].explainMany(['hop', 'sour'], { onExplanation })).rejects.toThrow(
      new RangeError('of mine'),
    );
  });

  test('a thousand reviews come back in order', async () => {
    let seen = 0;
    const texts = makeReviews(1000);
    const explanations = await models[where].explainMany(texts, { onExplanation: () => ++seen });
    expect(explanations.map(({ text }) => text)).toEqual(texts);
    expect(seen).toBe(1000);
  }, 60_000);

  test('a model that is disposed of half way gives up', async () => {
    const options = where === 'there' ? { worker } : {};
    const going = await load(modelFolder, options);
    const onExplanation = () => going.dispose();
    const call = going.explainMany(makeReviews(200), { onExplanation });
    await expect(call).rejects.toMatchObject({ code: 'disposed' });
  });
});

// Turns of the event loop are counted, not time: a busy machine takes its own.
test('the thread has its turns between the first and the last of 1,000 reviews', async () => {
  let turns = 0;
  let next;
  const takeTurn = () => {
    ++turns;
    next = setImmediate(takeTurn);
  };
  takeTurn();
  const seen = new Set();
  const onExplanation = () => seen.add(turns);
  await models.here.explainMany(makeReviews(1000), { onExplanation });
  clearImmediate(next);
  expect(seen.size).toBeGreaterThan(10);
}, 60_000);

test('a batch holds texts of about one length, and every text is in one', () => {
  const texts = [...makeReviews(300), 'x'.repeat(50_000), 'x'.repeat(40_000)];
  const batches = batchesOf(texts.map(({ length }) => length));
  expect(batches.flat().sort((a, b) => a - b)).toEqual([...texts.keys()]);
  for (const batch of batches) {
    const lengths = batch.map((index) => texts[index].length);
    expect(batch.length).toBeLessThanOrEqual(16);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(Math.max(2 * Math.min(...lengths), 0));
    if (batch.length > 1) expect(batch.length * Math.max(...lengths)).toBeLessThanOrEqual(16_384);
  }
});
