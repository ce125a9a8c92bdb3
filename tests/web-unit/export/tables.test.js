// Tables that a visitor saves are harmless in a spreadsheet.
import { expect, test } from '@jest/globals';

import { asCsv, csvCell, fileName } from '../../../web/export/tables';

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

test('the name of a set becomes the name of a file', () => {
  expect(fileName('Our FAQ: 2024/25', 'questions')).toBe('our-faq-2024-25');
  expect(fileName('Fragen & Antworten', 'questions')).toBe('fragen-antworten');
  expect(fileName('../..', 'questions')).toBe('questions');
});
