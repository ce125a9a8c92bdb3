// Why a rating is what it is: n-grams, curve, gates, faithfulness and matches.
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { load } from '../../wasm/dist/systems/rationale/node.js';
import { modelFolder, startWorker } from './support.js';

const text =
  'Pours a hazy gold 🍺 with a thick white head. The nose is \ud83c honey, pine and dry.';
const aspect = 'appearance';

const workers = [];
afterEach(() => {
  for (const worker of workers.splice(0)) worker.close();
});

let model;
let explanation;
beforeAll(async () => {
  model = await load(modelFolder);
  explanation = await model.explain(text);
});
afterAll(() => model.dispose());

const slice = (from, { start, end }) => from.slice(start, end);
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);
const logistic = (logit) => 1 / (1 + Math.exp(-logit));
const wordsOf = ({ tokens }) => tokens.map((token) => slice(text, token));
const rationaleOf = ({ tokens }) =>
  tokens.filter(({ selected }) => selected[aspect]).map((token) => slice(text, token));

/** Every method, as a call on a model with the options given. */
const methods = [
  { method: 'ngrams', call: (on, options) => on.ngrams(text, { aspect, ...options }) },
  { method: 'curve', call: (on, options) => on.curve(text, { aspect, ...options }) },
  { method: 'gates', call: (on, options) => on.gates(text, { aspect, ...options }) },
  { method: 'faithfulness', call: (on, options) => on.faithfulness(text, { aspect, ...options }) },
  { method: 'match', call: (on, options) => on.match(text, 'A hazy head \udf7a', options) },
];

describe.each(methods)('$method', ({ method, call }) => {
  test('says what it was asked of', async () => {
    const answer = await call(model);
    expect(answer.text).toBe(text);
    if (method === 'match') expect(answer.other).toBe('A hazy head \udf7a');
    else expect(answer.aspect).toBe(aspect);
  });

  test('is the same in a Worker', async () => {
    const worker = startWorker();
    workers.push(worker);
    const there = await load('https://models.example/tiny/', { worker });
    expect(await call(there)).toEqual(await call(model));
    await expect(call(there, { colour: 1 })).rejects.toMatchObject({ code: 'invalid-argument' });
    await there.dispose();
    await expect(call(there)).rejects.toMatchObject({ code: 'disposed' });
  });

  test('refuses an option it does not know', async () => {
    await expect(call(model, { colour: 'red' })).rejects.toMatchObject({
      name: 'WhylightError',
      code: 'invalid-argument',
      message: expect.stringContaining(`${method}: unknown key "colour", expected one of: `),
    });
  });

  test('passes over options that are undefined', async () => {
    expect(await call(model, { colour: undefined, top: undefined, read: undefined })).toEqual(
      await call(model),
    );
  });

  test('refuses options that are no JSON', async () => {
    const self = {};
    self.self = self;
    for (const read of [1n, self]) {
      await expect(call(model, { read })).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('Expected options that JSON can hold'),
      });
    }
  });

  test.each([
    { name: 'undefined', wrong: undefined },
    { name: 'null', wrong: null },
    { name: 'number', wrong: 5 },
    { name: 'an array', wrong: ['a'] },
  ])('refuses $name as a text', async ({ name, wrong }) => {
    const report = {
      code: 'invalid-argument',
      message: `Expected a string to explain, found ${name}.`,
    };
    await expect(
      model[method](wrong, method === 'match' ? text : { aspect }),
    ).rejects.toMatchObject(report);
    if (method === 'match') await expect(model.match(text, wrong)).rejects.toMatchObject(report);
  });

  test('rejects with the reason of an abort', async () => {
    await expect(call(model, { signal: AbortSignal.abort('typed on') })).rejects.toBe('typed on');
    const controller = new AbortController();
    const answer = call(model, { signal: controller.signal });
    controller.abort('enough');
    await expect(answer).rejects.toBe('enough');
  });

  test('is refused by a model that was disposed of', async () => {
    const gone = await load(modelFolder);
    const underWay = expect(call(gone)).rejects.toMatchObject({ code: 'disposed' });
    await gone.dispose();
    await underWay;
    await expect(call(gone)).rejects.toMatchObject({ code: 'disposed' });
  });
});

