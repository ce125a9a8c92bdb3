// When each file is downloaded, and how it is compiled.
import { expect, test } from '@jest/globals';

import { load as loadWeb } from '../../wasm/dist/systems/rationale/index.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import {
  dist,
  fetchFrom,
  goldenBytes,
  goldenFiles,
  modelFolder,
  runNode,
  signed,
} from './support.js';

const folder = 'https://models.example/beer/';

test.each([
  { name: 'application/wasm', streams: true },
  { name: 'application/octet-stream', streams: false },
])('a module served as $name is compiled: streaming $streams', async ({ name, streams }) => {
  const answer = await runNode(
    [],
    `import { readFile } from 'node:fs/promises';
     const { load } = await import('${new URL('systems/rationale/index.js', dist)}');
     const { compileStreaming } = WebAssembly;
     let streams = false;
     WebAssembly.compileStreaming = (response) => {
       streams = true;
       return compileStreaming.call(WebAssembly, response);
     };
     const fetch = async (url) =>
       new Response(await readFile(url), { headers: { 'content-type': '${name}' } });
     const model = await load('${modelFolder}', { fetch });
     const { tokens } = await model.explain('hop');
     console.log(JSON.stringify({ streams, words: tokens.length }));`,
  );
  expect(answer).toEqual({ streams, words: 1 });
});

test.each([
  { name: 'is no WebAssembly', body: 'Uint8Array.of(1, 2, 3)', code: 'wasm-failed' },
  {
    name: 'breaks off',
    body: 'new ReadableStream({ start: (body) => body.error(new Error("reset")) })',
    code: 'fetch-failed',
  },
])('a streamed module that $name is named', async ({ body, code }) => {
  const error = await runNode(
    [],
    `import { readFile } from 'node:fs/promises';
     const { load } = await import('${new URL('systems/rationale/index.js', dist)}');
     const wasm = 'https://code.example/whylight-core.wasm';
     const type = { headers: { 'content-type': 'application/wasm' } };
     const fetch = async (url) =>
       url.href === wasm ? new Response(${body}, type) : new Response(await readFile(url));
     const options = { fetch, wasm };
     const { code, message } = await load('${modelFolder}', options).catch((error) => error);
     console.log(JSON.stringify({ code, message }));`,
  );
  expect(error.code).toBe(code);
  expect(error.message).toContain('https://code.example/whylight-core.wasm');
});

/** A fetch of the golden model that tells what it fetched. */
function recorded(fetched, files = goldenFiles()) {
  const fetch = fetchFrom(files);
  return (url, init) => {
    fetched.push(url.pathname.split('/').at(-1));
    return fetch(url, init);
  };
}

const wasm = 'https://code.example/start/whylight-core.wasm';
const reasonsWasm = 'https://code.example/start/whylight-reasons.wasm';

test('no text is in a request: files are fetched, and nothing is sent', async () => {
  const requests = [];
  const fetchFiles = fetchFrom(goldenFiles());
  const fetch = (url, init) => {
    requests.push({ address: url.href, ...init, signal: undefined });
    return fetchFiles(url, init);
  };
  // What was compiled before is not fetched again.
  const own = (name) => `https://code.example/requests/whylight-${name}.wasm`;
  const modules = { wasm: own('core'), reasonsWasm: own('reasons') };
  const model = await loadWeb(folder, { fetch, ...modules });
  await model.explainMany(['a secret head', 'hop']);
  await model.curve('a secret head', { aspect: model.aspects[0] });
  const byAddress = (a, b) => (a.address < b.address ? -1 : 1);
  expect(requests.sort(byAddress)).toEqual(
    [
      ...['config.json', 'model.safetensors', 'vocab.txt'].map((name) => folder + name),
      ...Object.values(modules),
    ]
      .sort()
      .map((address) => expect.objectContaining({ address })),
  );
  for (const { method, body, headers, ...rest } of requests) {
    expect([method, body, headers]).toEqual([undefined, undefined, undefined]);
    expect(JSON.stringify(rest)).not.toContain('secret');
  }
});

