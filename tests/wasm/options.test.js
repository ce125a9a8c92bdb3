// Options of every call: what is unknown or of another type is refused, alike everywhere.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { loadLayers } from '../../wasm/dist/systems/layers/node.js';
import { loadPairs } from '../../wasm/dist/systems/pairs/node.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { load as loadWeb } from '../../wasm/dist/systems/rationale/index.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/node.js';
import { loadReader } from '../../wasm/dist/systems/reader/node.js';
import { loadRecommender } from '../../wasm/dist/systems/recommender/node.js';
import {
  cafeFolder,
  classifierFolder,
  modelFolder,
  questionsFolder,
  readerFolder,
  recommenderFolder,
  silentWorker,
  taggerFolder,
} from './support.js';

let model;
let classifier;
let pairs;
let retriever;
let tagger;
let reader;
let recommender;
let index;
let collection;
beforeAll(async () => {
  model = await load(modelFolder);
  classifier = await loadClassifier(classifierFolder);
  pairs = await loadPairs(cafeFolder);
  retriever = await loadRetriever(questionsFolder);
  tagger = await loadTagger(taggerFolder);
  reader = await loadReader(readerFolder);
  recommender = await loadRecommender(recommenderFolder);
  collection = await recommender.keepReviews([{ user: 'ann', item: 'ale', text: 'gold' }]);
  index = await retriever.createIndex({ fields: ['question'] });
  await index.add({ id: 'parcel', question: 'Where is my parcel?' });
});
afterAll(() =>
  Promise.all(
    [model, classifier, pairs, retriever, tagger, reader, recommender].map((each) =>
      each.dispose(),
    ),
  ),
);

const text = 'where is my parcel';
const aspect = 'appearance';
const loads = [
  { name: 'load', call: (options) => load(modelFolder, options) },
  { name: 'loadClassifier', call: (options) => loadClassifier(classifierFolder, options) },
  { name: 'loadPairs', call: (options) => loadPairs(cafeFolder, options) },
  { name: 'loadReader', call: (options) => loadReader(readerFolder, options) },
  { name: 'loadRecommender', call: (options) => loadRecommender(recommenderFolder, options) },
  { name: 'loadRetriever', call: (options) => loadRetriever(questionsFolder, options) },
  { name: 'loadTagger', call: (options) => loadTagger(taggerFolder, options) },
  { name: 'loadLayers', call: (options) => loadLayers(options) },
];
const asks = [
  { name: 'explain', call: (options) => model.explain(text, options) },
  { name: 'explain', call: (options) => model.ask('explain', text, options) },
  { name: 'explainMany', call: (options) => model.explainMany([text], options) },
  { name: 'ngrams', call: (options) => model.ngrams(text, { aspect, ...options }) },
  { name: 'match', call: (options) => model.ask('match', [text, text], options) },
  { name: 'questions', call: (options) => model.questions(options) },
  { name: 'classify', call: (options) => classifier.classify(text, options) },
  { name: 'classify', call: (options) => classifier.classifyMany([text], options) },
  { name: 'compare', call: (options) => pairs.compare(text, text, options) },
  {
    name: 'compareMany',
    call: (options) => pairs.compareMany([{ text, other: text }], options),
  },
  {
    name: 'compareStream',
    call: (options) => pairs.compareStream([{ text, other: text }], options).next(),
  },
  { name: 'word-effects', call: (options) => pairs.wordEffects(text, text, options) },
  { name: 'alignment', call: (options) => pairs.alignment(text, text, options) },
  { name: 'features', call: (options) => pairs.features(text, text, options) },
  { name: 'tag', call: (options) => tagger.tag(text, options) },
  { name: 'tag', call: (options) => tagger.tagMany([text], options) },
  { name: 'tag', call: (options) => tagger.tagStream([text], options).next() },
  { name: 'answer', call: (options) => reader.answer(text, text, options) },
  { name: 'answer', call: (options) => reader.answerMany(text, [text], options) },
  { name: 'questionEffects', call: (options) => reader.questionEffects(text, text, options) },
  {
    name: 'answer',
    call: (options) => reader.answerStream([{ question: text, text }], options).next(),
  },
  { name: 'recommend', call: (options) => recommender.recommend(options) },
  { name: 'rate', call: (options) => recommender.rate('ann', 'ale', options) },
  { name: 'keepReviews', call: (options) => recommender.keepReviews([], options) },
  { name: 'collection-recommend', call: (options) => collection.recommend(options) },
  { name: 'rate', call: (options) => collection.rate('ann', 'ale', options) },
  { name: 'add', call: (options) => collection.add([], options) },
  { name: 'rank', call: (options) => retriever.rank(text, [text], options) },
  { name: 'keywords', call: (options) => retriever.keywords(text, options) },
  { name: 'gates', call: (options) => retriever.gates(text, options) },
  { name: 'embed', call: (options) => retriever.embed(text, options) },
  { name: '', call: (options) => retriever.createIndex({ fields: ['a'], ...options }) },
  {
    name: 'fromBytes',
    call: async (options) => retriever.fromBytes(await index.toBytes(), options),
  },
  { name: 'search', call: (options) => index.search(text, options) },
  { name: 'explain', call: (options) => index.explain(text, 'parcel', options) },
  { name: 'prefer', call: (options) => index.prefer(text, 'parcel', 'parcel', options) },
  { name: 'withoutWords', call: (options) => index.withoutWords(text, 'parcel', options) },
  { name: 'addAll', call: (options) => index.addAll([], options) },
  { name: 'replace', call: (options) => index.replace({ id: 'parcel' }, options) },
  { name: 'remove', call: (options) => index.remove('parcel', options) },
  { name: 'suggest', call: (options) => index.suggest('wh', options) },
  { name: 'duplicates', call: (options) => index.duplicates(options) },
];

