// The parts of the program that a pipe does not show; tests/package runs it.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { paintHits } from '../../wasm/dist/cli/hits.js';
import { readAll, readTexts } from '../../wasm/dist/cli/input.js';
import { openModel } from '../../wasm/dist/cli/models.js';
import { openOutput } from '../../wasm/dist/cli/output.js';
import { paint, wantsColour } from '../../wasm/dist/cli/terminal.js';
import { QUESTIONS } from '../../wasm/dist/cli/why-alike.js';
import {
  classifierFolder,
  dist,
  fetchFrom,
  goldenFiles,
  questionsFolder,
  recommenderFolder,
} from './support.js';

let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whylight-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each(['--help', '--version', 'help search', 'questions --help', 'explain --help'])(
  '%s says so if it cannot be written, and nothing if nobody reads it',
  async (words) => {
    const bin = fileURLToPath(new URL('bin.js', dist));
    const shell = async (to) => {
      const script = `set -o pipefail; node "$BIN" ${words} ${to}`;
      const env = { ...process.env, BIN: bin };
      return new Promise((resolve) => {
        execFile('bash', ['-c', script], { env }, (error, _, stderr) =>
          resolve({ status: error?.code ?? 0, stderr }),
        );
      });
    };
    const full = await shell('> /dev/full');
    expect(full.status).toBe(1);
    expect(full.stderr).toMatch(/^error: \[io\] .*ENOSPC.*\n$/);
    expect(await shell('| true')).toEqual({ status: 0, stderr: '' });
  },
  60_000,
);

test('a model at an address with a query is asked for with it, file by file', async () => {
  const files = fetchFrom(goldenFiles());
  const asked = new Set();
  const { fetch } = globalThis;
  globalThis.fetch = (url, init) => {
    const { href, protocol } = new URL(url);
    if (protocol === 'file:') return fetch(url, init);
    asked.add(href);
    return files(new URL(url), init);
  };
  try {
    const model = await openModel('https://models.example/own/?token=1');
    await model.dispose();
  } finally {
    globalThis.fetch = fetch;
  }
  const names = ['config.json', 'model.safetensors', 'vocab.txt'];
  const own = names.map((name) => `https://models.example/own/${name}?token=1`);
  expect([...asked].sort()).toEqual(own);
});

