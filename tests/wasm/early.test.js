// A model of the commonest words, while the rest of it downloads.
import { afterEach, describe, expect, test } from '@jest/globals';

import { HeadStart } from '../../wasm/dist/runtime/head-start.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { bytesOf, fetchFrom, filesOf, startWorker } from './support.js';

const folder = 'https://models.example/beer/';
const modelFolder = new URL('../../models/beer/', import.meta.url);
const beer = {
  ...filesOf(modelFolder, 'whylight-core.wasm'),
  ...filesOf(modelFolder, 'whylight-reasons.wasm'),
};

const common = 'Pours a hazy gold. It is not bad, but dull.';

const open = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/** Sends the first `share` of a file, and the rest when `release` is called. */
function slowly(bytes, share) {
  let release;
  const released = new Promise((resolve) => (release = resolve));
  const body = (signal) => {
    const cut = Math.floor(bytes.length * share);
    return new Response(
      new ReadableStream({
        async start(controller) {
          signal.addEventListener('abort', () => controller.error(signal.reason));
          // In pieces, and slowly: what comes at once is waited for.
          for (let at = 0; at < cut; at += 2 ** 16) {
            controller.enqueue(bytes.subarray(at, Math.min(at + 2 ** 16, cut)));
            await new Promise((resolve) => setTimeout(resolve, 30));
          }
          await released;
          controller.enqueue(bytes.subarray(cut));
          controller.close();
        },
      }),
    );
  };
  return { release, body };
}

function slowFetch(share) {
  const { release, body } = slowly(beer['model.safetensors'], share);
  return { release, fetch: fetchFrom({ ...beer, 'model.safetensors': body }) };
}

describe.each([{ where: 'here' }, { where: 'in a Worker' }])('$where', ({ where }) => {
  function options() {
    if (where === 'here') return {};
    const worker = startWorker(beer);
    open.push(worker);
    return { worker };
  }

  test('it answers before the rest is there, as the whole does on common words', async () => {
    const { fetch, release } = slowFetch(0.5);
    let early;
    const given = new Promise((resolve) => (early = resolve));
    let loaded = false;
    const loading = load(folder, { ...options(), fetch, onEarly: early }).finally(
      () => (loaded = true),
    );
    const model = await given;
    const explained = await model.explain(common);
    const why = await model.ngrams(common, { aspect: 'appearance' });
    expect(loaded).toBe(false);
    release();
    const whole = await loading;
    expect(explained).toEqual(await whole.explain(common));
    expect(why).toEqual(await whole.ngrams(common, { aspect: 'appearance' }));
    await expect(model.explain(common)).rejects.toMatchObject({ code: 'disposed' });
  });

  test('there is none if all comes at once', async () => {
    const given = [];
    const onEarly = (early) => given.push(early);
    await load(folder, { ...options(), fetch: fetchFrom(beer), onEarly });
    expect(given).toEqual([]);
  });

  test('it ends with a load that fails', async () => {
    const { fetch } = slowFetch(0.5);
    const controller = new AbortController();
    let model;
    const onEarly = (early) => {
      model = early;
      controller.abort('enough');
    };
    const loading = load(folder, { ...options(), fetch, onEarly, signal: controller.signal });
    await expect(loading).rejects.toBe('enough');
    await expect(model.explain(common)).rejects.toMatchObject({ code: 'disposed' });
  });

  test('an error of the function that is given it ends the load', async () => {
    const { fetch } = slowFetch(0.5);
    const onEarly = () => {
      throw new Error('not now');
    };
    await expect(load(folder, { ...options(), fetch, onEarly })).rejects.toThrow('not now');
  });
});

test('it takes the contents of the file, and all that is not of single words', () => {
  const { tensors } = bytesOf(beer);
  const length = Number(new DataView(tensors.buffer, tensors.byteOffset).getBigUint64(0, true));
  const data = 8 + length;
  const head = new HeadStart(3000);
  expect(head.isIn(tensors, 7)).toBe(false);
  expect(head.isIn(tensors, data - 1)).toBe(false);
  expect(head.isIn(tensors, data)).toBe(false);
  expect(head.isIn(tensors, tensors.length)).toBe(true);
});

test('what is no file of tensors has no early model, and no error of its own', () => {
  const head = (json) => {
    const file = new Uint8Array(8 + json.length);
    new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true);
    file.set(new TextEncoder().encode(json), 8);
    return file;
  };
  for (const json of ['not JSON', 'null', '{"embedding":7}', '{"embedding":{"shape":[]}}']) {
    expect(new HeadStart(3000).isIn(head(json), 8 + json.length)).toBe(false);
  }
});

test('more words than there are make the whole model', () => {
  const files = bytesOf(beer);
  const head = new HeadStart(10 ** 6);
  expect(head.isIn(files.tensors, files.tensors.length - 1)).toBe(false);
  expect(head.isIn(files.tensors, files.tensors.length)).toBe(true);
  expect(head.cut(files).vocabulary).toHaveLength(files.vocabulary.length);
});
