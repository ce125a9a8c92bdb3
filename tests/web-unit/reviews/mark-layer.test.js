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
/** What the blocks hold. */
const nodes = () => place.children.flatMap(({ children }) => children);
/** What is shown: marks in brackets. */
const shown = () =>
  nodes()
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
    const [first, , second] = nodes();
    expect(first.className).toContain('look-0');
    expect(second.className).toContain('shared');
    expect(second.dataset.label).toBe('Look and Smell');
  });

  test('keeps its marks on their words while a text is typed', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    const mark = nodes()[1];
    layer.write('a hazy gold beer');
    expect(shown()).toBe('a hazy [gold] beer');
    layer.write('a hazy goold beer');
    expect(shown()).toBe('a hazy [goold] beer');
    // The very element, so that nothing but a letter is drawn anew.
    expect(nodes()[1]).toBe(mark);
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

  test('does not take what is typed before a mark at the start into it', () => {
    layer.write('hazy gold');
    layer.show([run(0, 4, 'look')], all);
    layer.write('A hazy gold');
    expect(shown()).toBe('A [hazy] gold');
  });

  test('finds the run of an element, and the element of a run', () => {
    layer.write('hazy gold');
    const gold = run(5, 9, 'look');
    layer.show([gold], all);
    const [, mark] = nodes();
    expect(layer.runOf(mark)).toBe(gold);
    expect(layer.elementsOf(gold)).toEqual([mark]);
    expect(layer.runOf(place)).toBeUndefined();
    expect(layer.elementsOf(run(0, 4, 'look'))).toEqual([]);
  });

  test('leaves a mark alone that stays as it is', () => {
    layer.write('hazy gold beer');
    layer.show([run(5, 9, 'look')], all);
    const mark = nodes()[1];
    layer.show([run(5, 9, 'look'), run(10, 14, 'smell')], all);
    expect(nodes()[1]).toBe(mark);
    layer.show([{ ...run(5, 9, 'look'), dropped: true }], all);
    expect(nodes()[1]).toBe(mark);
    expect(mark.className).toContain('dropped');
  });

  test('exchanges many marks over several frames', () => {
    const words = 500;
    layer.write('word '.repeat(words));
    const runs = Array.from({ length: words }, (_, i) => run(5 * i, 5 * i + 4, 'look'));
    layer.show(runs, all);
    const marks = () => nodes().filter(({ tag }) => tag === 'mark').length;
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

describe('a long text', () => {
  const line = `${'word '.repeat(60)}\n`;
  const blocks = () => place.children.map(({ textContent }) => textContent);

  test('is in a block for each of its long lines', () => {
    layer.write(line.repeat(3));
    expect(blocks()).toEqual([line, line, line]);
  });

  test('is in a block for several of its short lines', () => {
    layer.write('word\n'.repeat(1000));
    expect(place.textContent).toBe('word\n'.repeat(1000));
    expect(place.children.length).toBeLessThan(30);
  });

  test('leaves all blocks alone but the one that is typed into', () => {
    layer.write(line.repeat(3));
    const [first, second, third] = place.children;
    layer.write(`${line}A ${line}${line}`);
    expect(place.children).toEqual([first, second, third]);
    expect(blocks()).toEqual([line, `A ${line}`, line]);
  });

  test('has one block more with a line more, and one less without it', () => {
    layer.write(line.repeat(2));
    layer.show([run(245, 249, 'look')], all);
    const [before, after] = [line.slice(0, 247), line.slice(247)];
    layer.write(`${before}\n${after}${line}`);
    expect(blocks()).toEqual([`${before}\n`, after, line]);
    expect(nodes().filter(({ tag }) => tag === 'mark')).toHaveLength(2);
    layer.write(line.repeat(2));
    expect(blocks()).toEqual([line, line]);
  });

  test('has a mark in each block that a run is in', () => {
    layer.write(line.repeat(2));
    const both = run(line.length - 6, line.length + 4, 'look');
    layer.show([both, run(line.length + 5, line.length + 9, 'smell')], all);
    finish();
    const marks = nodes().filter(({ tag }) => tag === 'mark');
    expect(marks.map(({ textContent }) => textContent)).toEqual(['word \n', 'word', 'word']);
    expect(layer.elementsOf(both)).toEqual(marks.slice(0, 2));
    expect(layer.runOf(marks[1])).toBe(both);
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
