import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { openerOf } from '../../wasm/dist/runtime/openers.js';
import { load as loadWeb } from '../../wasm/dist/systems/rationale/index.js';
import { WhylightError, load } from '../../wasm/dist/systems/rationale/node.js';
import { SYSTEMS } from '../../wasm/dist/systems/registry.js';
import {
  dist,
  fetchFrom,
  goldenBytes,
  goldenFiles,
  modelFolder,
  signed,
  stalledBody,
} from './support.js';

const html = '<!doctype html>\n<html><body>Not found, here is our front page</body></html>';
const folder = 'https://models.example/beer/';
// Compiled modules are kept by address, so every test has an address of its own.
let address = 0;

/** Loads `files` as a page would. */
function loadServed(files, options) {
  const wasm = `https://code.example/${address++}/whylight-core.wasm`;
  return loadWeb(folder, { wasm, fetch: fetchFrom(files), ...options });
}

async function works(model) {
  const { tokens } = await model.explain('pours a hazy gold');
  return tokens.length === 4;
}

describe('a source', () => {
  test.each([
    { name: 'a file: URL', source: modelFolder },
    { name: 'the text of a file: URL', source: modelFolder.href },
    { name: 'an absolute path', source: fileURLToPath(modelFolder) },
    { name: 'a relative path', source: 'tests/golden/tiny' },
    { name: 'Uint8Arrays', source: goldenBytes() },
    {
      name: 'ArrayBuffers',
      source: Object.fromEntries(
        Object.entries(goldenBytes()).map(([name, bytes]) => [name, Uint8Array.from(bytes).buffer]),
      ),
    },
    {
      name: 'Uint8Arrays over shared memory',
      source: Object.fromEntries(
        Object.entries(goldenBytes()).map(([name, bytes]) => {
          const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
          shared.set(bytes);
          return [name, shared];
        }),
      ),
    },
  ])('may be $name', async ({ source }) => {
    expect(await works(await load(source))).toBe(true);
  });

  test('may be served from a folder written without a slash at the end', async () => {
    const model = await loadServed(goldenFiles(), {});
    expect(await works(model)).toBe(true);
    const fetch = jest.fn(fetchFrom(goldenFiles()));
    await loadWeb('https://models.example/beer', { fetch });
    expect(fetch.mock.calls.map(([url]) => url.href)).toContain(`${folder}config.json`);
  });

  test('may have a query, which goes to each file', async () => {
    const fetch = jest.fn(fetchFrom(goldenFiles()));
    expect(await works(await loadWeb(`${folder}?token=1`, { fetch }))).toBe(true);
    const asked = fetch.mock.calls.map(([url]) => url.href).filter((href) => href.includes('beer'));
    expect(asked.sort()).toEqual(
      ['config.json', 'model.safetensors', 'vocab.txt'].map((name) => `${folder}${name}?token=1`),
    );
  });

  test.each([
    { name: 'a number', source: 7 },
    { name: 'null', source: null },
    { name: 'a malformed URL', source: 'http://' },
    { name: 'an object without bytes', source: { config: 'text' } },
  ])('is refused when it is $name', async ({ source }) => {
    await expect(load(source)).rejects.toMatchObject({ code: 'invalid-argument' });
  });

  test('that is not there is named', async () => {
    await expect(load('tests/golden/nowhere')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(
        /nowhere\/config.json is not there\. Pass the address of a model/,
      ),
    });
  });

  test('is a folder, not a file of it', async () => {
    await expect(load('models/beer/config.json')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(
        /beer\/config\.json is no folder\. Pass the address of a model/,
      ),
    });
  });

  test('that is no name of a model is answered by all names, and what is installed', async () => {
    await expect(load('beers')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(
        /a folder "beers" .* Names: beer \(installed\), hotels.*, reader/,
      ),
    });
  });

  test('of another system names the function that opens it', async () => {
    await expect(load('models/sentiment')).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringMatching(
        /expected "rationale".*found "classifier", which loadClassifier\(\) of whylight\/classifier opens\.$/,
      ),
    });
  });

  test.each(SYSTEMS)('of $task has such a function', async ({ task }) => {
    const [, name] = /^(\w+)\(\) of whylight\b/.exec(openerOf(task));
    const entry = await import(`../../wasm/dist/systems/${task}/node.js`);
    expect(entry).toHaveProperty(name, expect.any(Function));
  });
});

