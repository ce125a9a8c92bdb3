// Readers through the package: what they say, in this thread and in a Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadReader as loadOnWeb } from '../../wasm/dist/systems/reader/index.js';
import { loadReader } from '../../wasm/dist/systems/reader/node.js';
import {
  bytesOf,
  classifierFolder,
  readerFiles,
  readerFolder,
  selectingReaderFolder,
  startWorker,
  withoutNumbers,
} from './support.js';

const files = readerFiles();
const question = 'How is the bar 🍸?';
const text = 'We came late\ud83c. The bar 🍸 was loud until midnight.';

let reader;
beforeAll(async () => {
  reader = await loadReader(readerFolder);
});
afterAll(() => reader.dispose());

const slices = (of, spans) => spans.map(({ start, end }) => of.slice(start, end));
const overlap = (a, b) => a.start < b.end && b.start < a.end;

test('says from when on it answers, and at what length', async () => {
  expect(reader.threshold).toBeGreaterThan(0);
  expect(reader.longest).toBeGreaterThan(0);
  expect((await reader.questions()).map(({ name }) => name)).toEqual([
    'answer',
    'question-effects',
  ]);
});

describe('answer()', () => {
  test('gives the likeliest place, and how likely it is', async () => {
    const found = await reader.answer(question, text, { threshold: 0, alternatives: 5 });
    expect([found.question, found.text, found.threshold]).toEqual([question, text, 0]);
    const places = [found.answer, ...found.alternatives];
    const shares = places.map(({ probability }) => probability);
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(found.says + 1e-6);
    for (const [at, place] of places.entries()) {
      expect(places.slice(at + 1).some((other) => overlap(place, other))).toBe(false);
    }
  });

  test('says that the text does not say, and what comes nearest', async () => {
    const sure = await reader.answer(question, text, { threshold: 0 });
    const found = await reader.answer(question, text, { threshold: 1 });
    expect(found.answer).toBeNull();
    expect(found.says).toBe(sure.says);
    expect(found.alternatives).toEqual([sure.answer, ...sure.alternatives].slice(0, 3));
    expect(found.reads).toEqual(sure.reads);
    expect(await reader.answer(question, text)).toMatchObject({ threshold: reader.threshold });
  });

  test('says which words of the question those of the answer read', async () => {
    const { answer, reads } = await reader.answer(question, text, { threshold: 0 });
    expect(slices(question, reads.question)).toEqual(['How', 'is', 'the', 'bar', '🍸', '?']);
    expect(reads.words[0].start).toBe(answer.start);
    expect(reads.words.at(-1).end).toBe(answer.end);
    for (const { weights } of reads.words) {
      expect(weights).toHaveLength(reads.question.length);
      expect(weights.reduce((sum, weight) => sum + weight)).toBeCloseTo(1, 5);
    }
  });

  test('tells how many words it knows', async () => {
    const { known } = await reader.answer('Какой бар', text);
    expect(known.question).toBe(0);
    expect(known.text).toBeGreaterThan(0);
  });
});

describe('questionEffects()', () => {
  test('tells the words of the question apart, by leaving them out', async () => {
    const found = await reader.questionEffects(question, text);
    const { answer } = await reader.answer(question, text, { threshold: 0 });
    expect(found).toMatchObject({ question, text, place: answer });
    expect(slices(question, found.words)).toEqual(['How', 'is', 'the', 'bar', '🍸', '?']);
    const effects = found.words.map(({ effect }) => effect);
    expect(effects.every(Number.isFinite)).toBe(true);
    expect(new Set(effects).size).toBeGreaterThan(1);
  });

  test('needs two words, and a text that can be read as often', async () => {
    const refused = (code, message) => ({ code, message: expect.stringMatching(message) });
    await expect(reader.questionEffects('bar', text)).rejects.toMatchObject(
      refused('invalid-argument', /at least 2 words in the question, found 1/),
    );
    await expect(reader.questionEffects('a '.repeat(300), 'a '.repeat(300))).rejects.toMatchObject(
      refused('text-too-long', /expected at most 65536 pairs/),
    );
    await expect(reader.questionEffects(question, text, { threshold: 1 })).rejects.toMatchObject(
      refused('invalid-argument', /unknown key "threshold"/),
    );
  });
});

