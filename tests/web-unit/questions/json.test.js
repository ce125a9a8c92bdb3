// JSON: an object per line, and one array.
import { describe, expect, test } from '@jest/globals';

import { readQuestions } from '../../../web/import/read-questions';
import { cellsOf } from './support.js';

describe('one object per line', () => {
  test('columns are all names, in the order of their first use', async () => {
    const read = await readQuestions(
      '{"question": "Wo? 🧳", "id": 7}\r\n\r\n{"tags": ["a", "b"], "question": "Who?", "open": true}\r\n',
    );
    expect(read.format).toBe('json-lines');
    expect(read.columns).toEqual(['question', 'id', 'tags', 'open']);
    expect(read.rows).toEqual([
      { line: 1, cells: ['Wo? 🧳', '7'] },
      { line: 3, cells: ['Who?', '', 'a; b', 'true'] },
    ]);
    expect(read.problems).toEqual([]);
  });

  test('broken ones are named by their line, and the others kept', async () => {
    const { rows, problems } = await readQuestions(
      '{"question": "a"}\n{"question": "b"\n{"question": "c"}\n[1]\nnull\n{"question": "d"}',
    );
    expect(cellsOf({ rows })).toEqual([['a'], ['c'], ['d']]);
    expect(problems).toEqual([
      { line: 2, message: expect.stringMatching(/^This is not valid JSON: .*\.$/) },
      { line: 4, message: 'Expected an object in braces; found a list in brackets.' },
      { line: 5, message: 'Expected an object in braces; found null.' },
    ]);
  });

  test('without a single good line, the first bad one is told', async () => {
    await expect(readQuestions('{"a" 1}\n{"b" 2}', { format: 'json-lines' })).rejects.toMatchObject(
      {
        name: 'ImportError',
        code: 'bad-json',
        message: expect.stringMatching(
          /^Expected one JSON object per line; found line 1: .*not valid JSON/,
        ),
      },
    );
  });

  test('a single object that holds the list says which', async () => {
    await expect(
      readQuestions('{\n "version": 1,\n "faqs": [{"question": "a"}]\n}'),
    ).rejects.toMatchObject({
      code: 'bad-json',
      message: expect.stringContaining('list named "faqs"'),
    });
  });

  test('is cancelled in the middle', async () => {
    const controller = new AbortController();
    const reading = readQuestions(`{"question": "${'a'.repeat(900)}"}\n`.repeat(50_000), {
      signal: controller.signal,
      onProgress: () => controller.abort(),
    });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an array', () => {
  test('of objects has the line of each', async () => {
    const read = await readQuestions(`
[
  { "question": "With ] and } and \\" and , in it?",
    "answer": {"text": ["x", {}]} },
  { "question": "b" }, {"question": "c"}
]
`);
    expect(read.format).toBe('json-array');
    expect(read.rows).toEqual([
      { line: 3, cells: ['With ] and } and " and , in it?', '{"text":["x",{}]}'] },
      { line: 5, cells: ['b'] },
      { line: 5, cells: ['c'] },
    ]);
    expect(read.problems).toEqual([]);
  });

  test('of questions', async () => {
    const { columns, rows } = await readQuestions('["a?", "b?"]');
    expect(columns).toEqual(['question']);
    expect(cellsOf({ rows })).toEqual([['a?'], ['b?']]);
  });

  test.each([
    { broken: '{"question" "b"}', says: 'expected a colon, found a quote' },
    { broken: '{"question": b}', says: 'expected a value, found "b"' },
    { broken: '{"question": "b",}', says: 'expected a name in quotes, found "}"' },
    { broken: '{"question": "b" "c": 1}', says: 'expected a comma or "}", found a quote' },
    { broken: '{"question": 01}', says: 'expected a value, found "01"' },
    { broken: '{"tags": [1, 2,]}', says: 'expected a value, found "]"' },
    { broken: '{"question": "\\x"}', says: 'expected an escape such as \\n or \\", found "\\x"' },
    {
      broken: '{"question": "b\n"}',
      says: 'expected a quote that closes the text, found a line break',
    },
    { broken: '"a" true', says: 'expected the end, found "true"' },
  ])('with $broken names its line and keeps the others', async ({ broken, says }) => {
    const { rows, problems } = await readQuestions(
      `[\n{"question": "a"},\n\n${broken},\n{"question": "c"}\n]`,
    );
    expect(problems[0]).toEqual({ line: 4, message: `This is not valid JSON: ${says}.` });
    expect(rows[0]).toEqual({ line: 2, cells: ['a'] });
    if (!broken.includes('\n')) expect(rows[1]).toEqual({ line: 5, cells: ['c'] });
  });

  test('with a mistake on a later line of an element names that line', async () => {
    const { problems } = await readQuestions(
      '[{"question": "a"}, {\n "question": "b",\n "id": x\n}]',
    );
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('found "x"') }]);
  });

  test('that does not end says where the open part begins', async () => {
    const { rows, problems } = await readQuestions(
      '[\n{"question": "a"},\n{"question": "b", "tags": ["c"\n',
    );
    expect(cellsOf({ rows })).toEqual([['a']]);
    expect(problems).toEqual([
      { line: 3, message: expect.stringContaining('expected a comma or "]", found the end') },
      { line: 3, message: expect.stringContaining('closes the array') },
    ]);
  });

  test('that a brace closes says so', async () => {
    const { rows, problems } = await readQuestions('["a?",\n"b?"}');
    expect(cellsOf({ rows })).toEqual([['a?'], ['b?']]);
    expect(problems).toEqual([
      { line: 2, message: expect.stringContaining('expected a comma or "]", found "}"') },
    ]);
  });

  test('followed by something else says so', async () => {
    const { rows, problems } = await readQuestions('[{"question": "a"}]\n\nand more');
    expect(rows).toHaveLength(1);
    expect(problems).toEqual([{ line: 3, message: expect.stringContaining('nothing after') }]);
  });

  test('that is empty has no questions', async () => {
    await expect(readQuestions('[]')).rejects.toMatchObject({ code: 'bad-json' });
  });
});
