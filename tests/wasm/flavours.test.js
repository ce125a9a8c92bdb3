// Which build of the module that explains is taken, by engines of their own.
import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { dist, modelFolder, runNode } from './support.js';

const TOLERANCE = 1e-5;

const golden = readFileSync(new URL('expected.jsonl', modelFolder), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

/**
 * Loads the golden model in a Node with `flags`, as a page would, and explains
 * the golden texts. `change` is the text of a function of a file's name and
 * bytes, for what is served in its place. Returns `{fetched, explanations}`, or
 * `{fetched, error}`.
 */
function explainIn(flags, options = {}, change = '(name, bytes) => bytes') {
  const script = `
    import { readFile } from 'node:fs/promises';
    const { load } = await import('${new URL('systems/rationale/index.js', dist)}');
    const fetched = [];
    const fetch = async (url) => {
      const name = url.pathname.split('/').at(-1);
      if (name.endsWith('.wasm')) fetched.push(name);
      return new Response((${change})(name, await readFile(url)));
    };
    const texts = ${JSON.stringify(golden.map(({ text }) => text))};
    const answer = { fetched };
    try {
      const options = { fetch, ...${JSON.stringify(options)} };
      const model = await load('${modelFolder}', options);
      await load('${modelFolder}', options);
      answer.explanations = await model.explainMany(texts);
    } catch ({ code, message }) {
      answer.error = { code, message };
    }
    console.log(JSON.stringify(answer));`;
  return runNode(flags, script);
}

/** The numbers in `value` that are no offsets, in order. */
function numbersIn(value) {
  const numbers = [];
  JSON.stringify(value, (key, item) => {
    if (typeof item === 'number' && key !== 'start' && key !== 'end') numbers.push(item);
    return item;
  });
  return numbers;
}

function expectGolden(explanations) {
  explanations.forEach((explanation, index) => {
    const expected = numbersIn(golden[index]);
    const errors = numbersIn(explanation).map((number, at) => Math.abs(number - expected[at]));
    expect(errors).toHaveLength(expected.length);
    expect(Math.max(...errors)).toBeLessThan(TOLERANCE);
    expect(explanation.rationales).toEqual(golden[index].rationales);
  });
}

const withoutSimd = '--no-enable-sse4-1';
const withRelaxed = '--experimental-wasm-relaxed-simd';
const relaxedSimd = true;

test('computes in integers on request, a little differently', async () => {
  const { fetched, explanations } = await explainIn([], { integers: true });
  expect(fetched).toEqual(['whylight-core.integer.wasm']);
  const expected = numbersIn(golden);
  const errors = numbersIn(explanations).map((number, at) => Math.abs(number - expected[at]));
  expect(errors).toHaveLength(expected.length);
  expect(Math.max(...errors)).toBeGreaterThan(TOLERANCE);
  expect(Math.max(...errors)).toBeLessThan(0.01);
});

test.each([
  { name: 'any engine', flags: [], options: {}, file: 'whylight-core.wasm' },
  {
    name: 'an engine without SIMD',
    flags: [withoutSimd],
    options: {},
    file: 'whylight-core.scalar.wasm',
  },
  {
    name: 'an engine with relaxed SIMD that may use it',
    flags: [withRelaxed],
    options: { relaxedSimd },
    file: 'whylight-core.relaxed.wasm',
  },
  {
    name: 'an engine with relaxed SIMD that may not use it',
    flags: [withRelaxed],
    options: {},
    file: 'whylight-core.wasm',
  },
  {
    name: 'an engine without relaxed SIMD that could use it',
    flags: [],
    options: { relaxedSimd },
    file: 'whylight-core.wasm',
  },
])('$name takes $file, and gives the golden answers', async ({ flags, options, file }) => {
  const { fetched, explanations, error } = await explainIn(flags, options);
  expect(error).toBeUndefined();
  expect(fetched).toEqual([file]);
  expectGolden(explanations);
});

describe('a flavour whose answers are wrong', () => {
  // The known answer of the self-test, as f32.const has it, and another one.
  const spoil = `(name, bytes) => {
    if (!/core\\.wasm|relaxed\\.wasm|SPOILT/.test(name)) return bytes;
    const known = Buffer.from([0x43, 0, 0x40, 0x2c, 0xc1]);
    const at = bytes.indexOf(known);
    if (at < 0) throw new Error('no such number');
    bytes[at + 1] = 1;
    return bytes;
  }`;

  test('gives way to the next', async () => {
    const { fetched, explanations } = await explainIn([], {}, spoil);
    expect(fetched).toEqual(['whylight-core.wasm', 'whylight-core.scalar.wasm']);
    expectGolden(explanations);
  });

  test('is named if there is no next', async () => {
    const { fetched, error } = await explainIn(
      [withRelaxed],
      { relaxedSimd },
      spoil.replace('SPOILT', 'scalar'),
    );
    expect(fetched).toEqual([
      'whylight-core.relaxed.wasm',
      'whylight-core.wasm',
      'whylight-core.scalar.wasm',
    ]);
    expect(error.code).toBe('wasm-failed');
    for (const file of fetched) expect(error.message).toContain(`${file}: `);
    expect(error.message).toContain('wrong answers in this engine: products');
  });

  test('is refused where the caller gave it', async () => {
    const wasm = new URL('whylight-core.wasm', dist).href;
    const { error } = await explainIn([], { wasm }, spoil);
    expect(error).toMatchObject({ code: 'wasm-failed' });
  });
});

test('an engine without SIMD is told so by what needs it', async () => {
  const wasm = new URL('whylight-core.wasm', dist).href;
  const { error } = await explainIn([withoutSimd], { wasm });
  expect(error.code).toBe('wasm-failed');
  expect(error.message).toMatch(/does not compile: .*whylight-core\.scalar\.wasm/);
  // The engines are those of the guide.
  const [engines] = error.message.match(/Whylight needs Chrome .*$/);
  const guide = new URL('../../docs/guides/package.md', import.meta.url);
  expect(readFileSync(guide, 'utf8')).toContain(`\n${engines}`);
});