describe('the module', () => {
  test.each([
    { name: 'bytes', wasm: () => goldenFiles()['whylight-core.wasm'] },
    {
      name: 'a compiled module',
      wasm: () => WebAssembly.compile(goldenFiles()['whylight-core.wasm']),
    },
    { name: 'a path', wasm: () => fileURLToPath(new URL('whylight-core.wasm', dist)) },
    { name: 'a URL', wasm: () => new URL('whylight-core.wasm', dist) },
  ])('may be given as $name', async ({ wasm }) => {
    expect(await works(await load(modelFolder, { wasm: await wasm() }))).toBe(true);
  });

  test('is refused when it is nothing of the kind', async () => {
    await expect(load(modelFolder, { wasm: 7 })).rejects.toMatchObject({
      code: 'invalid-argument',
    });
  });
});

describe('a failed load names the file and the reason', () => {
  const changed = (files, name, change) => {
    const bytes = Buffer.from(files[name]);
    return { ...files, [name]: change(bytes) ?? bytes };
  };
  const tensors = 'model.safetensors';

  test.each([
    {
      name: '404',
      files: (files) => ({ ...files, 'config.json': undefined }),
      code: 'fetch-failed',
      message: `${folder}config.json answered with status 404. Pass the address of a model's folder to load() of whylight.`,
    },
    {
      name: '404 of the vocabulary',
      files: (files) => ({ ...files, 'vocab.txt': undefined }),
      code: 'fetch-failed',
      message: `${folder}vocab.txt answered with status 404. It belongs beside config.json`,
    },
    {
      name: 'HTML in place of config.json',
      files: (files) => ({ ...files, 'config.json': html }),
      code: 'fetch-failed',
      message: `${folder}config.json is an HTML page`,
    },
    {
      name: 'HTML in place of the tensors',
      files: (files) => ({ ...files, [tensors]: html }),
      code: 'fetch-failed',
      message: `${folder}model.safetensors is an HTML page`,
    },
    {
      name: 'HTML longer than the vocabulary it stands for',
      files: (files) => ({ ...files, 'vocab.txt': html + ' '.repeat(files['vocab.txt'].length) }),
      code: 'fetch-failed',
      message: `${folder}vocab.txt is an HTML page`,
    },
    {
      name: 'tensors cut short',
      files: (files) => changed(files, tensors, (bytes) => bytes.subarray(0, 1000)),
      code: 'size-mismatch',
      message: `bytes from ${folder}model.safetensors, received 1000`,
    },
    {
      name: 'tensors with more at the end',
      files: (files) => changed(files, tensors, (bytes) => Buffer.concat([bytes, bytes])),
      code: 'size-mismatch',
      message: `bytes from ${folder}model.safetensors, received more`,
    },
    {
      name: 'a flipped bit in the tensors',
      files: (files) => changed(files, tensors, (bytes) => void (bytes[bytes.length >> 1] ^= 4)),
      code: 'hash-mismatch',
      message: `of ${folder}model.safetensors, found`,
    },
    {
      name: 'a flipped bit in the vocabulary',
      files: (files) => changed(files, 'vocab.txt', (bytes) => void (bytes[0] ^= 1)),
      code: 'hash-mismatch',
      message: `of ${folder}vocab.txt, found`,
    },
    {
      name: 'a later version',
      files: (files) => signed(files, (config) => ({ ...config, version: 2 })),
      code: 'model-version',
      message: `${folder}config.json is of version 2`,
    },
    {
      name: 'JSON of something else',
      files: (files) => ({ ...files, 'config.json': '{"name": "whylight"}' }),
      code: 'bad-model',
      message: `${folder}config.json does not say "format": "whylight"`,
    },
    {
      name: 'no JSON',
      files: (files) => changed(files, 'config.json', (bytes) => bytes.subarray(0, 40)),
      code: 'bad-model',
      message: `${folder}config.json is not valid JSON`,
    },
    {
      name: 'a config.json without sizes',
      files: (files) => ({ ...files, 'config.json': '{"format": "whylight", "version": 1}' }),
      code: 'bad-model',
      message: 'does not give the size and the SHA-256 of model.safetensors',
    },
    {
      name: 'no network',
      files: (files) => ({
        ...files,
        [tensors]: () => Promise.reject(new TypeError('Failed to fetch')),
      }),
      code: 'fetch-failed',
      message: `${folder}model.safetensors could not be fetched: Failed to fetch`,
    },
    {
      name: 'a connection that breaks',
      files: (files) => ({
        ...files,
        [tensors]: () =>
          new Response(new ReadableStream({ start: (body) => body.error(new Error('reset')) })),
      }),
      code: 'fetch-failed',
      message: `${folder}model.safetensors could not be fetched: reset`,
    },
    {
      name: 'no wasm',
      files: (files) => ({ ...files, 'whylight-core.wasm': undefined }),
      code: 'fetch-failed',
      message:
        'whylight-core.wasm answered with status 404. Serve whylight-core.wasm there, or pass its address as `wasm`.',
    },
    {
      name: 'HTML in place of the wasm',
      files: (files) => ({ ...files, 'whylight-core.wasm': html }),
      code: 'wasm-failed',
      message: 'whylight-core.wasm, found an HTML page',
    },
    {
      name: 'a broken wasm',
      files: (files) => changed(files, 'whylight-core.wasm', (bytes) => bytes.subarray(0, 5000)),
      code: 'wasm-failed',
      message: 'whylight-core.wasm does not compile',
    },
  ])('$name', async ({ files, code, message }) => {
    const error = await loadServed(files(goldenFiles()), {}).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(WhylightError);
    expect(error).toMatchObject({ code, message: expect.stringContaining(message) });
  });

  test.each([
    { name: 'no JSON', header: '{"a": }', says: 'header: expected JSON' },
    { name: 'no UTF-8', header: Buffer.from([0x7b, 0xff, 0x7d]), says: 'header: expected JSON' },
    {
      name: 'JSON without an end to its lists',
      header: `{"a": ${'['.repeat(5000)}${']'.repeat(5000)}}`,
      says: 'lists and objects in each other, found more',
    },
    { name: 'a tensor that is null', header: '{"a": null}', says: 'expected "dtype"' },
    {
      name: 'sizes that are none',
      header: '{"a": {"dtype": "F32", "shape": [-1, 1.5, 1e300], "data_offsets": [0, 0]}}',
      says: 'expected "shape" as whole numbers',
    },
  ])('also in a header that is $name', async ({ header, says }) => {
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(Buffer.byteLength(header)));
    // As long as the model's numbers would be.
    const tensors = Buffer.concat([length, Buffer.from(header), Buffer.alloc(2 ** 20)]);
    const files = signed({ ...goldenFiles(), 'model.safetensors': tensors });
    await expect(loadServed(files, {})).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining(says),
    });
  });

  test('but not by what config.json says of training, which no module reads', async () => {
    const config = JSON.parse(goldenFiles()['config.json']);
    // Deeper than a module would take.
    config.training = Array.from({ length: 500 }).reduce((inner) => [inner], []);
    const files = { ...goldenFiles(), 'config.json': Buffer.from(JSON.stringify(config)) };
    expect(await works(await loadServed(files, {}))).toBe(true);
  });

  test('also when the core finds it', async () => {
    const files = signed({ ...goldenFiles(), 'model.safetensors': Buffer.alloc(5000) });
    await expect(loadServed(files, {})).rejects.toMatchObject({
      code: 'bad-model',
      message: expect.stringContaining('model.safetensors'),
    });
  });

  test('and stops the other downloads', async () => {
    let stopped;
    const tensors = (signal) => {
      stopped = once(signal, 'abort');
      return stalledBody(new Uint8Array(10))(signal);
    };
    const files = { ...goldenFiles(), 'model.safetensors': tensors, 'vocab.txt': undefined };
    await expect(loadServed(files, {})).rejects.toMatchObject({ code: 'fetch-failed' });
    await stopped;
  });

  test('and begins nothing more', async () => {
    const instantiate = jest.spyOn(WebAssembly, 'instantiate');
    let compiled;
    const compiling = new Promise((resolve) => {
      jest.spyOn(WebAssembly, 'compile').mockImplementationOnce((bytes) => {
        compiled = new WebAssembly.Module(bytes);
        resolve();
        return failed.then(() => compiled);
      });
    });
    const config = () => compiling.then(() => new Response('{}'));
    const failed = expect(
      loadServed({ ...goldenFiles(), 'config.json': config }),
    ).rejects.toMatchObject({ code: 'bad-model' });
    await failed;
    // The module arrives after the failure. Its test would be the next step.
    await new Promise(setImmediate);
    expect(compiled).toBeInstanceOf(WebAssembly.Module);
    expect(instantiate).not.toHaveBeenCalled();
    jest.restoreAllMocks();
  });

  test('and can be tried again', async () => {
    const wasm = 'https://code.example/again/whylight-core.wasm';
    const broken = fetchFrom({ ...goldenFiles(), 'whylight-core.wasm': html });
    await expect(loadWeb(folder, { wasm, fetch: broken })).rejects.toThrow(WhylightError);
    expect(await works(await loadWeb(folder, { wasm, fetch: fetchFrom(goldenFiles()) }))).toBe(
      true,
    );
  });
});

