// JSON as the modules read it: written flat, and read back by a twin of their reader.
import { describe, expect, test } from '@jest/globals';

import { parseJson } from '../../wasm/dist/runtime/json.js';

/** The value that starts at `at.offset`, which is moved behind it. */
function read(view, at) {
  const take = (size) => (at.offset += size) - size;
  const text = () => {
    const length = view.getUint32(take(4), true);
    return new TextDecoder().decode(new Uint8Array(view.buffer, take(length), length));
  };
  const items = (each) => Array.from({ length: view.getUint32(take(4), true) }, each);
  const values = [
    () => null,
    () => false,
    () => true,
    () => view.getFloat64(take(8), true),
    text,
    () => items(() => read(view, at)),
    () => Object.fromEntries(items(() => [text(), read(view, at)])),
    () => {
      throw new Error('too deep');
    },
  ];
  return values[view.getUint8(take(1))]();
}

function written(json, maxDepth = 64) {
  const bytes = parseJson(new TextEncoder().encode(json), maxDepth);
  if (!bytes) return undefined;
  const at = { offset: 0 };
  const value = read(new DataView(bytes.slice().buffer), at);
  expect(at.offset).toBe(bytes.length);
  return value;
}

describe('JSON for the modules', () => {
  test.each([
    ['null'],
    ['[true,false,null]'],
    ['[0,-1.5,1e300,5e-324,9007199254740993]'],
    ['["","a","käse 🍺","\\u0000"]'],
    ['{"b":[],"a":{},"c":{"d":[[1],{"e":"f"}]},"":1}'],
  ])('%s is what it was', (json) => {
    expect(written(json)).toEqual(JSON.parse(json));
  });

  test('is as long as it has to be', () => {
    const long = { text: 'x'.repeat(5000), list: Array.from({ length: 3000 }, (_, i) => i / 7) };
    expect(written(JSON.stringify(long))).toEqual(long);
  });

  test('says of a model how it reads, not how it was trained', () => {
    const model = { format: 'whylight', task: 'rationale', training: { epochs: 3 } };
    expect(written(JSON.stringify(model))).toEqual({ format: 'whylight', task: 'rationale' });
    const other = { format: 'another', training: 1 };
    expect(written(JSON.stringify(other))).toEqual(other);
  });

  test.each([[''], ['{'], ['[1,]'], ['\uFEFF[]'.slice(1) + '}']])('%j is none', (json) => {
    expect(written(json)).toBeUndefined();
  });

  test('of bytes that are no UTF-8 is none', () => {
    expect(parseJson(Uint8Array.of(0x22, 0xff, 0x22), 64)).toBeUndefined();
  });

  test('ends where lists are too deep in each other', () => {
    expect(written('[[1]]', 2)).toEqual([[1]]);
    expect(() => written('[[[1]],2]', 2)).toThrow();
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(parseJson(new TextEncoder().encode(deep), 64).length).toBeLessThan(1000);
  });
});
