// From the bytes of a file to its text.
import { describe, expect, test } from '@jest/globals';

import { maxBytes } from '../../../web/import/limits';
import { readQuestions } from '../../../web/import/read-questions';
import { cellsOf, fileOf } from './support.js';

test('characters and line ends may be cut between two pieces', async () => {
  const bytes = new TextEncoder().encode('Wo ist 🧳?\r\nÇa va?\r\n');
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  const { rows } = await readQuestions(fileOf('a.txt', ...single));
  expect(rows).toEqual([
    { line: 1, cells: ['Wo ist 🧳?'] },
    { line: 2, cells: ['Ça va?'] },
  ]);
});

test.each([
  { name: 'UTF-8', bytes: Buffer.from('\uFEFFquestion;answer\r\nÇa va ?;Oui', 'utf8') },
  {
    name: 'UTF-16, little end first',
    bytes: Buffer.from('\uFEFFquestion;answer\r\nÇa va ?;Oui', 'utf16le'),
  },
  {
    name: 'UTF-16, big end first',
    bytes: Buffer.from('\uFEFFquestion;answer\r\nÇa va ?;Oui', 'utf16le').swap16(),
  },
])('a byte order mark tells $name', async ({ bytes }) => {
  const { columns, rows, problems } = await readQuestions(fileOf('a.csv', bytes));
  expect(columns).toEqual(['question', 'answer']);
  expect(rows[0].cells).toEqual(['Ça va ?', 'Oui']);
  expect(problems).toEqual([]);
});

test('a byte order mark may be cut between two pieces', async () => {
  const bytes = Buffer.from('\uFEFFquestion;answer\r\nÇa va ?;Oui', 'utf16le');
  const { rows, problems } = await readQuestions(
    fileOf('a.csv', bytes.subarray(0, 1), bytes.subarray(1)),
  );
  expect(rows[0].cells).toEqual(['Ça va ?', 'Oui']);
  expect(problems).toEqual([]);
});

test('what Excel saves without asking is read, and reported', async () => {
  const bytes = Buffer.from('question;answer\r\nWo? Köln – \x80;Ja', 'latin1');
  const read = await readQuestions(fileOf('a.csv', bytes));
  expect(cellsOf(read)[0][0]).toMatch(/^Wo\? Köln . €$/);
  expect(read.problems).toEqual([{ line: 1, message: expect.stringContaining('Windows-1252') }]);
});

test.each([
  { name: 'a workbook', bytes: [0x50, 0x4b, 3, 4, 20], message: /workbook.*CSV UTF-8/ },
  { name: 'a PDF', bytes: Buffer.from('%PDF-1.7'), message: /PDF/ },
  { name: 'an old workbook', bytes: [0xd0, 0xcf, 0x11, 0xe0], message: /Office/ },
  { name: 'bytes with zeros', bytes: [1, 0, 2, 0, 3], message: /no text/ },
])('$name is refused by what it is', async ({ bytes, message }) => {
  await expect(readQuestions(fileOf('a.csv', Uint8Array.from(bytes)))).rejects.toMatchObject({
    code: 'not-text',
    message: expect.stringMatching(message),
  });
});

describe('a file of 200 MB', () => {
  const piece = new TextEncoder().encode('Where is my order?\n'.repeat(50_000));

  // Never more than one piece of it exists.
  function endless(size) {
    const seen = { pulled: 0, cancelled: false };
    const stream = () =>
      new ReadableStream({
        pull(controller) {
          seen.pulled += piece.length;
          controller.enqueue(piece);
          if (seen.pulled > 200e6) controller.close();
        },
        cancel() {
          seen.cancelled = true;
        },
      });
    return { file: { name: 'big.txt', size, stream }, seen };
  }

  test('is refused before it is read', async () => {
    const { file, seen } = endless(200e6);
    await expect(readQuestions(file)).rejects.toMatchObject({
      code: 'too-large',
      message: expect.stringMatching(/^Expected at most 50 MB; found 200 MB/),
    });
    expect(seen.pulled).toBe(0);
  });

  test('is stopped at the limit if it said to be smaller, and the page lives', async () => {
    const { file, seen } = endless(1000);
    let turns = 0;
    const timer = setInterval(() => (turns += 1));
    await expect(readQuestions(file)).rejects.toMatchObject({ code: 'too-large' });
    clearInterval(timer);
    expect(seen.pulled).toBeLessThan(maxBytes + 3 * piece.length);
    expect(seen.cancelled).toBe(true);
    expect(turns).toBeGreaterThan(0);
  });

  test('is let go of when the visitor cancels', async () => {
    const { file, seen } = endless(49e6);
    const controller = new AbortController();
    const reading = readQuestions(file, {
      signal: controller.signal,
      onProgress: ({ phase, fraction }) => {
        expect(phase).toBe('read');
        if (fraction > 0.2) controller.abort(new Error('Never mind.'));
      },
    });
    await expect(reading).rejects.toThrow('Never mind.');
    expect(seen.pulled).toBeLessThan(20e6);
    expect(seen.cancelled).toBe(true);
  });
});

test('pasted text has the same limit', async () => {
  await expect(readQuestions('a'.repeat(maxBytes + 1))).rejects.toMatchObject({
    code: 'too-large',
  });
});

test('a file that can no longer be read says so', async () => {
  const stream = () =>
    new ReadableStream({
      pull: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
    });
  await expect(readQuestions({ name: 'a.csv', size: 10, stream })).rejects.toMatchObject({
    code: 'unreadable',
    message: expect.stringContaining('"a.csv"'),
  });
});

test('a signal that has fired reads nothing', async () => {
  const stream = () => expect.unreachable();
  const signal = AbortSignal.abort();
  await expect(readQuestions({ name: 'a', size: 1, stream }, { signal })).rejects.toBe(
    signal.reason,
  );
});
