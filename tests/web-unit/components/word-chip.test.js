import { expect, jest, test } from '@jest/globals';

// Styles are no module of Node's.
jest.unstable_mockModule('../../../web/components/word-chip.css', () => ({}));
const { tintOf } = await import('../../../web/components/word-chip');

test.each([
  [0.5, 'for-2'],
  [0.2, 'for-1'],
  [0.09, ''],
  [0, ''],
  [-0.09, ''],
  [-0.1, 'against-1'],
  [-9, 'against-3'],
])('an effect of %s has the tint "%s"', (effect, tint) => {
  expect(tintOf(effect, [0.1, 0.5, 1.5])).toBe(tint);
});
