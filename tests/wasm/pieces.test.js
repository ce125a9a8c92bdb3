// Long work in pieces, calls in turn, and JSON that other parsers read.
import { describe, expect, test } from '@jest/globals';

import { toJson, wellFormed } from '../../wasm/dist/runtime/options.js';
import { inPieces, nextWeight } from '../../wasm/dist/runtime/pieces.js';
import { Turns } from '../../wasm/dist/runtime/turns.js';

/** Keeps the thread for so many milliseconds. */
function work(milliseconds) {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('pieces', () => {
  test('hold all items, in order, and say how many are done', async () => {
    const items = Array.from({ length: 1000 }, (_, i) => i);
    const seen = [];
    await inPieces(
      items,
      () => 1,
      (piece, done) => {
        seen.push(...piece);
        expect(done).toBe(seen.length);
      },
    );
    expect(seen).toEqual(items);
  });

  test('of nothing are none', async () => {
    const taken = [];
    await inPieces(
      [],
      () => 1,
      (piece) => taken.push(piece),
    );
    expect(taken).toEqual([]);
  });

  test('take a moment each, whatever an item takes', async () => {
    for (const each of [0.05, 2]) {
      const times = [];
      await inPieces(
        Array.from({ length: 100 / each }),
        () => 1,
        (piece) => {
          const start = performance.now();
          work(each * piece.length);
          times.push(performance.now() - start);
        },
      );
      times.sort((a, b) => a - b);
      // Of most pieces, as this machine may be busy.
      expect(times[Math.floor(times.length * 0.8)]).toBeLessThan(40);
    }
  });

  test('grow no faster than twofold, and never stop', () => {
    expect(nextWeight(10, 0)).toBe(20);
    expect(nextWeight(10, 1e9)).toBe(5);
    expect(nextWeight(1, 1e9)).toBe(1);
  });

  test('let timers come in between', async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 1);
    await inPieces(
      Array.from({ length: 200 }),
      () => 1,
      () => work(1),
    );
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });
});

describe('turns', () => {
  test('are taken in the order in which they came', async () => {
    const turns = new Turns();
    const seen = [];
    const slow = turns.take(async () => {
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.push('slow');
    });
    const quick = turns.take(async () => seen.push('quick'));
    await Promise.all([slow, quick]);
    expect(seen).toEqual(['slow', 'quick']);
  });

  test('go on after one that failed', async () => {
    const turns = new Turns();
    const failed = turns.take(async () => {
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    await expect(turns.take(async () => 3)).resolves.toBe(3);
  });

  test('are given up at once, while those before are still under way', async () => {
    const turns = new Turns();
    let finish;
    const first = turns.take(() => new Promise((resolve) => (finish = resolve)));
    const controller = new AbortController();
    let ran = false;
    const second = turns.take(async () => (ran = true), controller.signal);
    const reason = new Error('enough');
    controller.abort(reason);
    await expect(second).rejects.toBe(reason);
    finish('done');
    await expect(first).resolves.toBe('done');
    expect(ran).toBe(false);
  });
});

test.each([
  { text: 'cut \ud83c', found: 'cut \ufffd' },
  { text: '\udf89 and \ud83c\udf89', found: '\ufffd and \ud83c\udf89' },
  { text: 'a \\ud83c that is spelt out', found: 'a \\ud83c that is spelt out' },
  { text: 'a backslash \\\ud83c', found: 'a backslash \\\ufffd' },
])('half a character of $text is U+FFFD in JSON', ({ text, found }) => {
  const json = wellFormed(JSON.stringify({ [text]: text }));
  expect(JSON.parse(json)).toEqual({ [found]: found });
  expect(new TextDecoder().decode(new TextEncoder().encode(json))).toBe(json);
});

test('what JSON cannot hold is an error with a code', () => {
  expect(() => toJson({ count: 1n })).toThrow(
    expect.objectContaining({ code: 'invalid-argument' }),
  );
});
