// Loads that share a download, files kept for the next visit, and models that are pinned.
import { afterEach, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';

import { SharedWork } from '../../wasm/dist/runtime/shared.js';
import { load as loadWeb } from '../../wasm/dist/systems/rationale/index.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { fetchFrom, goldenBytes, goldenFiles, modelFolder, startWorker } from './support.js';

const folder = 'https://models.example/beer/';
const core = goldenFiles()['whylight-core.wasm'];

/** A fetch that counts requests by the names of files. */
function counted(files = goldenFiles()) {
  const counts = {};
  const from = fetchFrom(files);
  const fetch = (url, init) => {
    const name = new URL(url).pathname.split('/').at(-1);
    counts[name] = (counts[name] ?? 0) + 1;
    return from(url, init);
  };
  return { fetch, counts };
}

const once = { 'config.json': 1, 'model.safetensors': 1, 'vocab.txt': 1 };
const text = 'pours a hazy gold';

describe('loads of one model at the same time', () => {
  test('share a download, and each hears of it', async () => {
    const { fetch, counts } = counted();
    const wasm = 'https://code.example/shared/whylight-core.wasm';
    const events = [[], []];
    const models = await Promise.all(
      events.map((heard) =>
        loadWeb(folder, { fetch, wasm, onProgress: (event) => heard.push(event) }),
      ),
    );
    expect(counts).toEqual({ ...once, 'whylight-core.wasm': 1 });
    for (const heard of events) {
      expect(heard[0].phase).toBe('download');
      expect(heard.at(-1)).toMatchObject({ phase: 'compile', loaded: 1, fraction: 1 });
    }
    await models[0].dispose();
    expect((await models[1].explain(text)).tokens).toHaveLength(4);
  });

  test('report all of the progress, even to one that joins late', async () => {
    const { subtle } = globalThis.crypto;
    const { digest } = subtle;
    const { fetch, counts } = counted();
    const heard = [];
    let late;
    const onProgress = ({ phase }) => {
      if (phase !== 'verify') return;
      late ??= loadWeb(folder, { fetch, wasm: core, onProgress: (event) => heard.push(event) });
    };
    // Hashes take long enough for another to join.
    subtle.digest = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return digest.apply(subtle, args);
    };
    try {
      await loadWeb(folder, { fetch, wasm: core, onProgress });
      await late;
    } finally {
      delete subtle.digest;
    }
    expect(counts).toEqual(once);
    expect(heard[0].phase).toBe('verify');
    expect(heard.at(-1)).toEqual({ phase: 'compile', loaded: 1, total: 1, fraction: 1 });
  });

  test('are not ended by one that is given up, or whose listener fails', async () => {
    const { fetch, counts } = counted();
    const controller = new AbortController();
    const onProgress = () => controller.abort('enough');
    const failing = () => {
      throw new RangeError('of mine');
    };
    const loads = [
      loadWeb(folder, { fetch, wasm: core, onProgress, signal: controller.signal }),
      loadWeb(folder, { fetch, wasm: core, onProgress: failing }),
      loadWeb(folder, { fetch, wasm: core }),
    ];
    const [aborted, failed, loaded] = await Promise.allSettled(loads);
    expect(aborted.reason).toBe('enough');
    expect(failed.reason).toEqual(new RangeError('of mine'));
    expect((await loaded.value.explain(text)).tokens).toHaveLength(4);
    expect(counts).toEqual(once);
  });

  test('of other options have downloads of their own', async () => {
    const { fetch, counts } = counted();
    const request = { headers: { authorization: 'Bearer 1' } };
    await Promise.all([
      loadWeb(folder, { fetch, wasm: core }),
      loadWeb(folder, { fetch, wasm: core, request }),
    ]);
    expect(counts['config.json']).toBe(2);
  });
});

