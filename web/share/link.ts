// A link that carries what the review view shows: compressed, in the fragment, which no server sees.
import type { ReviewState } from '../views/reviews/review-state';
import { readSnapshot } from './snapshot';

// Mail and chat programs cut longer ones; some 2,000 words of English fit.
export const longestLink = 8000;
// What a link may hold when it is inflated: a small one can hold a very large text.
const mostBytes = 1_000_000;
// The first letter of every link; another form gets another one.
const version = '1';

export type ReadLink =
  | { state: ReviewState }
  /** Why there is none: made by a newer page; or cut short, changed, or never a link of ours. */
  | { problem: 'version' | 'broken' };

/** The part of an address that carries a state; undefined if the link would be too long. */
export async function writeLink(state: ReviewState): Promise<string | undefined> {
  const json = new TextEncoder().encode(JSON.stringify(state));
  if (json.length > mostBytes) return undefined;
  const deflated = await through(new CompressionStream('deflate-raw'), json, Infinity);
  const part = version + toBase64Url(deflated!);
  return part.length > longestLink ? undefined : part;
}

// Made and followed by the page itself, so that they bring nothing from elsewhere.
const followed = new Set<string>();

/** Shows in the review view what a link carries. */
export function follow(model: string, carried: string): void {
  followed.add(carried);
  location.hash = `#reviews/${encodeURIComponent(model)}/${carried}`;
}

export function isFromElsewhere(carried: string): boolean {
  return !followed.has(carried);
}

/** What a link says, which anybody may have written. Never rejects. */
export async function readLink(part: string): Promise<ReadLink> {
  if (part.length > longestLink) return { problem: 'broken' };
  if (!part.startsWith(version)) return { problem: /^\d/.test(part) ? 'version' : 'broken' };
  try {
    const deflated = fromBase64Url(part.slice(version.length));
    const json = await through(new DecompressionStream('deflate-raw'), deflated, mostBytes);
    if (!json) return { problem: 'broken' };
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(json));
    const state = readSnapshot(value);
    return state ? { state } : { problem: 'broken' };
  } catch {
    return { problem: 'broken' };
  }
}

/** The bytes that come out of a stream; undefined if they are more than `most`, of which no more are made. */
async function through(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const writer = stream.writable.getWriter();
  // The reader hears of what is wrong with them.
  writer.write(bytes).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel().catch(() => {});
      return undefined;
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
