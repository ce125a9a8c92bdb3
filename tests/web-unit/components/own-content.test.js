import { beforeEach, expect, test } from '@jest/globals';

import { OwnContent } from '../../../web/components/own-content';

let own;

beforeEach(() => {
  own = new OwnContent('', (one, other) => one === other);
  own.show('sample');
});

test('an edited sample is the visitor’s own as long as there is no other', () => {
  own.edit('sample!');
  expect(own.content).toBe('sample!');
  own.show('other sample');
  own.edit('other sample!');
  expect(own.content).toBe('other sample!');
});

test('an edited sample does not take the place of what the visitor wrote', () => {
  own.edit('mine', true);
  own.show('sample');
  own.edit('sample!');
  // Emptied, to start anew.
  own.edit('', true);
  expect(own.content).toBe('mine');
  own.edit('n', true);
  own.edit('new');
  expect(own.content).toBe('new');
});

test('a proposed change of one’s own text does not take its place, and can be taken back', () => {
  own.keep('mine');
  own.show('mine, changed');
  own.edit('mine, changed again');
  expect(own.content).toBe('mine');
  own.show('mine');
  own.edit('mine still');
  expect(own.content).toBe('mine still');
});
