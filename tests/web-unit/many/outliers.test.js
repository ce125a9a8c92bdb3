import { expect, test } from '@jest/globals';

import { farFromOthers, ofTwoMinds } from '../../../web/views/many/outliers';
import { classes, reviewOf, stars } from './made-up.js';

const alike = Array.from({ length: 9 }, (_, i) => reviewOf(i, [0.8 + i / 100, null]));

test('a rating far from all others stands out', () => {
  const far = farFromOthers([...alike, reviewOf(9, [0.1, null])], stars);
  expect(far).toMatchObject([{ review: { place: 9 }, aspect: 0, rating: 0.1 }]);
  expect(far[0].median).toBeCloseTo(0.835);
});

test('a star more or less does not, however much the others agree', () => {
  expect(farFromOthers([...alike, reviewOf(9, [0.6, null])], stars)).toEqual([]);
});

test('where opinions are divided nobody stands out', () => {
  const divided = Array.from({ length: 20 }, (_, i) => reviewOf(i, [i % 2, null]));
  expect(farFromOthers(divided, stars)).toEqual([]);
});

test('of a few reviews nobody can say what is usual', () => {
  expect(farFromOthers([...alike.slice(0, 5), reviewOf(9, [0, null])], stars)).toEqual([]);
});

test('classes have no distance', () => {
  const films = Array.from({ length: 9 }, (_, i) => reviewOf(i, [0.9]));
  expect(farFromOthers([...films, reviewOf(9, [0.1])], classes)).toEqual([]);
});

test('a review that praises one thing and damns another is of two minds', () => {
  const found = ofTwoMinds(
    [
      reviewOf(0, [0.9, 0.2]),
      reviewOf(1, [0.9, null]),
      reviewOf(2, [0, 1]),
      reviewOf(3, [0.6, 0.5]),
      reviewOf(4, [null, null]),
    ],
    stars,
  );
  expect(found).toMatchObject([
    { review: { place: 2 }, high: 1, low: 0 },
    { review: { place: 0 }, high: 0, low: 1 },
  ]);
});

test('classes neither praise nor damn', () => {
  const frame = {
    model: 'own:tickets',
    aspects: ['refund', 'bug', 'tone'],
    labels: { refund: ['no', 'yes'], bug: ['no', 'yes'] },
  };
  const tickets = [reviewOf(0, [0.98, 0.02, 0.5]), reviewOf(1, [0.98, null, 0.1])];
  expect(ofTwoMinds(tickets, frame)).toEqual([]);
});
