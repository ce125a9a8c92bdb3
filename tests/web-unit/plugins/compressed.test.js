import { expect, test } from '@jest/globals';

import { accepts } from '../../../web/plugins/compressed';

test.each([
  ['br', true],
  ['gzip, deflate, br;q=0.8', true],
  ['gzip, br ; q=0', false],
  ['br;q=0.000', false],
  ['gzip, brotli', false],
  ['', false],
])('a browser that sends "%s" takes br: %s', (header, taken) => {
  expect(accepts(header, 'br')).toBe(taken);
});
