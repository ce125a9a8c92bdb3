import { beforeEach, expect, test } from '@jest/globals';

/** As much of the browser's elements as questions are shown in. */
class Element {
  children = [];
  #classes = new Set();
  classList = {
    toggle: (name, on) => void (on ? this.#classes.add(name) : this.#classes.delete(name)),
    contains: (name) => this.#classes.has(name),
  };

  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join('');
  }

  append(...nodes) {
    this.children.push(...nodes);
  }

  replaceChildren(...nodes) {
    this.children = nodes;
  }

  addEventListener() {}

  /** It is in sight. */
  closest() {
    return null;
  }
}
globalThis.document = { createElement: () => new Element() };
const { LinkedWords } = await import('../../../web/views/questions/linked-words');

const asked = 'Where is my parcel?';
const found = 'Where is the package?';
const where = { query: [{ start: 0, end: 5 }], hit: [{ start: 0, end: 5 }], by: 'word' };
const parcel = { query: [{ start: 12, end: 18 }], hit: [{ start: 13, end: 20 }], by: 'meaning' };

let place;
let element;
let words;
let hit;

beforeEach(() => {
  place = new Element();
  element = new Element();
  words = new LinkedWords(place);
  words.start(asked);
  hit = words.add(element, found, [where]);
  words.ready();
});

/** What is lit in the question and in its hit. */
const lit = () =>
  [place.children[0], element].map(({ children }) =>
    children
      .filter(({ classList }) => classList?.contains('lit'))
      .map(({ textContent }) => textContent),
  );

test('what is pointed at lights up in both, and goes out', () => {
  words.point(where.query, hit, where.hit);
  expect(lit()).toEqual([['Where'], ['Where']]);
  words.release();
  expect(lit()).toEqual([[], []]);
});

test('it stays lit when further words turn out to match', () => {
  words.point(where.query, hit, where.hit);
  words.relink(new Map([[hit, [where, parcel]]]));
  expect(lit()).toEqual([['Where'], ['Where']]);
  words.release();
  expect(lit()).toEqual([[], []]);
});

test('a pair whose words match only then lights up then', () => {
  words.point(parcel.query, hit, parcel.hit);
  expect(lit()).toEqual([[], []]);
  words.relink(new Map([[hit, [where, parcel]]]));
  expect(lit()).toEqual([['parcel'], ['package']]);
});

test('another question lights up nothing', () => {
  words.point(where.query, hit, where.hit);
  words.start('Where is it?');
  words.ready();
  expect(lit()[0]).toEqual([]);
});
