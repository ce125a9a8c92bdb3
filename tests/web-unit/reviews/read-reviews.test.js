// From what a visitor brings to the reviews in it.
import { describe, expect, test } from '@jest/globals';

import { maxReviewLength, maxReviews } from '../../../web/import/limits';
import { guessReviewColumn, readReviews, toReviews } from '../../../web/import/read-reviews';
import { fileOf } from '../questions/support.js';

async function textsOf(source) {
  const { columns, rows } = await readReviews(source);
  const { reviews } = toReviews(rows, guessReviewColumn(columns, rows));
  return reviews.map(({ text }) => text);
}

describe('plain text', () => {
  test('is a review a line', async () => {
    const list = 'Great stay, lovely room.\nNever again!\n\nIt was fine, I suppose.';
    expect((await readReviews(list)).format).toBe('plain-text');
    expect(await textsOf(list)).toEqual([
      'Great stay, lovely room.',
      'Never again!',
      'It was fine, I suppose.',
    ]);
  });

  test('is a review a paragraph where sentences go on in the next line', async () => {
    const wrapped = 'The room was large,\nand so was the bed.\n\nWe did not\nlike it\n';
    const { format, rows } = await readReviews(wrapped);
    expect(format).toBe('paragraphs');
    expect(rows).toEqual([
      { line: 1, cells: ['The room was large,\nand so was the bed.'] },
      { line: 4, cells: ['We did not\nlike it'] },
    ]);
  });

  test.each(['', 'review\n', 'Comments:\n\n'])('may have a heading: %j', async (heading) => {
    const list = [
      'Great aroma, but the body is thin.',
      'Lovely head, dark, smells of coffee.',
      'Flat, stale, and far too sweet.',
    ];
    expect(await textsOf(`${heading}${list.join('\n')}`)).toEqual(list);
    expect(await textsOf(`${heading}Great aroma.\nLovely head.`)).toEqual([
      'Great aroma.',
      'Lovely head.',
    ]);
  });

  test('may be a table with a title above its headings', async () => {
    const list = 'Name\nReview;Stars\nGreat aroma.;5\nThin body.;2';
    expect(await readReviews(list)).toMatchObject({ format: 'table', separator: ';' });
  });

  test('is more than a heading', async () => {
    expect(await textsOf('Review')).toEqual(['Review']);
  });

  test('is what the visitor says it is', async () => {
    const { rows } = await readReviews('One.\nTwo.\n\nThree.', { format: 'paragraphs' });
    expect(rows.map(({ cells }) => cells[0])).toEqual(['One.\nTwo.', 'Three.']);

    const headed = await readReviews('Reviews\n\nOne.\nTwo.\n\nThree.', { format: 'paragraphs' });
    expect(headed.rows).toEqual(rows.map((row) => ({ ...row, line: row.line + 2 })));
  });
});

test('the column is the one that is named like reviews', async () => {
  const table =
    'id,title,review,answer\n1,Nice,"Good, clean room",Thank you so much for all of this\n';
  expect(await textsOf(fileOf('a.csv', table))).toEqual(['Good, clean room']);
});

test('otherwise it is the one with the longest texts', async () => {
  const table = 'when\tstars\twhat they say\n2024-05-01\t4\tA quiet room and a kind host\n';
  expect(await textsOf(fileOf('a.tsv', table))).toEqual(['A quiet room and a kind host']);
});

test('a column that is only named like reviews is passed over', async () => {
  const table = 'review,words\n5,Friendly people everywhere\n4,The bed was hard\n';
  expect(await textsOf(fileOf('a.csv', table))).toEqual([
    'Friendly people everywhere',
    'The bed was hard',
  ]);
});

test.each([
  ['lines of texts', '"Good room"\n"Bad food"\n'],
  ['lines of objects', '{"review":"Good room","id":1}\n{"review":"Bad food","id":2}\n'],
  ['an array of texts', '["Good room", "Bad food"]'],
])('JSON may be %s', async (_, json) => {
  expect(await textsOf(fileOf('a.jsonl', json))).toEqual(['Good room', 'Bad food']);
});

test('rows without a review are left out and named', async () => {
  const long = 'a'.repeat(maxReviewLength + 1);
  const { rows } = await readReviews(fileOf('a.csv', `id,review\n1,Good\n2,\n3,17.5\n4,${long}\n`));
  const { reviews, problems } = toReviews(rows, 1);
  expect(reviews).toEqual([{ line: 2, text: 'Good' }]);
  expect(problems).toEqual([
    { line: 3, message: expect.stringContaining('empty cell') },
    { line: 4, message: expect.stringContaining('“17.5”') },
    { line: 5, message: expect.stringMatching(/at most 50,000 characters; found 50,001/) },
  ]);
});

test('a column without a single review is refused', async () => {
  const { rows } = await readReviews(fileOf('a.csv', 'id,review\n1,Good\n2,Bad\n'));
  expect(() => toReviews(rows, 0)).toThrow(/at least one of 2 rows; found no words/);
});

test('of too many the first are taken, and it is known how many are left out', () => {
  const rows = Array.from({ length: maxReviews + 1 }, (_, i) => ({
    line: i + 1,
    cells: [`Review ${i}`],
  }));
  const { reviews, leftOut } = toReviews(rows, 0);
  expect(reviews).toHaveLength(maxReviews);
  expect(leftOut).toBe(1);
});
