import { describe, expect, test } from '@jest/globals';

import { exampleText, shownKinds } from '../../../web/components/probe-words';

describe('the kinds', () => {
  const { counted, weakness } = shownKinds(
    {
      total: { n: 35, right: 27 },
      kinds: {
        irony: { n: 6, right: 1, example: { higher: 'Great!', lower: 'Great.' } },
        'a kind of its own': { n: 4, right: 4 },
        'negation near': { n: 15, right: 13, example: { higher: 'Not bad.', lower: 'Not good.' } },
        plain: { n: 16, right: 10 },
      },
    },
    false,
  );

  test('come in the order of the page, those it does not know last', () => {
    expect(counted.map(({ name }) => name)).toEqual([
      'Plain praise and blame',
      'Negation',
      'A kind of its own',
    ]);
  });

  test('say how many are right, and show one', () => {
    expect(counted[1]).toEqual({
      name: 'Negation',
      n: 15,
      right: 13,
      example: '“Not bad.” must be rated higher than “Not good.”',
      texts: ['Not bad.', 'Not good.'],
    });
  });

  test('leave irony out, which is a known weakness', () => {
    expect(weakness).toMatchObject({ name: 'Irony', n: 6, right: 1 });
  });
});

test.each([
  {
    form: 'a pair',
    probe: { aspect: 'service', higher: 'A.', lower: 'B.' },
    one: '“A.” must be rated higher than “B.”',
    several: '“A.” must be rated higher for service than “B.”',
  },
  {
    form: 'the same',
    probe: { aspect: 'service', same: ['A.', 'B.', 'C.'] },
    one: '“A.”, “B.” and “C.” must be rated alike.',
    several: '“A.”, “B.” and “C.” must be rated alike for service.',
  },
  {
    form: 'at least',
    probe: { aspect: 'service', text: 'A.', above: 0.5 },
    one: '“A.” must be rated high.',
    several: '“A.” must be rated high for service.',
  },
  {
    form: 'at most',
    probe: { aspect: 'service', text: 'A.', below: 0.5 },
    one: '“A.” must be rated low.',
    several: '“A.” must be rated low for service.',
  },
  {
    form: 'in between',
    probe: { text: 'A.', above: 0.3, below: 0.7 },
    one: '“A.” must be rated in the middle.',
    several: '“A.” must be rated in the middle.',
  },
  {
    form: 'none',
    probe: { aspect: 'service', none: 'A.' },
    one: '“A.” must get no rating.',
    several: '“A.” must get no rating for service.',
  },
  {
    form: 'what follows',
    probe: { text: 'A.', other: 'B.', label: 'ENTAILMENT' },
    one: '“A.” must imply “B.”',
    several: '“A.” must imply “B.”',
  },
  {
    form: 'what contradicts',
    probe: { text: 'A.', other: 'B.', label: 'CONTRADICTION' },
    one: '“A.” and “B.” must contradict each other.',
    several: '“A.” and “B.” must contradict each other.',
  },
  {
    form: 'what does neither',
    probe: { text: 'A.', other: 'B.', label: 'NEUTRAL' },
    one: '“A.” must neither imply “B.” nor rule it out.',
    several: '“A.” must neither imply “B.” nor rule it out.',
  },
])('an example says what must hold: $form', ({ probe, one, several }) => {
  expect(exampleText(probe, false)).toBe(one);
  expect(exampleText(probe, true)).toBe(several);
});
