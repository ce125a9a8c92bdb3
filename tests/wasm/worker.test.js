import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';

import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { loadRecommender } from '../../wasm/dist/systems/recommender/node.js';
import {
  fetchFrom,
  goldenBytes,
  goldenFiles,
  modelFolder,
  questionsFolder,
  recommenderFolder,
  silentWorker,
  stalledBody,
  startWorker as start,
} from './support.js';

const folder = 'https://models.example/beer/';
const open = [];
let requests;

function startWorker(files) {
  const worker = start(files, (requests = []));
  open.push(worker);
  return worker;
}

afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

test('a model in a Worker answers as one in the page', async () => {
  const text = 'pours a hazy gold 🍺 with \ud83c lacing';
  const here = await load(modelFolder);
  const there = await load(folder, { worker: startWorker() });
  expect(there.aspects).toEqual(here.aspects);
  expect(await there.explain(text)).toEqual(await here.explain(text));
});

test('a model may be sent to a Worker as bytes', async () => {
  const bytes = goldenBytes();
  const model = await load(bytes, { worker: startWorker() });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
  expect(bytes.tensors.byteLength).toBeGreaterThan(0);
});

test('the wasm module may be sent to a Worker', async () => {
  const files = goldenFiles();
  const wasm = files['whylight-core.wasm'];
  const worker = startWorker({ ...files, 'whylight-core.wasm': undefined });
  const model = await load(folder, { worker, wasm });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
});

test('a Worker may hold several models', async () => {
  const worker = startWorker();
  const models = await Promise.all([load(folder, { worker }), load(folder, { worker })]);
  await models[0].dispose();
  await expect(models[0].explain('hop')).rejects.toMatchObject({ code: 'disposed' });
  expect((await models[1].explain('hop')).tokens).toHaveLength(1);
});

test('a Worker may carry messages of others', async () => {
  const worker = startWorker();
  worker.postMessage('hello');
  worker.postMessage({ type: 'load' });
  const model = await load(folder, { worker });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
});

test('disposing gives up the call under way', async () => {
  const model = await load(folder, { worker: startWorker() });
  const call = model.explain('hop');
  await Promise.all([expect(call).rejects.toMatchObject({ code: 'disposed' }), model.dispose()]);
});

test('a forgotten model is freed in the Worker', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const worker = startWorker();
  const kept = await load(folder, { worker });
  await load(folder, { worker });
  for (let round = 0; round < 50 && !requests.some(({ type }) => type === 'dispose'); ++round) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(requests.filter(({ type }) => type === 'dispose')).toHaveLength(1);
  expect((await kept.explain('hop')).tokens).toHaveLength(1);
});

describe('what goes wrong in a Worker', () => {
  test('keeps its code, message and cause', async () => {
    const files = {
      ...goldenFiles(),
      'model.safetensors': () => Promise.reject(new TypeError('Failed to fetch')),
    };
    await expect(load(folder, { worker: startWorker(files) })).rejects.toMatchObject({
      name: 'WhylightError',
      code: 'fetch-failed',
      message: `${folder}model.safetensors could not be fetched: Failed to fetch.`,
      cause: { message: 'Failed to fetch' },
    });
  });

  test('is told apart from what cannot be sent to it', async () => {
    const worker = startWorker();
    await load(folder, { worker });
    const request = { mode: () => 'cors' };
    await expect(load(folder, { worker, request })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringContaining('Expected options that can be sent to a Worker: '),
    });
  });

  test('leaves the model usable', async () => {
    const model = await load(folder, { worker: startWorker() });
    await expect(model.explain('hop '.repeat(1_000_000))).rejects.toMatchObject({
      code: 'text-too-long',
    });
    expect((await model.explain('hop')).tokens).toHaveLength(1);
  });
});

test('progress arrives from a Worker', async () => {
  const events = [];
  await load(folder, { worker: startWorker(), onProgress: (event) => events.push(event) });
  expect(events[0].phase).toBe('download');
  expect(events.at(-1)).toEqual({ phase: 'compile', loaded: 1, total: 1, fraction: 1 });
});

describe('an abort', () => {
  test('of a load stops the download in the Worker', async () => {
    const controller = new AbortController();
    let stopped;
    const tensors = (signal) => {
      stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
      return stalledBody(new Uint8Array(10))(signal);
    };
    const worker = startWorker({ ...goldenFiles(), 'model.safetensors': tensors });
    const onProgress = ({ loaded, total }) => {
      if (loaded < total) setTimeout(() => controller.abort('enough'));
    };
    const loading = load(folder, { worker, signal: controller.signal, onProgress });
    await expect(loading).rejects.toBe('enough');
    await stopped;
  });

  test('of a load that is done already frees the model', async () => {
    const controller = new AbortController();
    const worker = startWorker();
    const onProgress = ({ phase, loaded }) => {
      if (phase === 'compile' && loaded === 1) controller.abort('changed my mind');
    };
    const loading = load(folder, { worker, signal: controller.signal, onProgress });
    await expect(loading).rejects.toBe('changed my mind');
    await load(folder, { worker });
    expect(requests.map(({ type }) => type)).toContain('dispose');
  });

  test('of a call saves the Worker the work', async () => {
    const model = await load(folder, { worker: startWorker() });
    const controller = new AbortController();
    const superseded = model.explain('first', { signal: controller.signal });
    const latest = model.explain('second');
    controller.abort('typed on');
    await expect(superseded).rejects.toBe('typed on');
    expect((await latest).text).toBe('second');
  });
});

