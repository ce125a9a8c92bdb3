// The golden files that the native program and Chromium reproduce as well.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { load } from '../../wasm/dist/systems/rationale/node.js';

const TOLERANCE = 1e-5;

/** `value` with every number that is no offset taken out into `numbers`. */
function withoutNumbers(value, numbers) {
  return JSON.parse(JSON.stringify(value), (key, item) => {
    if (typeof item !== 'number' || key === 'start' || key === 'end') return item;
    numbers.push(item);
    return 'a number';
  });
}

test.each([
  { model: 'golden/tiny', expected: 'golden/tiny/expected.jsonl' },
  { model: 'golden/mention-tiny', expected: 'golden/mention-tiny/expected.jsonl' },
  { model: 'golden/spelling-tiny', expected: 'golden/spelling-tiny/expected.jsonl' },
  { model: '../models/beer', expected: 'golden/beer.expected.jsonl' },
])('$model explains as in $expected', async ({ model: folder, expected }) => {
  const tests = new URL('../', import.meta.url);
  const lines = readFileSync(new URL(expected, tests), 'utf8').trimEnd().split('\n');
  const model = await load(new URL(folder, tests));
  for (const golden of lines.map((line) => JSON.parse(line))) {
    const numbers = [];
    const goldenNumbers = [];
    // Keys in order, offsets and selection as they are.
    const found = JSON.stringify(withoutNumbers(await model.explain(golden.text), numbers));
    expect(found).toBe(JSON.stringify(withoutNumbers(golden, goldenNumbers)));
    const errors = numbers.map((number, index) => Math.abs(number - goldenNumbers[index]));
    expect([golden.text, Math.max(...errors) < TOLERANCE]).toEqual([golden.text, true]);
  }
});
