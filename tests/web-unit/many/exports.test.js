import { expect, test } from '@jest/globals';

import { readRows } from '../../../web/import/read-rows';
import { ratedAsCsv, ratedAsJson } from '../../../web/views/many/exports';
import { classes, reviewOf, stars } from './made-up.js';

const reviews = [
  reviewOf(0, [0.8, null], '=HYPERLINK("x"), a good room', [[0, 'good room', 0.9]]),
  reviewOf(1, [null, null], '@nobody said\ta thing'),
];

test('a table has stars and words, and empty cells where an aspect is not mentioned', async () => {
  const { columns, rows } = await readRows(ratedAsCsv(reviews, stars), {}, { column: 'review' });
  expect(columns).toEqual([
    'line',
    'review',
    'room_stars',
    'room_words',
    'value_stars',
    'value_words',
  ]);
  expect(rows[0].cells).toEqual([
    '2',
    '\'=HYPERLINK("x"), a good room',
    '4.20',
    'good room',
    '',
    '',
  ]);
  expect(rows[1].cells.slice(2)).toEqual(['', '', '', '']);
});

test.each(['=1+1', '+1', '-1', '@A1', '\tx', '\rx'])('the review %j is no formula', (text) => {
  const csv = ratedAsCsv([reviewOf(0, [null, null], text)], stars);
  expect(csv.split('\r\n')[1]).toMatch(/^2,"?'/);
});

test('words of a rating are no formula either', () => {
  const text = 'nice =1+1';
  const csv = ratedAsCsv([reviewOf(0, [1, null], text, [[0, '=1+1', 1]])], stars);
  expect(csv).toContain("5.00,'=1+1,");
});

test('a class stands with how likely it is', () => {
  const csv = ratedAsCsv([reviewOf(0, [0.1], 'Dull'), reviewOf(1, [null], 'Hm')], classes);
  expect(csv).toBe(
    '\uFEFFline,review,polarity,polarity_probability,polarity_words\r\n' +
      '2,Dull,against the film,0.900,\r\n3,Hm,,,\r\n',
  );
});

test('JSON has null where an aspect is not mentioned, and the quotes', () => {
  expect(JSON.parse(ratedAsJson(reviews, stars))).toEqual({
    model: 'hotels',
    labels: {},
    reviews: [
      {
        line: 2,
        text: '=HYPERLINK("x"), a good room',
        inDomain: true,
        ratings: { room: 0.8, value: null },
        quotes: { room: ['good room'], value: [] },
      },
      {
        line: 3,
        text: '@nobody said\ta thing',
        inDomain: true,
        ratings: { room: null, value: null },
        quotes: { room: [], value: [] },
      },
    ],
  });
});
