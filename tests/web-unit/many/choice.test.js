import { describe, expect, test } from '@jest/globals';

import { choose, everything, isFiltered } from '../../../web/views/many/choice';
import { reviewOf, stars } from './made-up.js';

const reviews = [
  reviewOf(0, [0.5, null], 'A quiet room (2nd floor)'),
  reviewOf(1, [null, 0.9], 'Cheap'),
  reviewOf(2, [0.9, 0.1], 'A lovely\nroom, too dear by far'),
  reviewOf(3, [0.1, null], 'An awful ROOM'),
];

function places(choice) {
  return choose(reviews, { ...everything, ...choice }, stars).map(({ place }) => place);
}

describe('sorting', () => {
  test('by a rating puts reviews without one last, either way', () => {
    expect(places({ sort: 0 })).toEqual([3, 0, 2, 1]);
    expect(places({ sort: 0, descending: true })).toEqual([2, 0, 3, 1]);
  });

  test('goes by length and by order too', () => {
    expect(places({ sort: 'length' })).toEqual([1, 3, 0, 2]);
    expect(places({ descending: true })).toEqual([3, 2, 1, 0]);
  });
});

describe('filtering', () => {
  test('finds words whatever their case, across a line break, and signs as they stand', () => {
    expect(places({ search: 'room' })).toEqual([0, 2, 3]);
    expect(places({ search: 'lovely room' })).toEqual([2]);
    expect(places({ search: '(2nd' })).toEqual([0]);
    expect(places({ search: '.*' })).toEqual([]);
    // In any order, unless they stand in quotes, of which the last may be on its way.
    expect(places({ search: 'room  lovely' })).toEqual(places({ search: 'lovely room' }));
    expect(places({ search: '"lovely room"' })).toEqual([2]);
    expect(places({ search: '“lovely room' })).toEqual([2]);
    expect(places({ search: '"room lovely"' })).toEqual([]);
    expect(places({ search: '""' })).toEqual(places({}));
  });

  test('finds words however their apostrophes and accents are typed', () => {
    const found = (search, text) =>
      choose([reviewOf(0, [0.5, 0.5], text)], { ...everything, search }, stars).length > 0;
    for (const one of "'‘’ʼ") {
      for (const other of "'‘’ʼ") expect(found(`don${one}t`, `I don${other}t mind`)).toBe(true);
    }
    expect(found("don't", 'I do not mind')).toBe(false);
    const accents = ['Café', 'Cafe\u0301'];
    for (const one of accents) {
      for (const other of accents) expect(found(one, `The ${other} downstairs`)).toBe(true);
    }
  });

  test('keeps reviews that speak of an aspect, within bins', () => {
    expect(places({ aspect: 1 })).toEqual([1, 2]);
    expect(places({ aspect: 0, from: 2, to: 4 })).toEqual([0, 2]);
    expect(places({ aspect: 0, from: 0, to: 0 })).toEqual([3]);
  });

  test('is known to be on', () => {
    expect(isFiltered({ ...everything, sort: 0 })).toBe(false);
    expect(isFiltered({ ...everything, search: ' ' })).toBe(false);
    expect(isFiltered({ ...everything, search: 'a' })).toBe(true);
    expect(isFiltered({ ...everything, aspect: 0 })).toBe(true);
  });
});
