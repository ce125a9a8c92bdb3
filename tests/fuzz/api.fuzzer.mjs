// The package in Node: calls of all its methods in any order, with arguments of any kind, given up and
// disposed of at any time, in Workers now and then. Whatever is refused is refused with an error of the
// package or the reason of the signal, nothing hangs, and answers are those of a fresh model.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { inspect, isDeepStrictEqual } from 'node:util';
import { Worker } from 'node:worker_threads';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { loadLayers } from '../../wasm/dist/systems/layers/node.js';
import { loadPairs } from '../../wasm/dist/systems/pairs/node.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { WhylightError, load } from '../../wasm/dist/systems/rationale/node.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/node.js';
import { loadReader } from '../../wasm/dist/systems/reader/node.js';
import { loadRecommender } from '../../wasm/dist/systems/recommender/node.js';
import { fuzz, textOf } from './fuzzing.mjs';
import { Random } from './random.mjs';

const golden = new URL('../golden/', import.meta.url);
const read = (name) => readFileSync(new URL(name, golden));
const bytesOf = (folder) => ({
  config: read(`${folder}/config.json`),
  tensors: read(`${folder}/model.safetensors`),
  vocabulary: read(`${folder}/vocab.txt`),
});

const rationale = bytesOf('tiny');
const classifier = bytesOf('classifier-tiny');
const questions = bytesOf('questions-tiny');
const pairs = bytesOf('cafe-tiny');
const tagger = bytesOf('tagger-tiny');
const reader = bytesOf('reader-tiny');
const recommender = bytesOf('recommender-tiny');

/** How models are opened: `options` as the load gets them, `...source` before. */
const loads = {
  rationale: (options, source = rationale) => load(source, options),
  classifier: (options, source = classifier) => loadClassifier(source, options),
  retriever: (options, source = questions) => loadRetriever(source, options),
  pairs: (options, source = pairs) => loadPairs(source, options),
  tagger: (options, source = tagger) => loadTagger(source, options),
  reader: (options, source = reader) => loadReader(source, options),
  recommender: (options, source = recommender) => loadRecommender(source, options),
  layers: (options) => loadLayers(options),
};

// Few, so that the answers of a fresh model are known.
const texts = [
  '',
  ' ',
  'Pours a hazy gold with a thick white head.',
  'flat , watery',
  'No head at all, smells of wet paper and old coins. Soft and creamy on the tongue.',
  'How do I reset my password?',
  'Can I take my dog on the night train? 🐕 \ud83c é',
  'a '.repeat(300),
];

/** What is never an argument, or seldom. */
function odd(random) {
  const cycle = {};
  cycle.self = cycle;
  return random.pick([
    ...[undefined, null, true, false, NaN, Infinity, -1, 0, 0.5, 3, 2 ** 53, 10n],
    ...['', 'x', '__proto__', Symbol('odd'), () => 1, cycle, {}, [], [null], [[]], [undefined]],
    ...[
      Object.create(null),
      [Object.create(null)],
      [Symbol('odd')],
      [1n],
      new Date(NaN),
      new Map(),
    ],
    ...[
      new Uint8Array(3),
      new ArrayBuffer(8),
      new Float32Array(4),
      Promise.resolve(1),
      new Set('ab'),
    ],
    ...[
      { toJSON: () => undefined },
      { length: 2 },
      { start: 0, end: 1 },
      { id: 1 },
      new Error('odd'),
    ],
  ]);
}

const orOdd = (make) => (random) => (random.once(7) ? odd(random) : make(random));
const text = orOdd((random) =>
  random.once(5)
    ? textOf(random, 30)
    : random.pick(random.once(300) ? [...texts, 'x y '.repeat(1e5)] : texts),
);
const manyTexts = orOdd((random) => random.list(5, text));
const pair = orOdd((random) => ({ text: text(random), other: text(random) }));
const manyPairs = orOdd((random) => random.list(5, pair));
const question = orOdd((random) => ({ question: text(random), text: text(random) }));
const manyQuestions = orOdd((random) => random.list(5, question));
const name = orOdd((random) => random.pick(['ann', 'bob', '7', 'ale', 'nobody', 'stout']));
const review = orOdd((random) => ({ user: name(random), item: name(random), text: text(random) }));
const manyReviews = orOdd((random) => random.list(5, review));
const aspect = (random) => random.pick(['appearance', 'aroma', 'aroma', 'none', odd(random)]);
const count = (random) => random.pick([0, 1, 2, 10, 1000, 1001, odd(random)]);
const spans = (random) =>
  random.list(3, () => ({
    start: random.below(30),
    end: random.pick([random.below(60), odd(random)]),
  }));