describe.each([...loads, ...asks])('$name', ({ name, call }) => {
  test('refuses an option that it does not know', async () => {
    await expect(call({ colour: 'red' })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(
        new RegExp(`^(texts\\[0\\]: )?${name}.*unknown key "colour", expected one of: `),
      ),
    });
  });

  test.each([{ signal: 7 }, { signal: 'now' }, { signal: {} }])(
    'refuses $signal as a signal',
    async (options) => {
      await expect(call(options)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('"signal": expected an AbortSignal, found '),
      });
    },
  );
});

describe.each(loads)('of $name', ({ name, call }) => {
  test.each([
    { options: { wasm: 7 }, says: '"wasm": expected an address, bytes or a WebAssembly.Module' },
    { options: { maxMemory: '8 MB' }, says: '"maxMemory": expected bytes from 2097152 to' },
    { options: { fetch: 'fetch' }, says: '"fetch": expected a function, found "fetch"' },
    { options: { fetch: null }, says: '"fetch": expected a function, found null' },
  ])('$options is refused', async ({ options, says }) => {
    await expect(call(options)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(`${name}: ${says}`),
    });
  });

  test('a Worker that is none is refused', async () => {
    const inMany = ['load', 'loadClassifier', 'loadPairs', 'loadTagger', 'loadReader'].includes(
      name,
    );
    const expected = inMany ? 'a Worker or an array of Workers' : 'a Worker';
    await expect(call({ worker: {} })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining(`${name}: "worker": expected ${expected}, found object`),
    });
  });

  test('what are no options are refused', async () => {
    for (const options of [null, [], new Uint8Array(2), 'fast']) {
      await expect(call(options)).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining(`${name}: expected an object`),
      });
    }
  });
});

test.each([
  { options: { onProgress: true }, says: '"onProgress": expected a function, found true' },
  { options: { cache: 1 }, says: '"cache": expected true, false or the name of a cache, found 1' },
  { options: { request: 'x' }, says: '"request": expected an object' },
  { options: { request: { header: {} } }, says: '"request": expected an object of headers, ' },
  {
    options: { request: { headers: new Headers({ authorization: 'x' }) } },
    says: 'whose headers are a plain object of texts, found object',
  },
  { options: { relaxedSimd: 'yes' }, says: '"relaxedSimd": expected true or false, found "yes"' },
  { options: { integers: 1 }, says: '"integers": expected true or false, found 1' },
  { options: { reasonsWasm: 1 }, says: '"reasonsWasm": expected an address' },
])('load() refuses $options', async ({ options, says }) => {
  await expect(load(modelFolder, options)).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining(says),
  });
});

test('options that are nothing in JSON are refused', async () => {
  for (const options of [{ toJSON: () => undefined }, { toJSON: () => () => 1 }]) {
    await expect(model.ngrams(text, options)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('Expected options that JSON can hold, found object'),
    });
  }
});

test('an index knows its options by the names that callers know', async () => {
  const names = 'mode, weight, boost, prefix, fuzzy, filter, signal, limit, threshold, score';
  const unknown = (call, name, known) =>
    `${call}: unknown key "${name}", expected one of: ${known}`;
  for (const [call, message] of [
    [index.search(text, { boosts: { question: 2 } }), unknown('search', 'boosts', names)],
    [index.search(text, { index: 2 }), unknown('search', 'index', names)],
    [index.explain(text, 'parcel', { id: 'a' }), unknown('explain', 'id', 'pairs, signal')],
    [
      index.duplicates({ restart: true }),
      unknown('duplicates', 'restart', 'threshold, onProgress, signal'),
    ],
    [index.search(text, { boost: { answer: 2 } }), /^search: "boost": expected .*"answer"$/],
    [index.search(text, { boost: 2 }), /^search: "boost": expected /],
    [index.withoutWords(text, 'parcel', { mode: 'all' }), /^withoutWords: "mode": expected /],
    [index.duplicates({ threshold: 2 }), /^duplicates: "threshold": expected /],
  ]) {
    const says = typeof message === 'string' ? message : expect.stringMatching(message);
    await expect(call).rejects.toMatchObject({ code: 'invalid-argument', message: says });
  }
});

