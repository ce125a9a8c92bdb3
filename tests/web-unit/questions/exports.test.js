// Files that a visitor saves are read again as they were.
import { expect, test } from '@jest/globals';

import { guessColumns, readQuestions, toDocuments } from '../../../web/import/read-questions';
import { questionsAsCsv, questionsAsJsonLines } from '../../../web/views/questions/exports';

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

test('a column that no question has is left out', () => {
  expect(questionsAsCsv([{ id: '1', question: 'Why?' }])).toBe('\uFEFFid,question\r\n1,Why?\r\n');
});
