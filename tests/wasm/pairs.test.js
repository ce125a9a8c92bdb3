// Models of pairs through the package: what they say, in this thread and in a Worker.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadPairs as loadOnWeb } from '../../wasm/dist/systems/pairs/index.js';
import { loadPairs } from '../../wasm/dist/systems/pairs/node.js';
import {
  bytesOf,
  cafeFolder,
  classifierFolder,
  csranFolder,
  matchingFolder,
  mcanFolder,
  pairsFiles,
  pairsFolder,
  selectingFolder,
  signed,
  startWorker,
  withoutNumbers,
} from './support.js';

const files = pairsFiles();
const text = 'Nobody lit the café’s lamp 💡 tonight.';
const other = 'The 💡 is bright \ud83c, and the hall is lit.';

let model;
beforeAll(async () => {
  model = await loadPairs(cafeFolder);
});
afterAll(() => model.dispose());

/** A model that gives grades in place of labels, by the weights of the golden one. */
function gradedBytes() {
  const graded = signed(files, ({ labels, ...config }) => ({
    ...config,
    grades: labels.map((_, at) => at + 1),
  }));
  return bytesOf(graded);
}

const slices = (of, words) => words.map(({ start, end }) => of.slice(start, end));

test('says what it may answer', async () => {
  expect(model.labels).toEqual(['contradicts', 'entails', 'neither']);
  expect(model.grades).toEqual([]);
  expect(() => model.labels.push('maybe')).toThrow(TypeError);
  const names = (await model.questions()).map(({ name }) => name);
  expect(names).toEqual(['compare', 'alignment', 'features', 'word-effects']);
});

describe('compare()', () => {
  test('gives the likeliest label, and how likely each is', async () => {
    const found = await model.compare(text, other);
    expect([found.text, found.other]).toEqual([text, other]);
    expect(Object.keys(found.probabilities)).toEqual(model.labels);
    const shares = Object.values(found.probabilities);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(1, 5);
    expect(found.probabilities[found.label]).toBe(Math.max(...shares));
  });

  test('tells how many words the model knows', async () => {
    const { known } = await model.compare('The lamp is lit.', 'zzyzx qwrtp');
    expect(known).toEqual({ text: 0.75, other: 0 });
  });

  test('minds the order', async () => {
    const there = await model.compare(text, other);
    const back = await model.compare(other, text);
    expect(back.probabilities).not.toEqual(there.probabilities);
  });

  test('takes the same text twice', async () => {
    const { probabilities, known } = await model.compare(text, text);
    expect(Object.keys(probabilities)).toHaveLength(3);
    expect(known.text).toBe(known.other);
  });

  test('takes other scripts', async () => {
    const { known } = await model.compare('ランプがついている', 'Лампа горит. المصباح مضاء');
    expect(known.text).toBeLessThan(1);
  });

  test('takes 20,000 words against a few', async () => {
    const siamese = await loadPairs(pairsFolder);
    const found = await siamese.compare('The lamp is lit. '.repeat(4000), other);
    expect(found.known.text).toBe(0.75);
    await siamese.dispose();
  });

  test('gives a grade if the model has grades', async () => {
    const graded = await loadPairs(gradedBytes());
    expect([graded.labels, graded.grades]).toEqual([[], [1, 2, 3]]);
    const { label, probabilities, grade } = await graded.compare(text, other);
    expect([label, probabilities]).toEqual([undefined, undefined]);
    const { probabilities: shares } = await model.compare(text, other);
    const mean = model.labels.reduce((sum, each, at) => sum + (at + 1) * shares[each], 0);
    expect(grade).toBeCloseTo(mean, 5);
    await expect(graded.wordEffects(text, other, { label: 'entails' })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('expected none of a model that gives grades'),
    });
    const { value } = await graded.wordEffects(text, other);
    expect(value).toBeCloseTo(grade, 5);
    await graded.dispose();
  });
});

