// Operating points: another choice of words by the same model, here and in a Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { bytesWithPoints, modelFolder, points, startWorker } from './support.js';

const texts = [
  'pours a hazy gold, thick lacing, aroma of hops and orange with a smooth body',
  'a hazy gold head, sour and thin, no aroma to speak of',
];

const aspect = 'appearance';

/** The methods that say why a rating is what it is. */
const reasons = ['ngrams', 'curve', 'gates', 'faithfulness'].map((method) => ({
  method,
  ask: (model, text, options) => model[method](text, { aspect, ...options }),
}));

const worker = startWorker();

let models;
let plain;
beforeAll(async () => {
  const bytes = bytesWithPoints(points);
  models = { here: await load(bytes), there: await load(bytes, { worker }) };
  plain = await load(modelFolder);
});
afterAll(async () => {
  await Promise.all([...Object.values(models), plain].map((model) => model.dispose()));
  worker.close();
});

const selected = ({ tokens }) =>
  tokens.reduce((sum, token) => sum + Object.values(token.selected).filter(Boolean).length, 0);

describe.each([{ where: 'here' }, { where: 'there' }])('$where', ({ where }) => {
  test('the points are told as config.json has them, without thresholds', () => {
    expect(models[where].points).toEqual(
      points.map(({ rate, errors: [appearance, aroma] }) => ({
        rate,
        errors: { appearance, aroma },
      })),
    );
    expect(() => models[where].points.push(0)).toThrow(TypeError);
  });

  test('without a point the answer is that of the model without points', async () => {
    for (const text of texts) {
      expect(await models[where].explain(text)).toEqual(await plain.explain(text));
    }
  });

  test('a point with the shipped thresholds changes nothing', async () => {
    for (const text of texts) {
      expect(await models[where].explain(text, { point: 1 })).toEqual(await plain.explain(text));
    }
  });

  test('a higher rate selects more, with the same probabilities', async () => {
    const [text] = texts;
    const [few, many] = [
      await models[where].explain(text, { point: 0 }),
      await models[where].explain(text, { point: 2 }),
    ];
    expect(selected(few)).toBeLessThan(selected(many));
    const probabilities = ({ tokens }) => tokens.map(({ probability }) => probability);
    expect(probabilities(few)).toEqual(probabilities(many));
    expect(few.ratings).not.toEqual(many.ratings);
  });

  test('many texts are explained at a point as each alone is', async () => {
    const alone = [];
    for (const text of texts) alone.push(await models.here.explain(text, { point: 0 }));
    expect(await models[where].explainMany(texts, { point: 0 })).toEqual(alone);
  });

  test.each(reasons)('$method is of the words chosen at a point', async ({ ask }) => {
    const [text] = texts;
    const model = models[where];
    expect(await ask(model, text, { point: 1 })).toEqual(await ask(plain, text));
    expect(await ask(model, text)).toEqual(await ask(plain, text));
    const { ratings, tokens } = await model.explain(text, { point: 2 });
    const answer = await ask(model, text, { point: 2 });
    const { rating = answer.selection, words } = answer;
    if (rating !== undefined) expect(rating).toBeCloseTo(ratings[aspect], 5);
    if (words !== undefined) {
      const chosen = tokens.filter(({ selected: by }) => by[aspect]);
      expect(words.map(({ start, end }) => [start, end])).toEqual(
        chosen.map(({ start, end }) => [start, end]),
      );
    }
  });

  test('a selection is measured alike at every point', async () => {
    const [text] = texts;
    const selection = [{ start: 0, end: 17 }];
    const measure = (point) => models[where].faithfulness(text, { aspect, selection, point });
    expect(await measure(0)).toEqual(await measure(2));
  });

  test.each([
    { name: 'beyond the last', point: 3, found: '3' },
    { name: 'below 0', point: -1, found: '-1' },
    { name: 'between two', point: 0.5, found: '0.5' },
    { name: 'no number', point: '1', found: 'string' },
    { name: 'NaN', point: NaN, found: 'NaN' },
    { name: 'null', point: null, found: 'object' },
  ])('a point $name is refused', async ({ point, found }) => {
    const refusal = {
      code: 'invalid-argument',
      message: `point: expected 0 to 2, found ${found}`,
    };
    const model = models[where];
    await expect(model.explain('hop', { point })).rejects.toMatchObject(refusal);
    await expect(model.explainMany(['hop'], { point })).rejects.toMatchObject(refusal);
    for (const { ask } of reasons) {
      await expect(ask(model, 'hop', { point })).rejects.toMatchObject(refusal);
    }
  });
});

test('a model without points has none to choose', async () => {
  expect(plain.points).toEqual([]);
  const refusal = {
    code: 'invalid-argument',
    message: 'point: expected none: this model has no points, found 0',
  };
  await expect(plain.explain('hop', { point: 0 })).rejects.toMatchObject(refusal);
  for (const { ask } of reasons) {
    await expect(ask(plain, 'hop', { point: 0 })).rejects.toMatchObject(refusal);
  }
});

test('a match is of no rating, and takes no point', async () => {
  await expect(models.here.match('hop', 'hops', { point: 0 })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining('match: unknown key "point"'),
  });
});
