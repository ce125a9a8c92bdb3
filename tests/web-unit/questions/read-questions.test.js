// Which format it is, which column is what, and the documents.
import { describe, expect, test } from '@jest/globals';

import { guessColumns, readQuestions, toDocuments } from '../../../web/import/read-questions';
import { cellsOf, fileOf } from './support.js';

describe('the format', () => {
  test.each([
    {
      format: 'plain-text',
      text: 'Where is my order?\nCan I pay later, please?\nWho are you, really?',
    },
    { format: 'plain-text', text: 'Hello, where is my order?\nPlease, can I pay later?' },
    { format: 'plain-text', text: 'Just one question' },
    {
      format: 'plain-text',
      text: 'Question\nHow, if at all, can I log in?\nWhere, please, is it?',
    },
    { format: 'plain-text', text: 'question\nWhy,How\nWho,Where\nWhen,What\nOne,Two\nA,B' },
    { format: 'plain-text', text: '[Urgent] Where is it?\n{x} what is that' },
    { format: 'table', text: 'question,answer\nWhy?,So.' },
    { format: 'table', text: 'Why?\tSo.\nWho?\tUs.' },
    { format: 'table', text: 'Why?|So.\nWho?|Us.' },
    { format: 'json-lines', text: '{"question": "Why?"}\n{"question": "Who?"}' },
    { format: 'json-array', text: '\n [ {"question": "Why?"} ]' },
    {
      format: 'faq-page',
      text: '{"@type": "FAQPage", "mainEntity": [{"@type": "Question", "name": "Why?"}]}',
    },
    { format: 'faq-page', text: '[{"@type": ["Question"], "name": "Why?"}]' },
    { format: 'table', file: 'a.CSV', text: 'Hello, where is my order?\nPlease, can I pay later?' },
    { format: 'table', file: 'a.csv', text: '{"x"},y\n{"z"},w' },
    { format: 'json-lines', file: 'a.txt', text: '{"question": "Why?"}' },
    { format: 'json-array', file: 'a.jsonl', text: '["Why?"]' },
    { format: 'plain-text', file: 'a.txt', text: '- Why?\n- Who?' },
  ])('is $format of $text', async ({ format, file, text }) => {
    expect((await readQuestions(file ? fileOf(file, text) : text)).format).toBe(format);
  });

  test('can be chosen against the guess', async () => {
    const { rows } = await readQuestions('a,b\nc,d', { format: 'plain-text' });
    expect(cellsOf({ rows })).toEqual([['a,b'], ['c,d']]);
  });
});

test.each([
  { name: 'nothing', source: '', message: /no text/ },
  { name: 'blanks', source: ' \n\t\n', message: /no text/ },
  { name: 'an empty file', source: fileOf('a.csv'), message: /an empty file/ },
])('$name is refused', async ({ source, message }) => {
  await expect(readQuestions(source)).rejects.toMatchObject({
    name: 'ImportError',
    code: 'empty',
    message: expect.stringMatching(message),
  });
});

describe('plain text', () => {
  test('has a question per line', async () => {
    expect((await readQuestions('\r\n  Wo ist 🧳? \r\n\r\nWho?')).rows).toEqual([
      { line: 2, cells: ['Wo ist 🧳?'] },
      { line: 4, cells: ['Who?'] },
    ]);
  });

  test('loses the bullets that all lines have', async () => {
    expect(cellsOf(await readQuestions('1. Why?\n2) Who?\n• Where?'))).toEqual([
      ['Why?'],
      ['Who?'],
      ['Where?'],
    ]);
    expect(cellsOf(await readQuestions('1. Why?\nWho?'))).toEqual([['1. Why?'], ['Who?']]);
  });

  test('loses the heading of the column that it was', async () => {
    expect(cellsOf(await readQuestions('Questions:\n1. Why?\n2. Who?'))).toEqual([
      ['Why?'],
      ['Who?'],
    ]);
    // Another column's is none.
    expect(cellsOf(await readQuestions('No\nWhy?'))).toEqual([['No'], ['Why?']]);
  });
});