describe('without SHA-256, as in an insecure context', () => {
  const { crypto } = globalThis;
  afterEach(() => Object.defineProperty(globalThis, 'crypto', { value: crypto }));

  test('sizes are checked', async () => {
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    const bytes = goldenBytes();
    expect(await works(await load(bytes))).toBe(true);
    const short = { ...bytes, tensors: bytes.tensors.subarray(1) };
    await expect(load(short)).rejects.toMatchObject({ code: 'size-mismatch' });
  });
});

describe('an aborted load rejects with the reason', () => {
  test('before it starts', async () => {
    const fetch = jest.fn();
    const signal = AbortSignal.abort('no more');
    await expect(loadWeb(folder, { fetch, signal })).rejects.toBe('no more');
    expect(fetch).not.toHaveBeenCalled();
  });

  test('during the download', async () => {
    const controller = new AbortController();
    const reason = new Error('the reader left');
    const files = { ...goldenFiles(), 'model.safetensors': stalledBody(new Uint8Array(10)) };
    const onProgress = ({ loaded, total }) => {
      if (loaded < total) setTimeout(() => controller.abort(reason));
    };
    const loading = loadServed(files, { signal: controller.signal, onProgress });
    await expect(loading).rejects.toBe(reason);
  });

  test.each([{ at: 'download' }, { at: 'verify' }, { at: 'compile' }])(
    'in the phase $at, whether it begins or ends',
    async ({ at }) => {
      for (const part of [(loaded) => loaded, (loaded, total) => loaded === total]) {
        const controller = new AbortController();
        const onProgress = ({ phase, loaded, total }) => {
          if (phase === at && part(loaded, total)) controller.abort('too late');
        };
        const loading = load(modelFolder, { signal: controller.signal, onProgress });
        await expect(loading).rejects.toBe('too late');
        expect(await works(await load(modelFolder))).toBe(true);
      }
    },
  );
});

