// Taggers through the package: what they say, in this thread and in a Worker.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { loadTagger as loadOnWeb } from '../../wasm/dist/systems/tagger/index.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/node.js';
import {
  bytesOf,
  classifierFolder,
  signed,
  startWorker,
  taggerFiles,
  taggerFolder,
} from './support.js';

const files = taggerFiles();
const text = 'The 💡 night train leaves New Harbour\ud83c at seven.';

let tagger;
beforeAll(async () => {
  tagger = await loadTagger(taggerFolder);
});
afterAll(() => tagger.dispose());

const slices = (of, spans) => spans.map(({ start, end }) => of.slice(start, end));

test('says what it may answer', async () => {
  expect(tagger.labels).toContain('B-place');
  expect(tagger.marksSpans).toBe(true);
  expect(() => tagger.labels.push('X')).toThrow(TypeError);
  expect((await tagger.questions()).map(({ name }) => name)).toEqual(['tag']);
});

describe('tag()', () => {
  test('gives each word its tag, and the spans they mark', async () => {
    const { text: given, words, spans } = await tagger.tag(text);
    expect(given).toBe(text);
    expect(slices(text, words)).toEqual([
      ...['The', '💡', 'night', 'train', 'leaves', 'New', 'Harbour', '\ud83c', 'at', 'seven', '.'],
    ]);
    for (const { tag } of words) expect(tagger.labels).toContain(tag);
    const begun = words.filter(({ tag }) => tag.startsWith('B-'));
    expect(spans.map(({ start, label }) => `B-${label} ${start}`)).toEqual(
      begun.map(({ start, tag }) => `${tag} ${start}`),
    );
    expect(spans.length).toBeGreaterThan(0);
  });

  test('tags each sentence by itself, if asked to', async () => {
    const [first, second] = ['Leave at noon!', 'The old harbour of Lisbon.'];
    const found = await tagger.tag(`${first} ${second}`, { sentences: true });
    const alone = [await tagger.tag(first), await tagger.tag(second)];
    expect(found.words.map(({ tag }) => tag)).toEqual(
      alone.flatMap(({ words }) => words.map(({ tag }) => tag)),
    );
    expect(slices(found.text, found.spans)).toEqual(
      alone.flatMap(({ text: of, spans }) => slices(of, spans)),
    );
    await expect(tagger.tag(first, { sentences: 1 })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('"sentences"'),
    });
  });

  test('of a text without words gives none', async () => {
    expect(await tagger.tag(' \n')).toEqual({ text: ' \n', words: [], spans: [] });
  });

  test('of tags that mark nothing gives no spans', async () => {
    const plain = signed(files, (config) => ({ ...config, bio: false }));
    const other = await loadTagger(bytesOf(plain));
    expect(other.marksSpans).toBe(false);
    const { words, spans } = await other.tag(text);
    expect([words.length, spans]).toEqual([11, undefined]);
    await other.dispose();
  });
});

describe.each(['here', 'in a Worker'])('%s', (where) => {
  let asked;
  let worker;
  beforeAll(async () => {
    worker = where === 'here' ? undefined : startWorker(files);
    asked = await loadTagger(bytesOf(files), { worker });
  });
  afterAll(async () => {
    await asked.dispose();
    worker?.close();
  });

  const texts = Array.from({ length: 12 }, (_, at) => 'The old harbour at noon. '.repeat(at % 5));

  test('answers are the same', async () => {
    expect(await asked.tag(text)).toEqual(await tagger.tag(text));
  });

  test('many texts are tagged as each alone, in order', async () => {
    const alone = [];
    for (const each of texts) alone.push(await tagger.tag(each));
    const seen = [];
    const onTagged = (found, at) => (seen[at] = found);
    expect(await asked.tagMany(texts, { onTagged })).toEqual(alone);
    expect(seen).toEqual(alone);
    const streamed = [];
    for await (const found of asked.tagStream(texts)) streamed.push(found);
    expect(streamed).toEqual(alone);
    expect(await asked.tagMany([])).toEqual([]);
  });

  test('many texts are given up half way', async () => {
    const controller = new AbortController();
    let seen = 0;
    const onTagged = () => {
      if (++seen === 3) controller.abort('seen enough');
    };
    const options = { signal: controller.signal, onTagged };
    await expect(asked.tagMany(texts, options)).rejects.toBe('seen enough');
    expect(seen).toBe(3);
  });

  test.each([
    {
      what: 'too many words',
      given: 'a '.repeat(100_001),
      code: 'text-too-long',
      says: /^expected at most 100000 words, found 100001$/,
    },
    { what: 'a number', given: 7, says: /^Expected a string to tag, found number\.$/ },
  ])('$what is refused', async ({ given, code = 'invalid-argument', says }) => {
    await expect(asked.tag(given)).rejects.toMatchObject({
      name: 'WhylightError',
      code,
      message: expect.stringMatching(says),
    });
    await expect(asked.tagMany(['a', given])).rejects.toMatchObject({
      code,
      message: expect.stringMatching(/^texts\[1\]: /),
    });
  });
});

test('a Worker fetches a model by its address', async () => {
  const worker = startWorker(files);
  const there = await loadOnWeb('https://models.example/tagger/', { worker });
  expect(await there.tag(text)).toEqual(await tagger.tag(text));
  await there.dispose();
  worker.close();
});

test('is of no use once it is disposed of', async () => {
  const loaded = await loadTagger(taggerFolder);
  await loaded.dispose();
  for (const call of [loaded.tag(text), loaded.tagMany([])]) {
    await expect(call).rejects.toMatchObject({
      code: 'disposed',
      message: 'This tagger was disposed of.',
    });
  }
});

test('of another kind of model says which kind was expected', async () => {
  await expect(loadTagger(classifierFolder)).rejects.toMatchObject({
    code: 'bad-model',
    message: expect.stringContaining(
      '"task": expected "tagger", which loadTagger() of whylight/tagger opens, ' +
        'found "classifier", which loadClassifier() of whylight/classifier opens.',
    ),
  });
});

describe('golden: tagger-tiny', () => {
  const lines = readFileSync(new URL('answers.jsonl', taggerFolder), 'utf8').trimEnd().split('\n');
  test.each(lines.map((line) => JSON.parse(line)))('$text', async ({ text: given, answer }) => {
    expect(await tagger.tag(given)).toEqual({ text: given, ...answer });
  });
});
