// Classifiers through the package: what they say, and how they are loaded.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadClassifier as loadOnWeb } from '../../wasm/dist/systems/classifier/index.js';
import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import {
  bytesOf,
  classifierFiles,
  classifierFolder as folder,
  fetchFrom,
  modelFolder as rationaleFolder,
  signed,
  withoutNumbers,
} from './support.js';

const files = classifierFiles();
const text = 'Not a bad film \ud83c, and 🍿 never dull.';
const slice = ({ start, end }) => text.slice(start, end);

let classifier;
beforeAll(async () => {
  classifier = await loadClassifier(folder);
});
afterAll(() => classifier.dispose());

test('knows its labels by name and grade', () => {
  expect(classifier.labels).toEqual([
    { label: '0', name: 'very bad', grade: -2 },
    { label: '1', name: 'bad', grade: -1 },
    { label: '2', name: 'fair', grade: 0 },
    { label: '3', name: 'good', grade: 1 },
    { label: '4', name: 'very good', grade: 2 },
  ]);
  expect(() => (classifier.labels[0].name = 'fine')).toThrow(TypeError);
});

describe('an answer', () => {
  test('is of the likelier label of the two around the mean, and its grade nearest to that', async () => {
    const found = await classifier.classify(text);
    expect(found.text).toBe(text);
    const { label, name, probabilities } = found;
    const sum = (weigh) =>
      classifier.labels.reduce((total, each) => total + weigh(each) * probabilities[each.label], 0);
    expect(sum(() => 1)).toBeCloseTo(1, 5);
    const mean = sum(({ grade }) => grade);
    const [likelier] = classifier.labels
      .filter(({ grade }) => Math.abs(grade - mean) < 1)
      .toSorted((a, b) => probabilities[b.label] - probabilities[a.label]);
    expect({ label, name }).toEqual({ label: likelier.label, name: likelier.name });
    expect(Math.abs(found.grade - likelier.grade)).toBeLessThanOrEqual(0.5);
    expect((found.grade - likelier.grade) * (mean - likelier.grade)).toBeGreaterThanOrEqual(0);
  });

  test('has spans of the string it was asked about', async () => {
    const { words, ngrams } = await classifier.classify(text);
    const expected = ['Not', 'a', 'bad', 'film', '\ud83c', ',', 'and', '🍿', 'never', 'dull', '.'];
    expect(words.map(slice)).toEqual(expected);
    expect(words.every(({ grade }) => grade >= -2 && grade <= 2)).toBe(true);
    expect(ngrams).toHaveLength(5);
    for (const span of ngrams.flatMap(({ spans }) => spans)) {
      expect(expected).toContain(slice(span));
    }
  });

  test('adds up: n-grams, bias and residual are the value', async () => {
    for (const label of [undefined, '0', '4']) {
      const found = await classifier.classify(text, { ngrams: 1000, label });
      expect(found.sum + found.bias + found.residual).toBeCloseTo(found.value, 4);
      expect(found.residual).toBe(0);
      const listed = found.ngrams.reduce((sum, { contribution }) => sum + contribution, 0);
      expect(listed).toBeCloseTo(found.sum, 4);
      expect(found.window).toBe(found.words.length);
    }
  });

  test('has probabilities at every word on request', async () => {
    const plain = await classifier.classify(text);
    expect(plain.words[0]).not.toHaveProperty('probabilities');
    const { words } = await classifier.classify(text, { local: true });
    expect(Object.keys(words[0].probabilities)).toEqual(['0', '1', '2', '3', '4']);
  });

  test('comes of a long text, too', async () => {
    const found = await classifier.classify('never dull, not bad. '.repeat(333));
    expect(found.words).toHaveLength(1998);
    expect(found.window).toBeLessThan(1998);
    expect(found.ngrams).toHaveLength(5);
  });

  test('is refused where the question makes no sense', async () => {
    const wrong = (options, message) =>
      expect(classifier.classify(text, options)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringMatching(message),
      });
    await wrong({ label: 'superb' }, /^classify: "label": expected one of "0", .*"superb"$/);
    await wrong({ ngrams: -1 }, /^classify: "ngrams": expected/);
    await wrong({ top: 1 }, /^classify: unknown key "top"/);
    await expect(classifier.classify(3)).rejects.toMatchObject({ code: 'invalid-argument' });
    const tooLong = classifier.classify('a '.repeat(100_001));
    await expect(tooLong).rejects.toMatchObject({ code: 'text-too-long' });
    const reason = new Error('enough');
    const stopped = classifier.classify(text, { signal: AbortSignal.abort(reason) });
    await expect(stopped).rejects.toBe(reason);
  });
});

