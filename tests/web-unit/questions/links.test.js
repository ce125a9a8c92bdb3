// Words of a question and words of a hit that belong together.
import { describe, expect, test } from '@jest/globals';

import {
  linksOfPairs,
  linksOfTerms,
  longestShown,
  matchedWords,
  partners,
  strongestPair,
  telling,
  wordWeight,
} from '../../../web/views/questions/links';

const span = (start, end) => ({ start, end });
const inQuestion = (start, end) => ({ field: 'question', start, end });

//            0123456789012345678901
const asked = 'seat seat by a window';
const found = 'A window seat, please';
const terms = [
  { bm25: 2, querySpans: [span(0, 4), span(5, 9)], spans: { question: [span(9, 13)] } },
  { bm25: 1, querySpans: [span(15, 21)], spans: { question: [span(2, 8)], answer: [span(0, 3)] } },
  { bm25: 2, querySpans: [span(10, 12)], spans: { answer: [span(4, 6)] } },
];

test('a word links all its places in both texts, if it is in what is shown', () => {
  expect(linksOfTerms(terms, 2)).toEqual([
    { query: [span(0, 4), span(5, 9)], hit: [span(9, 13)], by: 'word' },
    { query: [span(15, 21)], hit: [span(2, 8)], by: 'word' },
  ]);
});

test('a word that says little beside others is no link', () => {
  const hits = [
    { bm25: 0, share: 0 },
    { bm25: 4, share: 0.2 },
  ];
  // 20 at most, of five words.
  expect(wordWeight(asked, hits)).toBe(4);
  expect(linksOfTerms(terms, 4)).toHaveLength(1);
  expect(wordWeight('', hits)).toBe(20);
  expect(wordWeight(asked, [])).toBe(0);
  expect(linksOfTerms(terms, 0)).toHaveLength(2);
});

describe('pairs of n-grams', () => {
  const pair = (contribution, ...document) => ({ query: [span(0, 4)], document, contribution });
  const pairsOf = (...strongest) => telling({ strongest }, asked, found);

  test('are links where they count beside those of all hits', () => {
    const hits = [
      pairsOf(
        pair(0.3, inQuestion(2, 8)),
        pair(-0.3, inQuestion(0, 1)),
        pair(0.15, inQuestion(15, 21)),
      ),
      pairsOf(pair(0.5, inQuestion(0, 1))),
    ];
    const best = strongestPair(hits);
    expect(best).toBe(0.5);
    expect(linksOfPairs(hits[0], best)).toEqual([
      { query: [span(0, 4)], hit: [inQuestion(2, 8)], by: 'meaning' },
    ]);
  });

  test('tell nothing new where they are the same words, or speak against the match', () => {
    expect(pairsOf(pair(1, inQuestion(9, 13)))).toEqual([]);
    expect(pairsOf(pair(-1, inQuestion(2, 8)))).toEqual([]);
    expect(strongestPair([[]])).toBe(0);
    expect(linksOfPairs([], 0)).toEqual([]);
  });

  test('leave out fields that are not shown', () => {
    expect(pairsOf(pair(1, { field: 'answer', start: 0, end: 3 }))).toEqual([]);
  });
});

test('partners are the places that a link joins, on either side', () => {
  const links = linksOfTerms(terms, 2);
  expect(partners(links, 'query', [span(6, 7)])).toEqual([span(9, 13)]);
  expect(partners(links, 'hit', [span(9, 13)])).toEqual([span(0, 4), span(5, 9)]);
  expect(partners(links, 'hit', [span(14, 15)])).toEqual([]);
});

test('a word that both texts have stays one, whatever the model finds', () => {
  const links = [
    { query: [span(0, 4)], hit: [span(9, 13)], by: 'meaning' },
    { query: [span(10, 12)], hit: [span(2, 8)], by: 'meaning' },
    ...linksOfTerms(terms.slice(0, 1), 2),
  ];
  expect(matchedWords(asked, links, 'query')).toEqual([
    { start: 0, end: 4, by: 'word' },
    { start: 5, end: 9, by: 'word' },
    { start: 10, end: 12, by: 'meaning' },
  ]);
  expect(matchedWords(found, links, 'hit')).toEqual([
    { start: 2, end: 8, by: 'meaning' },
    { start: 9, end: 13, by: 'word' },
  ]);
});

test('no accent is marked without its letter', () => {
  const text = 'cafe\u0301 au lait';
  const links = [{ query: [span(0, 4)], hit: [], by: 'word' }];
  expect(matchedWords(text, links, 'query')).toEqual([{ start: 0, end: 5, by: 'word' }]);
});

test('of a text as long as a book, words are marked as far as it is shown', () => {
  const text = 'seat '.repeat(100_000);
  const query = Array.from({ length: 100_000 }, (_, i) => span(5 * i, 5 * i + 4));
  const words = matchedWords(text, [{ query, hit: [], by: 'word' }], 'query');
  expect(words).toHaveLength(longestShown / 5);
  expect(words.at(-1).end).toBeLessThanOrEqual(longestShown);
});