test.each([
  { call: (on) => on.ngrams(text), named: '"aspect"' },
  { call: (on) => on.curve(text, { aspect: 'taste' }), named: '"aspect"' },
  { call: (on) => on.ngrams(text, { aspect, top: 0 }), named: '"top"' },
  { call: (on) => on.ngrams(text, { aspect, top: 1001 }), named: '"top"' },
  { call: (on) => on.ngrams(text, { aspect, top: 2.5 }), named: '"top"' },
  { call: (on) => on.gates(text, { aspect, read: 'some' }), named: '"read"' },
  { call: (on) => on.gates(text, { aspect, read: null }), named: '"read"' },
  { call: (on) => on.faithfulness(text, { aspect, selection: 'hazy' }), named: '"selection"' },
  { call: (on) => on.faithfulness(text, { aspect, selection: [null] }), named: 'selection' },
  {
    call: (on) => on.faithfulness(text, { aspect, selection: [{ start: 5, end: 2 }] }),
    named: 'selection',
  },
  {
    call: (on) => on.faithfulness(text, { aspect, selection: [{ start: -1, end: 2 }] }),
    named: 'selection',
  },
  { call: (on) => on.faithfulness(text, { aspect, selection: [] }), named: 'selection' },
  { call: (on) => on.faithfulness('', { aspect }), named: 'selection' },
  { call: (on) => on.faithfulness(text, { aspect, bins: [] }), named: 'bins' },
  { call: (on) => on.faithfulness(text, { aspect, bins: [0] }), named: 'bins' },
  { call: (on) => on.faithfulness(text, { aspect, bins: [NaN] }), named: '"bins"' },
  { call: (on) => on.faithfulness(text, { aspect, leaveOneOut: 1 }), named: '"leaveOneOut"' },
  { call: (on) => on.match(text, text, { order: 0 }), named: '"order"' },
  { call: (on) => on.match(text, text, { order: 17 }), named: '"order"' },
  { call: (on) => on.match(text, text, { decay: 1 }), named: 'decay' },
  { call: (on) => on.match(text, text, { decay: -0.5 }), named: '"decay"' },
  { call: (on) => on.match(text, text, { mapping: 'sum' }), named: '"mapping"' },
  { call: (on) => on.match(text, text, { mapping: 'additive' }), named: 'weighting' },
  { call: (on) => on.match(text, text, { weighting: 'start' }), named: '"weighting"' },
  { call: (on) => on.match(text, text, { normalized: 'yes' }), named: '"normalized"' },
  { call: (on) => on.match(text, text, { aspect }), named: '"aspect"' },
])('a wrong option is refused by its name, $named', async ({ call, named }) => {
  await expect(call(model)).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringContaining(named),
  });
});

test('texts that would take too long are refused', async () => {
  const long = 'hop '.repeat(1001);
  const report = { code: 'text-too-long', message: expect.stringContaining('found 1001') };
  await expect(model.ngrams(long, { aspect, read: 'all' })).rejects.toMatchObject(report);
  await expect(model.faithfulness(long, { aspect, leaveOneOut: true })).rejects.toMatchObject(
    report,
  );
  await expect(model.match('hop', long)).rejects.toMatchObject(report);
  expect((await model.curve(long, { aspect, read: 'all' })).words).toHaveLength(1001);
});

const selection = [{ start: 0, end: 4 }];
const long = Array.from({ length: 900 }, (_, index) => (index % 3 ? 'hazy' : 'gold')).join(' ');

describe.each([
  { name: 'n-grams', ask: (options) => model.ngrams(long, { aspect, read: 'all', ...options }) },
  {
    name: 'faithfulness',
    ask: (options) =>
      model.faithfulness(long, { aspect, selection, leaveOneOut: true, ...options }),
  },
  { name: 'a match', ask: (options) => model.match(long, long, options) },
])('$name of a long text', ({ ask }) => {
  test('lets go of the thread now and then, and may be given up', async () => {
    const controller = new AbortController();
    const answer = ask({ signal: controller.signal });
    // A timer comes in between.
    setTimeout(() => controller.abort('enough'), 1);
    await expect(answer).rejects.toBe('enough');
  });

  test('leaves others their answers meanwhile', async () => {
    const askShort = () => model.match('hazy gold', 'gold', { order: 1 });
    const alone = await askShort();
    let found = false;
    const controller = new AbortController();
    const answer = ask({ signal: controller.signal }).then(() => (found = true));
    answer.catch(() => {});
    expect(await model.curve(text, { aspect })).toMatchObject({ aspect });
    expect(await askShort()).toEqual(alone);
    expect(found).toBe(false);
    controller.abort('enough');
    await expect(answer).rejects.toBe('enough');
  });
});

