// What a model says of texts that do not speak of an aspect, or of anything it knows.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { bytesOf, filesOf, mentionFolder, modelFolder, startWorker } from './support.js';

const silent = 'thick head';
const both = 'Clear gold, with lace that stays; the nose of pine and honey is not at all shy!!!';
const foreign = 'Das Bier riecht nach Honig und hat eine feste Krone.';

const files = filesOf(mentionFolder, 'whylight-core.wasm');
const worker = startWorker(files);
let models;
beforeAll(async () => {
  models = { here: await load(mentionFolder), there: await load(bytesOf(files), { worker }) };
});
afterAll(async () => {
  await Promise.all(Object.values(models).map((model) => model.dispose()));
  worker.close();
});

describe.each([{ where: 'here' }, { where: 'there' }])('$where', ({ where }) => {
  test('an aspect is mentioned where it has a rating and words, and nowhere else', async () => {
    for (const text of [silent, both, foreign, '']) {
      for (const options of [{}, { point: 0 }, { point: 1 }]) {
        const found = await models[where].explain(text, options);
        for (const aspect of models[where].aspects) {
          const { ratings, mentioned, spreads, rationales, classes } = found;
          expect(ratings[aspect] !== null).toBe(mentioned[aspect]);
          expect(spreads[aspect] !== null).toBe(mentioned[aspect]);
          expect(rationales[aspect].length > 0).toBe(mentioned[aspect]);
          if (aspect in classes) expect(classes[aspect] !== null).toBe(mentioned[aspect]);
        }
      }
    }
  });

  test('what is mentioned does not depend on the point', async () => {
    for (const text of [silent, both, foreign]) {
      const { mentioned } = await models[where].explain(text);
      for (const point of [0, 1]) {
        expect((await models[where].explain(text, { point })).mentioned).toEqual(mentioned);
      }
    }
  });

  test('a text out of the domain is not rated', async () => {
    const { inDomain, domain, ratings } = await models[where].explain(foreign);
    expect(inDomain).toBe(false);
    expect(domain).toBeGreaterThan(0);
    expect(domain).toBeLessThan(0.6);
    expect(ratings).toEqual({ look: null, smell: null });
    expect((await models[where].explain(both)).inDomain).toBe(true);
  });

  test('the likelier class is that of the rating', async () => {
    expect(models[where].labels).toEqual({ smell: ['dull', 'lovely'] });
    const { ratings, classes } = await models[where].explain(both);
    expect(classes).toEqual({ smell: { name: 'dull', probability: 1 - ratings.smell } });
  });

  test('priors are the same of every text, and what the encoder says of no words', async () => {
    const { priors } = await models[where].explain(both);
    expect((await models[where].explain('')).priors).toEqual(priors);
    priors.look = 2;
    expect((await models[where].explain(foreign)).priors.look).toBeLessThan(1);
  });

  test('many texts are explained as each alone is', async () => {
    const texts = [silent, both, foreign, ''];
    const alone = [];
    for (const text of texts) alone.push(await models.here.explain(text));
    expect(await models[where].explainMany(texts)).toEqual(alone);
  });
});

test('no run starts after a negation that it leaves out, or at an open word', async () => {
  for (const point of [0, 1]) {
    const { text, rationales } = await models.here.explain(both, { point });
    for (const { start, end } of Object.values(rationales).flat()) {
      expect(text.slice(start, end)).not.toMatch(/^(the|of|and|is|at|all|shy|\W)\b|\W$/);
    }
  }
});

test('questions why a rating is what it is go on to speak of the encoder', async () => {
  const { here } = models;
  const { priors } = await here.explain(silent);
  for (const aspect of here.aspects) {
    const { rating, words } = await here.ngrams(silent, { aspect });
    expect(rating).toBeCloseTo(priors[aspect], 5);
    expect(words).toEqual([]);
    expect((await here.curve(silent, { aspect })).rating).toBeCloseTo(priors[aspect], 5);
    const selection = [{ start: 0, end: 5 }];
    const { full } = await here.faithfulness(silent, { aspect, selection });
    expect((await here.curve(silent, { aspect, read: 'all' })).rating).toBeCloseTo(full, 5);
    // There is nothing to be faithful to.
    await expect(here.faithfulness(silent, { aspect })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'selection: expected at least one selected word, found none',
    });
  }
});

test('a model that says nothing of this rates what it selects, in any domain', async () => {
  const plain = await load(modelFolder);
  const elsewhere = 'The train to the coast has a thick white roof.';
  const { inDomain, domain, spreads, classes, mentioned, ratings } = await plain.explain(elsewhere);
  expect({ inDomain, domain, classes }).toEqual({ inDomain: true, domain: null, classes: {} });
  expect(spreads).toEqual({ appearance: null, aroma: null });
  expect(plain.labels).toEqual({});
  const unknown = await plain.explain(foreign);
  expect(unknown).toMatchObject({ known: 0, inDomain: false, domain: null });
  expect(unknown.ratings).toEqual({ appearance: null, aroma: null });
  const empty = await plain.explain('');
  expect(empty.ratings).toEqual({ appearance: null, aroma: null });
  for (const aspect of plain.aspects) expect(ratings[aspect] !== null).toBe(mentioned[aspect]);
  await plain.dispose();
});

test.each([
  { name: 'mention', change: (config) => (config.aspects[0].mention = 'often'), says: '"mention"' },
  { name: 'spread', change: (config) => (config.aspects[0].spread = [1, 2]), says: '3 numbers' },
  { name: 'labels', change: (config) => (config.aspects[0].labels = ['one']), says: 'two names' },
  { name: 'boundaries', change: (config) => (config.boundaries = []), says: '"boundaries"' },
  { name: 'words', change: (config) => (config.boundaries.glue = [1]), says: '"glue"' },
  { name: 'cut cost', change: (config) => (config.boundaries.cut_cost = -1), says: '"cut_cost"' },
  { name: 'domain', change: (config) => (config.domain = { threshold: 2 }), says: '"domain"' },
])('a malformed $name is a bad model', async ({ change, says }) => {
  const config = JSON.parse(files['config.json'].toString());
  change(config);
  const bytes = bytesOf({ ...files, 'config.json': Buffer.from(JSON.stringify(config)) });
  await expect(load(bytes)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(says),
  });
});
