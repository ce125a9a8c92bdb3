import { expect, test } from '@jest/globals';

import { alarmText } from '../../../web/views/reviews/alarm-words';

test('an alarm is a sentence for visitors', () => {
  expect(alarmText(['random spans predict as well as the rationale'])).toBe(
    'In tests, words picked at random said as much about it as the marked ones.',
  );
});

test('several are one sentence', () => {
  expect(alarmText(['almost nothing is selected', 'most selected words are punctuation'])).toBe(
    'In tests, hardly any words were marked for it; most of what was marked was punctuation.',
  );
});

test('one that is not known is told as it is', () => {
  expect(alarmText(['the sky is falling'])).toBe('In tests, the sky is falling.');
});
