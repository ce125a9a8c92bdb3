// Bytes or pasted text -> text: decoded, without a byte order mark, its lines ended by \n.
import { strings } from '../strings/strings';
import { ImportError } from './import-error';
import { maxBytes } from './limits';
import type { Pace } from './pace';
import type { Problem } from './rows';

/** As much of a `File` as is needed. */
export interface TextFile {
  readonly name: string;
  readonly size: number;
  stream(): ReadableStream<Uint8Array>;
}

export interface ReadText {
  text: string;
  problems: Problem[];
}

/** Pasted text, brought to the form of a file's. */
export function pastedText(text: string): string {
  // A character takes at least one byte, so this never refuses what a file may have.
  if (text.length > maxBytes) throw tooLarge(text.length);
  return withPlainLines(text.replace(/^\uFEFF/, ''));
}

/**
 * The text of a file. UTF-8 and UTF-16 are told by their bytes; what is neither is
 * taken for Windows-1252, which Excel writes, and reported.
 */
export async function readText(file: TextFile, pace: Pace): Promise<ReadText> {
  if (file.size > maxBytes) throw tooLarge(file.size);
  try {
    return { text: await decode(file, 'utf-8', pace), problems: [] };
  } catch (error) {
    if (!(error instanceof NotUtf8)) throw error;
    const text = await decode(file, 'windows-1252', pace);
    if (text.includes('\0')) throw notText('notText');
    return {
      text,
      problems: [{ line: error.line, message: strings.unread.windows1252 }],
    };
  }
}

class NotUtf8 extends Error {
  readonly line: number;

  constructor(line: number) {
    super('Not UTF-8.');
    this.line = line;
  }
}

async function decode(file: TextFile, encoding: string, pace: Pace): Promise<string> {
  let decoder: TextDecoder | undefined;
  let received = 0;
  let line = 1;
  let text = '';
  // A \r may end one piece and its \n begin the next.
  let heldBack = '';
  const add = (decoded: string) => {
    const piece = heldBack + decoded;
    heldBack = piece.endsWith('\r') ? '\r' : '';
    const plain = withPlainLines(heldBack ? piece.slice(0, -1) : piece);
    line += countLines(plain);
    text += plain;
  };

  const reader = streamOf(file).getReader();
  try {
    for (;;) {
      pace.throwIfAborted();
      const value = await nextPiece(reader, file.name, decoder ? 1 : beginning);
      if (!value) break;
      received += value.length;
      // The size was a promise that a file on a share, or one still written to, may break.
      if (received > maxBytes) throw tooLarge(received);
      if (!decoder) {
        refuseKnownBinaries(value);
        decoder = new TextDecoder(encodingByMark(value) ?? encoding, { fatal: true });
      }
      add(decodeOrThrow(decoder, line, value));
      await pace.turn('read', Math.min(1, received / Math.max(1, file.size)));
    }
    if (decoder) add(decodeOrThrow(decoder, line));
    return text + (heldBack ? '\n' : '');
  } finally {
    // Whatever went wrong, nobody wants the rest. After the end it does nothing.
    reader.cancel().catch(() => undefined);
  }
}

function streamOf(file: TextFile): ReadableStream<Uint8Array> {
  try {
    return file.stream();
  } catch (error) {
    throw unreadable(file.name, error);
  }
}

// As many bytes as say what a file is.
const beginning = 4096;

/** What comes next, `least` bytes of it unless the file has fewer; undefined at its end. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  name: string,
  least: number,
): Promise<Uint8Array | undefined> {
  let piece: Uint8Array | undefined;
  try {
    while (!piece || piece.length < least) {
      const { done, value } = await reader.read();
      if (done) break;
      piece = piece ? joined(piece, value) : value;
    }
    return piece;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

function decodeOrThrow(decoder: TextDecoder, line: number, bytes?: Uint8Array): string {
  try {
    return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
  } catch (error) {
    if (decoder.encoding === 'utf-8') throw new NotUtf8(line);
    throw new ImportError(
      'not-text',
      strings.unread.brokenEncoding(decoder.encoding.toUpperCase(), line),
      { cause: error },
    );
  }
}

function encodingByMark([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return undefined;
}

// What people choose by mistake, and what they should do instead.
function refuseKnownBinaries(bytes: Uint8Array): void {
  const begins = (...start: number[]) => start.every((byte, i) => bytes[i] === byte);
  if (begins(0x50, 0x4b, 3, 4)) throw notText('workbook');
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw notText('oldOffice');
  if (begins(0x25, 0x50, 0x44, 0x46)) throw notText('pdf');
  if (encodingByMark(bytes) === undefined && bytes.subarray(0, beginning).includes(0)) {
    throw notText('notText');
  }
}

function notText(found: 'notText' | 'workbook' | 'oldOffice' | 'pdf'): ImportError {
  return new ImportError('not-text', strings.unread[found]);
}

function tooLarge(bytes: number): ImportError {
  return new ImportError(
    'too-large',
    strings.unread.tooLarge(maxBytes / 1e6, Math.ceil(bytes / 1e6)),
  );
}

function unreadable(name: string, cause: unknown): ImportError {
  return new ImportError('unreadable', strings.unread.unreadable(name), { cause });
}

function withPlainLines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** How many line breaks `text` has. */
export function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
