import { expect, test } from '@jest/globals';

import { nearest } from '../../../web/views/sentiment/grades';

const grades = [-2, -1, 0, 1, 2].map((grade) => ({ label: `${grade}`, name: `${grade}`, grade }));

test('a grade is of the class whose number is nearest, halfway of the higher', () => {
  expect(
    [-2, -1.51, -1.5, -0.97, -0.2, 0.49, 0.5, 1.6].map((n) => nearest(n, grades).grade),
  ).toEqual([-2, -2, -1, -1, 0, 0, 1, 2]);
});