test('shared work that all have given up is begun anew', async () => {
  const work = new SharedWork();
  const signals = [];
  const start = (signal) => {
    signals.push(signal);
    return new Promise((resolve) => setTimeout(resolve, 20, signals.length));
  };
  const controller = new AbortController();
  const first = work.do('it', start, controller.signal);
  controller.abort('enough');
  await expect(first).rejects.toBe('enough');
  expect(await work.do('it', start)).toBe(2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  // What is over is no longer shared.
  expect(await work.do('it', start)).toBe(3);
});

test('a request takes its headers to the files of the model, and to no module', async () => {
  const files = fetchFrom(goldenFiles());
  const seen = {};
  const fetch = (url, init) => {
    seen[url.pathname.split('/').at(-1)] = init.headers;
    return files(url, init);
  };
  const headers = { authorization: 'Bearer 1' };
  const wasm = 'https://code.example/headers/whylight-core.wasm';
  await loadWeb(folder, { fetch, wasm, request: { headers } });
  expect(seen).toEqual({
    'config.json': headers,
    'model.safetensors': headers,
    'vocab.txt': headers,
    'whylight-core.wasm': undefined,
  });
});

describe('a cache', () => {
  afterEach(() => {
    delete globalThis.caches;
  });

  /** The part of the Cache API that is used, in memory. */
  function stubCaches() {
    const stores = {};
    globalThis.caches = {
      async open(name) {
        const store = (stores[name] ??= new Map());
        return {
          match: async (url) => store.get(url)?.clone(),
          put: async (url, response) => void store.set(url, response),
          delete: async (url) => store.delete(url),
        };
      },
    };
    return stores;
  }

  test('of files by their hashes saves the next load their download', async () => {
    const stores = stubCaches();
    const first = counted();
    await loadWeb(folder, { fetch: first.fetch, wasm: core, cache: true });
    expect(first.counts).toEqual(once);
    expect([...stores.whylight.keys()]).toHaveLength(2);
    const second = counted();
    const events = [];
    // From wherever: it is the hash that counts.
    const model = await loadWeb('https://elsewhere.example/', {
      fetch: second.fetch,
      wasm: core,
      cache: true,
      onProgress: (event) => events.push(event),
    });
    expect(second.counts).toEqual({ 'config.json': 1 });
    expect(events.filter(({ phase }) => phase === 'download').at(-1)).toMatchObject({
      loaded: events[0].total,
    });
    expect((await model.explain(text)).tokens).toHaveLength(4);
  });

  test('and a pinned config.json save all of it', async () => {
    stubCaches();
    const integrity = integrityOf(goldenFiles()['config.json']);
    const options = { wasm: core, cache: 'mine', integrity };
    await loadWeb(folder, { ...options, fetch: counted().fetch });
    const { fetch, counts } = counted({});
    await loadWeb(folder, { ...options, fetch });
    expect(counts).toEqual({});
  });

  test('with something else in it is passed over', async () => {
    const stores = stubCaches();
    await loadWeb(folder, { fetch: counted().fetch, wasm: core, cache: true });
    for (const url of stores.whylight.keys()) {
      stores.whylight.set(url, new Response('spoilt'));
    }
    const { fetch, counts } = counted();
    await loadWeb(folder, { fetch, wasm: core, cache: true });
    expect(counts).toEqual(once);
  });

  test.each([
    { name: 'is not there', open: undefined },
    { name: 'is refused', open: () => Promise.reject(new Error('SecurityError')) },
    {
      name: 'is full',
      open: async () => ({
        match: async () => undefined,
        put: () => Promise.reject(new Error('QuotaExceededError')),
      }),
    },
  ])('that $name is done without', async ({ open }) => {
    if (open) globalThis.caches = { open };
    const { fetch, counts } = counted();
    const model = await loadWeb(folder, { fetch, wasm: core, cache: true });
    expect((await model.explain(text)).tokens).toHaveLength(4);
    expect(counts).toEqual(once);
  });

  test('is used in a Worker, too', async () => {
    const stores = stubCaches();
    const worker = startWorker();
    await loadWeb(folder, { worker, cache: 'of the Worker' });
    expect(stores['of the Worker'].size).toBe(2);
    worker.close();
  });
});

function integrityOf(config) {
  return `sha256-${createHash('sha256').update(config).digest('base64')}`;
}

describe('integrity', () => {
  const integrity = integrityOf(goldenFiles()['config.json']);
  const other = integrityOf('another');

  test('lets the model load whose hash it is', async () => {
    for (const source of [modelFolder, goldenBytes()]) {
      expect((await (await load(source, { integrity })).explain(text)).tokens).toHaveLength(4);
    }
  });

  test('refuses any other before more of it is downloaded', async () => {
    const { fetch, counts } = counted();
    const report = { code: 'hash-mismatch', message: expect.stringContaining('config.json') };
    const loading = loadWeb(folder, { fetch, wasm: core, integrity: other });
    await expect(loading).rejects.toMatchObject(report);
    expect(counts).toEqual({ 'config.json': 1 });
    await expect(load(goldenBytes(), { integrity: other })).rejects.toMatchObject(report);
    const worker = startWorker();
    await expect(loadWeb(folder, { worker, integrity: other })).rejects.toMatchObject(report);
    worker.close();
  });

  test('refuses all where there is no SHA-256', async () => {
    const { crypto } = globalThis;
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    await expect(load(modelFolder, { integrity })).rejects.toMatchObject({
      code: 'hash-mismatch',
      message: expect.stringContaining('insecure context'),
    });
    Object.defineProperty(globalThis, 'crypto', { value: crypto });
  });

  test.each(['md5-abc', `${integrity}=`, integrity.slice(0, -2), 7])(
    'is no %s, which is refused',
    async (wrong) => {
      await expect(load(modelFolder, { integrity: wrong })).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringContaining('"integrity": expected "sha256-"'),
      });
    },
  );
});