describe.each(['here', 'in a Worker'])('%s', (where) => {
  let asked;
  let worker;
  beforeAll(async () => {
    worker = where === 'here' ? undefined : startWorker(files);
    asked = await loadReader(bytesOf(files), { worker });
  });
  afterAll(async () => {
    await asked.dispose();
    worker?.close();
  });

  const texts = Array.from({ length: 9 }, (_, at) => 'The bar was loud. '.repeat(1 + (at % 4)));
  const options = { alternatives: 1, threshold: 0.2 };

  test('answers are the same', async () => {
    expect(await asked.answer(question, text)).toEqual(await reader.answer(question, text));
  });

  test('many texts are asked as each alone, in order', async () => {
    const alone = [];
    for (const each of texts) alone.push(await reader.answer(question, each, options));
    const seen = [];
    const onAnswer = (found, at) => (seen[at] = found);
    expect(await asked.answerMany(question, texts, { ...options, onAnswer })).toEqual(alone);
    expect(seen).toEqual(alone);
    const questions = texts.map((each) => ({ question, text: each }));
    expect(await asked.answerMany(questions, options)).toEqual(alone);
    const streamed = [];
    for await (const found of asked.answerStream(questions, options)) streamed.push(found);
    expect(streamed).toEqual(alone);
    expect(await asked.answerMany(question, [])).toEqual([]);
    expect(await asked.answerMany([])).toEqual([]);
  });

  test('many texts are given up half way', async () => {
    const controller = new AbortController();
    let seen = 0;
    const onAnswer = () => {
      if (++seen === 3) controller.abort('seen enough');
    };
    const given = { signal: controller.signal, onAnswer };
    await expect(asked.answerMany(question, texts, given)).rejects.toBe('seen enough');
    expect(seen).toBe(3);
  });

  test.each([
    { what: 'a question without words', about: [' ', text], says: /words/ },
    { what: 'a text without words', about: [question, ' \n'], says: /words/ },
    {
      what: 'a text of too many words',
      about: ['a', 'a '.repeat(100_001)],
      code: 'text-too-long',
      says: /expected at most 100000 words, found 100001/,
    },
    {
      what: 'too many pairs of words',
      about: ['a '.repeat(20_000), 'a '.repeat(300)],
      code: 'text-too-long',
      says: /expected at most 1048576 pairs of a word .*found 6000000/,
    },
    {
      what: 'more pairs of words than 32 bits hold',
      about: ['a '.repeat(65_536), 'a '.repeat(65_536)],
      code: 'text-too-long',
      says: /expected at most 1048576 pairs of a word .*found 4294967296/,
    },
    { what: 'a number', about: [question, 7], says: /^Expected a string to read, found number\.$/ },
    {
      what: 'no text',
      about: [question],
      says: /^Expected a string to read, found undefined\.$/,
    },
  ])('$what is refused', async ({ about, code = 'invalid-argument', says }) => {
    const refused = { name: 'WhylightError', code, message: expect.stringMatching(says) };
    await expect(asked.answer(...about)).rejects.toMatchObject(refused);
    await expect(asked.questionEffects(...about)).rejects.toMatchObject({
      name: 'WhylightError',
      code,
    });
    const [question, text] = about;
    const where = { code, message: expect.stringMatching(/^texts\[1\]: /) };
    const questions = [
      { question: 'a', text: 'a' },
      { question, text },
    ];
    await expect(asked.answerMany(questions)).rejects.toMatchObject(where);
  });

  test.each([
    { given: { alternatives: 21 }, says: /"alternatives"/ },
    { given: { threshold: 2 }, says: /"threshold"/ },
    { given: { limit: 3 }, says: /"limit"/ },
  ])('of answer(), $given is refused', async ({ given, says }) => {
    await expect(asked.answer(question, text, given)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(says),
    });
  });

  test.each([
    { given: [question, text], says: 'Expected an array of questions about texts to read.' },
    { given: [7], says: 'Expected an array of questions about texts to read.' },
    {
      given: [[text]],
      says: 'texts[0]: Expected a "question" and a "text" to read, found string.',
    },
    { given: [question, [text, 7]], says: 'texts[1]: Expected a string to read, found number.' },
  ])('of many, $says', async ({ given, says }) => {
    const refused = { code: 'invalid-argument', message: says };
    await expect(asked.answerMany(...given)).rejects.toMatchObject(refused);
  });
});

test('a Worker fetches a model by its address', async () => {
  const worker = startWorker(files);
  const there = await loadOnWeb('https://models.example/reader/', { worker });
  expect(await there.answer(question, text)).toEqual(await reader.answer(question, text));
  await there.dispose();
  worker.close();
});

test('is of no use once it is disposed of', async () => {
  const loaded = await loadReader(readerFolder);
  await loaded.dispose();
  for (const call of [loaded.answer(question, text), loaded.answerMany([])]) {
    await expect(call).rejects.toMatchObject({
      code: 'disposed',
      message: 'This reader was disposed of.',
    });
  }
});

test('of another kind of model says which kind was expected', async () => {
  await expect(loadReader(classifierFolder)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(
      '"task": expected "reader", which loadReader() of whylight/reader opens, ' +
        'found "classifier", which loadClassifier() of whylight/classifier opens.',
    ),
  });
});

// Of the largest number in an answer.
const TOLERANCE = 1e-5;

const METHODS = { answer: 'answer', 'question-effects': 'questionEffects' };

describe.each([
  { golden: 'reader-tiny', folder: readerFolder },
  { golden: 'selecting-reader-tiny', folder: selectingReaderFolder },
])('golden: $golden', ({ folder }) => {
  let tiny;
  beforeAll(async () => {
    tiny = await loadReader(folder);
  });
  afterAll(() => tiny.dispose());

  const lines = readFileSync(new URL('answers.jsonl', folder), 'utf8').trimEnd().split('\n');
  test.each(lines.map((line) => JSON.parse(line)))(
    '$method: $question ~ $text',
    async ({ method, question: asked, text: given, options, answer }) => {
      const found = await tiny[METHODS[method]](asked, given, options);
      const numbers = [];
      const expected = [];
      const whole = { question: asked, text: given, ...answer };
      expect(withoutNumbers(found, numbers)).toBe(withoutNumbers(whole, expected));
      const errors = numbers.map((number, index) => Math.abs(number - expected[index]));
      expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    },
  );
});