describe('columns are guessed', () => {
  test.each([
    {
      name: 'from their names',
      columns: ['ID', 'Topic', 'Question Text', 'Answer', 'Tags', 'Group', 'Updated'],
      cells: [['1', 'x', 'Why?', 'So.', 'a', 'g', '2020']],
      choice: { id: 0, category: 1, question: 2, answer: 3, tags: 4, group: 5 },
    },
    {
      name: 'from names in another language',
      columns: ['Antwort', 'Frage'],
      cells: [['So.', 'Warum']],
      choice: { answer: 0, question: 1 },
    },
    {
      name: 'from what is in them',
      columns: ['Column 1', 'Column 2', 'Column 3', 'Column 4'],
      cells: [
        [
          'k1',
          'shop',
          'Where is my order now?',
          'You find it under your account, in the list of orders.',
        ],
        [
          'k2',
          'shop',
          'Can I pay later?',
          'Yes, by invoice, within fourteen days of the delivery.',
        ],
        ['k3', 'bank', 'Who are you?', 'A small shop with plants and birds, in a small street.'],
        ['k4', 'bank', 'Is there a branch?', 'There is one in each town, open from nine to five.'],
      ],
      choice: { id: 0, category: 1, question: 2, answer: 3 },
    },
    { name: 'from a single one', columns: ['Column 1'], cells: [['x']], choice: { question: 0 } },
  ])('$name', ({ columns, cells, choice }) => {
    const rows = cells.map((row, i) => ({ line: i + 1, cells: row }));
    expect(guessColumns(columns, rows)).toEqual(choice);
  });
});

describe('documents', () => {
  const rowsOf = (...cells) => cells.map((row, i) => ({ line: i + 2, cells: row }));

  test('have what the rows have', () => {
    const { documents, problems } = toDocuments(
      rowsOf(['7', ' Why? 🧳 ', 'So.', 'x', 'a; b|a, c', 'g'], ['8', 'Who?']),
      { id: 0, question: 1, answer: 2, category: 3, tags: 4, group: 5 },
    );
    expect(documents).toEqual([
      {
        id: '7',
        question: 'Why? 🧳',
        answer: 'So.',
        category: 'x',
        tags: ['a', 'b', 'c'],
        group: 'g',
      },
      { id: '8', question: 'Who?' },
    ]);
    expect(problems).toEqual([]);
  });

  test('get ids where there is no column for them, without a word', () => {
    const { documents, problems } = toDocuments(rowsOf(['Why?'], ['Who?']), { question: 0 });
    expect(documents.map(({ id }) => id)).toEqual(['row-1', 'row-2']);
    expect(problems).toEqual([]);
  });

  test('get new ids in place of missing and duplicate ones, and it is reported', () => {
    const { documents, problems } = toDocuments(
      rowsOf(['a', '1?'], ['', '2?'], ['a', '3?'], ['row-2', '4?'], ['a-2', '5?']),
      { id: 0, question: 1 },
    );
    expect(documents.map(({ id }) => id)).toEqual(['a', 'row-2-2', 'a-3', 'row-2', 'a-2']);
    expect(problems).toEqual([
      { line: 3, message: 'Expected an id; found an empty cell. It is now "row-2-2".' },
      { line: 4, message: 'Expected an id of its own; found "a", as in line 2. It is now "a-3".' },
    ]);
  });

  test('leave out rows without a question, and it is reported', () => {
    const { documents, problems } = toDocuments(rowsOf(['Why?'], [' '], []), { question: 0 });
    expect(documents).toHaveLength(1);
    expect(problems.map(({ line }) => line)).toEqual([3, 4]);
  });

  test('need a question at all', () => {
    expect(() => toDocuments(rowsOf(['x'], ['y']), { question: 5 })).toThrow(
      expect.objectContaining({ code: 'no-questions' }),
    );
  });
});