describe('n-grams', () => {
  test.each([{ read: 'rationale' }, { read: 'all' }])(
    'of $read add up to the logit, with bias and residual',
    async ({ read }) => {
      const found = await model.ngrams(text, { aspect, read });
      expect(found.sum + found.bias + found.residual).toBeCloseTo(found.logit, 5);
      expect(found.error).toBeLessThan(1e-5);
      expect(found.rating).toBeCloseTo(logistic(found.logit), 6);
      expect(sum(found.words.map(({ contribution }) => contribution))).toBeCloseTo(found.sum, 5);
    },
  );

  test('make the rating that explain() gives', async () => {
    for (const each of model.aspects) {
      const { logit } = await model.ngrams(text, { aspect: each });
      expect(logistic(logit)).toBeCloseTo(explanation.ratings[each], 5);
    }
  });

  test('are of the words that are read', async () => {
    const read = async (which) =>
      (await model.ngrams(text, { aspect, read: which })).words.map((word) => slice(text, word));
    expect(rationaleOf(explanation)).not.toHaveLength(0);
    expect(await read(undefined)).toEqual(rationaleOf(explanation));
    expect(await read('rationale')).toEqual(rationaleOf(explanation));
    expect(await read('all')).toEqual(wordsOf(explanation));
  });

  test('slice to words, in the order of the text', async () => {
    const { ngrams } = await model.ngrams(text, { aspect, read: 'all', top: 1000 });
    const words = wordsOf(explanation);
    expect(words).toEqual(expect.arrayContaining(['🍺', '\ud83c']));
    for (const { spans } of ngrams) {
      for (const span of spans) expect(words).toContain(slice(text, span));
      const starts = spans.map(({ start }) => start);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }
  });

  test('come strongest first, as many as asked for', async () => {
    const all = await model.ngrams(text, { aspect, read: 'all', top: 1000 });
    const words = all.words.length;
    expect(all.ngrams).toHaveLength(words + (words * (words - 1)) / 2);
    expect(sum(all.ngrams.map(({ contribution }) => contribution))).toBeCloseTo(all.sum, 5);
    const strengths = all.ngrams.map(({ contribution }) => Math.abs(contribution));
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    const { ngrams } = await model.ngrams(text, { aspect, read: 'all', top: 3 });
    expect(ngrams).toEqual(all.ngrams.slice(0, 3));
    expect((await model.ngrams(text, { aspect, read: 'all' })).ngrams).toHaveLength(10);
  });

  test('of no words are none, and leave the bias', async () => {
    const found = await model.ngrams('', { aspect });
    expect(found).toMatchObject({ sum: 0, residual: 0, ngrams: [], words: [] });
    expect(found.logit).toBe(found.bias);
  });
});

describe('a curve', () => {
  test('of one word is the rating', async () => {
    const { words, rating, logit, meanLogit } = await model.curve('hazy', { aspect, read: 'all' });
    expect(words).toEqual([{ start: 0, end: 4, rating: expect.closeTo(rating, 6) }]);
    expect(meanLogit).toBeCloseTo(logit, 5);
    expect(rating).toBeCloseTo(logistic(logit), 6);
  });

  test('has a point a word read', async () => {
    const { words } = await model.curve(text, { aspect, read: 'all' });
    expect(words.map((word) => slice(text, word))).toEqual(wordsOf(explanation));
    for (const { rating } of words) expect(rating > 0 && rating < 1).toBe(true);
    const read = (await model.curve(text, { aspect })).words;
    expect(read.map((word) => slice(text, word))).toEqual(rationaleOf(explanation));
  });

  test('comes with the rating of explain()', async () => {
    const { rating } = await model.curve(text, { aspect });
    expect(rating).toBeCloseTo(explanation.ratings[aspect], 5);
  });
});

test('gates open in part, and remember one word to all', async () => {
  const { words } = await model.gates(text, { aspect, read: 'all' });
  expect(words.map((word) => slice(text, word))).toEqual(wordsOf(explanation));
  words.forEach(({ forward, backward }, index) => {
    const directions = [
      { gates: forward, read: index + 1 },
      { gates: backward, read: words.length - index },
    ];
    for (const { gates, read } of directions) {
      expect(gates.mean).toBeGreaterThan(0);
      expect(gates.max).toBeGreaterThanOrEqual(gates.mean);
      expect(gates.max).toBeLessThan(1);
      expect(gates.memory).toBeGreaterThanOrEqual(1);
      expect(gates.memory).toBeLessThanOrEqual(read);
    }
  });
});

