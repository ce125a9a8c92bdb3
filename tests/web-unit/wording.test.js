import { expect, test } from '@jest/globals';

import {
  capitalised,
  decimal,
  factor,
  giveOrTake,
  labelOf,
  likelihood,
  ratingText,
  shortLikelihood,
  signed,
  times,
} from '../../web/wording';

test('signed numbers have a sign that can be read', () => {
  expect([0.123, -0.05, 0.001, -0.001].map((number) => signed(number))).toEqual([
    '+0.12',
    '−0.05',
    '0.00',
    '0.00',
  ]);
});

test('what rounds to nothing has no sign', () => {
  expect([0, -0, 0.001, -0.001, -0.005001].map((number) => decimal(number))).toEqual([
    '0.00',
    '0.00',
    '0.00',
    '0.00',
    '−0.01',
  ]);
});

test('names of aspects are words', () => {
  expect(labelOf('check_in-time')).toBe('Check in time');
  expect(capitalised('non-smoker')).toBe('Non-smoker');
});

test('a rating is on the scale from 1 to 5, and may be missing', () => {
  expect([0.8, null].map(ratingText)).toEqual(['4.2 of 5', 'not mentioned']);
  expect(giveOrTake(0.125)).toBe('give or take 0.5');
});

test('nothing is certain', () => {
  expect([0, 0.0049, 0.5, 0.924, 0.994, 0.995, 1].map(likelihood)).toEqual([
    'less than 1%',
    'less than 1%',
    '50%',
    '92%',
    '99%',
    'over 99%',
    'over 99%',
  ]);
  expect([0, 0.0049, 0.5, 0.994, 0.995, 1].map(shortLikelihood)).toEqual([
    '< 1%',
    '< 1%',
    '50%',
    '99%',
    '> 99%',
    '> 99%',
  ]);
});

test.each([
  [5.473, '5.5'],
  [0.974, '0.97'],
  [1.004, '1'],
  [12.3, '12'],
  [0.0123, '0.012'],
])('%s times is %s', (number, said) => {
  expect(factor(number)).toBe(said);
});

test('beyond a thousand times or a hundredth no number is told', () => {
  const extremes = [5e-9, 0.0099, 0.01, 996, 1000, 1001, 5e9];
  expect(extremes.map(factor)).toEqual([
    'less than 0.01',
    'less than 0.01',
    '0.01',
    '1,000',
    '1,000',
    'over 1,000',
    'over 1,000',
  ]);
  expect([...extremes, 5.473].map(times)).toEqual([
    '<×0.01',
    '<×0.01',
    '×0.01',
    '×1,000',
    '×1,000',
    '>×1,000',
    '>×1,000',
    '×5.5',
  ]);
});