/** Items of a list one after the other, as they may come. */
const sourceOf = (list) =>
  orOdd((random) => {
    const all = list(random);
    if (!Array.isArray(all) || random.once(3)) return all;
    return (async function* () {
      for (const one of all) {
        if (random.once(9)) await setImmediate();
        if (random.once(20)) throw new Own();
        yield one;
      }
    })();
  });
const source = sourceOf(manyTexts);

/** What a caller's own function throws, which has to come through as it is. */
class Own extends Error {}

const callback = (random) => () => {
  if (random.once(10)) throw new Own();
};

/** Options of these, some of them missing, some odd, and now and then one that nobody knows. */
function options(makers) {
  return orOdd((random) => {
    const made = {};
    for (const [name, make] of Object.entries(makers)) {
      if (random.once(3)) made[name] = random.once(9) ? odd(random) : make(random);
    }
    if (random.once(25)) made[random.pick(['unknown', 'toString', 'Signal'])] = odd(random);
    return made;
  });
}

const point = (random) => random.pick([0, undefined, odd(random)]);
const ofRating = { aspect, point };
const wordsRead = (random) => random.pick(['rationale', 'all', 'none']);
const ids = ['1', '2', '3', 'a', '__proto__', '4'];
const id = orOdd((random) => random.pick(ids));
const document = orOdd((random) => ({
  id: random.pick([...ids, 1, 2, odd(random)]),
  question: text(random),
  ...(random.once(2) && { answer: text(random) }),
}));
const part = (random) => random.pick(['all', 'title', 'rationale', 'none']);
const boost = (random) => ({
  [random.pick(['question', 'answer', 'none'])]: random.pick([0, 2, -1, odd(random)]),
});
const search = {
  mode: (random) => random.pick(['model', 'bm25', 'hybrid', 'none']),
  weight: (random) => random.pick([0, 0.5, 1, 2]),
  boost,
  prefix: (random) => random.pick(['none', 'last', 'all', true, false]),
  fuzzy: (random) => random.pick([0, 0.2, 1, 2, 3, true, false]),
  filter: (random) => {
    const keep = callback(random);
    return () => (keep(), random.once(2));
  },
};

const layers = readdirSync(new URL('layers/', golden)).map((name) => ({
  spec: JSON.parse(read(`layers/${name}/spec.json`).toString()),
  tensors: tensorsOf(read(`layers/${name}/input.safetensors`)),
}));

function tensorsOf(file) {
  const bytes = Uint8Array.from(file);
  const start = 8 + Number(new DataView(bytes.buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, start)));
  return Object.fromEntries(
    Object.entries(header).map(
      ([
        name,
        {
          shape,
          data_offsets: [from, to],
        },
      ]) => {
        return [
          name,
          { shape, data: new Float32Array(bytes.buffer.slice(start + from, start + to)) },
        ];
      },
    ),
  );
}

const spec = orOdd((random) => {
  const { spec } = random.pick(layers);
  if (!random.once(3)) return spec;
  const name = random.pick([
    ...Object.keys(spec),
    'type',
    'order',
    'activation',
    'decay',
    'unknown',
  ]);
  return { ...spec, [name]: odd(random) };
});

const tensors = orOdd((random) => {
  const { tensors } = random.pick(layers);
  if (!random.once(3)) return tensors;
  const name = random.pick([...Object.keys(tensors), 'unknown']);
  const tensor = { ...tensors[name], [random.pick(['shape', 'data'])]: odd(random) };
  return { ...tensors, [name]: random.once(2) ? odd(random) : tensor };
});