describe('loading', () => {
  test('tells how far it is', async () => {
    const seen = [];
    const loaded = await loadOnWeb('https://a.test/tiny', {
      fetch: fetchFrom(files),
      onProgress: (progress) => seen.push(progress),
    });
    await loaded.dispose();
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['download', 'verify', 'compile']);
    expect(seen.at(-1)).toEqual({ phase: 'compile', loaded: 1, total: 1, fraction: 1 });
  });

  test('takes bytes, and a module', async () => {
    const wasm = await WebAssembly.compile(files['whylight-classifier.wasm']);
    const loaded = await loadClassifier(bytesOf(files), { wasm });
    expect(await loaded.classify(text)).toEqual(await classifier.classify(text));
    await loaded.dispose();
  });

  test('checks every byte', async () => {
    const spoilt = Buffer.from(files['model.safetensors']);
    spoilt[spoilt.length - 1] ^= 1;
    const loading = loadClassifier(bytesOf({ ...files, 'model.safetensors': spoilt }));
    await expect(loading).rejects.toMatchObject({ code: 'hash-mismatch' });
    const bad = signed(files, (config) => ({ ...config, grades: [1] }));
    await expect(loadClassifier(bytesOf(bad))).rejects.toMatchObject({
      code: 'bad-model',
      message: 'config.json: "grades": expected 5, one a label, found 1',
    });
  });

  test('of another kind of model says which kind was expected', async () => {
    await expect(loadClassifier(rationaleFolder)).rejects.toMatchObject({
      code: 'bad-model',
      message:
        `${new URL('config.json', rationaleFolder)}: "task": expected "classifier", ` +
        'which loadClassifier() of whylight/classifier opens, found "rationale", ' +
        'which load() of whylight opens.',
    });
    await expect(load(folder)).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining(
        '"task": expected "rationale", which load() of whylight opens, ' +
          'found "classifier", which loadClassifier() of whylight/classifier opens.',
      ),
    });
  });

  test('stops with its signal', async () => {
    const reason = new Error('enough');
    const loading = loadClassifier(folder, { signal: AbortSignal.abort(reason) });
    await expect(loading).rejects.toBe(reason);
  });
});

test('is of no use once it is disposed of', async () => {
  const loaded = await loadClassifier(folder);
  await loaded.dispose();
  await loaded.dispose();
  await expect(loaded.classify(text)).rejects.toMatchObject({
    code: 'disposed',
    message: 'This classifier was disposed of.',
  });
});

// Of the largest number in an answer.
const TOLERANCE = 1e-5;

const golden = readFileSync(new URL('answers.jsonl', folder), 'utf8').trimEnd().split('\n');

test.each(golden.map((line) => JSON.parse(line)))(
  'golden: $text $options',
  async ({ text: asked, options, answer }) => {
    const found = await classifier.classify(asked, options);
    delete found.text;
    const numbers = [];
    const expected = [];
    expect(withoutNumbers(found, numbers)).toBe(withoutNumbers(answer, expected));
    const scale = Math.max(1, ...expected.map(Math.abs));
    const errors = numbers.map((number, index) => Math.abs(number - expected[index]));
    expect(Math.max(...errors)).toBeLessThan(TOLERANCE * scale);
  },
);
