// Texts from files and from standard input.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { WhylightError, messageOf } from '../runtime/errors.js';

/** Everything in `stream`, as text. */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return decode(Buffer.concat(pieces), nameOf('-'));
}

// A byte order mark belongs to the file; at the start of another line the same
// character is text.
const UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text in `bytes`, or an error that names the byte that is in no UTF-8, and its place. */
function decode(bytes: Buffer, name: string, line = 1, offset = 0): string {
  try {
    const text = UTF_8.decode(bytes);
    return line === 1 ? text.replace(/^\ufeff/, '') : text;
  } catch (cause) {
    const at = invalidByte(bytes);
    const where = `${name}:${line + lines(bytes.subarray(0, at))}`;
    const byte = bytes[at]!.toString(16).padStart(2, '0');
    const message = `${where}: expected UTF-8, found byte 0x${byte} at offset ${offset + at}.`;
    throw new WhylightError('bad-data', message, { cause });
  }
}

function lines(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum + (byte === NEWLINE ? 1 : 0), 0);
}

/** Where the first bytes are that stand for no character: where U+FFFD comes in their place. */
function invalidByte(bytes: Buffer): number {
  const repaired = Buffer.from(bytes.toString('utf8'));
  const at = repaired.findIndex((byte, index) => byte !== bytes[index]);
  // They may begin as the three bytes of U+FFFD do.
  return at - [0xef, 0xbf, 0xbd].indexOf(repaired[at]!);
}

/** The texts of one call, and where they stand: the place to name in an error. */
export interface Located {
  texts: string[];
  where: string;
}

/** A value of a line of JSON, and where it stands. */
export interface LocatedValue {
  value: unknown;
  where: string;
}

/** Where a line of JSON has its texts: under keys, and in a list of objects with a "text". */
export interface LineShape {
  keys: readonly string[];
  list?: string;
}

/**
 * The texts of a file, which may be gzipped: those that every line of JSON has where
 * `shape` says, or, if the name says .txt, the lines themselves; "-" is JSON on standard
 * input. Empty lines of JSON are passed over. A malformed line is a `bad-data`
 * error that names file and line.
 */
export async function* readTexts(
  path: string,
  shape: LineShape = { keys: ['text'] },
): AsyncGenerator<Located> {
  const plain = /\.txt(\.gz)?$/.test(path);
  const names = [...shape.keys, ...(shape.list === undefined ? [] : [shape.list])];
  if (plain && names.length > 1) {
    const wanted = names.map((name) => `"${name}"`).join(' and ');
    throw new WhylightError('bad-data', `${nameOf(path)}: expected JSON lines with ${wanted}.`);
  }
  if (plain) {
    for await (const { line, where } of readUtf8(path)) {
      yield { texts: [line.replace(/\r$/, '')], where };
    }
    return;
  }
  const orPlain = names.length > 1 ? '' : ', or a text per line in a .txt file';
  for await (const { value, where } of readJson(path, orPlain)) {
    yield { texts: textsIn(value, shape, where), where };
  }
}

function textsIn(value: unknown, { keys, list }: LineShape, where: string): string[] {
  const texts = keys.map((key) => textUnder(key, value, where));
  if (list === undefined) return texts;
  const listed = (value as Readonly<Record<string, unknown>>)[list];
  if (Array.isArray(listed)) {
    return [
      ...texts,
      ...listed.map((each, index) => textUnder('text', each, `${where}: ${list}[${index}]`)),
    ];
  }
  throw new WhylightError('bad-data', `${where}: expected an object with a list of "${list}".`);
}

function textUnder(key: string, value: unknown, where: string): string {
  const text = (value as Readonly<Record<string, unknown>> | null)?.[key];
  if (typeof text === 'string') return text;
  throw new WhylightError('bad-data', `${where}: expected an object with a "${key}" string.`);
}

/** The values of a file of JSON lines; `otherwise` names what else it might have been. */
export async function* readJson(path: string, otherwise = ''): AsyncGenerator<LocatedValue> {
  if (/\.[ct]sv(\.gz)?$/i.test(path)) {
    const message = `${path}: tables are not read here; expected JSON lines${otherwise}.`;
    throw new WhylightError('bad-data', message);
  }
  for await (const { line, where } of readUtf8(path)) {
    if (line.trim() === '') continue;
    yield { value: parseJson(line, where), where };
  }
}

/** The value in a file of JSON; of JSON lines, if the name says .jsonl, the list of them. */
export async function readJsonFile(path: string): Promise<unknown> {
  if (/\.jsonl(\.gz)?$/.test(path)) {
    const list = [];
    for await (const { value } of readJson(path)) list.push(value);
    return list;
  }
  const lines = [];
  for await (const { line } of readUtf8(path)) lines.push(line);
  return parseJson(lines.join('\n'), nameOf(path));
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const message = `${where}: expected JSON: ${messageOf(cause)}.`;
    throw new WhylightError('bad-data', message, { cause });
  }
}

function nameOf(path: string): string {
  return path === '-' ? 'standard input' : path;
}

async function* readUtf8(path: string): AsyncGenerator<{ line: string; where: string }> {
  const name = nameOf(path);
  let number = 0;
  let offset = 0;
  for await (const bytes of readLines(path, name)) {
    const where = `${name}:${++number}`;
    yield { line: decode(bytes, name, number, offset), where };
    offset += bytes.length + 1;
  }
}

const NEWLINE = 10;

// Node's readline also breaks lines at U+2028, which JSON allows in a string.
async function* readLines(path: string, name: string): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of open(path)) {
      let start = 0;
      for (let end; (end = chunk.indexOf(NEWLINE, start)) >= 0; start = end + 1) {
        pieces.push(chunk.subarray(start, end));
        yield Buffer.concat(pieces);
        pieces = [];
      }
      pieces.push(chunk.subarray(start));
    }
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? '';
    if (code === 'ENOENT') throw new WhylightError('not-found', `${name} is not there.`, { cause });
    throw new WhylightError(
      code.startsWith('Z_') ? 'bad-data' : 'io',
      `${name} could not be read: ${messageOf(cause)}.`,
      { cause },
    );
  }
  const rest = Buffer.concat(pieces);
  if (rest.length > 0) yield rest;
}

function open(path: string): AsyncIterable<Buffer> {
  if (path === '-') return process.stdin;
  const file = createReadStream(path);
  // The error of either stream reaches whoever reads the last.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}