// The signal is put into the last argument of those that have options.
const ask = [
  orOdd((random) =>
    random.pick([
      'explain',
      'ngrams',
      'match',
      'classify',
      'rank',
      'embed',
      'index-about',
      'leave-one-out',
    ]),
  ),
  orOdd((random) => random.pick([text, manyTexts])(random)),
  options({ ...ofRating, top: count, limit: count, label: aspect }),
];
const ofAll = { ask, questions: [options({})] };
const methods = {
  rationale: {
    ...ofAll,
    explain: [text, options({ point })],
    explainMany: [manyTexts, options({ point, onExplanation: callback })],
    explainStream: [source, options({ point })],
    ngrams: [text, options({ ...ofRating, read: wordsRead, top: count })],
    curve: [text, options({ ...ofRating, read: wordsRead })],
    gates: [text, options({ ...ofRating, read: wordsRead })],
    faithfulness: [
      text,
      options({
        ...ofRating,
        selection: spans,
        bins: (r) => [0.1, count(r)],
        leaveOneOut: (r) => r.once(2),
      }),
    ],
    match: [
      text,
      text,
      options({
        order: count,
        decay: (r) => r.pick([0, 0.5, 1]),
        top: count,
        normalized: (r) => r.once(2),
      }),
    ],
  },
  classifier: {
    ...ofAll,
    classify: [
      text,
      options({ ngrams: count, label: (r) => r.pick(['0', '4', '5']), local: (r) => r.once(2) }),
    ],
    classifyMany: [manyTexts, options({ ngrams: count, onClassification: callback })],
    classifyStream: [source, options({ ngrams: count })],
  },
  pairs: {
    ...ofAll,
    compare: [text, text, options({})],
    compareMany: [manyPairs, options({ onComparison: callback })],
    compareStream: [sourceOf(manyPairs), options({})],
    wordEffects: [text, text, options({ label: (r) => r.pick(['entails', 'neither', '5']) })],
    alignment: [text, text, options({})],
    features: [text, text, options({})],
  },
  tagger: {
    ...ofAll,
    tag: [text, options({})],
    tagMany: [manyTexts, options({ onTagged: callback })],
    tagStream: [source, options({})],
  },
  reader: {
    ...ofAll,
    answer: [text, text, options({ alternatives: count, threshold: part })],
    questionEffects: [text, text, options({})],
    answerMany: [text, manyTexts, options({ alternatives: count, onAnswer: callback })],
    answerStream: [sourceOf(manyQuestions), options({ threshold: part })],
  },
  recommender: {
    ...ofAll,
    recommend: [options({ user: name, item: name, reviews: manyReviews, count })],
    rate: [name, name, options({ reviews: manyReviews })],
    keepReviews: [manyReviews, options({ onProgress: callback })],
  },
  collection: {
    add: [manyReviews, options({})],
    recommend: [options({ user: name, item: name, count })],
    rate: [name, name, options({})],
  },
  retriever: {
    ...ofAll,
    rank: [text, manyTexts, options({ limit: count, read_query: part, read_candidates: part })],
    match: [text, text, options({ pairs: count })],
    prefer: [text, text, text, options({ ngrams: count })],
    keywords: [text, options({})],
    gates: [text, options({})],
    embed: [text, options({})],
    createIndex: [
      options({
        fields: () => ['question', 'answer'],
        id: (r) => r.pick(['id', 'question']),
        boost,
        k1: count,
        b: count,
        encode: () => ['question'],
      }),
    ],
    fromBytes: [orOdd((random) => savedIndex(random)), options({})],
  },
  index: {
    add: [document, options({})],
    addAll: [orOdd((random) => random.list(5, document)), options({ onProgress: callback })],
    replace: [document, options({})],
    remove: [id, options({})],
    search: [
      text,
      options({ ...search, limit: count, threshold: (r) => r.pick([0, 0.5]), score: count }),
    ],
    explain: [text, id, options({ pairs: count })],
    prefer: [text, id, id, options({ ngrams: count })],
    withoutWords: [text, id, options(search)],
    suggest: [text, options({ limit: count })],
    duplicates: [options({ threshold: (r) => r.pick([0, 0.9, 1]), onProgress: callback })],
    about: [],
    toBytes: [],
  },
  layers: { run: [spec, tensors], shapes: [spec] },
};

/** The bytes of an index, some of them changed. */
function savedIndex(random) {
  const bytes = saved.slice();
  for (let times = random.below(3); times > 0; --times) {
    bytes[random.below(bytes.length)] = random.below(256);
  }
  return random.once(5) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
}

const saved = await (async () => {
  const retriever = await loads.retriever({});
  const index = await retriever.createIndex({ fields: ['question', 'answer'] });
  await index.addAll(texts.slice(2, 6).map((question, i) => ({ id: ids[i], question })));
  const bytes = await index.toBytes();
  await retriever.dispose();
  return bytes;
})();

