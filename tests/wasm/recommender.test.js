// Recommenders through the package: what they say, and of which reviews, in this thread
// and in a Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadRecommender as loadOnWeb } from '../../wasm/dist/systems/recommender/index.js';
import { loadRecommender } from '../../wasm/dist/systems/recommender/node.js';
import {
  bytesOf,
  classifierFolder,
  recommenderFiles,
  recommenderFolder,
  startWorker,
  withoutNumbers,
} from './support.js';

const files = recommenderFiles();
const reviews = [
  {
    user: 'ann',
    item: 'ale',
    text: 'Pours a hazy gold 🍺 with a bright head, of lemon.',
    stars: 4,
  },
  { user: 'ann', item: 'stout', text: 'Too sweet for me: burnt sugar\ud83c, thin body.' },
  { user: 'bob', item: 'ale', text: 'Crisp and dry, with grapefruit in front.' },
  { user: 'bob', item: 'porter', text: 'Chocolate and smoke! A warm, round Café of a beer.' },
  { user: 7, item: 'porter', text: 'Round and warm, with smoke that stays.' },
  { item: 'ale', text: 'lemon, grass and nothing else' },
  { user: 'eve', item: 'porter', text: '' },
];

let recommender;
beforeAll(async () => {
  recommender = await loadRecommender(recommenderFolder);
});
afterAll(() => recommender.dispose());

const refused = (message, code = 'invalid-argument') => ({
  name: 'WhylightError',
  code,
  message: expect.stringMatching(message),
});

test('says what it knows by name, and between what it rates', async () => {
  const { range, readsReviews, users, items } = recommender;
  expect({ range, readsReviews, users, items }).toEqual({
    range: [0, 5],
    readsReviews: true,
    users: 3,
    items: 4,
  });
  expect((await recommender.questions()).map(({ name }) => name)).toEqual(['recommend']);
});

describe('rate()', () => {
  test('gives a rating as a sum, and the reviews that say so', async () => {
    const found = await recommender.rate('ann', 'porter', { reviews });
    const { mean, user, item, match } = found.parts;
    expect(found.item).toBe('porter');
    expect(mean + user + item + match).toBeCloseTo(found.rating, 5);
    // Of two by ann, and two of the porter that say something.
    expect(found.read).toEqual({ user: 2, item: 2 });
    expect(found.pointers.length).toBeGreaterThan(0);
    for (const pointer of found.pointers) {
      for (const side of ['user', 'item']) {
        const { review, weight, words } = pointer[side];
        expect(String(reviews[review][side])).toBe(side === 'user' ? 'ann' : 'porter');
        expect(weight).toBeGreaterThanOrEqual(0.5);
        expect(weight).toBeLessThan(1);
        expect(words.reduce((sum, word) => sum + word.weight, 0)).toBeCloseTo(1, 5);
      }
    }
  });

  test('counts the words of a review in UTF-16 units', async () => {
    const text = '🍺 A half \ud83c of lemon';
    const given = [
      { user: 'ann', item: 'ale', text },
      { item: 'stout', text: 'gold' },
    ];
    const { pointers } = await recommender.rate('ann', 'stout', { reviews: given });
    const words = pointers[0].user.words.map(({ start, end }) => text.slice(start, end));
    expect(words).toContain('lemon');
  });

  test('never reads what the user wrote of the item', async () => {
    const others = reviews.filter(({ user, item }) => user !== 'ann' || item !== 'ale');
    const found = await recommender.rate('ann', 'ale', { reviews });
    const without = await recommender.rate('ann', 'ale', { reviews: others });
    expect(found.rating).toBe(without.rating);
    expect(found.read).toEqual({ user: 1, item: 2 });
  });

  test('knows nothing of those that were never seen, and rates them all the same', async () => {
    for (const options of [{}, { reviews: [] }, { reviews }]) {
      const found = await recommender.rate('nobody', 'a new beer', options);
      expect(found.item).toBe('a new beer');
      expect(found.parts).toMatchObject({ mean: 3.25, user: 0, item: 0 });
      expect(found.read).toEqual({ user: 0, item: 0 });
      for (const pointer of found.pointers) expect(pointer).toEqual({});
    }
    // Reviews of texts without a word that it knows are as none.
    const silent = [{ user: 'nobody', item: 'ale', text: ' \n' }];
    const { read } = await recommender.rate('nobody', 'a new beer', { reviews: silent });
    expect(read).toEqual({ user: 0, item: 0 });
  });

  test.each([
    { pair: ['ann'], says: /^rate: expected the name of an item, a string, found undefined$/ },
    { pair: ['ann', ''], says: /^rate: expected the name of an item, a string, found ""$/ },
    { pair: [7, 'ale'], says: /^rate: expected the name of a user, a string, found 7$/ },
    { pair: ['ann', 'ale', { count: 2 }], says: /^rate: unknown key "count", expected one of: / },
  ])('of $pair is refused', async ({ pair, says }) => {
    await expect(recommender.rate(...pair)).rejects.toMatchObject(refused(says));
  });
});

