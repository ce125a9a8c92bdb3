// Texts from files and from standard input.
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { WhylightError, messageOf } from '../errors.js';

/** Everything in `stream`, as text. */
export async function readAll(stream: AsyncIterable<Buffer>): Promise<string> {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return new TextDecoder().decode(Buffer.concat(pieces));
}

/**
 * The "text" of every line of a JSONL file, which may be gzipped; "-" is
 * standard input. Empty lines are passed over. A malformed line is a `bad-data`
 * error that names file and line.
 */
export async function* readTexts(path: string): AsyncGenerator<string> {
  const name = path === '-' ? 'standard input' : path;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let number = 0;
  for await (const bytes of readLines(path, name)) {
    ++number;
    let line;
    try {
      line = decoder.decode(bytes);
      if (line.trim() === '') continue;
      line = JSON.parse(line) as { text?: unknown } | null;
    } catch (cause) {
      const message = `${name}:${number}: expected JSON, found an error: ${messageOf(cause)}.`;
      throw new WhylightError('bad-data', message, { cause });
    }
    if (typeof line?.text !== 'string') {
      const message = `${name}:${number}: expected an object with a "text" string.`;
      throw new WhylightError('bad-data', message);
    }
    yield line.text;
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
  yield Buffer.concat(pieces);
}

function open(path: string): AsyncIterable<Buffer> {
  if (path === '-') return process.stdin;
  const file = createReadStream(path);
  // The error of either stream reaches whoever reads the last.
  return path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file;
}