/** A signal that gives up now, soon or never. */
function signalOf(random) {
  const controller = new AbortController();
  const reason = random.pick([undefined, 'enough', new Own('enough'), null, 0]);
  const abort = () => controller.abort(reason);
  random.pick([
    abort,
    () => queueMicrotask(abort),
    () => void setImmediate().then(abort),
    () => setTimeout(abort, random.below(4)).unref(),
    () => {},
  ])();
  return controller.signal;
}

const workerCode = new URL('../../wasm/dist/worker-node.js', import.meta.url);
const workers = [];
/** One of two Workers, which are started when they are wanted. */
function workerOf(random) {
  const at = random.below(2);
  if (!workers[at]) {
    const worker = (workers[at] = new Worker(workerCode));
    worker.unref();
    worker.on('exit', () => (workers[at] = undefined));
  }
  return workers[at];
}

// Of a call, on a machine that does much else.
const longestMs = 120_000;

/** What came of a call; fails where it is not what calls may come to. */
async function settled(name, call, signal) {
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, longestMs, 'late').unref();
  });
  try {
    const value = await Promise.race([call(), late]);
    assert.notEqual(value, 'late', `${name} does not end`);
    return { value };
  } catch (error) {
    if (error instanceof assert.AssertionError) throw error;
    const known = error instanceof WhylightError || error instanceof Own;
    const aborted = signal?.aborted && Object.is(error, signal.reason);
    if (!known && !aborted)
      throw new Error(`${name} rejects with what it may not`, { cause: error });
    if (error instanceof WhylightError) {
      assert(typeof error.code === 'string' && error.message, `${name}: a code and a sentence`);
      // A module that stops is a defect, whatever the arguments were.
      assert(!error.message.includes('module stopped'), `${name}: ${error.message}`);
    }
    return { error };
  } finally {
    clearTimeout(timer);
  }
}

// What a fresh model answers, by the call.
const fresh = new Map();
/** Calls whose answers are compared: of one text, without options. */
const compared = {
  rationale: ['explain', 'match'],
  classifier: ['classify'],
  pairs: ['compare', 'wordEffects', 'alignment', 'features'],
  tagger: ['tag'],
  reader: ['answer', 'questionEffects'],
  retriever: ['embed', 'keywords', 'match', 'gates'],
};

async function checkAnswer(kind, method, args, value) {
  const plain = args.filter((arg) => typeof arg !== 'object' || Object.keys(arg).length > 0);
  if (!compared[kind]?.includes(method) || !plain.every((arg) => texts.includes(arg))) return;
  const key = JSON.stringify([kind, method, plain]);
  if (!fresh.has(key)) {
    const model = await loads[kind]({});
    fresh.set(key, await model[method](...plain));
    await model.dispose();
  }
  assert(isDeepStrictEqual(value, fresh.get(key)), `another answer than a fresh model's: ${key}`);
}

/** An index says what one made anew of its documents does. */
async function checkIndex(model, index) {
  const { id, fields } = index;
  if (fields.join() !== 'question,answer' || id !== 'id') return;
  const { value: twin } = await settled('createIndex', () => model.createIndex({ fields }));
  if (!twin) return;
  const documents = [...index.documents()];
  await twin.addAll(documents);
  const plain = { mode: 'bm25', boost: { question: 1, answer: 1 } };
  const { value: found } = await settled('search', () => index.search(texts[5], plain));
  if (found) {
    const expected = await twin.search(texts[5], plain);
    assert.equal(found.length, expected.length);
  }
  await twin.dispose();
}

async function drained(stream, most) {
  const all = [];
  for await (const one of stream) {
    all.push(one);
    if (all.length >= most) break;
  }
  return all;
}

/** What is open in a case. */
class World {
  opened = [];
  running = [];

  /** Carries out what a number stands for. */
  async step(number) {
    const random = new Random(number, 0);
    const done = this.begin(random);
    if (random.once(4)) this.running.push(done.catch((error) => ({ failed: error })));
    else await done;
  }

  async begin(random) {
    if (this.opened.length === 0 || random.once(40)) return this.open(random);
    const one = random.pick(this.opened);
    if (random.once(25)) return this.dispose(one);
    if (random.once(2000) && workers[0]) return void workers[0].terminate();
    return this.call(one, random);
  }

