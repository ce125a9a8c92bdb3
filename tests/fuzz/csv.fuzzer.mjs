// What the page reads of tables, JSON and text files, against slow plain twins; and what it writes,
// which it reads again as it was, and which no spreadsheet takes for a formula.
import assert from 'node:assert/strict';

import { fuzz, mutate, textOf } from './fuzzing.mjs';
import { pageModule } from './page-module.mjs';

const page = await pageModule(
  'import/column-names',
  'import/import-error',
  'import/limits',
  'import/read-questions',
  'import/read-reviews',
  'import/read-rows',
  'import/labelled-pairs',
  'export/tables',
  'views/questions/exports',
);
const separators = [',', ';', '\t', '|'];
const plainLines = (text) => text.replace(/\r\n?/g, '\n');
const isBlank = (cells) => cells.every((cell) => cell.trim() === '');

/**
 * The rows of a table as RFC 4180 has them, each with its line; undefined if it is none. As the page
 * does, it takes a quote within a cell that does not begin with one for a character like others.
 */
function twinOfTable(text, separator) {
  const rows = [];
  let line = 1;
  for (let at = 0; at < text.length;) {
    const row = { line, cells: [] };
    for (let ended = false; !ended;) {
      let cell = '';
      if (text[at] === '"') {
        for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
          if (at >= text.length) return undefined;
          if (text[at] === '"') at += 1;
          cell += text[at];
        }
        at += 1;
        let end = at;
        while (end < text.length && text[end] !== separator && text[end] !== '\n') end += 1;
        // Blanks behind the quote are nothing, unless the text ends with them.
        if (text.slice(at, end).trim() !== '' || (end > at && end === text.length))
          return undefined;
        at = end;
      } else {
        while (at < text.length && text[at] !== separator && text[at] !== '\n') cell += text[at++];
      }
      row.cells.push(cell);
      ended = text[at] !== separator;
      at += 1;
    }
    line += 1 + row.cells.join('').split('\n').length - 1;
    if (!isBlank(row.cells)) rows.push(row);
  }
  return rows;
}

/** What a value of JSON is as cells, undefined if it is no row. */
function twinOfCells(value, column) {
  const cellOf = (field) => {
    if (typeof field === 'string') return field;
    if (field === null) return '';
    return Array.isArray(field) ? field.map(cellOf).join('; ') : JSON.stringify(field);
  };
  if (typeof value === 'string') return [[column, value]];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.entries(value).map(([name, field]) => [name, cellOf(field)]);
}

/** The rows of these fields, and the columns. */
function tableOfFields(rows) {
  const columns = [...new Set(rows.flatMap((fields) => fields.map(([name]) => name)))];
  const cells = rows.map((fields) => {
    const found = new Map(fields);
    const last = Math.max(-1, ...fields.map(([name]) => columns.indexOf(name)));
    return columns.slice(0, last + 1).map((name) => found.get(name) ?? '');
  });
  return { columns, cells };
}

function parsed(json) {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}

