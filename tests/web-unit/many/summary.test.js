import { describe, expect, test } from '@jest/globals';

import { binOf } from '../../../web/views/many/bins';
import { summarise as summariseOne, wordsOf } from '../../../web/views/many/summary';
import { classes, reviewOf, stars } from './made-up.js';

const summarise = (rated, frame) =>
  frame.aspects.map((_, aspect) => summariseOne(rated, frame, aspect));

test('a rating is in the bin of the nearest number of stars', () => {
  expect([0, 0.12, 0.13, 0.5, 0.9, 1, 1.2].map((rating) => binOf(rating, 5))).toEqual([
    0, 0, 1, 2, 4, 4, 4,
  ]);
});

test('of two classes it is in that of the likelier', () => {
  expect([0, 0.5, 0.51, 1].map((rating) => binOf(rating, 2))).toEqual([0, 0, 1, 1]);
});

test('only reviews that speak of an aspect count for it', () => {
  const [room, value] = summarise(
    [reviewOf(0, [1, null]), reviewOf(1, [0.5, null]), reviewOf(2, [null, null])],
    stars,
  );
  expect(room).toMatchObject({ mentions: 2, mean: 0.75, bins: [0, 0, 1, 0, 1] });
  expect(value).toEqual({ mentions: 0, mean: null, bins: [0, 0, 0, 0, 0], praise: [], blame: [] });
});

test('classes have two bins', () => {
  const [polarity] = summarise(
    [reviewOf(0, [0.9]), reviewOf(1, [0.2]), reviewOf(2, [0.8])],
    classes,
  );
  expect(polarity.bins).toEqual([1, 2]);
});

describe('the strongest words', () => {
  const said = (list) => list.map(wordsOf);

  test('are sure ones of the highest and of the lowest ratings', () => {
    const [room] = summarise(
      [
        reviewOf(0, [0.9, null], 'a fine big room', [[0, 'fine big room', 0.5]]),
        reviewOf(1, [0.9, null], 'a lovely room', [[0, 'lovely room', 0.9]]),
        reviewOf(2, [0.65, null], 'an adequate room', [[0, 'adequate room', 0.9]]),
        reviewOf(3, [0.1, null], 'a filthy\nroom', [[0, 'filthy\nroom', 0.8]]),
      ],
      stars,
    );
    expect(said(room.praise)).toEqual(['lovely room', 'fine big room', 'adequate room']);
    expect(said(room.blame)).toEqual(['filthy room']);
  });

  test('are never the same twice, and no more than three', () => {
    const texts = ['Nice room', 'nice room', 'good bed', 'big bath', 'soft light'];
    const [room] = summarise(
      texts.map((text, i) => reviewOf(i, [0.7 + i / 20, null], text, [[0, text, 0.9]])),
      stars,
    );
    expect(said(room.praise)).toEqual(['soft light', 'big bath', 'good bed']);
    const [two] = summarise(
      texts.slice(0, 2).map((text, i) => reviewOf(i, [0.7 + i / 20, null], text, [[0, text, 0.9]])),
      stars,
    );
    expect(said(two.praise)).toEqual(['nice room']);
  });

  test('are none of a rating near the middle, which is neither praise nor blame', () => {
    const ratings = [0.38, 0.5, 0.525, 0.62];
    const [room] = summarise(
      ratings.map((rating, i) => reviewOf(i, [rating, null], 'a room', [[0, 'room', 1]])),
      stars,
    );
    expect(room).toMatchObject({ mentions: 4, praise: [], blame: [] });
  });

  test('are none of which the model is hardly sure', () => {
    const [room] = summarise(
      [
        reviewOf(0, [1, null], 'an extra pillow', [[0, 'extra pillow', 0.2]]),
        reviewOf(1, [0, null], 'awful', [[0, 'awful', 0.04]]),
        reviewOf(2, [0, null], 'a damp wall', [[0, 'damp wall', 0.3]]),
      ],
      stars,
    );
    expect(said(room.praise)).toEqual([]);
    expect(said(room.blame)).toEqual(['damp wall']);
  });

  test('are none of another aspect, nor a whole paragraph', () => {
    const long = 'very '.repeat(30);
    const [room] = summarise(
      [
        reviewOf(0, [0.9, 0.9], `${long} cheap`, [
          [1, 'cheap', 1],
          [0, long, 1],
        ]),
      ],
      stars,
    );
    expect(room.praise).toEqual([]);
  });
});