  async open(random) {
    const kind = random.pick(Object.keys(loads));
    const signal = random.once(4) ? signalOf(random) : undefined;
    const choices = { ...(signal && { signal }) };
    if (random.once(8)) choices.worker = workerOf(random);
    else if (random.once(20) && !['retriever', 'recommender', 'layers'].includes(kind)) {
      choices.worker = [workerOf(random), workerOf(random)];
    }
    const name = ['wasm', 'maxMemory', 'onProgress', 'cache', 'integrity', 'preload', 'fetch', 'x'];
    if (random.once(8)) choices[random.pick(name)] = odd(random);
    if (random.once(8)) choices.onProgress = callback(random);
    const args = [random.once(30) ? odd(random) : choices];
    if (random.once(20)) args.push(oddSource(random));
    const { value } = await settled(`load ${kind}`, () => loads[kind](...args), signal);
    if (value) this.opened.push({ kind, model: value });
  }

  async dispose(one) {
    this.opened = this.opened.filter((other) => other !== one && other.owner !== one);
    const { value } = await settled(`dispose ${one.kind}`, async () => {
      await one.model.dispose();
      return 'disposed';
    });
    if (value) await this.refuses(one);
  }

  /** What was disposed of says so. */
  async refuses({ kind, model }) {
    const [method, ...args] = {
      rationale: ['explain', 'a'],
      classifier: ['classify', 'a'],
      pairs: ['compare', 'a', 'b'],
      tagger: ['tag', 'a'],
      reader: ['answer', 'a', 'b'],
      recommender: ['rate', 'a', 'b'],
      collection: ['rate', 'a', 'b'],
      retriever: ['embed', 'a'],
      index: ['suggest', 'a'],
      layers: ['shapes', layers[0].spec],
    }[kind];
    const { error } = await settled(`${kind}.${method}`, () => model[method](...args));
    assert.equal(error?.code, 'disposed');
  }

  async call(one, random) {
    const { kind, model } = one;
    const method = random.pick(Object.keys(methods[kind]));
    const args = methods[kind][method].map((make) => make(random));
    const last = args.at(-1);
    const signal = random.once(4) ? signalOf(random) : undefined;
    if (signal && last && Object.getPrototypeOf(last) === Object.prototype && kind !== 'layers') {
      last.signal = signal;
    }
    const call = () => {
      const answer = model[method](...args);
      return method.endsWith('Stream') ? drained(answer, random.from(1, 9)) : answer;
    };
    const { value } = await settled(`${kind}.${method}`, call, signal).catch((cause) => {
      const shown = inspect(args, { depth: 3, maxStringLength: 60, breakLength: Infinity });
      throw new Error(`${kind}.${method} with ${shown}`, { cause });
    });
    if (value === undefined) return;
    if (method === 'createIndex' || method === 'fromBytes') {
      this.opened.push({ kind: 'index', model: value, owner: one });
    } else if (method === 'keepReviews') {
      this.opened.push({ kind: 'collection', model: value, owner: one });
    } else if (!signal) await checkAnswer(kind, method, args, value);
  }

  async end() {
    for (const done of this.running) {
      const { failed } = (await done) ?? {};
      if (failed) throw failed;
    }
    for (const { model, owner } of this.opened.filter(({ kind }) => kind === 'index')) {
      await checkIndex(owner.model, model);
    }
    for (const one of this.opened.filter(({ owner }) => !owner)) await this.dispose(one);
  }
}

function oddSource(random) {
  const files = random.pick([rationale, classifier, questions, pairs, tagger, reader, recommender]);
  const name = random.pick(Object.keys(files));
  const bytes = Uint8Array.from(files[name]);
  bytes[random.below(bytes.length)] ^= 1 << random.below(8);
  return random.pick([
    odd(random),
    files,
    { ...files, [name]: bytes },
    { ...files, [name]: odd(random) },
  ]);
}

let unhandled;
process.on('unhandledRejection', (error) => (unhandled ??= { error }));

async function check(steps) {
  unhandled = undefined;
  const world = new World();
  try {
    for (const number of steps) await world.step(number);
  } finally {
    await world.end();
  }
  await setImmediate();
  if (unhandled) throw new Error('nobody handles a rejection', { cause: unhandled.error });
}

await fuzz({
  name: 'api',
  make: (random) => random.list(40, () => random.below(2 ** 32)),
  check,
  count: (steps) => steps.length,
});
await Promise.all(workers.map((worker) => worker?.terminate()));
