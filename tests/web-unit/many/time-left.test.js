import { expect, test } from '@jest/globals';

import { roundedTime, TimeLeft } from '../../../web/views/many/time-left';

test('the rest takes as long as the part that is done', () => {
  const left = new TimeLeft(1000, 5000);
  expect(left.at(250, 7000)).toBe(6000);
  expect(left.at(1000, 9000)).toBe(0);
});

test('nothing is said too early', () => {
  const left = new TimeLeft(1000, 5000);
  expect(left.at(500, 5900)).toBeUndefined();
  expect(left.at(0, 20_000)).toBeUndefined();
});

test('time is said in steps', () => {
  expect(roundedTime(0)).toEqual({ seconds: 5 });
  expect(roundedTime(5001)).toEqual({ seconds: 10 });
  expect(roundedTime(90_000)).toEqual({ seconds: 90 });
  expect(roundedTime(91_000)).toEqual({ minutes: 2 });
  expect(roundedTime(200_000)).toEqual({ minutes: 3 });
});
