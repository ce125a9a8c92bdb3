// Tables: RFC 4180, and what people have in its place.
import { describe, expect, test } from '@jest/globals';

import { maxColumns, maxRowLength, maxRows } from '../../../web/import/limits';
import { readQuestions } from '../../../web/import/read-questions';
import { cellsOf } from './support.js';

const read = (text, options) => readQuestions(text, { format: 'table', ...options });

describe('RFC 4180', () => {
  test.each([
    {
      name: 'rows end in CRLF',
      text: 'aaa,bbb\r\nzzz,yyy\r\n',
      cells: [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    },
    {
      name: 'the last row needs no line break',
      text: 'aaa,bbb\r\nzzz,yyy',
      cells: [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    },
    {
      name: 'blanks belong to the cell',
      text: 'aaa , bbb\nccc , ddd',
      cells: [
        ['aaa ', ' bbb'],
        ['ccc ', ' ddd'],
      ],
    },
    {
      name: 'cells may be quoted',
      text: '"aaa","bbb"\r\nzzz,yyy',
      cells: [
        ['aaa', 'bbb'],
        ['zzz', 'yyy'],
      ],
    },
    {
      name: 'quotes hold line breaks',
      text: '"aaa","b\r\nbb"\r\nzzz,yyy',
      cells: [
        ['aaa', 'b\nbb'],
        ['zzz', 'yyy'],
      ],
    },
    {
      name: 'quotes hold separators',
      text: '"a,a",b\nc,d',
      cells: [
        ['a,a', 'b'],
        ['c', 'd'],
      ],
    },
    { name: 'a quote is written twice', text: '"aaa","b""bb"', cells: [['aaa', 'b"bb']] },
    { name: 'a cell of nothing but a quote', text: '"""",b', cells: [['"', 'b']] },
    {
      name: 'empty cells',
      text: 'a,,c\n"",b,',
      cells: [
        ['a', '', 'c'],
        ['', 'b', ''],
      ],
    },
    {
      name: 'a quote within a cell that is not quoted',
      text: 'a 15" screen,b',
      cells: [['a 15" screen', 'b']],
    },
  ])('$name', async ({ text, cells }) => {
    const read_ = await read(text, { header: false, separator: ',' });
    expect(cellsOf(read_)).toEqual(cells);
    expect(read_.problems).toEqual([]);
  });
});

test('all line ends are the same, even in one file', async () => {
  const { rows } = await read('question,answer\r\na?,1\nb?,2\rc?,3');
  expect(rows).toEqual([
    { line: 2, cells: ['a?', '1'] },
    { line: 3, cells: ['b?', '2'] },
    { line: 4, cells: ['c?', '3'] },
  ]);
});

test('a byte order mark is no part of the first name', async () => {
  const { columns } = await read('\uFEFFquestion,answer\nWhy?,Because.');
  expect(columns).toEqual(['question', 'answer']);
});

test('a row is known by the line it begins on', async () => {
  const { rows } = await read('question,answer\n\n"one\ntwo\nthree",a\n\n,\nlast,b\n');
  expect(rows.map(({ line }) => line)).toEqual([3, 8]);
});

describe('the separator', () => {
  test.each([
    { name: 'a comma', text: 'question,answer\nIs it open?,"Yes; daily"\nWho?,Us', separator: ',' },
    {
      name: 'a semicolon',
      text: 'question;answer\nIs it open, today?;Yes, it is\nWho, me?;No, us',
      separator: ';',
    },
    {
      name: 'a tab',
      text: 'question\tanswer\nIs it open, today?\tYes, it is\nWho?\tUs',
      separator: '\t',
    },
    {
      name: 'a pipe',
      text: 'question|answer\nIs it open, today?|Yes, it is\nWho?|Us',
      separator: '|',
    },
    {
      name: 'a semicolon, without a header',
      text: 'Is it open, today?;Yes, it is\nWho, me?;No, us',
      separator: ';',
    },
    {
      name: 'named as Excel does',
      text: 'sep=|\nquestion|answer\nA;b?|c;d\nE;f?|g;h',
      separator: '|',
    },
  ])('is $name', async ({ text, separator }) => {
    const table = await read(text);
    expect(table.separator).toBe(separator);
    expect(table.rows.every(({ cells }) => cells.length === 2)).toBe(true);
    expect(table.problems).toEqual([]);
  });

  test('can be chosen against the guess', async () => {
    const table = await read('question,answer\na;b,c\nd;e,f', { separator: ';', header: false });
    expect(table.separator).toBe(';');
    expect(cellsOf(table)[1]).toEqual(['a', 'b,c']);
  });

  test('named on a line of its own counts as that line', async () => {
    const { rows } = await read('sep=;\r\nquestion;answer\r\nWhy?;Because');
    expect(rows).toEqual([{ line: 3, cells: ['Why?', 'Because'] }]);
  });
});

describe('the header', () => {
  test.each([
    { name: 'names that are known', text: 'Question Text,Topic\nWhy?,x', header: true },
    { name: 'names in another language', text: 'Frage;Antwort\nWarum?;Darum', header: true },
    {
      name: 'short names over long texts',
      text: 'Fråga;Svar\nHur ändrar jag min adress hos er?;Under Mina sidor kan du ändra den.',
      header: true,
    },
    { name: 'a question', text: 'Where is my order?,shipping\nWho are you?,shop', header: false },
    { name: 'numbers', text: '1,Where is it\n2,Who is it', header: false },
    { name: 'one column', text: 'where is it\nwho is it', header: false },
  ])('is guessed from $name', async ({ text, header }) => {
    const table = await read(text);
    expect(table.header).toBe(header);
    expect(table.rows[0].line).toBe(header ? 2 : 1);
  });

  test('can be chosen against the guess', async () => {
    const { columns, rows } = await read('question,answer\na,b', { header: false });
    expect(columns).toEqual(['Column 1', 'Column 2']);
    expect(rows).toHaveLength(2);
  });

  test('may leave a column without a name', async () => {
    expect((await read('question,,answer\na,b,c')).columns).toEqual([
      'question',
      'Column 2',
      'answer',
    ]);
  });
});

test('ragged rows are kept and reported with their line', async () => {
  const { rows, problems } = await read('question,answer,topic\na,b,c\n"d\ne"\nf,g,h,i\n');
  expect(rows.map(({ cells }) => cells.length)).toEqual([3, 1, 4]);
  expect(problems).toEqual([
    { line: 3, message: 'Expected 3 cells, as in the header; found 1.' },
    { line: 5, message: 'Expected 3 cells, as in the header; found 4.' },
  ]);
});

test('a quote that is never closed is reported with its line', async () => {
  const { rows, problems } = await read('question,answer\na,b\nc,"d\ne,f\n');
  expect(rows[1]).toEqual({ line: 3, cells: ['c', 'd\ne,f\n'] });
  expect(problems).toEqual([{ line: 3, message: expect.stringContaining('closes the cell') }]);
});

test('text after a closing quote is reported with its line', async () => {
  const { problems } = await read('question,answer\na,b\n"c" d,e\nf,g\n');
  expect(problems[0]).toEqual({ line: 3, message: expect.stringContaining('written twice') });
});

test('emoji and other scripts come through', async () => {
  const { rows } = await read('question,answer\n"Wo ist 🧳, bitte? 👩‍👩‍👧",はい\n');
  expect(rows[0].cells).toEqual(['Wo ist 🧳, bitte? 👩‍👩‍👧', 'はい']);
});

describe('a long table', () => {
  // Each row takes two lines, and pieces are cut at any place.
  const line = (i) => `"Question ${i}, ""quoted""\nand broken?","Answer 🧳 ${i}"\n`;
  const text = `question,answer\n${Array.from({ length: 40_000 }, (_, i) => line(i)).join('')}`;

  test('is read in pieces, and none is lost', async () => {
    const told = [];
    const { rows, problems } = await read(text, {
      onProgress: ({ fraction }) => told.push(fraction),
    });
    expect(problems).toEqual([]);
    expect(rows).toHaveLength(40_000);
    const wrong = rows.findIndex(
      ({ cells, line }, i) =>
        line !== 2 + 2 * i ||
        cells[0] !== `Question ${i}, "quoted"\nand broken?` ||
        cells[1] !== `Answer 🧳 ${i}`,
    );
    expect(wrong).toBe(-1);
    expect(told.length).toBeGreaterThan(5);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
  });

  test('lets others run meanwhile', async () => {
    // By messages, as pages are told of what happens: Node holds timers up while others come.
    let turns = 0;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      turns += 1;
      port2.postMessage('again');
    };
    port2.postMessage('first');
    await read(text + text);
    port1.close();
    expect(turns).toBeGreaterThan(0);
  });

  test('is cancelled in the middle', async () => {
    const controller = new AbortController();
    const told = [];
    const reading = read(text, {
      signal: controller.signal,
      onProgress: ({ fraction }) => {
        told.push(fraction);
        if (fraction > 0.3) controller.abort();
      },
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(told.at(-1)).toBeLessThan(0.8);
  });
});

test('the most rows are read, and one more is refused with its line', async () => {
  const text = `question\n${'a?\n'.repeat(maxRows)}`;
  expect((await read(text)).rows).toHaveLength(maxRows);
  await expect(read(`${text}b?\n`)).rejects.toMatchObject({
    name: 'ImportError',
    code: 'too-many-rows',
    message: expect.stringContaining(
      `100,000 rows, but there are more from line ${maxRows + 2} on`,
    ),
  });
});

test('a row without an end stops the import', async () => {
  const text = `question,answer\na,"b\n${'c,d\n'.repeat(maxRowLength)}`;
  await expect(read(text)).rejects.toMatchObject({
    code: 'long-row',
    message: expect.stringContaining('line 2'),
  });
});

test('too many columns are refused', async () => {
  await expect(read(`question${',x'.repeat(maxColumns)}\na\n`)).rejects.toMatchObject({
    code: 'too-many-columns',
  });
});

test('a header alone is no table', async () => {
  await expect(read('question,answer\n')).rejects.toMatchObject({ code: 'empty' });
});
