// Classifiers in a Worker, alone and beside models of another system.
import { afterEach, describe, expect, test } from '@jest/globals';

import { loadClassifier } from '../../wasm/dist/systems/classifier/index.js';
import { loadClassifier as loadInNode } from '../../wasm/dist/systems/classifier/node.js';
import { load } from '../../wasm/dist/systems/rationale/index.js';
import {
  bytesOf,
  classifierFiles,
  classifierFolder,
  goldenBytes,
  goldenFiles,
  silentWorker,
  startWorker as start,
} from './support.js';

const folder = 'https://models.example/sentiment/';
const text = 'Not a bad film \ud83c, and 🍿 never dull.';
const texts = Array.from({ length: 60 }, (_, i) => 'never dull, not bad. '.repeat((i * 7) % 11));

const open = [];
function startWorker(files = classifierFiles(), requests) {
  const worker = start(files, requests);
  open.push(worker);
  return worker;
}
afterEach(() => {
  for (const worker of open.splice(0)) worker.close();
});

/** The golden classifier in this thread, and in a Worker. */
async function loadBoth() {
  const here = await loadInNode(classifierFolder);
  const there = await loadClassifier(folder, { worker: startWorker() });
  return { here, there };
}

test('a classifier in a Worker answers as one in the page', async () => {
  const { here, there } = await loadBoth();
  expect(there.labels).toEqual(here.labels);
  for (const options of [{}, { label: '4', ngrams: 3 }, { local: true }]) {
    expect(await there.classify(text, options)).toEqual(await here.classify(text, options));
  }
  const refused = await here.classify(text, { top: 1 }).catch((error) => error);
  await expect(there.classify(text, { top: 1 })).rejects.toMatchObject({
    name: 'WhylightError',
    code: 'invalid-argument',
    message: refused.message,
  });
});

test('its progress arrives', async () => {
  const events = [];
  const onProgress = (event) => events.push(event);
  await loadClassifier(folder, { worker: startWorker(), onProgress });
  expect([...new Set(events.map(({ phase }) => phase))]).toEqual(['download', 'verify', 'compile']);
  expect(events.at(-1)).toEqual({ phase: 'compile', loaded: 1, total: 1, fraction: 1 });
});

describe.each([{ where: 'here' }, { where: 'there' }])('many texts, $where', ({ where }) => {
  test('are classified as each alone, in order', async () => {
    const both = await loadBoth();
    const alone = [];
    for (const each of texts) alone.push(await both.here.classify(each, { ngrams: 2 }));
    const seen = [];
    const onClassification = (found, index) => (seen[index] = found);
    const found = await both[where].classifyMany(texts, { ngrams: 2, onClassification });
    expect(found).toEqual(alone);
    expect(seen).toEqual(alone);
    expect(await both[where].classifyMany([])).toEqual([]);
  });

  test('are given up half way, and the classifier is usable afterwards', async () => {
    const both = await loadBoth();
    const controller = new AbortController();
    let seen = 0;
    const onClassification = () => {
      if (++seen === 5) controller.abort('seen enough');
    };
    const options = { signal: controller.signal, onClassification };
    const long = Array.from({ length: 10 }, () => texts).flat();
    await expect(both[where].classifyMany(long, options)).rejects.toBe('seen enough');
    expect(seen).toBeLessThan(300);
    expect((await both[where].classify(text)).text).toBe(text);
  });

  test('have their place named where one is to blame', async () => {
    const both = await loadBoth();
    const tooLong = ['fine', 'a '.repeat(100_001), 'dull'];
    await expect(both[where].classifyMany(tooLong)).rejects.toMatchObject({
      code: 'text-too-long',
      message: expect.stringMatching(/^texts\[1\]: /),
    });
    await expect(both[where].classifyMany(['fine', 7])).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'texts[1]: Expected a string to classify, found number.',
    });
  });

  test('end when the classifier is disposed of', async () => {
    const both = await loadBoth();
    const onClassification = () => both[where].dispose();
    await expect(both[where].classifyMany(texts, { onClassification })).rejects.toMatchObject({
      code: 'disposed',
    });
    await expect(both[where].classify(text)).rejects.toMatchObject({
      code: 'disposed',
      message: 'This classifier was disposed of.',
    });
  });
});

test('a call that is given up saves the Worker the work', async () => {
  const { there } = await loadBoth();
  const controller = new AbortController();
  const superseded = there.classify('first', { signal: controller.signal });
  const latest = there.classify('second');
  controller.abort('typed on');
  await expect(superseded).rejects.toBe('typed on');
  expect((await latest).text).toBe('second');
});

test('a Worker that does not start is reported', async () => {
  const worker = silentWorker();
  const loading = loadClassifier(folder, { worker });
  worker.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toMatchObject({
    code: 'worker-failed',
    message: expect.stringContaining('did not start'),
  });
});

describe('models of several systems in one Worker', () => {
  test('answer each for itself', async () => {
    const requests = [];
    const worker = startWorker({ ...goldenFiles(), ...classifierFiles() }, requests);
    const [model, classifier] = await Promise.all([
      load(goldenBytes(), { worker }),
      loadClassifier(bytesOf(classifierFiles()), { worker }),
    ]);
    const [explanation, classification] = await Promise.all([
      model.explain(text),
      classifier.classify(text),
    ]);
    expect(Object.keys(explanation.ratings)).toEqual(model.aspects);
    expect(Object.keys(classification.probabilities)).toHaveLength(5);
    await model.dispose();
    expect(await classifier.classify(text)).toEqual(classification);
    expect(requests.filter(({ type }) => type === 'hello')).toHaveLength(1);
  });

  test('cost a page that only explains nothing', async () => {
    const fetched = [];
    const files = { ...goldenFiles(), ...classifierFiles(), ...goldenFiles() };
    const recorded = new Proxy(files, {
      get(all, name) {
        fetched.push(name);
        return all[name];
      },
    });
    const worker = startWorker(recorded);
    const wasm = 'https://code.example/only/whylight-core.wasm';
    await load('https://models.example/beer/', { worker, wasm });
    expect(fetched.sort()).toEqual([
      'config.json',
      'model.safetensors',
      'vocab.txt',
      'whylight-core.wasm',
    ]);
  });

  test('are refused by the loader of another, as without a Worker', async () => {
    const worker = startWorker({ ...goldenFiles(), ...classifierFiles() });
    await expect(load(bytesOf(classifierFiles()), { worker })).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining('"task": expected "rationale"'),
    });
  });
});
