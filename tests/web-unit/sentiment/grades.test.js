import { expect, test } from '@jest/globals';

import { gradesOf, nearest } from '../../../web/views/sentiment/grades';

const grades = [-2, -1, 0, 1, 2].map((grade) => ({ label: `${grade}`, name: `${grade}`, grade }));

test('a grade is of the class whose number is nearest, halfway of the higher', () => {
  expect(
    [-2, -1.51, -1.5, -0.97, -0.2, 0.49, 0.5, 1.6].map((n) => nearest(n, grades).grade),
  ).toEqual([-2, -2, -1, -1, 0, 0, 1, 2]);
});

test('classes stand for a scale where each has a number, and not all the same', () => {
  const [low, high] = [
    { label: '1', name: 'good', grade: 2 },
    { label: '0', name: 'bad', grade: -2 },
  ];
  expect(gradesOf({ labels: [low, high] })).toEqual([high, low]);
  expect(gradesOf({ labels: [low, { label: '2', name: 'other' }] })).toEqual([]);
  expect(gradesOf({ labels: [low, { ...high, grade: 2 }] })).toEqual([]);
});