describe('a Worker that does not start', () => {
  afterEach(() => jest.useRealTimers());

  test('because its script fails is reported', async () => {
    const worker = silentWorker();
    const loading = load(folder, { worker });
    worker.dispatchEvent(new Event('error'));
    const report = { code: 'worker-failed', message: expect.stringContaining('did not start') };
    await expect(loading).rejects.toMatchObject(report);
    await expect(load(folder, { worker })).rejects.toMatchObject(report);
  });

  test('because it runs another script is reported', async () => {
    jest.useFakeTimers();
    const loading = load(folder, { worker: silentWorker() });
    const report = expect(loading).rejects.toMatchObject({
      code: 'worker-failed',
      message: expect.stringContaining('no answer within 30 seconds'),
    });
    jest.advanceTimersByTime(30_000);
    await report;
  });

  test('keeps no process from its end once nobody waits for it', async () => {
    jest.useFakeTimers();
    const worker = silentWorker();
    const controller = new AbortController();
    const loading = load(folder, { worker, signal: controller.signal });
    controller.abort('enough');
    await expect(loading).rejects.toBe('enough');
    expect(jest.getTimerCount()).toBe(0);
    // Whoever asks anew is told as ever.
    const report = expect(load(folder, { worker })).rejects.toMatchObject({
      code: 'worker-failed',
    });
    jest.advanceTimersByTime(30_000);
    await report;
  });
});

