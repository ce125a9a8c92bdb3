// The parts of the program that a pipe does not show; tests/package runs it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { readTexts } from '../../wasm/dist/cli/input.js';
import { openOutput } from '../../wasm/dist/cli/output.js';
import { paint } from '../../wasm/dist/cli/terminal.js';

let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whylight-'));
});
afterAll(() => rm(folder, { recursive: true }));

describe('on a terminal', () => {
  const aspects = ['look', 'aroma'];
  const explanation = {
    text: 'hazy gold, smells of hops',
    ratings: { look: 1, aroma: 0.25 },
    tokens: [],
    rationales: { look: [{ start: 0, end: 9 }], aroma: [{ start: 11, end: 25 }] },
  };

  test('each aspect has a style, which its rating shows', () => {
    expect(paint(explanation, aspects, true)).toBe(
      '\x1b[1;33mhazy gold\x1b[0m, \x1b[4;36msmells of hops\x1b[0m\n\n' +
        '  \x1b[1;33mlook\x1b[0m   1.00  very good\n' +
        '  \x1b[4;36maroma\x1b[0m  0.25  poor\n',
    );
  });

  test('brackets do without colour', () => {
    expect(paint(explanation, aspects, false)).toBe(
      '[look: hazy gold], [aroma: smells of hops]\n\n' +
        '  look   1.00  very good\n' +
        '  aroma  0.25  poor\n',
    );
  });

  test('words of two aspects show both', () => {
    const rationales = { look: [{ start: 0, end: 9 }], aroma: [{ start: 5, end: 25 }] };
    expect(paint({ ...explanation, rationales }, aspects, false)).toMatch(
      /^\[look: hazy \]\[look, aroma: gold\]\[aroma: , smells of hops\]\n/,
    );
  });

  test('a text cannot control the terminal', () => {
    const text = 'a\x1b]0;title\x07b\x9b2Jc\r\n\td';
    const rationales = { look: [], aroma: [] };
    expect(paint({ ...explanation, text, rationales }, aspects, true)).toMatch(
      /^a\ufffd\]0;title\ufffdb\ufffd2Jc\ufffd\n\td\n\n/,
    );
  });
});

describe('texts are read', () => {
  async function read(name, bytes, keys) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const texts = [];
    for await (const { texts: line, where } of readTexts(path, keys)) {
      texts.push([...line, where.slice(folder.length + 1)]);
    }
    return texts;
  }

  test.each([
    {
      name: 'from lines of JSON',
      file: 'a.jsonl',
      bytes: '{"text": "hop"}\n\n{"text": "malt\u2028", "id": 1}\r\n',
      texts: [
        ['hop', 'a.jsonl:1'],
        ['malt\u2028', 'a.jsonl:3'],
      ],
    },
    {
      name: 'from a last line without an end',
      file: 'b.jsonl',
      bytes: '{"text": ""}',
      texts: [['', 'b.jsonl:1']],
    },
    {
      name: 'from plain lines',
      file: 'c.txt',
      bytes: 'one\r\n\ntwo\n',
      texts: [
        ['one', 'c.txt:1'],
        ['', 'c.txt:2'],
        ['two', 'c.txt:3'],
      ],
    },
    {
      name: 'from a gzipped file larger than a piece of it',
      file: 'd.txt.gz',
      bytes: gzipSync('x'.repeat(200_000) + '\ny\n'),
      texts: [
        ['x'.repeat(200_000), 'd.txt.gz:1'],
        ['y', 'd.txt.gz:2'],
      ],
    },
    { name: 'from an empty file', file: 'e.jsonl', bytes: '', texts: [] },
  ])('$name', async ({ file, bytes, texts }) => {
    expect(await read(file, bytes)).toEqual(texts);
  });

  test('two on every line', async () => {
    const bytes = '{"text": "hop", "other": "malt"}\n';
    const keys = ['text', 'other'];
    expect(await read('pairs.jsonl', bytes, keys)).toEqual([['hop', 'malt', 'pairs.jsonl:1']]);
    await expect(read('pairs.jsonl', '{"text": "hop"}\n', keys)).rejects.toMatchObject({
      code: 'bad-data',
      message: expect.stringMatching(/pairs\.jsonl:1: expected an object with a "other" string\.$/),
    });
    await expect(read('pairs.txt', 'hop\n', keys)).rejects.toMatchObject({
      code: 'bad-data',
      message: expect.stringMatching(/expected JSON lines with "text" and "other"\.$/),
    });
  });

  test.each([
    { name: 'no JSON', file: 'f.jsonl', bytes: '{"text": "a"}\n{"te', where: 'f.jsonl:2' },
    { name: 'null', file: 'g.jsonl', bytes: 'null', where: 'g.jsonl:1' },
    { name: 'no UTF-8', file: 'h.txt', bytes: Buffer.from([65, 10, 255]), where: 'h.txt:2' },
    {
      name: 'a gzipped file cut short',
      file: 'i.txt.gz',
      bytes: gzipSync('hop\n').subarray(0, 15),
      where: 'i.txt.gz ',
    },
    { name: 'a file that is not gzipped', file: 'j.txt.gz', bytes: 'hop', where: 'j.txt.gz ' },
  ])('but not $name', async ({ file, bytes, where }) => {
    await expect(read(file, bytes)).rejects.toMatchObject({
      code: 'bad-data',
      message: expect.stringContaining(join(folder, where)),
    });
  });

  test('but not a missing file', async () => {
    const path = join(folder, 'missing.jsonl');
    await expect(readTexts(path).next()).rejects.toMatchObject({
      code: 'not-found',
      message: `${path} is not there.`,
    });
  });
});

describe('output', () => {
  test('has its name only when it is whole', async () => {
    const path = join(folder, 'out.jsonl');
    await writeFile(path, 'old');
    const output = await openOutput(path);
    await output.write('new');
    expect(await readFile(path, 'utf8')).toBe('old');
    await output.close();
    expect(await readFile(path, 'utf8')).toBe('new\n');
  });

  test('of a failed run leaves nothing', async () => {
    const output = await openOutput(join(folder, 'never.jsonl'));
    await output.write('half');
    await output.discard();
    expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
  });

  test('does not replace a device', async () => {
    const output = await openOutput('/dev/null');
    await output.write('gone');
    await output.close();
    expect(await readFile('/dev/null', 'utf8')).toBe('');
  });
});