test('what JSON would leave out or write as null is refused by name', async () => {
  const number = (name, found) => `"${name}": expected a finite number, found ${found}`;
  const data = (name, found) => `"${name}": expected what JSON can hold, found ${found}`;
  for (const [call, message] of [
    [index.search(text, { prefix: () => true }), data('prefix', 'function')],
    [index.search(text, { mode: Symbol('model') }), data('mode', 'symbol')],
    [index.search(text, { limit: Infinity }), number('limit', 'Infinity')],
    [index.search(text, { boost: { question: NaN } }), number('boost', 'NaN')],
    [retriever.createIndex({ fields: ['a'], boost: { a: () => 2 } }), data('boost', 'function')],
    [retriever.createIndex({ fields: ['a'], k1: NaN }), number('k1', 'NaN')],
    [recommender.recommend({ count: NaN }), number('count', 'NaN')],
    [model.faithfulness(text, { aspect, bins: [0.5, NaN] }), number('bins', 'NaN')],
    [model.ask('ngrams', text, { aspect, top: () => 3 }), data('top', 'function')],
    [
      classifier.classifyStream([text], { onClassification() {} }).next(),
      data('onClassification', 'function'),
    ],
    [tagger.tagStream([text], { onTagged() {} }).next(), data('onTagged', 'function')],
  ]) {
    await expect(call).rejects.toMatchObject({ code: 'invalid-argument', message });
  }
});

test('members of reviews that nobody reads may be anything', async () => {
  const review = { user: 'ann', item: 'ale', text: 'gold', stars: NaN, show() {} };
  const { items } = await recommender.recommend({ reviews: [review], item: 'ale' });
  expect(items).toHaveLength(1);
});

test.each([
  { question: undefined, found: 'undefined' },
  { question: Symbol('explain'), found: 'symbol' },
  { question: ['explain'], found: 'an array' },
])('a question of type $found is refused', async ({ question, found }) => {
  for (const one of [model, classifier, pairs, retriever, tagger, reader, recommender]) {
    await expect(one.ask(question, text)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: `question: expected its name, a string, found ${found}`,
    });
  }
});

test.each([
  { texts: [], found: 'none' },
  { texts: [text, text], found: '2 texts' },
])('to explain $found is refused', async ({ texts, found }) => {
  await expect(model.ask('explain', texts)).rejects.toMatchObject({
    code: 'invalid-argument',
    message: `explain: expected one text, found ${found}`,
  });
});

test('what is to be called has to be a function', async () => {
  const report = (name) => ({
    code: 'invalid-argument',
    message: expect.stringContaining(`"${name}": expected a function`),
  });
  const many = model.explainMany([text], { onExplanation: 1 });
  await expect(many).rejects.toMatchObject(report('onExplanation'));
  const sorted = classifier.classifyMany([text], { onClassification: 1 });
  await expect(sorted).rejects.toMatchObject(report('onClassification'));
  const compared = pairs.compareMany([], { onComparison: 1 });
  await expect(compared).rejects.toMatchObject(report('onComparison'));
  const tagged = tagger.tagMany([], { onTagged: 1 });
  await expect(tagged).rejects.toMatchObject(report('onTagged'));
  const answered = reader.answerMany(text, [], { onAnswer: 1 });
  await expect(answered).rejects.toMatchObject(report('onAnswer'));
  const kept = recommender.keepReviews([], { onProgress: 1 });
  await expect(kept).rejects.toMatchObject(report('onProgress'));
  await expect(index.addAll([], { onProgress: 1 })).rejects.toMatchObject(report('onProgress'));
  await expect(index.duplicates({ onProgress: 1 })).rejects.toMatchObject(report('onProgress'));
});

test('nothing is asked of a Worker with options that are refused', async () => {
  const worker = silentWorker();
  const post = jest.spyOn(worker, 'postMessage');
  await expect(load(modelFolder, { worker, colour: 1 })).rejects.toThrow('unknown key "colour"');
  expect(post).not.toHaveBeenCalled();
});

test('a policy that forbids WebAssembly is named before anything is downloaded', async () => {
  const { Module } = WebAssembly;
  // As Chromium says it.
  WebAssembly.Module = class {
    constructor() {
      throw new WebAssembly.CompileError('WebAssembly.Module(): Wasm code generation disallowed');
    }
  };
  const fetch = jest.fn();
  try {
    await expect(loadWeb('https://models.example/', { fetch })).rejects.toMatchObject({
      code: 'wasm-failed',
      message: expect.stringContaining("'wasm-unsafe-eval' in its script-src"),
    });
  } finally {
    WebAssembly.Module = Module;
  }
  expect(fetch).not.toHaveBeenCalled();
});
