import { describe, expect, test } from '@jest/globals';

import { marksOf, wordsLeft } from '../../../web/views/reviews/marks';

/** An explanation of a text whose words are `[aspects that select it, probability]`. */
function explained(text, choices) {
  const spans = [...text.matchAll(/\w+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
  }));
  const rationales = { look: [], smell: [] };
  const tokens = spans.map((span, i) => {
    const [by = '', probability = {}] = choices[i] ?? [];
    const selected = { look: by.includes('l'), smell: by.includes('s') };
    for (const aspect of Object.keys(rationales)) {
      const before = choices[i - 1]?.[0] ?? '';
      if (!selected[aspect]) continue;
      if (before.includes(aspect[0])) rationales[aspect].at(-1).end = span.end;
      else rationales[aspect].push({ ...span });
    }
    return { ...span, selected, probability };
  });
  return { text, rationales, tokens };
}

const text = 'a hazy gold beer';
// "hazy gold" for the look, "gold beer" for the smell.
const found = explained(text, [
  [],
  ['l', { look: 0.8, smell: 0.1 }],
  ['ls', { look: 0.6, smell: 0.9 }],
  ['s', { look: 0.2, smell: 0.5 }],
]);
const slice = ({ start, end }) => text.slice(start, end);

describe('the marks', () => {
  test('are cut where the aspects of the words change', () => {
    const marks = marksOf(found, ['look', 'smell'], {});
    expect(marks.map((mark) => [slice(mark), mark.aspects])).toEqual([
      ['hazy ', ['look']],
      ['gold', ['look', 'smell']],
      [' beer', ['smell']],
    ]);
  });

  test('of one aspect leave the others out', () => {
    const marks = marksOf(found, ['smell'], {});
    expect(marks.map((mark) => [slice(mark), mark.aspects])).toEqual([['gold beer', ['smell']]]);
  });

  test('say how sure the model is: the mean over words, of the aspect that is surest', () => {
    const sure = marksOf(found, ['look', 'smell'], {}).map((mark) => mark.sure);
    expect(sure).toEqual([0.8, 0.9, 0.5]);
    expect(marksOf(found, ['smell'], {})[0].sure).toBeCloseTo((0.9 + 0.5) / 2);
  });

  test('are left out where all their aspects have dropped them', () => {
    const gold = { start: 7, end: 11 };
    const droppedOf = (dropped) =>
      marksOf(found, ['look', 'smell'], dropped).map((mark) => mark.dropped);
    expect(droppedOf({ look: [gold] })).toEqual([false, false, false]);
    expect(droppedOf({ look: [gold], smell: [gold] })).toEqual([false, true, false]);
  });

  test('are none where nothing is chosen, and not sure of stretches without words', () => {
    expect(marksOf(explained(text, []), ['look', 'smell'], {})).toEqual([]);
    const blank = { text: 'a  b', rationales: { look: [{ start: 1, end: 3 }] }, tokens: [] };
    expect(marksOf(blank, ['look'], {})).toEqual([
      { start: 1, end: 3, aspects: ['look'], sure: 0, dropped: false },
    ]);
  });
});

describe('the words that are left', () => {
  test('are those the model chose, from the first to the last of those in a row', () => {
    expect(wordsLeft(found, 'look', []).map(slice)).toEqual(['hazy gold']);
  });

  test('are in two parts where one between them is dropped', () => {
    const three = explained(text, [['l'], ['l'], ['l'], ['l']]);
    const left = wordsLeft(three, 'look', [{ start: 7, end: 11 }]);
    expect(left.map(slice)).toEqual(['a hazy', 'beer']);
  });

  test('are none of an aspect that chose none', () => {
    expect(wordsLeft(found, 'taste', [])).toEqual([]);
  });
});