test('the module that says why is fetched when it is asked, once', async () => {
  const fetched = [];
  const model = await loadWeb(folder, { fetch: recorded(fetched), wasm, reasonsWasm });
  await model.explain('hop');
  expect(fetched.sort()).toEqual([
    'config.json',
    'model.safetensors',
    'vocab.txt',
    'whylight-core.wasm',
  ]);
  fetched.length = 0;
  const aspect = model.aspects[0];
  await Promise.all([model.curve('hop', { aspect }), model.gates('hop', { aspect })]);
  await model.curve('hop', { aspect });
  expect(fetched).toEqual(['whylight-reasons.wasm']);
});

test('what says why is of the model that explains, whatever the folder holds by now', async () => {
  const files = goldenFiles();
  const aspect = 'appearance';
  const expected = await (await load(modelFolder)).ngrams('hazy gold', { aspect });
  const model = await loadWeb(folder, {
    fetch: (...asked) => fetchFrom(files)(...asked),
    wasm,
    reasonsWasm,
  });
  const other = Buffer.from(files['model.safetensors']);
  other[other.length - 1] ^= 1;
  Object.assign(files, signed({ ...files, 'model.safetensors': other }));
  expect(await model.ngrams('hazy gold', { aspect })).toEqual(expected);
});

test('with preload, all is there when the network goes', async () => {
  const fetched = [];
  const fetch = recorded(fetched);
  const model = await loadWeb(folder, {
    fetch: (...asked) => fetch(...asked),
    wasm: 'https://code.example/early/whylight-core.wasm',
    reasonsWasm: 'https://code.example/early/whylight-reasons.wasm',
    preload: ['why'],
  });
  expect(fetched).toContain('whylight-reasons.wasm');
  fetched.length = 0;
  expect((await model.curve('hop', { aspect: 'appearance' })).words).toBeDefined();
  expect(fetched).toEqual([]);
});

test.each([
  { preload: 'why', found: '"why"' },
  { preload: ['why', 'how'], found: '["why","how"]' },
  { preload: [1], found: '[1]' },
])('a preload of $preload is refused', async ({ preload, found }) => {
  await expect(load(modelFolder, { preload })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: `load: "preload": expected an array of: "why", found ${found}`,
  });
});

test('bytes that were changed after the load make no other model', async () => {
  const bytes = { ...goldenBytes(), tensors: Buffer.from(goldenBytes().tensors) };
  const model = await load(bytes);
  bytes.tensors[bytes.tensors.length - 1] ^= 1;
  await expect(model.curve('hop', { aspect: 'appearance' })).rejects.toMatchObject({
    code: 'hash-mismatch',
    message: expect.stringContaining('model.safetensors'),
  });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
});

test('without the module that says why, texts are explained; later it may be there', async () => {
  const aspect = 'appearance';
  const files = goldenFiles();
  const reasonsWasm = 'https://code.example/gone/whylight-reasons.wasm';
  const gone = { ...files, 'whylight-reasons.wasm': undefined };
  const fetch = (url, init) => fetchFrom(gone)(url, init);
  const model = await loadWeb(folder, { fetch, wasm, reasonsWasm });
  await expect(model.curve('hop', { aspect })).rejects.toMatchObject({
    code: 'fetch-failed',
    message: expect.stringContaining('pass its address as `reasonsWasm`'),
  });
  expect((await model.explain('hop')).tokens).toHaveLength(1);
  gone['whylight-reasons.wasm'] = files['whylight-reasons.wasm'];
  expect((await model.curve('hop', { aspect })).words).toBeDefined();
});

test('a question may be given up while its module is on the way', async () => {
  const reasonsWasm = 'https://code.example/slow/whylight-reasons.wasm';
  const slow = { ...goldenFiles(), 'whylight-reasons.wasm': () => new Promise(() => {}) };
  const model = await loadWeb(folder, { fetch: fetchFrom(slow), wasm, reasonsWasm });
  const controller = new AbortController();
  const asked = model.curve('hop', { aspect: 'appearance', signal: controller.signal });
  setTimeout(() => controller.abort('never mind'));
  await expect(asked).rejects.toBe('never mind');
});