describe('wordEffects()', () => {
  test('is what a comparison without the word says', async () => {
    const found = await model.wordEffects(text, other);
    const { label, probabilities } = await model.compare(text, other);
    expect([found.text, found.other, found.label]).toEqual([text, other, label]);
    expect(found.value).toBeCloseTo(probabilities[label], 5);
    expect(slices(text, found.words).slice(0, 3)).toEqual(['Nobody', 'lit', 'the']);
    expect(slices(other, found.otherWords)).toContain('\ud83c');
    const drop = (of, { start, end }) => of.slice(0, start) + of.slice(end);
    const [word, twin] = [found.words[1], found.otherWords[1]];
    const without = await model.compare(drop(text, word), other);
    expect(found.value - without.probabilities[label]).toBeCloseTo(word.effect, 5);
    const less = await model.compare(text, drop(other, twin));
    expect(found.value - less.probabilities[label]).toBeCloseTo(twin.effect, 5);
  });

  test('looks at the label that is asked for', async () => {
    const { probabilities } = await model.compare(text, other);
    for (const label of model.labels) {
      const found = await model.wordEffects(text, other, { label });
      expect(found.label).toBe(label);
      expect(found.value).toBeCloseTo(probabilities[label], 5);
    }
  });

  test('is given up between its steps', async () => {
    const long = 'The lamp in the hall is lit. '.repeat(10);
    const controller = new AbortController();
    const asked = model.wordEffects(long, long, { signal: controller.signal });
    setTimeout(() => controller.abort('typed on'));
    await expect(asked).rejects.toBe('typed on');
    expect((await model.compare(text, other)).text).toBe(text);
  });
});

describe('alignment()', () => {
  test('has for each word a weight for every word of the other text', async () => {
    const { words, otherWords, ...rest } = await model.alignment(text, other);
    expect(rest).toEqual({ text, other });
    expect(slices(text, words)).toContain('💡');
    for (const [some, others] of [
      [words, otherWords],
      [otherWords, words],
    ]) {
      for (const { weights } of some) {
        expect(weights).toHaveLength(others.length);
        expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
      }
    }
  });

  test('is refused by a model that reads each text by itself', async () => {
    const siamese = await loadPairs(pairsFolder);
    await expect(siamese.alignment(text, other)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('expected a model whose words meet'),
    });
    await siamese.dispose();
  });
});

describe('features()', () => {
  test('are sums over the words that are read', async () => {
    const { words, otherWords, ...rest } = await model.features(text, other);
    expect(rest).toEqual({ text, other });
    expect(slices(text, words)).toContain('💡');
    for (const [some, others] of [
      [words, otherWords],
      [otherWords, words],
    ]) {
      for (const { features } of some) {
        expect(features.map(({ reads, operator }) => `${reads} ${operator}`)).toEqual(
          ['own', 'other'].flatMap((reads) =>
            ['concatenation', 'difference', 'product'].map((operator) => `${reads} ${operator}`),
          ),
        );
        for (const { reads, value, alone, parts } of features) {
          expect(parts).toHaveLength(reads === 'other' ? others.length : some.length);
          expect(parts.reduce((sum, part) => sum + part, alone)).toBeCloseTo(value, 5);
        }
      }
    }
  });

  test('name the layer where words have them in a stack', async () => {
    const stacked = await loadPairs(csranFolder);
    const { words } = await stacked.features(text, other);
    expect(words[0].features.map(({ layer }) => layer)).toEqual([1, 1, 1, 1, 1, 1]);
    await stacked.dispose();
  });

  test('are refused by a model whose words have none', async () => {
    const siamese = await loadPairs(pairsFolder);
    await expect(siamese.features(text, other)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('expected a model whose words have features'),
    });
    await siamese.dispose();
  });
});