describe('recommend()', () => {
  test('ranks what the user has no review of, and says of each why', async () => {
    const { items } = await recommender.recommend({ user: 'ann', reviews });
    // Of the model, and of the reviews.
    expect(items.map(({ item }) => item).toSorted()).toEqual(['9', 'porter']);
    for (const one of items) {
      expect(one).toEqual({
        ...(await recommender.rate('ann', one.item, { reviews })),
        rating: expect.closeTo(one.rating, 5),
        parts: one.parts,
        pointers: one.pointers,
      });
    }
    const ratings = items.map(({ rating }) => rating);
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
    const best = await recommender.recommend({ user: 'ann', reviews, count: 1 });
    expect(best.items).toEqual(items.slice(0, 1));
  });

  test.each([
    { reviews: 'all', says: /^recommend: reviews: expected a list, found a text$/ },
    { reviews: null, says: /^recommend: reviews: expected a list, found null$/ },
    { reviews: [reviews[0], 7], says: /^recommend: reviews\[1\]: expected an object, found 7$/ },
    { reviews: [null], says: /^recommend: reviews\[0\]: expected an object, found null$/ },
    {
      reviews: [{ user: 'ann' }],
      says: /^recommend: reviews\[0\]: "text": expected a text, found none$/,
    },
    {
      reviews: [{ user: 1.5, text: '' }],
      says: /^recommend: reviews\[0\]: "user": expected a text or a whole number, found 1\.5$/,
    },
    {
      reviews: [{ text: 'a '.repeat(100_001) }],
      says: /reviews\[0\]: expected at most 100000 words, found 100001/,
      code: 'text-too-long',
    },
  ])('of these reviews: $says', async ({ reviews: given, says, code }) => {
    const error = refused(says, code);
    await expect(recommender.recommend({ reviews: given })).rejects.toMatchObject(error);
    await expect(recommender.rate('ann', 'ale', { reviews: given })).rejects.toMatchObject(error);
  });

  test.each([
    { options: { count: 0 }, says: /^recommend: "count": expected / },
    { options: { user: 7 }, says: /^recommend: "user": expected / },
    { options: { colour: 1 }, says: /^recommend: unknown key "colour", expected one of: / },
  ])('with $options is refused', async ({ options, says }) => {
    await expect(recommender.recommend(options)).rejects.toMatchObject(refused(says));
    const collection = await recommender.keepReviews([]);
    await expect(collection.recommend(options)).rejects.toMatchObject(
      refused(new RegExp(says.source.replace('^', '^collection-'))),
    );
    await collection.dispose();
  });
});

describe.each(['here', 'in a Worker'])('reviews that are kept, %s', (where) => {
  let model;
  let worker;
  beforeAll(async () => {
    worker = where === 'here' ? undefined : startWorker(files);
    model = await loadRecommender(bytesOf(files), { worker });
  });
  afterAll(async () => {
    await model.dispose();
    worker?.close();
  });

  test('say the same as those that come along', async () => {
    const seen = [];
    const onProgress = ({ done, total }) => seen.push([done, total]);
    const collection = await model.keepReviews(reviews, { onProgress });
    expect(collection.size).toBe(reviews.length);
    expect(seen[0]).toEqual([0, reviews.length]);
    expect(seen.at(-1)).toEqual([reviews.length, reviews.length]);
    for (const asked of [{ user: 'ann' }, { user: 'eve', item: 'ale' }, { count: 1 }]) {
      expect(await collection.recommend(asked)).toEqual(
        await recommender.recommend({ ...asked, reviews }),
      );
    }
    expect(await collection.rate('bob', 'stout')).toEqual(
      await recommender.rate('bob', 'stout', { reviews }),
    );
    await collection.dispose();
  });

  test('may have members that nobody reads', async () => {
    const laden = reviews.map((review) => ({ ...review, id: 5n, self: { review } }));
    laden[0].self = laden;
    const asked = { user: 'ann' };
    const expected = await recommender.recommend({ ...asked, reviews });
    expect(await recommender.recommend({ ...asked, reviews: laden })).toEqual(expected);
    const collection = await model.keepReviews(laden.slice(0, 1));
    await collection.add(laden.slice(1));
    expect(await collection.recommend(asked)).toEqual(expected);
    await collection.dispose();
  });

  test('are joined by others, all of a list or none', async () => {
    const collection = await model.keepReviews(reviews.slice(0, 3));
    await expect(collection.add([reviews[3], { user: 'ann' }])).rejects.toMatchObject(
      refused(/^collection-add: reviews\[1\]: "text": expected a text, found none$/),
    );
    await expect(collection.add(undefined)).rejects.toMatchObject(
      refused(/^add: expected an array of reviews, found undefined$/),
    );
    expect(collection.size).toBe(3);
    await collection.add(reviews.slice(3));
    expect(collection.size).toBe(reviews.length);
    expect(await collection.recommend({ user: 'ann' })).toEqual(
      await recommender.recommend({ user: 'ann', reviews }),
    );
    await collection.dispose();
  });

  test('are told from those of another collection', async () => {
    const some = await model.keepReviews(reviews.slice(0, 2));
    const all = await model.keepReviews(reviews);
    expect((await some.rate('ann', 'porter')).read).toEqual({ user: 2, item: 0 });
    expect((await all.rate('ann', 'porter')).read).toEqual({ user: 2, item: 2 });
    await some.dispose();
    await some.dispose();
    expect((await all.rate('ann', 'porter')).read).toEqual({ user: 2, item: 2 });
    await expect(some.rate('ann', 'porter')).rejects.toMatchObject({
      code: 'disposed',
      message: 'This collection of reviews was disposed of.',
    });
    await all.dispose();
  });

  test('are none if one of them is wrong, which is named', async () => {
    const many = Array.from({ length: 50 }, () => reviews[0]);
    await expect(model.keepReviews([...many, { text: 7 }])).rejects.toMatchObject(
      refused(/^collection-add: reviews\[50\]: "text": expected a text, found 7$/),
    );
    await expect(model.keepReviews('all')).rejects.toMatchObject(
      refused(/^keepReviews: expected an array of reviews, found string$/),
    );
  });

  test('are given up half way', async () => {
    const controller = new AbortController();
    const onProgress = ({ done }) => done > 0 && controller.abort('seen enough');
    const given = { signal: controller.signal, onProgress };
    await expect(model.keepReviews(reviews, given)).rejects.toBe('seen enough');
    await expect(model.keepReviews(reviews, { signal: AbortSignal.abort('no') })).rejects.toBe(
      'no',
    );
  });

  test('of many items ranking lets others come in between, and is given up', async () => {
    const items = Array.from({ length: 3000 }, (_, at) => ({ ...reviews[at % 2], item: `i${at}` }));
    const collection = await model.keepReviews(items);
    const controller = new AbortController();
    const asking = collection.recommend({ user: 'bob', signal: controller.signal });
    const meanwhile = collection.rate('bob', 'i7');
    setTimeout(() => controller.abort('seen enough'));
    await expect(asking).rejects.toBe('seen enough');
    expect(await meanwhile).toEqual(await collection.rate('bob', 'i7'));
    expect((await collection.recommend({ user: 'bob', count: 2 })).items).toHaveLength(2);
    await collection.dispose();
  });

  test('somebody who names no item is told the best', async () => {
    const nothing = await model.keepReviews([]);
    expect((await nothing.recommend()).items).toHaveLength(recommender.items);
    await nothing.dispose();
  });
});