describe('faithfulness', () => {
  test('of everything is sufficient', async () => {
    const selection = [{ start: 0, end: text.length }];
    const found = await model.faithfulness(text, { aspect, selection });
    expect(found.sufficiency).toBeCloseTo(0, 6);
    expect(found.selection).toBeCloseTo(found.full, 6);
  });

  test('is of the rationale unless told otherwise', async () => {
    const chosen = await model.faithfulness(text, { aspect });
    const selection = explanation.rationales[aspect];
    expect(await model.faithfulness(text, { aspect, selection })).toEqual(chosen);
    // Words that say more than where they are will do.
    const tokens = explanation.tokens.filter(({ selected }) => selected[aspect]);
    expect(await model.faithfulness(text, { aspect, selection: tokens })).toEqual(chosen);
    expect(chosen.selection).toBeCloseTo(explanation.ratings[aspect], 5);
    expect(chosen.sufficiency).toBeCloseTo(chosen.full - chosen.selection, 6);
    expect(chosen.comprehensiveness).toBeCloseTo(chosen.full - chosen.complement, 6);
    expect(chosen).not.toHaveProperty('words');
  });

  test('without each word is that of the others', async () => {
    const { words, full } = await model.faithfulness(text, { aspect, leaveOneOut: true });
    expect(words.map((word) => slice(text, word))).toEqual(wordsOf(explanation));
    const middle = words[Math.floor(words.length / 2)];
    const others = words.filter((word) => word !== middle);
    const { selection } = await model.faithfulness(text, { aspect, selection: others });
    expect(middle.difference).toBeCloseTo(full - selection, 5);
  });

  test('has a bin for each fraction', async () => {
    const { aopc } = await model.faithfulness(text, { aspect, bins: [0.01, 1] });
    expect(aopc.bins).toMatchObject([
      { fraction: 0.01, words: 1 },
      { fraction: 1, words: explanation.tokens.length, sufficiency: expect.closeTo(0, 6) },
    ]);
    for (const score of ['sufficiency', 'comprehensiveness']) {
      expect(aopc[score]).toBeCloseTo((aopc.bins[0][score] + aopc.bins[1][score]) / 2, 6);
    }
    const { bins } = (await model.faithfulness(text, { aspect })).aopc;
    expect(bins.map(({ fraction }) => fraction)).toEqual([0.01, 0.05, 0.1, 0.2, 0.5]);
  });
});

describe('a match', () => {
  test('of a text with itself pairs equal words, either way', async () => {
    const short = 'hazy gold 🍺 zyzzyva';
    const { kernel, matches } = await model.match(short, short, { top: 1000 });
    expect(kernel).toBeGreaterThan(0);
    const key = ({ x, y }) => JSON.stringify([x, y]);
    const mirrored = new Map(matches.map(({ x, y, ...rest }) => [key({ x: y, y: x }), rest]));
    for (const match of matches) {
      const { contribution } = mirrored.get(key(match));
      expect(contribution).toBeCloseTo(match.contribution, 6);
      match.x.forEach((word, index) => {
        if (slice(short, word) === slice(short, match.y[index])) {
          expect(match.similarities[index]).toBe(1);
        }
      });
    }
    expect(matches[0].x).toEqual(matches[0].y);
    expect(sum(matches.map(({ contribution }) => contribution))).toBeCloseTo(kernel, 5);
    expect(sum(matches.map(({ share }) => share))).toBeCloseTo(1, 5);
  });

  test('slices to words of both texts', async () => {
    const other = '\ud83c 🍺 a hazy gold';
    const { matches } = await model.match(text, other, { order: 2, top: 1 });
    expect(matches).toHaveLength(1);
    const [{ x, y, similarities }] = matches;
    expect(x.map((word) => slice(text, word))).toEqual(y.map((word) => slice(other, word)));
    expect(similarities).toEqual([1, 1]);
  });

  test('turns with its texts', async () => {
    const other = 'white head, hazy body';
    const there = await model.match(text, other, { normalized: true });
    const back = await model.match(other, text, { normalized: true });
    expect(back.kernel).toBeCloseTo(there.kernel, 6);
  });

  test('of a text shorter than the n-grams is none', async () => {
    expect(await model.match('hazy', text, { order: 2 })).toMatchObject({ kernel: 0, matches: [] });
  });
});

// Of the largest number in an answer.
const TOLERANCE = 1e-5;

/** `value` with every number that is no offset taken out into `numbers`. */
function withoutNumbers(value, numbers) {
  return JSON.stringify(value, (key, item) => {
    if (typeof item !== 'number' || key === 'start' || key === 'end') return item;
    numbers.push(item);
    return 'a number';
  });
}

const golden = readFileSync(new URL('reasons.jsonl', modelFolder), 'utf8').trimEnd().split('\n');

test.each(golden.map((line) => JSON.parse(line)))(
  'golden: $method $options',
  async ({ text: asked, other, method, options, answer }) => {
    const texts = method === 'match' ? [asked, other] : [asked];
    const found = await model[method](...texts, options);
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
