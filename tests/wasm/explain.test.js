import { beforeAll, afterAll, describe, expect, test } from '@jest/globals';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { modelFolder } from './support.js';

let model;
beforeAll(async () => {
  model = await load(modelFolder);
});
afterAll(() => model.dispose());

const words = ({ text, tokens }) => tokens.map(({ start, end }) => text.slice(start, end));

test.each([
  { name: 'plain words', text: 'pours a hazy gold', expected: ['pours', 'a', 'hazy', 'gold'] },
  { name: 'one word', text: 'malty', expected: ['malty'] },
  { name: 'nothing', text: '', expected: [] },
  { name: 'white space', text: ' \t\n ', expected: [] },
  { name: 'accents and emoji', text: 'café 🍺 ok', expected: ['café', '🍺', 'ok'] },
  { name: 'a joined emoji', text: 'hop 👨‍👩‍👧 end', expected: ['hop', '👨‍👩‍👧', 'end'] },
  {
    name: 'lone surrogates',
    text: 'bad \ud83c end \udf7a',
    expected: ['bad', '\ud83c', 'end', '\udf7a'],
  },
  { name: 'right-to-left text', text: 'בירה שחורה جعة', expected: ['בירה', 'שחורה', 'جعة'] },
  { name: 'a letter that grows in lower case', text: 'İzmir ale', expected: ['İzmir', 'ale'] },
])('spans slice $name back out of the text', async ({ text, expected }) => {
  const explanation = await model.explain(text);
  expect(explanation.text).toBe(text);
  expect(words(explanation)).toEqual(expected);
});

test('a lone surrogate counts as U+FFFD, which is as long', async () => {
  const { text, ...cut } = await model.explain('hazy\ud83c gold \udf7a\ud83c end');
  const { text: replaced, ...whole } = await model.explain('hazy\ufffd gold \ufffd\ufffd end');
  expect(text).toHaveLength(replaced.length);
  expect(cut).toEqual(whole);
});

test.each([
  { name: 'a NUL', text: 'dark\0ale' },
  {
    name: 'every kind at once',
    text: '🍺\0 \ud83cבירה\u202e e\u0301\ufeff 9.2%\ud83c\udf7a\udf7a',
  },
  {
    name: 'all code units',
    text: Array.from({ length: 65536 }, (_, i) => String.fromCharCode(i)).join(' '),
  },
])('spans stay in order and in bounds with $name', async ({ text }) => {
  const { tokens } = await model.explain(text);
  const bounds = tokens.flatMap(({ start, end }) => [start, end]);
  expect(bounds).toEqual([...bounds].sort((a, b) => a - b));
  expect(tokens.filter(({ start, end }) => start === end)).toEqual([]);
  expect(bounds.at(-1)).toBeLessThanOrEqual(text.length);
});

describe('an explanation', () => {
  const text = 'pours a hazy gold, thick lacing, aroma of hops and orange 🍊 with a smooth body';

  test('has an entry an aspect everywhere', async () => {
    const { ratings, mentioned, spreads, priors, tokens, rationales } = await model.explain(text);
    const records = [ratings, mentioned, spreads, priors, rationales];
    const entries = [...records, ...tokens.flatMap((t) => [t.probability, t.selected])];
    for (const entry of entries) expect(Object.keys(entry)).toEqual(model.aspects);
    for (const rating of Object.values(ratings)) {
      expect(rating).toBeGreaterThanOrEqual(0);
      expect(rating).toBeLessThanOrEqual(1);
    }
  });

  test('has the keys of the command line, in its order', async () => {
    const explanation = await model.explain(text);
    expect(Object.keys(explanation)).toEqual([
      'text',
      'inDomain',
      'domain',
      'known',
      'ratings',
      'mentioned',
      'spreads',
      'priors',
      'classes',
      'tokens',
      'rationales',
    ]);
    expect(Object.keys(explanation.tokens[0])).toEqual(['start', 'end', 'probability', 'selected']);
  });

  test('has rationales that cover the selected words and no others', async () => {
    const { tokens, rationales } = await model.explain(text);
    for (const aspect of model.aspects) {
      const covered = (token) =>
        rationales[aspect].some((span) => span.start <= token.start && token.end <= span.end);
      expect(tokens.map(covered)).toEqual(tokens.map((token) => token.selected[aspect]));
    }
  });

  test('is the same every time, and whatever came before', async () => {
    const first = await model.explain(text);
    await model.explain('another text altogether, flat and sour');
    expect(await model.explain(text)).toEqual(first);
  });

  test('is the same from several calls at once', async () => {
    const [first, second] = await Promise.all([model.explain(text), model.explain(text)]);
    expect(second).toEqual(first);
  });
});

test('20,000 words are explained', async () => {
  const text = 'pours a hazy gold '.repeat(5000);
  const explanation = await model.explain(text);
  expect(explanation.tokens).toHaveLength(20000);
  expect(text.slice(explanation.tokens[19999].start)).toBe('gold ');
});

test('a text with too many words is refused, and the next one is not', async () => {
  await expect(model.explain('hop '.repeat(1_000_000))).rejects.toMatchObject({
    code: 'text-too-long',
  });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
});

test.each([
  { name: 'undefined', text: undefined },
  { name: 'null', text: null },
  { name: 'number', text: 5 },
  { name: 'an array', text: ['a'] },
])('explaining $name is refused', async ({ name, text }) => {
  await expect(model.explain(text)).rejects.toMatchObject({
    code: 'invalid-argument',
    message: `Expected a string to explain, found ${name}.`,
  });
});

test('an aborted call rejects with the reason', async () => {
  const signal = AbortSignal.abort('typed on');
  await expect(model.explain('hop', { signal })).rejects.toBe('typed on');
});

describe('a model that was disposed of', () => {
  test('explains no more', async () => {
    const gone = await load(modelFolder);
    await gone.dispose();
    await gone.dispose();
    await expect(gone.explain('hop')).rejects.toMatchObject({ code: 'disposed' });
  });

  test('gives up the call under way', async () => {
    const going = await load(modelFolder);
    const call = going.explain('hop');
    await Promise.all([expect(call).rejects.toMatchObject({ code: 'disposed' }), going.dispose()]);
  });

  test.each([{ symbol: 'dispose' }, { symbol: 'asyncDispose' }])(
    'may have been so by Symbol.$symbol',
    async ({ symbol }) => {
      const gone = await load(modelFolder);
      await gone[Symbol[symbol]]();
      await expect(gone.explain('hop')).rejects.toMatchObject({ code: 'disposed' });
    },
  );
});