test('a Worker of Node keeps the process running only while it has a model or a call', async () => {
  const url = (path) => JSON.stringify(new URL(`../../wasm/dist/${path}`, import.meta.url));
  const script = `
    import { setTimeout as wait } from 'node:timers/promises';
    import { Worker } from 'node:worker_threads';
    import { load } from ${url('systems/rationale/node.js')};
    const worker = new Worker(new URL(${url('worker-node.js')}), { execArgv: [] });
    const folder = new URL(${JSON.stringify(modelFolder)});
    const first = await load(folder, { worker });
    const second = await load(folder, { worker });
    await first.dispose();
    await second.explain('hop');
    await second.dispose();
    await load('/no/such/folder', { worker }).catch(({ code }) => console.log(code));
    // One that comes later is heard, too.
    await wait(300);
    const third = await load(folder, { worker });
    const { text } = await third.explain('hop');
    await third.dispose();
    console.log(text);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('node', args, { timeout: 30_000 });
  expect(stdout).toBe('not-found\nhop\n');
}, 40_000);

test('a Worker of Node that its owner lets go of does not keep the process running', async () => {
  const url = (path) => JSON.stringify(new URL(`../../wasm/dist/${path}`, import.meta.url));
  const script = `
    import { Worker } from 'node:worker_threads';
    import { load } from ${url('systems/rationale/node.js')};
    const worker = new Worker(new URL(${url('worker-node.js')}), { execArgv: [] });
    worker.unref();
    const running = setInterval(() => {}, 1000);
    const model = await load(new URL(${JSON.stringify(modelFolder)}), { worker });
    console.log((await model.explain('hop')).text);
    clearInterval(running);`;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await promisify(execFile)('node', args, { timeout: 30_000 });
  expect(stdout).toBe('hop\n');
}, 40_000);

describe('a Worker that ends', () => {
  const report = { code: 'worker-failed', message: expect.stringContaining('it ended') };

  test('in Node rejects what waits for it, and all that follows', async () => {
    const worker = new Worker(new URL('../../wasm/dist/worker-node.js', import.meta.url));
    const model = await load(modelFolder, { worker });
    expect((await model.explain('hop')).tokens).toHaveLength(1);
    const waiting = expect(model.explain('hop '.repeat(90_000))).rejects.toMatchObject(report);
    await worker.terminate();
    await waiting;
    await expect(model.explain('hop')).rejects.toMatchObject(report);
    await expect(load(modelFolder, { worker })).rejects.toMatchObject(report);
    await model.dispose();
  });

  test.each([
    { thrown: "new Error('a fault of mine')", says: 'a fault of mine' },
    { thrown: "'a text'", says: 'a text' },
    { thrown: 'null', says: 'null' },
    { thrown: 'new Error()', says: 'it ended' },
  ])('in Node by $thrown of other code in it says so', async ({ thrown, says }) => {
    const host = new URL('../../wasm/dist/worker-node.js', import.meta.url);
    const script = `import(${JSON.stringify(host)}).then(() => {
      require('node:worker_threads').parentPort.on('message', (message) => {
        if (message === 'break') throw ${thrown};
      });
    });`;
    const worker = new Worker(script, { eval: true });
    const model = await load(modelFolder, { worker });
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage('break');
    await ended;
    await expect(model.explain('hop')).rejects.toMatchObject({
      code: 'worker-failed',
      message: `The Worker does not work: ${says}. Load the model in a new one.`,
    });
  });

  test('takes what its models keep with it', async () => {
    const worker = new Worker(new URL('../../wasm/dist/worker-node.js', import.meta.url));
    const retriever = await loadRetriever(questionsFolder, { worker });
    const recommender = await loadRecommender(recommenderFolder, { worker });
    const index = await retriever.createIndex({ fields: ['question'] });
    const collection = await recommender.keepReviews([]);
    await worker.terminate();
    await expect(index.search('hop')).rejects.toMatchObject(report);
    for (const each of [index, collection, retriever, recommender]) await each.dispose();
  });

  test('in a browser lets go of its lock', async () => {
    const waiting = [];
    const locks = {
      // Only the first who asks gets the lock; `end` gives it to the next.
      request: (name, hold) =>
        new Promise((resolve) => {
          waiting.push({ name, take: () => resolve(hold()) });
          if (waiting.length === 1) waiting[0].take();
        }),
    };
    const { navigator } = globalThis;
    Object.defineProperty(globalThis, 'navigator', { value: { locks }, configurable: true });
    try {
      const model = await load(folder, { worker: startWorker() });
      expect(waiting).toHaveLength(2);
      expect(waiting[1].name).toBe(waiting[0].name);
      const call = model.explain('hop');
      waiting[1].take();
      await expect(call).rejects.toMatchObject(report);
      await model.dispose();
    } finally {
      Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
    }
  });
});

test('a worker that is none is refused', async () => {
  const loading = load(folder, { worker: {} });
  await expect(loading).rejects.toMatchObject({ code: 'invalid-argument' });
});

describe('a fetch that is lent to a Worker', () => {
  // A Worker that could fetch nothing by itself.
  const lonely = () => startWorker({});

  test('gets the model, and what says why when it is asked', async () => {
    const asked = [];
    const fetch = (url, init) => {
      asked.push([url.pathname.split('/').pop(), init.headers]);
      return fetchFrom(goldenFiles())(url, init);
    };
    const request = { headers: { authorization: 'Bearer token' } };
    const model = await load(folder, { worker: lonely(), fetch, request });
    expect((await model.explain('hop')).tokens).toHaveLength(1);
    expect(asked).toContainEqual(['model.safetensors', request.headers]);
    expect(asked).not.toContainEqual(['whylight-reasons.wasm', undefined]);
    await model.ngrams('hop', { aspect: 'appearance' });
    expect(asked).toContainEqual(['whylight-reasons.wasm', undefined]);
  });

  test('tells its failures', async () => {
    const fetch = () => Promise.reject(new TypeError('no way out'));
    await expect(load(folder, { worker: lonely(), fetch })).rejects.toMatchObject({
      code: 'fetch-failed',
      message: expect.stringMatching(/could not be fetched: no way out\./),
    });
  });

  test('tells one in the middle of a file', async () => {
    const broken = () => {
      const pull = (controller) => controller.error(new Error('cut off'));
      return new Response(new ReadableStream({ pull }));
    };
    const fetch = fetchFrom({ ...goldenFiles(), 'model.safetensors': broken });
    await expect(load(folder, { worker: lonely(), fetch })).rejects.toMatchObject({
      code: 'fetch-failed',
      message: expect.stringMatching(/model\.safetensors could not be fetched: cut off\./),
    });
  });

  test.each([404, 204, 0])('tells an answer of status %d', async (status) => {
    const answer = () => (status === 0 ? Response.error() : new Response(null, { status }));
    const fetch = fetchFrom({ ...goldenFiles(), 'model.safetensors': answer });
    await expect(load(folder, { worker: lonely(), fetch })).rejects.toMatchObject({
      code: status === 204 ? 'size-mismatch' : 'fetch-failed',
      message: expect.stringMatching(
        status === 204 ? /received 0/ : new RegExp(`status ${status}`),
      ),
    });
  });

  test('is stopped when the load is given up', async () => {
    const controller = new AbortController();
    let stopped;
    const tensors = (signal) => {
      stopped = new Promise((resolve) => signal.addEventListener('abort', resolve));
      controller.abort('enough');
      return stalledBody(new Uint8Array(10))(signal);
    };
    const fetch = fetchFrom({ ...goldenFiles(), 'model.safetensors': tensors });
    const options = { worker: lonely(), fetch, signal: controller.signal };
    await expect(load(folder, options)).rejects.toBe('enough');
    await stopped;
  });
});
