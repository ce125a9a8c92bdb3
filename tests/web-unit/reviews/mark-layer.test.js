import { beforeEach, describe, expect, test } from '@jest/globals';

import { editBetween, MarkLayer } from '../../../web/views/reviews/mark-layer';
import { Element, standIn } from './dom';

const { nextFrame } = standIn();
const all = ['look', 'smell'];

let place;
let layer;

beforeEach(() => {
  place = new Element('div');
  layer = new MarkLayer(place);
});

const run = (start, end, ...aspects) => ({ start, end, aspects, sure: 0.5 });
/** What is shown: marks in brackets. */
const shown = () =>
  place.children
    .map(({ tag, textContent }) => (tag === 'mark' ? `[${textContent}]` : textContent))
    .join('');

function finish() {
  while (nextFrame());
}

describe('the edit between two texts', () => {
  test.each([
    { what: 'a letter at the end', before: 'ab', after: 'abc', edit: [2, 2, 'c'] },
    { what: 'a letter at the start', before: 'bc', after: 'abc', edit: [0, 0, 'a'] },
    { what: 'a letter among its like', before: 'aaa', after: 'aaaa', edit: [3, 3, 'a'] },
    { what: 'one letter less', before: 'abc', after: 'ac', edit: [1, 2, ''] },
    { what: 'another word', before: 'a big dog', after: 'a small dog', edit: [2, 5, 'small'] },
    { what: 'all of it', before: 'abc', after: '', edit: [0, 3, ''] },
    { what: 'nothing', before: 'abc', after: 'abc', edit: [3, 3, ''] },
  ])('is $what', ({ before, after, edit: [start, end, inserted] }) => {
    expect(editBetween(before, after)).toEqual({ start, end, inserted });
  });
});

describe('the layer of marks', () => {
  test('holds the text, and marks its runs', () => {
    layer.write('hazy gold beer');
    layer.show([run(0, 4, 'look'), run(10, 14, 'look', 'smell')], all);
    expect(shown()).toBe('[hazy] gold [beer]');
    const [first, , second] = place.children;
    expect(first.className).toContain('look-0');
    expect(second.className).toContain('shared');
    expect(second.dataset.label).toBe('Look and Smell');
  });

  test('keeps its marks on their words while a text is typed', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    const mark = place.children[1];
    layer.write('a hazy gold beer');
    expect(shown()).toBe('a hazy [gold] beer');
    layer.write('a hazy goold beer');
    expect(shown()).toBe('a hazy [goold] beer');
    // The very element, so that nothing but a letter is drawn anew.
    expect(place.children[1]).toBe(mark);
  });

  test('does not take what is typed beside a mark into it', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    layer.write('hazy  gold beer');
    layer.write('hazy  golden beer');
    expect(shown()).toBe('hazy  [gold]en beer');
  });

  test('loses a mark with the last of its letters', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    layer.write('hazy beer');
    expect(shown()).toBe('hazy beer');
    layer.write('');
    expect(shown()).toBe('');
  });

  test('finds the run of an element, and the element of a run', () => {
    layer.write('hazy gold');
    const gold = run(5, 9, 'look');
    layer.show([gold], all);
    const [, mark] = place.children;
    expect(layer.runOf(mark)).toBe(gold);
    expect(layer.elementOf(gold)).toBe(mark);
    expect(layer.runOf(place)).toBeUndefined();
    expect(layer.elementOf(run(0, 4, 'look'))).toBeUndefined();
  });

  test('leaves a mark alone that stays as it is', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    const mark = place.children[1];
    layer.show([run(5, 9, 'look'), run(10, 14, 'smell')], all);
    expect(place.children[1]).toBe(mark);
    layer.show([{ ...run(5, 9, 'look'), dropped: true }], all);
    expect(place.children[1]).toBe(mark);
    expect(mark.className).toContain('dropped');
  });

  test('exchanges many marks over several frames', () => {
    const words = 500;
    layer.write('word '.repeat(words));
    const runs = Array.from({ length: words }, (_, i) => run(5 * i, 5 * i + 4, 'look'));
    layer.show(runs, all);
    const marks = () => place.children.filter(({ tag }) => tag === 'mark').length;
    expect(marks()).toBeGreaterThan(0);
    expect(marks()).toBeLessThan(words);
    finish();
    expect(marks()).toBe(words);
    expect(place.textContent).toBe('word '.repeat(words));
  });

  test('gives up marks of a text that is typed over meanwhile', () => {
    const words = 500;
    layer.write('word '.repeat(words));
    layer.show(
      Array.from({ length: words }, (_, i) => run(5 * i, 5 * i + 4, 'look')),
      all,
    );
    layer.write(`A ${'word '.repeat(words)}`);
    expect(nextFrame()).toBe(false);
    expect(place.textContent).toBe(`A ${'word '.repeat(words)}`);
  });
});

describe('whatever is typed and marked', () => {
  /** Numbers from 0 to below `below`, the same in every run. */
  function dice(seed) {
    let state = seed;
    return (below) => {
      state = (state * 1103515245 + 12345) % 2 ** 31;
      return Math.floor((state / 2 ** 31) * below);
    };
  }

  test.each([1, 2, 3, 4, 5])('the layer holds the text of the field, %d', (seed) => {
    const roll = dice(seed);
    let text = 'pours a hazy gold, smells of grapefruit';
    layer.write(text);
    for (let step = 0; step < 400; ++step) {
      const at = roll(text.length + 1);
      const cut = Math.min(text.length - at, roll(4));
      text = text.slice(0, at) + 'ab cd\n'.slice(0, roll(5)) + text.slice(at + cut);
      layer.write(text);
      expect(place.textContent).toBe(text);
      if (roll(3) > 0) continue;
      const runs = [];
      for (let from = roll(4); from + 3 < text.length; from += 4 + roll(6)) {
        runs.push(run(from, from + 1 + roll(3), all[roll(2)]));
      }
      layer.show(runs, all);
      if (roll(2) > 0) finish();
      expect(place.textContent).toBe(text);
    }
    const last = [run(0, 1, 'smell')];
    layer.show(last, all);
    finish();
    expect(shown()).toBe(`[${text.slice(0, 1)}]${text.slice(1)}`);
  });
});