describe.each(['here', 'in a Worker'])('%s', (where) => {
  let asked;
  let worker;
  beforeAll(async () => {
    worker = where === 'here' ? undefined : startWorker(files);
    asked = await loadPairs(bytesOf(files), { worker });
  });
  afterAll(async () => {
    await asked.dispose();
    worker?.close();
  });

  const pairs = Array.from({ length: 12 }, (_, at) => ({
    text: 'The lamp is lit. '.repeat(1 + (at % 5)),
    other: 'The hall is dark. '.repeat(1 + ((at * 3) % 4)),
  }));

  test('answers are the same', async () => {
    expect(await asked.compare(text, other)).toEqual(await model.compare(text, other));
    expect(await asked.wordEffects(text, other)).toEqual(await model.wordEffects(text, other));
    expect(await asked.alignment(text, other)).toEqual(await model.alignment(text, other));
    expect(await asked.features(text, other)).toEqual(await model.features(text, other));
  });

  test('many pairs are compared as each alone, in order', async () => {
    const alone = [];
    for (const pair of pairs) alone.push(await model.compare(pair.text, pair.other));
    const seen = [];
    const onComparison = (found, at) => (seen[at] = found);
    expect(await asked.compareMany(pairs, { onComparison })).toEqual(alone);
    expect(seen).toEqual(alone);
    const streamed = [];
    for await (const found of asked.compareStream(pairs)) streamed.push(found);
    expect(streamed).toEqual(alone);
    expect(await asked.compareMany([])).toEqual([]);
  });

  test('many pairs are given up half way', async () => {
    const controller = new AbortController();
    let seen = 0;
    const onComparison = () => {
      if (++seen === 3) controller.abort('seen enough');
    };
    const options = { signal: controller.signal, onComparison };
    await expect(asked.compareMany(pairs, options)).rejects.toBe('seen enough');
    expect(seen).toBe(3);
  });

  test.each([
    { what: 'an empty text', texts: ['', other], says: /^expected words in both.* the first$/ },
    { what: 'only spaces', texts: [text, ' \n\t'], says: /^expected words in both.* the second$/ },
    {
      what: 'too many pairs of words',
      texts: ['a '.repeat(20_000), 'a '.repeat(300)],
      code: 'text-too-long',
      says: /^expected at most 4194304 pairs of words, .*found 6000000$/,
    },
    {
      what: 'more pairs of words than 32 bits hold',
      texts: ['a '.repeat(65_536), 'a '.repeat(65_536)],
      code: 'text-too-long',
      says: /^expected at most 4194304 pairs of words, .*found 4294967296$/,
    },
    {
      what: 'too many words',
      texts: ['a '.repeat(100_001), 'a'],
      code: 'text-too-long',
      says: /^expected at most 100000 words, found 100001$/,
    },
    { what: 'a number', texts: [text, 7], says: /^Expected a string to compare, found number\.$/ },
    { what: 'one text', texts: [text], says: /^Expected a string to compare, found undefined\.$/ },
  ])('$what is refused', async ({ texts, code = 'invalid-argument', says }) => {
    for (const question of ['compare', 'wordEffects', 'alignment', 'features']) {
      await expect(asked[question](...texts)).rejects.toMatchObject({
        name: 'WhylightError',
        code,
        message: expect.stringMatching(says),
      });
    }
  });

  test('effects of too many words are refused', async () => {
    await expect(asked.wordEffects('a '.repeat(999), 'b b')).rejects.toMatchObject({
      code: 'text-too-long',
      message: 'expected at most 1000 words in both texts together, found 1001',
    });
  });

  test('an unknown label is refused', async () => {
    await expect(asked.wordEffects(text, other, { label: 'maybe' })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/"label": expected one of "contradicts", .*"maybe"$/),
    });
  });

  test.each([
    { what: 'no list', pairs: { text, other }, says: 'Expected an array of pairs to compare.' },
    {
      what: 'no pair',
      pairs: [{ text, other }, text],
      says: 'texts[1]: Expected a "text" and an "other" to compare, found string.',
    },
    {
      what: 'a pair of one text',
      pairs: [{ text }],
      says: 'texts[0]: Expected a string to compare, found undefined.',
    },
    {
      what: 'a pair without words',
      pairs: [
        { text, other },
        { text, other: '' },
      ],
      says: 'texts[1]: expected words in both texts, found none in the second',
    },
  ])('many: $what is refused', async ({ pairs: list, says }) => {
    const refused = { code: 'invalid-argument', message: says };
    await expect(asked.compareMany(list)).rejects.toMatchObject(refused);
  });

  test('a stream names the pair that is to blame', async () => {
    const source = [...pairs, { text, other: '' }];
    const drain = async () => {
      for await (const found of asked.compareStream(source)) expect(found.label).toBeDefined();
    };
    await expect(drain()).rejects.toMatchObject({
      message: expect.stringMatching(/^texts\[12\]: /),
    });
    await expect(asked.compareStream(7).next()).rejects.toMatchObject({
      message: 'Expected an iterable of pairs to compare, found number.',
    });
  });
});

