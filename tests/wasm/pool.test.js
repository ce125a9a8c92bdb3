// One model in several Workers.
import { afterEach, describe, expect, test } from '@jest/globals';
import { Worker } from 'node:worker_threads';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { loadLayers } from '../../wasm/dist/systems/layers/node.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import {
  classifierFiles,
  fetchFrom,
  filesOf,
  goldenFiles,
  modelFolder,
  questionsFolder,
  silentWorker,
  startWorker,
} from './support.js';

const folder = 'https://models.example/beer/';
const open = [];

/** So many Workers, and what each was asked. */
function startWorkers(count, files) {
  const requests = Array.from({ length: count }, () => []);
  const workers = requests.map((asked) => startWorker(files, asked));
  open.push(...workers);
  return { workers, requests };
}

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

const texts = Array.from({ length: 60 }, (_, index) => 'a hazy gold '.repeat(index % 7));

test('answers as one model does, in the same order', async () => {
  const here = await load(modelFolder);
  const pool = await load(modelFolder, { worker: startWorkers(3).workers });
  expect(pool.aspects).toEqual(here.aspects);
  expect(await pool.explainMany(texts)).toEqual(await here.explainMany(texts));
  expect(await pool.explain('hop')).toEqual(await here.explain('hop'));
});

test('all Workers take part', async () => {
  const { workers, requests } = startWorkers(3);
  const pool = await load(modelFolder, { worker: workers });
  await pool.explainMany(texts);
  for (const asked of requests) {
    expect(asked.filter(({ type }) => type === 'askMany').length).toBeGreaterThan(1);
  }
});

test('few texts are shared out, too', async () => {
  const { workers, requests } = startWorkers(2);
  const pool = await load(modelFolder, { worker: workers });
  await pool.explainMany(['hop', 'gold']);
  expect(requests.map((asked) => asked.filter(({ type }) => type === 'askMany'))).toEqual([
    [expect.anything()],
    [expect.anything()],
  ]);
});

test('questions asked at the same time go to different Workers', async () => {
  const { workers, requests } = startWorkers(2);
  const pool = await load(modelFolder, { worker: workers });
  await Promise.all([pool.explain('hop'), pool.explain('gold')]);
  for (const asked of requests) expect(asked.filter(({ type }) => type === 'ask')).toHaveLength(1);
});

test('the files are downloaded once', async () => {
  const asked = [];
  const files = goldenFiles();
  const fetch = (url, init) => {
    asked.push(url.pathname.split('/').pop());
    return fetchFrom(files)(url, init);
  };
  await load(folder, { worker: startWorkers(3, {}).workers, fetch });
  expect(asked.filter((name) => !name.endsWith('.wasm')).sort()).toEqual([
    'config.json',
    'model.safetensors',
    'vocab.txt',
  ]);
});

test('progress never goes back, and ends at 1', async () => {
  const events = [];
  const worker = startWorkers(3).workers;
  await load(modelFolder, { worker, onProgress: (event) => events.push(event) });
  const fractions = events.map(({ fraction }) => fraction);
  expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
  expect(events.at(-1)).toEqual({ phase: 'compile', loaded: 1, total: 1, fraction: 1 });
});

test('a classifier may live in several Workers, too', async () => {
  const files = classifierFiles();
  const bytes = {
    config: files['config.json'],
    tensors: files['model.safetensors'],
    vocabulary: files['vocab.txt'],
  };
  const here = await loadClassifier(bytes);
  const pool = await loadClassifier(bytes, { worker: startWorkers(2, files).workers });
  const some = texts.slice(0, 20);
  expect(await pool.classifyMany(some)).toEqual(await here.classifyMany(some));
});

