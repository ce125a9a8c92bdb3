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
    expect([0.25, -0.18].map((difference) => scale.difference('aroma', difference))).toEqual([
      '1.0 star',
      '0.7 stars',
    ]);
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
    expect([0.01, -0.18].map((difference) => scale.difference('polarity', difference))).toEqual([
      '1 percentage point',
      '18 percentage points',
    ]);
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