describe('on a terminal', () => {
  const aspects = ['look', 'aroma'];
  const explanation = {
    text: 'hazy gold, smells of hops',
    inDomain: true,
    ratings: { look: 1, aroma: 0.25 },
    spreads: { look: null, aroma: null },
    classes: {},
    tokens: [],
    rationales: { look: [{ start: 0, end: 9 }], aroma: [{ start: 11, end: 25 }] },
  };

  test('each aspect has a style, which its rating shows', () => {
    expect(paint(explanation, aspects, true)).toBe(
      '\x1b[1;33mhazy gold\x1b[0m, \x1b[4;36msmells of hops\x1b[0m\n\n' +
        '  \x1b[1;33mlook\x1b[0m   1.00  very good: hazy gold\n' +
        '  \x1b[4;36maroma\x1b[0m  0.25  poor: smells of hops\n',
    );
  });

  test('brackets do without colour', () => {
    expect(paint(explanation, aspects, false)).toBe(
      '[look: hazy gold], [aroma: smells of hops]\n\n' +
        '  look   1.00  very good: hazy gold\n' +
        '  aroma  0.25  poor: smells of hops\n',
    );
  });

  test('a rating says how sure it is, and in which class', () => {
    const spreads = { look: null, aroma: 0.125 };
    const classes = { aroma: { name: 'dull', probability: 0.75 } };
    expect(paint({ ...explanation, spreads, classes }, aspects, false)).toMatch(
      /\n {2}look {3}1.00 {2}very good: .*\n {2}aroma {2}0.25 ± 0.13 {2}dull, 75 % sure: .*\n$/,
    );
  });

  test('pieces of a rationale stand apart, in one line', () => {
    const spans = [
      { start: 0, end: 4 },
      { start: 11, end: 20 },
    ];
    const text = 'hazy gold, smells\nof hops';
    const rationales = { ...explanation.rationales, aroma: spans };
    expect(paint({ ...explanation, text, rationales }, aspects, false)).toMatch(
      /aroma {2}0.25 {2}poor: hazy … smells of\n$/,
    );
  });

  test.each([
    [undefined, {}, true],
    [true, {}, false],
    [undefined, { NO_COLOR: '1' }, false],
    [undefined, { NO_COLOR: '' }, true],
    [undefined, { TERM: 'dumb' }, false],
  ])('--no-color %p in %p: colour %p', (flag, environment, colour) => {
    const { NO_COLOR, TERM } = process.env;
    try {
      delete process.env.NO_COLOR;
      Object.assign(process.env, { TERM: 'xterm' }, environment);
      expect(wantsColour(flag)).toBe(colour);
    } finally {
      delete process.env.NO_COLOR;
      Object.assign(process.env, { TERM: TERM ?? '' }, NO_COLOR !== undefined && { NO_COLOR });
    }
  });

  test.each([{ colour: true }, { colour: false }])(
    'what is not mentioned has no rating (colour: $colour)',
    ({ colour }) => {
      const ratings = { look: 1, aroma: null };
      const rationales = { ...explanation.rationales, aroma: [] };
      const classes = { aroma: null };
      const painted = paint({ ...explanation, ratings, rationales, classes }, aspects, colour);
      expect(painted).toMatch(/aroma\S* {2}not mentioned\n$/);
    },
  );

  test('a text about something else is said to be so', () => {
    const nothing = { look: null, aroma: null };
    const rationales = { look: [], aroma: [] };
    const strange = { ...explanation, inDomain: false, ratings: nothing, rationales };
    expect(paint(strange, aspects, false)).toBe(
      'hazy gold, smells of hops\n\n' +
        '  look   not mentioned\n' +
        '  aroma  not mentioned\n' +
        '  This text is in another language or about another subject than the model knows.\n',
    );
  });

  test('of a text of which it knows few words it says that it guesses', () => {
    const guess = / {2}The model knows only 14 % of these words: what it says is a guess\.\n$/;
    expect(paint({ ...explanation, tokens: [{}], known: 0.14 }, aspects, false)).toMatch(guess);
    for (const sure of [
      { known: 0.8, tokens: [{}] },
      { known: 0, tokens: [] },
    ]) {
      expect(paint({ ...explanation, ...sure }, aspects, false)).not.toMatch(/guess/);
    }
    const none = { ...explanation, tokens: [{}], known: 0, inDomain: false };
    expect(paint(none, aspects, false)).toMatch(/ {2}The model knows none of these words\.\n$/);
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
  async function read(name, bytes, shape) {
    const path = join(folder, name);
    await writeFile(path, bytes);
    const texts = [];
    for await (const { texts: line, where } of readTexts(path, shape)) {
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
    const shape = { keys: ['text', 'other'] };
    expect(await read('pairs.jsonl', bytes, shape)).toEqual([['hop', 'malt', 'pairs.jsonl:1']]);
    await expect(read('pairs.jsonl', '{"text": "hop"}\n', shape)).rejects.toMatchObject({
      code: 'bad-data',
      message: expect.stringMatching(/pairs\.jsonl:1: expected an object with a "other" string\.$/),
    });
    await expect(read('pairs.txt', 'hop\n', shape)).rejects.toMatchObject({
      code: 'bad-data',
      message: expect.stringMatching(/expected JSON lines with "text" and "other"\.$/),
    });
  });

  describe('with a list on every line', () => {
    const shape = { keys: ['query'], list: 'candidates' };

    test('of objects with a text', async () => {
      const bytes =
        '{"query": "hop", "candidates": [{"text": "malt", "label": 1}, {"text": "x"}]}\n';
      expect(await read('ranked.jsonl', bytes, shape)).toEqual([
        ['hop', 'malt', 'x', 'ranked.jsonl:1'],
      ]);
    });

    test.each([
      ['{"candidates": []}', 'ranked.jsonl:1: expected an object with a "query" string.'],
      ['{"query": "a"}', 'ranked.jsonl:1: expected an object with a list of "candidates".'],
      [
        '{"query": "a", "candidates": [{"text": "b"}, "c"]}',
        'ranked.jsonl:1: candidates[1]: expected an object with a "text" string.',
      ],
    ])('but not %s', async (line, message) => {
      await expect(read('ranked.jsonl', line, shape)).rejects.toMatchObject({
        code: 'bad-data',
        message: join(folder, message),
      });
    });

    test('but not from plain lines', async () => {
      await expect(read('ranked.txt', 'hop\n', shape)).rejects.toMatchObject({
        message: expect.stringMatching(/expected JSON lines with "query" and "candidates"\.$/),
      });
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

  test.each([
    { name: 'a lone byte', bytes: [65, 10, 66, 255, 10], line: 2, byte: 'ff', offset: 3 },
    { name: 'a character cut short', bytes: [65, 0xc3, 65], line: 1, byte: 'c3', offset: 1 },
    { name: 'a beginning of U+FFFD', bytes: [65, 0xef, 0xbf, 10], line: 1, byte: 'ef', offset: 1 },
    {
      name: 'a byte after U+FFFD itself',
      bytes: [0xef, 0xbf, 0xbd, 0xbf, 10],
      line: 1,
      byte: 'bf',
      offset: 3,
    },
    { name: 'half of a pair', bytes: [10, 10, 0xed, 0xa0, 0x80], line: 3, byte: 'ed', offset: 2 },
  ])('and $name is named with its place', async ({ bytes, line, byte, offset }) => {
    await expect(read('bytes.txt', Buffer.from(bytes))).rejects.toMatchObject({
      code: 'bad-data',
      message: `${join(folder, 'bytes.txt')}:${line}: expected UTF-8, found byte 0x${byte} at offset ${offset}.`,
    });
    const piped = Readable.from([Buffer.from(bytes)]);
    await expect(readAll(piped)).rejects.toMatchObject({
      message: `standard input:${line}: expected UTF-8, found byte 0x${byte} at offset ${offset}.`,
    });
  });

  test.each([
    { name: 'a.csv', shape: undefined, ending: ', or a text per line in a .txt file.' },
    { name: 'a.TSV.gz', shape: { keys: ['text', 'other'] }, ending: '.' },
  ])('but not as a table: $name', async ({ name, shape, ending }) => {
    await expect(read(name, 'id,text\n1,hazy\n', shape)).rejects.toMatchObject({
      code: 'bad-data',
      message: `${join(folder, name)}: tables are not read here; expected JSON lines${ending}`,
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

  test('makes the folders above its file, and says where it cannot', async () => {
    const path = join(folder, 'new', 'deep', 'out.jsonl');
    const output = await openOutput(path);
    await output.write('new');
    await output.close();
    expect(await readFile(path, 'utf8')).toBe('new\n');
    for (const below of [join(path, 'out.jsonl'), join(path, 'deep', 'out.jsonl')]) {
      await expect(openOutput(below)).rejects.toMatchObject({
        code: 'io',
        message: expect.stringContaining(`${below} could not be written`),
      });
    }
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

describe('hits on a terminal', () => {
  const hit = {
    id: 'a\x07',
    score: 0.7512,
    probability: 0.625,
    spans: { question: [{ start: 4, end: 7 }] },
    document: { question: 'May dog\ns ride?' },
  };

  const styleOf = (more) => ({ fields: ['question'], threshold: 0.5, colour: false, ...more });

  test('are a line each, with the words that match', () => {
    expect(paintHits('dog', [hit], styleOf({ fields: ['title', 'question'] }))).toBe(
      'dog\n  1   63 %  May [dog] s ride?  a\ufffd\n',
    );
    expect(paintHits('dog', [hit], styleOf({ colour: true }))).toContain(
      'May \x1b[1;33mdog\x1b[0m s ride?',
    );
  });

  test('have a score where nobody knows how likely they are', () => {
    const { probability, ...unknown } = hit;
    expect(probability).toBe(0.625);
    expect(paintHits('dog', [unknown], styleOf())).toMatch(/^dog\n {2}1 {2}0\.751 {2}May/);
  });

  test('come with a word where none is likely', () => {
    const nothing = 'Nothing here is likely to ask that.';
    expect(paintHits('dog', [{ ...hit, probability: 0.4 }], styleOf())).toContain(nothing);
    expect(paintHits('dog', [], styleOf())).toContain(nothing);
    expect(paintHits('dog', [hit], styleOf())).not.toContain(nothing);
  });
});

describe('answers of a model of questions on a terminal', () => {
  const text = 'get my\nmoney';
  const span = (start, end) => ({ start, end });

  test('are candidates, the likeliest first', () => {
    const texts = [text, 'Where is it?', 'A refund\x07?'];
    const candidates = [
      { candidate: 1, score: 0.5, probability: 0.625 },
      { candidate: 0, score: -0.25, probability: 0.004 },
    ];
    expect(QUESTIONS.rank({ candidates }, false, texts)).toBe(
      'get my money\n' +
        '   63 %  A refund\ufffd?\n' +
        '    0 %  Where is it?\n' +
        'How likely each asks the same, the likeliest first.\n',
    );
    const uncalibrated = candidates.map(({ candidate, score }) => ({ candidate, score }));
    expect(QUESTIONS.rank({ candidates: uncalibrated }, false, texts)).toMatch(
      /\n {2}\+0\.50 {2}A refund.*\n {2}-0\.25 {2}Where is it\?\nHow alike each is, .*\n$/,
    );
  });

  test('are two candidates, and the words that tell them apart', () => {
    const strongest = [{ words: [span(0, 3), span(7, 12)], contribution: 0.75 }];
    const answer = { first: 0.5, second: -0.25, strongest };
    expect(QUESTIONS.prefer(answer, false, [text, 'A refund?', 'Where?'])).toBe(
      'get my money\n  +0.50  A refund?\n  -0.25  Where?\n\n  +0.75  get … money\n' +
        'How alike both are, and what words speak for the first (+) or the second (-).\n',
    );
  });

  test('are the words that say what is asked, marked', () => {
    const words = [
      { ...span(0, 3), probability: 0.125, chosen: false },
      { ...span(7, 12), probability: 1, chosen: true },
    ];
    const answer = { text, spans: [span(7, 12)], words };
    expect(QUESTIONS.keywords(answer, false, [text])).toMatch(
      /^get my \[money\]\n {3}13 % {2}get\n {2}100 % {2}money\nHow likely each word .*\n$/,
    );
    expect(QUESTIONS.keywords(answer, true, [text])).toMatch('\x1b[1;33mmoney\x1b[0m');
  });

  test('are the gates of every layer, either way', () => {
    const words = [{ ...span(0, 3), mean: 0.25, max: 0.5, memory: 1.5 }];
    const recurrences = ['forward', 'backward'].map((direction) => ({
      layer: 1,
      direction,
      words,
    }));
    expect(QUESTIONS.gates({ text, recurrences }, false, [text])).toBe(
      'get my money\n  layer 1, read forward\n  0.25   1.5  get\n\n' +
        '  layer 1, read backward\n  0.25   1.5  get\n' +
        'How far each word is let in, and how many are kept.\n',
    );
  });

  test('are the numbers of a vector, in rows', () => {
    const vector = Array.from({ length: 9 }, (_, index) => (index - 1) / 8);
    expect(QUESTIONS.embed({ text, vector }, false, [text])).toBe(
      'get my money\n' +
        '  -0.1250  0.0000  0.1250  0.2500  0.3750  0.5000  0.6250  0.7500\n' +
        '   0.8750\n' +
        'Its vector, of 9 numbers: texts that ask the same are near.\n',
    );
  });
});

describe('an index as a file', () => {
  const model = fileURLToPath(questionsFolder);
  const documents = [
    { id: 'password', question: 'How do I reset my password?' },
    { id: 'dog', question: 'Can I take my dog on the train?', stars: 4 },
  ];

  /** Runs the program; what it printed and how it ended. */
  function whylight(args, input = '') {
    return new Promise((resolve) => {
      const bin = fileURLToPath(new URL('bin.js', dist));
      const child = execFile(process.execPath, [bin, ...args], (error, stdout, stderr) =>
        resolve({ stdout, stderr, status: error?.code ?? 0 }),
      );
      // It may have ended before it read anything.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
  }

  const at = (name) => join(folder, name);
  const index = (input, ...more) =>
    whylight([
      'index',
      '--model',
      model,
      '--input',
      at(input),
      '--output',
      at('faq.index'),
      ...more,
    ]);

  beforeAll(async () => {
    await writeFile(at('faq.jsonl'), documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
    expect(await index('faq.jsonl', '--field', 'question')).toEqual({
      stdout: '',
      stderr: '',
      status: 0,
    });
  });

  const search = (...args) =>
    whylight(['search', '--model', model, '--index', at('faq.index'), ...args]);

  test('is searched for a text, in lines of JSON', async () => {
    const { stdout, status } = await search('a dog', '--limit', '1', '--mode', 'bm25');
    expect(status).toBe(0);
    const { text, hits } = JSON.parse(stdout);
    expect(text).toBe('a dog');
    expect(hits).toMatchObject([{ id: 'dog', document: documents[1], parts: { model: 0 } }]);
  });

  test('is searched for standard input, and for every line of a file', async () => {
    const piped = await whylight(
      ['search', '--model', model, '--index', at('faq.index')],
      'my password\n',
    );
    expect(JSON.parse(piped.stdout)).toMatchObject({ text: 'my password', hits: [{}, {}] });
    await writeFile(at('texts.jsonl'), '{"text": "a"}\n{"text": "b"}\n');
    const many = await search('--input', at('texts.jsonl'), '--output', at('hits.jsonl'));
    expect(many).toEqual({ stdout: '', stderr: '', status: 0 });
    const lines = (await readFile(at('hits.jsonl'), 'utf8')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).text)).toEqual(['a', 'b']);
  });

  test.each([
    { lines: '{"id": "a"}\n{"id": "a"}\n', message: /bad\.jsonl:2: expected an id that no other/ },
    { lines: '{"id": "a"}\n{"id"\n', message: /bad\.jsonl:2: expected JSON: / },
    { lines: '{"question": "a"}\n', message: /bad\.jsonl:1: expected a string or a whole number/ },
    { lines: '{"id": "a"}\nnull\n', message: /bad\.jsonl:2: expected an object, found null/ },
    { lines: '\n[1]\n', message: /bad\.jsonl:2: expected an object, found an array/ },
  ])('is not made of $lines', async ({ lines, message }) => {
    await writeFile(at('bad.jsonl'), lines);
    const { stderr, status } = await index('bad.jsonl', '--field', 'question');
    expect([status, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr).toMatch(/^error: \[bad-data\] /);
    // The one of before is whole.
    expect((await search('dog')).status).toBe(0);
  });

  test('is not made of a field that no document has', async () => {
    const { stderr, status } = await index('faq.jsonl', '--field', 'qestion:2');
    expect([status, stderr]).toEqual([
      2,
      expect.stringMatching(/--field: .* one of .*"question".*, found "qestion"/),
    ]);
    expect((await search('dog')).status).toBe(0);
  });

  test('does not take the place of what it is made of', async () => {
    for (const [flags, path] of [
      [['index', '--field', 'question', '--input', at('faq.jsonl')], 'faq.jsonl'],
      [['search', '--index', at('faq.index'), 'a dog'], 'faq.index'],
    ]) {
      const before = await readFile(at(path));
      const asked = await whylight([...flags, '--model', model, '--output', at(path)]);
      expect([asked.status, asked.stderr]).toEqual([
        2,
        expect.stringMatching(/--output: expected another file than is read, found "/),
      ]);
      expect(await readFile(at(path))).toEqual(before);
    }
  });

  test('nor do answers take the place of a file that an option names', async () => {
    const reviews = '{"user": "ann", "item": "ale", "text": "gold"}\n';
    await writeFile(at('reviews.jsonl'), reviews);
    const files = ['--reviews', at('reviews.jsonl'), '--output', at('reviews.jsonl')];
    const of = ['--model', fileURLToPath(recommenderFolder)];
    const { stderr, status } = await whylight(['recommend', ...of, ...files]);
    expect([status, stderr]).toEqual([2, expect.stringMatching(/--output: expected another file/)]);
    expect(await readFile(at('reviews.jsonl'), 'utf8')).toBe(reviews);
  });

  test('needs flags that say what is meant', async () => {
    const refused = async (args, message) => {
      const { stderr, status } = await whylight(args);
      expect([status, stderr]).toEqual([2, expect.stringMatching(message)]);
    };
    await refused(['index', '--model', model], /expected --input FILE/);
    await refused(['index', '--input', 'a', '--output', 'b'], /expected a --field/);
    await refused(['search', '--model', model, 'a'], /expected --index FILE/);
    await refused(['search', '--index', 'a', 'a', 'b'], /Expected one text/);
    await refused(['search', '--index', 'a', 'b'], /expected --model DIR/);
    await refused(
      ['index', '--model', model, '--input', 'a', '--output', 'b', '--field', 'c:much'],
      /--field: expected a number, found "much"/,
    );
    await refused(['search', '--index', 'a', '--limit', 'few', 'b'], /--limit: expected a number/);
    await refused(
      ['search', '--model', fileURLToPath(classifierFolder), '--index', at('faq.index'), 'b'],
      /expected a model of questions/,
    );
    // Each call is a process, and the machine may be busy.
  }, 60_000);

  test('that is not there, or none, is an error', async () => {
    const missing = await whylight(['search', '--model', model, '--index', at('no.index'), 'a']);
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('[not-found]') });
    const other = await whylight(['search', '--model', model, '--index', at('faq.jsonl'), 'a']);
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining('[bad-data]') });
  });

  test('has a help of its own', async () => {
    for (const verb of ['index', 'search']) {
      const { stdout, status } = await whylight([verb, '--help']);
      expect([status, stdout]).toEqual([0, expect.stringContaining('Options of search:')]);
    }
  });
});