describe('a Worker of several that ends', () => {
  const startThreads = (count) =>
    Array.from(
      { length: count },
      () => new Worker(new URL('../../wasm/dist/worker-node.js', import.meta.url)),
    );

  test('leaves its work to the others, which answer all that follows', async () => {
    const workers = startThreads(3);
    const here = await load(modelFolder);
    const pool = await load(modelFolder, { worker: workers });
    const seen = [];
    const onExplanation = (_, index) => {
      if (seen.push(index) === 5) void workers[0].terminate();
    };
    const many = texts.map((text) => text.repeat(4));
    const expected = await here.explainMany(many);
    expect(await pool.explainMany(many, { onExplanation })).toEqual(expected);
    expect(seen.toSorted((a, b) => a - b)).toEqual([...many.keys()]);
    const waiting = [1, 2, 3].map(() => pool.explain(many[6].repeat(40)));
    await workers[1].terminate();
    expect(await Promise.all(waiting)).toHaveLength(3);
    expect(await pool.explainMany(texts)).toEqual(await here.explainMany(texts));
    await pool.dispose();
    await workers[2].terminate();
  }, 30_000);

  test('gives the text that ended it to one other, not to all', async () => {
    const workers = startThreads(3);
    const pool = await load(modelFolder, { worker: workers });
    for (const worker of workers) {
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (message) =>
        JSON.stringify(message).includes('poison') ? void worker.terminate() : post(message);
    }
    await expect(pool.explain('poison')).rejects.toMatchObject({ code: 'worker-failed' });
    expect((await pool.explain('hop')).tokens).toHaveLength(1);
    await pool.dispose();
    for (const worker of workers) await worker.terminate();
  });

  test('is told of once none is left', async () => {
    const workers = startThreads(2);
    const pool = await load(modelFolder, { worker: workers });
    for (const worker of workers) await worker.terminate();
    const report = { code: 'worker-failed', message: expect.stringContaining('it ended') };
    await expect(pool.explain('hop')).rejects.toMatchObject(report);
    await expect(pool.explainMany(texts)).rejects.toMatchObject(report);
    await pool.dispose();
  });
});

describe('what goes wrong', () => {
  test('is told of the text in the whole list', async () => {
    const pool = await load(modelFolder, { worker: startWorkers(3).workers });
    const spoilt = texts.with(43, 'hop '.repeat(100_001));
    await expect(pool.explainMany(spoilt)).rejects.toMatchObject({
      code: 'text-too-long',
      message: expect.stringMatching(/^texts\[43\]: /),
    });
    expect(await pool.explainMany(texts)).toHaveLength(texts.length);
  });

  test('in one Worker frees the model in the others', async () => {
    const { workers, requests } = startWorkers(1);
    const broken = silentWorker();
    broken.postMessage = () => setTimeout(() => broken.dispatchEvent(new Event('error')), 100);
    const loading = load(modelFolder, { worker: [...workers, broken] });
    await expect(loading).rejects.toMatchObject({ code: 'worker-failed' });
    await load(modelFolder, { worker: workers });
    const types = requests[0].map(({ type }) => type);
    expect(types.includes('cancel') || types.includes('dispose')).toBe(true);
  });

  test('an abort ends the load in all', async () => {
    const controller = new AbortController();
    const worker = [...startWorkers(1).workers, silentWorker()];
    const loading = load(modelFolder, { worker, signal: controller.signal });
    setTimeout(() => controller.abort('enough'), 50);
    await expect(loading).rejects.toBe('enough');
  });

  test('an abort half way ends the work, and the model is usable afterwards', async () => {
    const controller = new AbortController();
    const pool = await load(modelFolder, { worker: startWorkers(2).workers });
    let seen = 0;
    const onExplanation = () => {
      if (++seen === 20) controller.abort('seen enough');
    };
    const options = { signal: controller.signal, onExplanation };
    await expect(pool.explainMany(texts, options)).rejects.toBe('seen enough');
    expect(seen).toBe(20);
    expect(await pool.explainMany(['hop'])).toHaveLength(1);
  });

  test('disposing frees all', async () => {
    const { workers, requests } = startWorkers(2);
    const pool = await load(modelFolder, { worker: workers });
    await pool.dispose();
    for (const asked of requests) expect(asked.at(-1).type).toBe('dispose');
    await expect(pool.explain('hop')).rejects.toMatchObject({ code: 'disposed' });
  });

  test.each([
    { name: 'no Workers', worker: [] },
    { name: 'one that is none', worker: [{}] },
  ])('$name are refused', async ({ worker }) => {
    await expect(load(modelFolder, { worker })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/a Worker or an array of Workers/),
    });
  });

  test.each([
    { name: 'a retriever', open: (worker) => loadRetriever(questionsFolder, { worker }) },
    { name: 'layers', open: (worker) => loadLayers({ worker }) },
  ])('$name live in one Worker', async ({ open: openWith }) => {
    const { workers } = startWorkers(2, filesOf(questionsFolder, 'whylight-questions.wasm'));
    await expect(openWith(workers)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/"worker": expected a Worker, found/),
    });
  });
});