function quoted(random, cell, separator) {
  const must = /["\n\r]/.test(cell) || cell.includes(separator);
  return must || random.once(3) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

/** A text of few characters, which meet in every way. */
const soup = (random) => random.list(24, () => random.pick([...'"",;\n\n ab=|\t\r'])).join('');

function tableText(random) {
  if (random.once(2)) return soup(random);
  const separator = random.pick(separators);
  const width = random.from(1, 4);
  const rows = random.list(5, () =>
    Array.from({ length: random.once(9) ? random.from(1, 6) : width }, () => textOf(random, 3)),
  );
  const end = random.pick(['\n', '\r\n', '\r']);
  const text = rows
    .map((row) => row.map((cell) => quoted(random, cell, separator)).join(separator))
    .join(end);
  const whole = random.pick(['', '', '', '\ufeff', 'sep=;\n', 'question,answer\n']) + text;
  return random.once(3) ? mutate(random, whole, ['"', ',"', '",', '\n"']) : whole;
}

function jsonText(random) {
  const value = () =>
    random.pick([
      () => textOf(random, 3),
      () => random.pick([null, true, 0, -1.5, 1e21]),
      () => ({ question: textOf(random, 2), [textOf(random, 1)]: random.list(2, () => 'x') }),
      () => [textOf(random, 2), { a: 1 }],
    ])();
  const values = random.list(4, () => JSON.stringify(value()));
  const text = random.once(2) ? values.join('\n') : `[${values.join(random.pick([',', ',\n']))}]`;
  return random.once(2) ? mutate(random, text, ['[', ']', '{"a":', '"\\u12', ',,']) : text;
}

/** `bytes` in pieces that end anywhere. */
function piecesOf(bytes, random) {
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const end = at + random.from(1, random.pick([2, 7, 1000]));
    pieces.push(bytes.subarray(at, end));
    at = end;
  }
  return pieces;
}

function fileOf(name, pieces) {
  // As much of a stream as is read, since a whole one would take most of the time.
  const stream = () => {
    const left = pieces.values();
    return { getReader: () => ({ read: async () => left.next(), cancel: async () => {} }) };
  };
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  return { name, size, stream };
}

/** What was read, undefined if it was refused in a way that a person is told of. */
async function readOrRefused(read) {
  try {
    return await read();
  } catch (error) {
    assert(error instanceof page.ImportError, error);
    assert(error.code && error.message, 'a code and a sentence');
    return undefined;
  }
}

function checkRows({ columns, rows, problems }) {
  assert(rows.length > 0 && columns.length <= page.maxColumns);
  assert(columns.every((name) => typeof name === 'string'));
  let last = 0;
  for (const { line, cells } of rows) {
    assert(line > last || (line === last && last > 0), `line ${line} after ${last}`);
    assert(Array.isArray(cells) && cells.every((cell) => typeof cell === 'string'));
    last = line;
  }
  for (const { line, message } of problems) assert(line >= 1 && message);
}

const kind = { column: 'question', names: page.columnNames.question };

async function checkTable(text, random) {
  const separator = random.pick(separators);
  const options = { format: 'table', separator, header: false };
  const read = await readOrRefused(() => page.readRows(text, options, kind));
  if (read) checkRows(read);
  const plain = plainLines(text.replace(/^\ufeff/, ''));
  // A line that names the separator is none of the table.
  const [named] = /^sep=[,;\t|](\n|$)/.exec(plain) ?? [''];
  const twin = twinOfTable(plain.slice(named.length).replace(/^\ufeff/, ''), separator);
  if (!twin) {
    assert(!read || read.problems.length > 0, 'says what is wrong with its quotes');
    return;
  }
  const lines = named ? 1 : 0;
  const expected = twin.map(({ line, cells }) => ({ line: line + lines, cells }));
  assert.deepEqual(read?.rows ?? [], expected);
}

async function checkJsonLines(text) {
  const read = await readOrRefused(() => page.readRows(text, { format: 'json-lines' }, kind));
  if (read) checkRows(read);
  const lines = plainLines(text.replace(/^\ufeff/, '')).split('\n');
  const fields = lines
    .map((line) => parsed(line))
    .map((json) => json && twinOfCells(json.value, 'question'));
  const rows = fields.filter((row) => row !== undefined);
  // A single object may be a list, or a list's wrapper, which is for a person to say.
  if (rows.length === 0 || (rows.length === 1 && !read)) return assert.equal(read, undefined);
  const { columns, cells } = tableOfFields(rows);
  assert.deepEqual(
    { columns: read.columns, cells: read.rows.map((row) => row.cells) },
    { columns, cells },
  );
  const bad = lines.filter((line, i) => line.trim() !== '' && !fields[i]).length;
  assert.equal(read.problems.length, bad);
  assert.deepEqual(
    read.rows.map(({ line }) => line),
    fields.flatMap((row, i) => (row ? [i + 1] : [])),
  );
}

async function checkJsonArray(text) {
  // What begins otherwise is read as something else.
  if (!/^\ufeff?\s*\[/.test(text)) return;
  const read = await readOrRefused(() => page.readRows(text, { format: 'json-array' }, kind));
  if (read) checkRows(read);
  const whole = parsed(plainLines(text.replace(/^\ufeff/, '')));
  if (!Array.isArray(whole?.value)) {
    // Where nothing stands between commas, or blanks that JSON has not, nothing is lost.
    const lenient = /[[,]\s*[,\]]/.test(text) || parsed(text.replaceAll(/\s/g, ' '));
    if (!whole && !lenient) assert(!read || read.problems.length > 0, 'says what is wrong');
    return;
  }
  const fields = whole.value.map((value) => twinOfCells(value, 'question'));
  const rows = fields.filter((row) => row !== undefined);
  if (rows.length === 0) return assert.equal(read, undefined);
  const { columns, cells } = tableOfFields(rows);
  assert.deepEqual(
    { columns: read.columns, cells: read.rows.map((row) => row.cells) },
    { columns, cells },
  );
  assert.equal(read.problems.length, fields.length - rows.length);
}

async function checkLines(text) {
  const read = await readOrRefused(() => page.readRows(text, { format: 'plain-text' }, kind));
  const lines = plainLines(text.replace(/^\ufeff/, ''))
    .split('\n')
    .map((line, i) => ({ line: i + 1, cells: [line.trim()] }))
    .filter(({ cells: [content] }) => content !== '');
  // The name of the column is none of its texts.
  if (lines.length > 1 && kind.names.includes(page.plainName(lines[0].cells[0]))) lines.shift();
  assert.deepEqual(
    read?.rows.map(({ line }) => line) ?? [],
    lines.map(({ line }) => line),
  );
  for (const [i, { cells }] of (read?.rows ?? []).entries()) {
    // Less a bullet, if all have one.
    assert(lines[i].cells[0].endsWith(cells[0]));
  }
}

/** Whatever the text is, it is read as one of the formats, and so is what the rows then are. */
async function checkGuess(text, random) {
  const questions = random.once(2);
  const file = random.pick(['', 'a.csv', 'a.json', 'a.jsonl', 'a.txt', 'a.html', 'a.TSV', 'a']);
  const source = file ? fileOf(file, piecesOf(Buffer.from(text), random)) : text;
  const read = await readOrRefused(() =>
    questions ? page.readQuestions(source) : page.readReviews(source),
  );
  if (read) {
    checkRows(read);
    const { columns, rows } = read;
    await readOrRefused(() => {
      if (!questions) return page.toReviews(rows, page.guessReviewColumn(columns, rows));
      const { documents } = page.toDocuments(rows, page.guessColumns(columns, rows));
      assert.equal(new Set(documents.map(({ id }) => id)).size, documents.length);
      return documents;
    });
    await readOrRefused(() => page.toPairs(rows, page.guessPairColumns(columns, rows)));
  }
}

/** Text in any encoding, in pieces that end anywhere, is the text in one piece. */
async function checkFile(text, random) {
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const bytes = random.pick([
    () => Buffer.from(text),
    () => Buffer.from(`\ufeff${text}`),
    () => utf16,
    () => Buffer.from(utf16).swap16(),
    () => Buffer.from(text, 'latin1'),
  ])();
  const options = { format: 'table', separator: ',', header: false };
  const readAs = (source) => readOrRefused(() => page.readRows(source, options, kind));
  const read = await readAs(fileOf('a.csv', piecesOf(bytes, random)));
  assert.deepEqual(read, await readAs(fileOf('a.csv', [bytes])));
  if (bytes[0] !== 0xff && bytes[0] !== 0xfe && !bytes.includes(0)) {
    const decoded = decode(bytes);
    // Of several marks each step takes one.
    if (decoded.startsWith('\ufeff')) return;
    const pasted = await readAs(decoded);
    assert.deepEqual(read?.rows, pasted?.rows);
  }
}

function decode(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // At one go some versions of Node take it for Latin-1.
    return new TextDecoder('windows-1252').decode(bytes, { stream: true });
  }
}

// What ends a cell and a row of a text that stands for a table; no cell has them.
const unit = '\x1f';
const record = '\x1e';

const cellsText = (random) =>
  random
    .list(4, () => [textOf(random, 3), textOf(random, 3), textOf(random, 2)].join(unit))
    .join(record);

/** As a spreadsheet gets it: text that begins like a formula has a quote in front. */
const harmless = (cell) =>
  /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/.test(cell) ? `'${cell}` : cell;

async function checkExport(text) {
  const rows = text.split(record).map((row) => row.split(unit));
  const width = Math.max(...rows.map(({ length }) => length));
  const header = Array.from({ length: width }, (_, i) => `c${i}`);
  const csv = page.asCsv(header, rows);
  const expected = rows.map((row) => row.map((cell) => plainLines(harmless(cell))));
  assert.deepEqual(
    twinOfTable(plainLines(csv.slice(1)), ',').map(({ cells }) => cells),
    [header, ...expected].filter((row) => !isBlank(row)),
  );
  const options = { format: 'table', separator: ',', header: true };
  const read = await readOrRefused(() => page.readRows(csv, options, kind));
  assert.deepEqual(
    read?.rows.map(({ cells }) => cells) ?? [],
    expected.filter((row) => !isBlank(row)),
  );
}

/** Documents that the page keeps are read again as they were, whichever way they went. */
async function checkQuestions(text, random) {
  const documents = text.split(record).flatMap((row, i) => {
    const [question = '', answer = '', category = ''] = row
      .split(unit)
      // A file with a zero is no text.
      .map((cell) => plainLines(cell).replaceAll('\0', '').trim());
    const others = { ...(answer && { answer }), ...(category && { category }) };
    return question ? [{ id: `q${i}`, question, ...others }] : [];
  });
  if (documents.length === 0) return;
  const csv = random.once(2);
  const written = csv ? page.questionsAsCsv(documents) : page.questionsAsJsonLines(documents);
  const source = fileOf(csv ? 'a.csv' : 'a.jsonl', piecesOf(Buffer.from(written), random));
  const { columns, rows, problems } = await page.readQuestions(source);
  assert.deepEqual(problems, []);
  const inCsv = (document) =>
    Object.fromEntries(Object.entries(document).map(([name, cell]) => [name, harmless(cell)]));
  // UTF-8 has no half of a character.
  const inUtf8 = (value) => JSON.parse(Buffer.from(JSON.stringify(value)).toString());
  const whole = (cell) => cell.toWellFormed();
  const expected = documents.map((document) =>
    csv
      ? Object.fromEntries(
          Object.entries(inCsv(document)).map(([name, cell]) => [name, whole(cell)]),
        )
      : inUtf8(document),
  );
  assert.deepEqual(page.toDocuments(rows, page.guessColumns(columns, rows)).documents, expected);
}

const kinds = [
  { make: tableText, check: checkTable },
  { make: jsonText, check: checkJsonLines },
  { make: tableText, check: checkTable },
  { make: jsonText, check: checkJsonArray },
  { make: tableText, check: checkGuess },
  { make: cellsText, check: checkExport },
  { make: tableText, check: checkTable },
  {
    make: (random) => random.pick(['', '', 'Question\n', ' faq:\n\n']) + textOf(random, 12),
    check: checkLines,
  },
  { make: cellsText, check: checkQuestions },
  { make: (random) => random.pick([jsonText, soup])(random), check: checkGuess },
  { make: tableText, check: checkTable },
  { make: tableText, check: checkFile },
];
const kindOf = (at) => kinds[at % kinds.length];

await fuzz({
  name: 'csv',
  make: (random, at) => kindOf(at).make(random),
  check: (text, random, at) => kindOf(at).check(text, random),
});