test('when memory runs out the reviews are lost and say so, and the model goes on', async () => {
  const own = await loadRecommender(recommenderFolder, { maxMemory: 6 * 2 ** 20 });
  const text = 'lemon and grass '.repeat(2000);
  const collection = await own.keepReviews(reviews);
  const many = Array.from({ length: 400 }, (_, item) => ({ user: 'ann', item, text }));
  await expect(collection.add(many)).rejects.toMatchObject({
    code: 'out-of-memory',
    message: expect.stringMatching(/The collection of reviews is lost\. Make it again\.$/),
  });
  await expect(collection.rate('ann', 'ale')).rejects.toMatchObject({
    code: 'not-found',
    message: expect.stringMatching(/^This collection of reviews is no longer there/),
  });
  const next = await own.keepReviews(reviews);
  expect(await next.rate('ann', 'ale')).toEqual(await recommender.rate('ann', 'ale', { reviews }));
  await own.dispose();
});

test('a Worker fetches a model by its address', async () => {
  const worker = startWorker(files);
  const there = await loadOnWeb('https://models.example/recommender/', { worker });
  expect(await there.rate('ann', 'ale', { reviews })).toEqual(
    await recommender.rate('ann', 'ale', { reviews }),
  );
  await there.dispose();
  worker.close();
});

test('is of no use once it is disposed of, nor are its reviews', async () => {
  const loaded = await loadRecommender(recommenderFolder);
  const collection = await loaded.keepReviews(reviews);
  await loaded.dispose();
  const calls = [
    () => loaded.rate('ann', 'ale'),
    () => loaded.recommend(),
    () => loaded.keepReviews(reviews),
    () => collection.rate('ann', 'ale'),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toMatchObject({
      code: 'disposed',
      message: 'This recommender was disposed of.',
    });
  }
  await collection.dispose();
});

test('of another kind of model says which kind was expected', async () => {
  await expect(loadRecommender(classifierFolder)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(
      '"task": expected "recommender", which loadRecommender() of whylight/recommender opens, ' +
        'found "classifier", which loadClassifier() of whylight/classifier opens.',
    ),
  });
});

const TOLERANCE = 1e-5;

describe('golden: recommender-tiny', () => {
  const lines = readFileSync(new URL('answers.jsonl', recommenderFolder), 'utf8').trimEnd();
  test.each(lines.split('\n').map((line) => JSON.parse(line)))(
    '$options.user, $options.item',
    async ({ options, answer }) => {
      const found = await recommender.recommend(options);
      const numbers = [];
      const expected = [];
      expect(withoutNumbers(found, numbers)).toBe(withoutNumbers(answer, expected));
      const errors = numbers.map((number, index) => Math.abs(number - expected[index]));
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    },
  );
});
