import { expect, test } from '@jest/globals';

import { certainty, chance, fits } from '../../../web/views/questions/certainty';

test('the words change where a question begins to fit', () => {
  expect(certainty(fits)).toBe('probably');
  expect(certainty(fits - 0.001)).toBe('perhaps');
  expect([0, 0.2, 0.7, 0.9, 1].map(certainty)).toEqual([
    'hardly',
    'perhaps',
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
