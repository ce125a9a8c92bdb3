import { expect, test } from '@jest/globals';

import { certainty, chance } from '../../../web/views/questions/certainty';

test('words follow the probability', () => {
  expect([0, 0.2, 0.5, 0.7, 0.9, 1].map(certainty)).toEqual([
    'hardly',
    'perhaps',
    'probably',
    'very likely',
    'almost certainly',
    'almost certainly',
  ]);
});

test('a chance is never said to be 0 or 100%', () => {
  expect([0, 0.004, 0.01, 0.5, 0.925, 0.99, 0.995, 1].map(chance)).toEqual([
    '< 1%',
    '< 1%',
    '1%',
    '50%',
    '93%',
    '99%',
    '> 99%',
    '> 99%',
  ]);
});