describe('in Workers', () => {
  const open = [];
  afterEach(() => {
    for (const worker of open.splice(0)) worker.close();
  });
  const start = () => {
    const worker = startWorker(files);
    open.push(worker);
    return worker;
  };

  test('a call that is given up leaves the next alone', async () => {
    const there = await loadOnWeb('https://models.example/pairs/', { worker: start() });
    const controller = new AbortController();
    const long = 'The lamp in the hall is lit. '.repeat(10);
    const superseded = there.wordEffects(long, long, { signal: controller.signal });
    const latest = there.compare(text, other);
    controller.abort('typed on');
    await expect(superseded).rejects.toBe('typed on');
    expect((await latest).text).toBe(text);
  });

  test('several share the pairs of a call', async () => {
    const pool = await loadPairs(bytesOf(files), { worker: [start(), start()] });
    const pairs = Array.from({ length: 9 }, () => ({ text, other }));
    expect(await pool.compareMany(pairs)).toEqual(await model.compareMany(pairs));
    await pool.dispose();
  });
});

test('is of no use once it is disposed of', async () => {
  const loaded = await loadPairs(cafeFolder);
  await loaded.dispose();
  await loaded.dispose();
  for (const call of [
    loaded.compare(text, other),
    loaded.compareMany([]),
    loaded.wordEffects(text, other),
    loaded.alignment(text, other),
    loaded.features(text, other),
  ]) {
    await expect(call).rejects.toMatchObject({
      code: 'disposed',
      message: 'This model of pairs was disposed of.',
    });
  }
});

test('of another kind of model says which kind was expected', async () => {
  await expect(loadPairs(classifierFolder)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(
      '"task": expected "pairs", which loadPairs() of whylight/pairs opens, ' +
        'found "classifier", which loadClassifier() of whylight/classifier opens.',
    ),
  });
});

// Of the largest number in an answer.
const TOLERANCE = 1e-5;

describe.each([
  { name: 'pairs-tiny', folder: pairsFolder },
  { name: 'cafe-tiny', folder: cafeFolder },
  { name: 'mcan-tiny', folder: mcanFolder },
  { name: 'csran-tiny', folder: csranFolder },
  { name: 'selecting-tiny', folder: selectingFolder },
  { name: 'matching-tiny', folder: matchingFolder },
])('golden: $name', ({ folder }) => {
  let golden;
  beforeAll(async () => {
    golden = await loadPairs(folder);
  });
  afterAll(() => golden.dispose());

  const lines = readFileSync(new URL('answers.jsonl', folder), 'utf8').trimEnd().split('\n');
  test.each(lines.map((line) => JSON.parse(line)))(
    '$method: $text ~ $other',
    async ({ method, text: first, other: second, options, answer }) => {
      const found = await golden.ask(method, [first, second], options);
      delete found.text;
      delete found.other;
      const numbers = [];
      const expected = [];
      expect(withoutNumbers(found, numbers)).toBe(withoutNumbers(answer, expected));
      const scale = Math.max(1, ...expected.map(Math.abs));
      const errors = numbers.map((number, index) => Math.abs(number - expected[index]));
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE * scale);
    },
  );
});
