import { expect, test } from '@jest/globals';

import { assemble } from '../../wasm/dist/systems/rationale/assemble.js';

test('an explanation has what is said of each aspect, whatever its name', () => {
  const aspects = ['smell', '__proto__'];
  const { tokens, rationales } = assemble(
    'hazy gold',
    { aspects, labels: {}, priors: {} },
    {
      spans: Uint32Array.of(0, 4, 5, 9),
      probability: Float32Array.of(0.25, 0.5, 0.75, 1),
      selected: Uint8Array.of(0, 1, 1, 1),
      rationaleCounts: Uint32Array.of(1, 1),
      rationaleSpans: Uint32Array.of(5, 9, 0, 9),
      ratings: Float64Array.of(0.5, 0.5),
      spreads: Float64Array.of(0.1, 0.1),
      domain: Float64Array.of(0.5, 1, 1),
    },
  );
  const entries = (record) => Object.entries(record);
  expect(tokens.map(({ start, end }) => [start, end])).toEqual([
    [0, 4],
    [5, 9],
  ]);
  expect(tokens.map(({ probability }) => entries(probability))).toEqual([
    [
      ['smell', 0.25],
      ['__proto__', 0.5],
    ],
    [
      ['smell', 0.75],
      ['__proto__', 1],
    ],
  ]);
  expect(tokens.map(({ selected }) => entries(selected))).toEqual([
    [
      ['smell', false],
      ['__proto__', true],
    ],
    [
      ['smell', true],
      ['__proto__', true],
    ],
  ]);
  expect(entries(rationales).map(([name]) => name)).toEqual(aspects);
});