describe('progress', () => {
  function expectHonest(events, phases) {
    expect([...new Set(events.map(({ phase }) => phase))]).toEqual(phases);
    for (const phase of phases) {
      const of = events.filter((event) => event.phase === phase);
      const loaded = of.map((event) => event.loaded);
      expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
      expect(new Set(of.map((event) => event.total)).size).toBe(1);
      expect(of.at(-1).loaded).toBe(of.at(-1).total);
    }
    const fractions = events.map(({ fraction }) => fraction);
    expect(fractions).toEqual([...fractions].sort((a, b) => a - b));
    expect(fractions[0]).toBeGreaterThanOrEqual(0);
    expect(fractions.at(-1)).toBe(1);
    expect(new Set(fractions).size).toBeGreaterThan(3);
  }

  test('counts bytes, whatever the server says of its length', async () => {
    const files = goldenFiles();
    const server = createServer((request, response) => {
      const file = files[request.url.split('/').pop()];
      // A compressed body whose content-length is not that of the file.
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(file));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const events = [];
    const source = `http://127.0.0.1:${server.address().port}/model`;
    try {
      const model = await load(source, { onProgress: (event) => events.push(event) });
      expect(await works(model)).toBe(true);
    } finally {
      server.closeAllConnections();
      server.close();
    }
    expectHonest(events, ['download', 'verify', 'compile']);
    const total = files['config.json'].length + files['model.safetensors'].length;
    expect(events[0].total).toBe(total + files['vocab.txt'].length);
  });

  test('has no download when the bytes are there', async () => {
    const events = [];
    await load(goldenBytes(), { onProgress: (event) => events.push(event) });
    expectHonest(events, ['verify', 'compile']);
  });

  test('counts what is preloaded', async () => {
    const plain = [];
    const more = [];
    const files = goldenFiles();
    const reasonsWasm = `https://code.example/${address++}/whylight-reasons.wasm`;
    // It arrives when all else is there.
    files['whylight-reasons.wasm'] = async () => {
      while (more.at(-1)?.phase !== 'verify' || more.at(-1).loaded < more.at(-1).total) {
        await new Promise(setImmediate);
      }
      return new Response(goldenFiles()['whylight-reasons.wasm']);
    };
    await loadServed(goldenFiles(), { onProgress: (event) => plain.push(event) });
    const onProgress = (event) => more.push(event);
    await loadServed(files, { reasonsWasm, preload: ['why'], onProgress });
    expectHonest(more, ['download', 'verify', 'compile']);
    const atCompile = (events) => events.find(({ phase }) => phase === 'compile').fraction;
    const whole = more.findLast(({ phase }) => phase === 'verify');
    expect(whole.fraction).toBe(atCompile(more));
    expect(more.filter(({ fraction }) => fraction === whole.fraction).length).toBeGreaterThan(1);
    expect(atCompile(more)).toBeGreaterThan(atCompile(plain));
  });
});
