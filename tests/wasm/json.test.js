// JSON as the modules read it: written flat, and read back by a twin of their reader.
import { describe, expect, test } from '@jest/globals';

import { parseJson } from '../../wasm/dist/runtime/json.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { bytesOf, goldenFiles } from './support.js';

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

  test.each([
    { name: 'a key twice', json: '{"a":1,"b":2,"a":3}', is: { a: 3, b: 2 } },
    { name: 'a key that objects have', json: '{"__proto__":{"a":1}}', is: '{"__proto__":{"a":1}}' },
    { name: 'a pair of surrogates', json: '"\\ud83c\\udf7a"', is: '🍺' },
    { name: 'half a pair', json: '["\\ud83c","\\udf7a\\ud83c"]', is: ['\ufffd', '\ufffd\ufffd'] },
    { name: 'a zero in a text', json: '"a\\u0000b"', is: 'a\0b' },
    { name: 'too large a number', json: '[1e999,-1e999]', is: [Infinity, -Infinity] },
    { name: 'too small a number', json: '[1e-999,-0]', is: [0, -0] },
    { name: 'more digits than count', json: '18446744073709551617', is: 2 ** 64 },
    { name: 'a byte order mark', json: '\ufeff[1]', is: [1] },
    { name: 'blanks on all sides', json: ' \t\r\n[ 1 , 2 ]\n', is: [1, 2] },
  ])('$name is what the engine makes of it', ({ json, is }) => {
    const expected = typeof is === 'string' && is.startsWith('{') ? JSON.parse(is) : is;
    expect(written(json)).toEqual(expected);
  });

  test.each([
    ['NaN'],
    ['[Infinity]'],
    ['{"a":1,}'],
    ["{'a':1}"],
    ['{a:1}'],
    ['01'],
    ['1.'],
    ['+1'],
    ['"\t"'],
    ['"\\u12"'],
    ['"\\x41"'],
    ['// none\n1'],
    ['1 2'],
    ['\ufeff\ufeff1'],
    ['\u00a01'],
  ])('%j is none either', (json) => {
    expect(written(json)).toBeUndefined();
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

describe('a config.json', () => {
  const files = goldenFiles();
  const config = files['config.json'].toString();
  const open = (text) => load(bytesOf({ ...files, 'config.json': Buffer.from(text) }));

  test.each([
    { name: 'a byte order mark', text: `\ufeff${config}` },
    { name: 'a number with a point', text: config.replace('"version": 1,', '"version": 1.0,') },
    {
      name: 'much that is not read',
      text: config.replace('{', `{"training": ${'['.repeat(200)}${']'.repeat(200)},`),
    },
  ])('with $name is read', async ({ text }) => {
    expect(text).not.toBe(config);
    const model = await open(text);
    expect(model.aspects).toEqual(['appearance', 'aroma']);
    await model.dispose();
  });

  test('names an aspect as it stands there', async () => {
    const model = await open(
      config.replace('"appearance"', '"\\ud83c\\udf7a"').replace('"aroma"', '"__proto__"'),
    );
    expect(model.aspects).toEqual(['🍺', '__proto__']);
    const { ratings } = await model.explain('hazy gold');
    expect(Object.keys(ratings)).toEqual(['🍺', '__proto__']);
    await model.dispose();
  });

  test.each([
    { name: 'a comma at the end', text: config.replace(/\}\s*$/, ',}'), says: 'is not valid JSON' },
    { name: 'a comment', text: `// ours\n${config}`, says: 'is not valid JSON' },
    { name: 'NaN', text: config.replace('-0.7', 'NaN'), says: 'is not valid JSON' },
    {
      name: 'an endless number',
      text: config.replace('-0.7', '1e999'),
      says: '"threshold" of at most 1e6',
    },
    {
      name: 'lists without end',
      text: config.replace('{', `{"x": ${'['.repeat(100_000)}${']'.repeat(100_000)},`),
      says: 'at most 16 lists and objects in each other',
    },
    {
      name: 'a version that is too large a number',
      text: config.replace('"version": 1,', '"version": 18446744073709551617,'),
      code: 'model-version',
      says: 'of version 18446744073709552000',
    },
  ])('with $name is refused', async ({ text, code = 'bad-model', says }) => {
    expect(text).not.toBe(config);
    await expect(open(text)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(says),
    });
  });

  test('in UTF-16 is refused', async () => {
    const utf16 = Buffer.from(`\ufeff${config}`, 'utf16le');
    await expect(load(bytesOf({ ...files, 'config.json': utf16 }))).rejects.toMatchObject({
      code: 'bad-model',
    });
  });
});
