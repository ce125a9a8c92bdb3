import { describe, expect, test } from '@jest/globals';

import { likelyStars, RatingScale } from '../../../web/views/reviews/rating-scale';

describe('ratings in stars', () => {
  const scale = new RatingScale();

  test('go from 1 to 5', () => {
    expect([0, 0.5, 0.8, 1].map((rating) => scale.text('aroma', rating))).toEqual([
      '1.0 of 5',
      '3.0 of 5',
      '4.2 of 5',
      '5.0 of 5',
    ]);
  });

  test('are not there where the review does not speak of the aspect', () => {
    expect(scale.text('aroma', null)).toBe('not mentioned');
    expect(scale.unmentioned('aroma')).toBe('The review does not mention it');
  });

  test('say how far they may be off, where that is known', () => {
    expect(scale.spread('aroma', 0.1)).toBe('give or take 0.4');
    expect(scale.spread('aroma', null)).toBe('');
    expect(scale.spread('aroma', undefined)).toBe('');
  });

  test('differ by stars', () => {
    expect(scale.difference('aroma', 0.25, 0.5)).toBe('1.0 star');
    expect(scale.difference('aroma', 0.5, 0.32)).toBe('0.7 stars');
  });

  test.each([
    // 4.448 and 4.452, 4.148 and 3.68: shown as 4.4 and 4.5, 4.1 and 3.7.
    [0.862, 0.863, '0.1 stars', '+0.1'],
    [0.787, 0.67, '0.4 stars', '−0.4'],
  ])('differ by what is shown of them: %d and %d', (from, to, difference, step) => {
    expect(scale.difference('aroma', from, to)).toBe(difference);
    expect(scale.step('aroma', from, to)).toBe(step);
  });
});

describe('ratings that are probabilities', () => {
  const scale = new RatingScale({ polarity: ['against the film', 'for the film'] });

  test('name the likelier class, and how likely it is', () => {
    expect([0.92, 0.5, 0.3].map((rating) => scale.text('polarity', rating))).toEqual([
      'for the film, 92%',
      'against the film, 50%',
      'against the film, 70%',
    ]);
  });

  test('are never said to be certain', () => {
    expect(scale.text('polarity', 0.9999)).toBe('for the film, over 99%');
    expect(scale.text('polarity', 0)).toBe('against the film, over 99%');
  });

  test('follow a colon where their aspect goes before them', () => {
    expect(scale.sentence('polarity', 0.92)).toBe('Polarity: for the film, 92%');
    expect(scale.sentence('polarity', null)).toBe('Polarity not mentioned');
    expect(scale.sentence('music', 0.5)).toBe('Music 3.0 of 5');
  });

  test('have no spread beside the probability', () => {
    expect(scale.spread('polarity', 0.1)).toBe('');
  });

  test('differ by percentage points', () => {
    expect(scale.difference('polarity', 0.6, 0.61)).toBe('1 percentage point');
    expect(scale.difference('polarity', 0.6, 0.42)).toBe('18 percentage points');
    // Shown as 92% for and 73% against.
    expect(scale.difference('polarity', 0.924, 0.266)).toBe('65 percentage points');
    expect(scale.step('polarity', 0.924, 0.266)).toBe('−65%');
  });

  test('may be missing, of a review that takes no side', () => {
    expect(scale.text('polarity', null)).toBe('not mentioned');
    expect(scale.unmentioned('polarity')).toBe('The review takes no side');
  });

  test('leave other aspects their stars', () => {
    expect(scale.text('music', 0.5)).toBe('3.0 of 5');
  });
});

test('the likely stars stay within the scale', () => {
  expect(likelyStars(0.5, 0.125)).toEqual([2.5, 3.5]);
  expect(likelyStars(0.9, 0.25)).toEqual([3.6, 5]);
  expect(likelyStars(0.1, 0.25)).toEqual([1, 2.4]);
});
