import { beforeEach, expect, test } from '@jest/globals';

import { goAlong, stopAt } from '../../../web/components/one-stop';

let focused;
let buttons;

beforeEach(() => {
  focused = undefined;
  buttons = ['a', 'b', 'c'].map((name) => ({ tabIndex: 0, focus: () => (focused = name) }));
});

/** Presses a key at one of the buttons; returns whether it was followed. */
function press(key, target, modifiers = {}) {
  let followed = false;
  goAlong(buttons, { key, target, ...modifiers, preventDefault: () => (followed = true) });
  return followed;
}

test('the Tab key stops at one', () => {
  stopAt(buttons, buttons[1]);
  expect(buttons.map(({ tabIndex }) => tabIndex)).toEqual([-1, 0, -1]);
});

test.each([
  ['ArrowRight', 1, 'c'],
  ['ArrowDown', 1, 'c'],
  ['ArrowLeft', 1, 'a'],
  ['ArrowUp', 1, 'a'],
  ['Home', 2, 'a'],
  ['End', 0, 'c'],
  ['ArrowRight', 2, 'c'],
  ['ArrowLeft', 0, 'a'],
])('%s from %s leads to %s', (key, from, to) => {
  expect(press(key, buttons[from])).toBe(true);
  expect(focused).toBe(to);
});

test('other keys, keys with modifiers and keys elsewhere are left alone', () => {
  expect(press('Tab', buttons[0])).toBe(false);
  for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
    expect(press('ArrowRight', buttons[0], { [modifier]: true })).toBe(false);
  }
  expect(press('ArrowRight', {})).toBe(false);
  expect(focused).toBeUndefined();
});
