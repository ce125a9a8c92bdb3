// Texts that are cut show no letter in part.
import { expect, test } from '@jest/globals';

import { beginningOf, shortened } from '../../web/graphemes';

test('a text that fits stays as it is', () => {
  expect(beginningOf('Hop 🍺', 6)).toBe('Hop 🍺');
  expect(shortened('Hop 🍺', 6)).toBe('Hop 🍺');
});

test.each([
  ['an emoji', '🍺'],
  ['a flag', '🇨🇭'],
  ['a family', '👨‍👩‍👧'],
  ['an accent of its own', 'e\u0301'],
])('a text is never cut within %s', (_, letter) => {
  const text = `Hop${letter}s`;
  for (let most = 3; most < 3 + letter.length; ++most) {
    expect(shortened(text, most)).toBe('Hop…');
  }
  expect(shortened(text, 3 + letter.length)).toBe(`Hop${letter}…`);
});

test('what is longer than that by itself is cut all the same', () => {
  expect(beginningOf(`e${'\u0301'.repeat(300)}`, 200)).toHaveLength(200);
});
