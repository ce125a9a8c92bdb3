// Texts of an iterable or a stream, answered in order as they are asked for.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { classifierFolder, modelFolder } from './support.js';

let worker;
let models;
beforeAll(async () => {
  worker = new Worker(new URL('../../wasm/dist/worker-node.js', import.meta.url));
  models = { here: await load(modelFolder), there: await load(modelFolder, { worker }) };
});
afterAll(() => worker.terminate());

const texts = Array.from({ length: 100 }, (_, index) => 'gold hop '.repeat(index % 4));

async function all(stream) {
  const items = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** A source that says how many of its texts were read, and whether it was ended. */
function watched(source) {
  const seen = { read: 0, ended: false };
  async function* read() {
    try {
      for await (const text of source) {
        ++seen.read;
        yield text;
      }
    } finally {
      seen.ended = true;
    }
  }
  return { seen, texts: read() };
}

function* endless() {
  for (;;) yield 'hop';
}

describe.each([{ where: 'here' }, { where: 'there' }])('$where', ({ where }) => {
  test.each([
    { name: 'an array', source: () => texts },
    { name: 'a generator', source: () => texts.values() },
    { name: 'a stream', source: () => ReadableStream.from(texts) },
  ])('the explanations of $name are those of each text, in order', async ({ source }) => {
    const expected = await models.here.explainMany(texts);
    expect(await all(models[where].explainStream(source()))).toEqual(expected);
  });

  test('no texts are no explanations', async () => {
    expect(await all(models[where].explainStream([]))).toEqual([]);
  });

  test('an endless source is read ahead a little, and ended with the loop', async () => {
    const source = watched(endless());
    let seen = 0;
    for await (const explanation of models[where].explainStream(source.texts)) {
      expect(explanation.text).toBe('hop');
      if (++seen === 10) break;
    }
    await wait(10);
    expect(source.seen.read).toBeLessThan(1000);
    expect(source.seen.ended).toBe(true);
  });

  test.each([
    { name: 'leaving the loop', leave: async (stream) => stream.return() },
    {
      name: 'an abort',
      leave: async (stream, controller) => {
        const next = stream.next();
        controller.abort('enough');
        await expect(next).rejects.toBe('enough');
      },
    },
  ])('$name ends a stream that has no more texts yet', async ({ leave }) => {
    const cancel = jest.fn();
    const quiet = new ReadableStream({ start: (texts) => texts.enqueue('hop'), cancel });
    const controller = new AbortController();
    const stream = models[where].explainStream(quiet, { signal: controller.signal });
    await stream.next();
    await leave(stream, controller);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(quiet.locked).toBe(false);
  });

  test('whoever leaves a stream wants no further answers', async () => {
    const asked = jest.spyOn(models[where], 'askMany');
    for await (const { text } of models[where].explainStream([...texts, ...texts])) {
      expect(text).toBe(texts[0]);
      while (asked.mock.calls.length < 2) await wait(1);
      break;
    }
    const signals = asked.mock.calls.map(([, , { signal }]) => signal);
    asked.mockRestore();
    expect(signals.length).toBeGreaterThan(1);
    for (const { aborted } of signals) expect(aborted).toBe(true);
  });

  test('a stream is let go at its end', async () => {
    const stream = ReadableStream.from(texts.slice(0, 3));
    await all(models[where].explainStream(stream));
    expect(stream.locked).toBe(false);
  });

  test('a stream that fails is let go, too', async () => {
    const stream = new ReadableStream({ pull: () => Promise.reject(new Error('no more hops')) });
    await expect(all(models[where].explainStream(stream))).rejects.toThrow('no more hops');
    expect(stream.locked).toBe(false);
  });

  test('a text is explained before the next arrives', async () => {
    let release;
    const released = new Promise((resolve) => (release = resolve));
    async function* slow() {
      yield 'hop';
      await released;
      yield 'gold';
    }
    const stream = models[where].explainStream(slow());
    expect((await stream.next()).value.text).toBe('hop');
    release();
    expect((await stream.next()).value.text).toBe('gold');
    expect((await stream.next()).done).toBe(true);
  });

  test('an error of the source comes after the texts before it', async () => {
    async function* broken() {
      yield 'hop';
      throw new Error('the source ran dry');
    }
    const stream = models[where].explainStream(broken());
    expect((await stream.next()).value.text).toBe('hop');
    await expect(stream.next()).rejects.toThrow('the source ran dry');
  });

  test('the text to blame is named by its place in the whole', async () => {
    const spoilt = texts.with(90, 7);
    await expect(all(models[where].explainStream(spoilt))).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/^texts\[90\]: .*found number/),
    });
  });

  test('an abort ends it, also while it waits for the source', async () => {
    const controller = new AbortController();
    async function* stuck() {
      yield 'hop';
      await new Promise(() => {});
    }
    const { signal } = controller;
    const stream = models[where].explainStream(stuck(), { signal });
    await stream.next();
    const next = stream.next();
    controller.abort('enough');
    await expect(next).rejects.toBe('enough');
  });

  test('an abort in the loop ends it with the explanation at hand', async () => {
    const controller = new AbortController();
    const source = watched(texts);
    const stream = models[where].explainStream(source.texts, { signal: controller.signal });
    let seen = 0;
    const read = async () => {
      for await (const { text } of stream)
        if (text !== '' && ++seen === 3) controller.abort('enough');
    };
    await expect(read()).rejects.toBe('enough');
    expect(seen).toBe(3);
    expect(source.seen.ended).toBe(true);
  });

  test('a signal that has aborted does not wait for the source', async () => {
    async function* silent() {
      await new Promise(() => {});
      yield 'hop';
    }
    const stream = models[where].explainStream(silent(), { signal: AbortSignal.abort('enough') });
    await expect(stream.next()).rejects.toBe('enough');
  });

  test.each([
    { name: 'a text alone', source: 'hop', says: /iterable of strings to explain, found string/ },
    { name: 'nothing', source: undefined, says: /found undefined/ },
  ])('$name is refused', async ({ source, says }) => {
    await expect(models[where].explainStream(source).next()).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(says),
    });
  });

  test('an unknown option is refused', async () => {
    const stream = models[where].explainStream(texts, { order: 3 });
    await expect(stream.next()).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

test('a classifier reads streams, too', async () => {
  const classifier = await loadClassifier(classifierFolder);
  const stream = classifier.classifyStream(texts.slice(0, 20), { ngrams: 1 });
  expect(await all(stream)).toEqual(
    await classifier.classifyMany(texts.slice(0, 20), { ngrams: 1 }),
  );
});
