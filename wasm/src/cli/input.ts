// Texts from files and from standard input.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { WhylightError, messageOf } from '../runtime/errors.js';

/** Everything in `stream`, as text. */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/** The texts of one call, and where they stand: the place to name in an error. */
export interface Located {
  texts: string[];
  where: string;
}

/**
 * The texts of a file, which may be gzipped: those under `keys` on every line of
 * JSON, or, if the name says .txt, the lines themselves; "-" is JSON on standard
 * input. Empty lines of JSON are passed over. A malformed line is a `bad-data`
 * error that names file and line.
 */
export async function* readTexts(
  path: string,
  keys: readonly string[] = ['text'],
): AsyncGenerator<Located> {
  const name = path === '-' ? 'standard input' : path;
  const plain = /\.txt(\.gz)?$/.test(path);
  if (plain && keys.length > 1) {
    const wanted = keys.map((key) => `"${key}"`).join(' and ');
    throw new WhylightError('bad-data', `${name}: expected JSON lines with ${wanted}.`);
  }
  // A byte order mark belongs to the file; at the start of another line the same
  // character is text.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let number = 0;
  for await (const bytes of readLines(path, name)) {
    const where = `${name}:${++number}`;
    let line;
    try {
      line = decoder.decode(bytes);
      if (number === 1) line = line.replace(/^\ufeff/, '');
    } catch (cause) {
      throw new WhylightError('bad-data', `${where}: expected UTF-8.`, { cause });
    }
    if (plain) yield { texts: [line.replace(/\r$/, '')], where };
    else if (line.trim() !== '') yield { texts: parseLine(line, keys, where), where };
  }
}

function parseLine(line: string, keys: readonly string[], where: string): string[] {
  let parsed: Record<string, unknown> | null;
  try {
    parsed = JSON.parse(line) as Record<string, unknown> | null;
  } catch (cause) {
    const message = `${where}: expected JSON: ${messageOf(cause)}.`;
    throw new WhylightError('bad-data', message, { cause });
  }
  return keys.map((key) => {
    const text = parsed?.[key];
    if (typeof text === 'string') return text;
    throw new WhylightError('bad-data', `${where}: expected an object with a "${key}" string.`);
  });
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
