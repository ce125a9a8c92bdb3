// Files that a visitor saves are read again as they were, and are harmless in a spreadsheet.
import { expect, test } from '@jest/globals';

import { guessColumns, readQuestions, toDocuments } from '../../../web/import/read-questions';
import {
  asCsv,
  csvCell,
  fileName,
  questionsAsCsv,
  questionsAsJsonLines,
} from '../../../web/views/questions/exports';

const documents = [
  {
    id: 'q1',
    question: 'Does it say "hello", and wave?',
    answer: 'It does.\nTwice; every day.',
    tags: ['greeting', 'waves'],
  },
  { id: 'q2', question: ' Où est la gare ?  '.trim(), category: 'travel', group: 'station' },
];

test.each([
  ['CSV', questionsAsCsv],
  ['JSON lines', questionsAsJsonLines],
])('questions saved as %s are read as they were', async (_, write) => {
  const { columns, rows, problems } = await readQuestions(write(documents));
  expect(problems).toEqual([]);
  expect(toDocuments(rows, guessColumns(columns, rows)).documents).toEqual(documents);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠a'])(
  'the cell %j is no formula',
  (text) => {
    expect(csvCell(text)).toMatch(/^"?'/);
  },
);

test('a cell is quoted where it needs it and nowhere else', () => {
  expect(csvCell('plain text')).toBe('plain text');
  expect(csvCell('a, b')).toBe('"a, b"');
  expect(csvCell('a; b')).toBe('"a; b"');
  expect(csvCell('say "no"')).toBe('"say ""no"""');
  expect(csvCell('two\nlines')).toBe('"two\nlines"');
  expect(csvCell(' kept ')).toBe('" kept "');
  expect(csvCell('')).toBe('');
});

test('a table begins with a byte order mark, and its lines end as RFC 4180 has it', () => {
  expect(asCsv(['a', 'b'], [['1', '2']])).toBe('\uFEFFa,b\r\n1,2\r\n');
});

test('a column that no question has is left out', () => {
  expect(questionsAsCsv([{ id: '1', question: 'Why?' }])).toBe('\uFEFFid,question\r\n1,Why?\r\n');
});

test('the name of a set becomes the name of a file', () => {
  expect(fileName('Our FAQ: 2024/25')).toBe('our-faq-2024-25');
  expect(fileName('Fragen & Antworten')).toBe('fragen-antworten');
  expect(fileName('../..')).toBe('questions');
});
