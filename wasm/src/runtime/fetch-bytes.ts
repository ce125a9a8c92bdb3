// Downloads that check what they receive.
import { WhylightError, messageOf } from './errors.js';
import type { RequestOptions } from './types.js';

/** The part of `fetch` that is used. */
export type Fetch = (url: URL, init: FetchInit) => Promise<Response>;

type FetchInit = Omit<RequestInit, 'signal'> & { signal: AbortSignal | null };

export interface FetchOptions {
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /** What a request has besides its address. */
  request?: RequestOptions | undefined;
}

/** A download whose headers are there. */
export interface Download {
  url: URL;
  response: Response;
  guard: Guard;
}

/** Runs one step of a download, and gives its failure a name. */
type Guard = <T>(step: () => Promise<T>) => Promise<T>;

/**
 * Begins to download `url`. Rejects with the signal's reason, or with
 * `fetch-failed`; the message names the address and, if there is no such file, ends
 * with the `advice`.
 */
export async function openDownload(
  url: URL,
  options: FetchOptions,
  advice = '',
): Promise<Download> {
  const { fetch, signal, request } = options;
  const guard: Guard = async (step) => {
    try {
      return await step();
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof WhylightError) throw advised(cause, advice);
      const message = `${url} could not be fetched: ${messageOf(cause)}.`;
      throw new WhylightError('fetch-failed', message, { cause });
    }
  };
  signal?.throwIfAborted();
  const response = await guard(() =>
    fetch(url, { ...(request as RequestInit), signal: signal ?? null }),
  );
  if (!response.ok) {
    const message = `${url} answered with status ${response.status}.${advice}`;
    throw new WhylightError('fetch-failed', message);
  }
  return { url, response, guard };
}

function advised(error: WhylightError, advice: string): WhylightError {
  if (error.code !== 'not-found') return error;
  return new WhylightError(error.code, error.message + advice, { cause: error.cause });
}

/** Downloads all of `url`. */
export async function fetchBytes(
  url: URL,
  options: FetchOptions,
  advice?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  return readBytes(await openDownload(url, options, advice));
}

export async function readBytes({ response, guard }: Download): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await guard(() => response.arrayBuffer()));
}

/**
 * Hands a download to `write` piece by piece as it arrives, but none of it beyond
 * `expectedBytes`, the size the file must have: a `content-length` header proves
 * nothing. Rejects with `size-mismatch` if it has another.
 */
export async function readInto(
  { url, response, guard }: Download,
  expectedBytes: number,
  write: (piece: Uint8Array, offset: number) => void,
): Promise<void> {
  let received = 0;
  let head = new Uint8Array(0);
  for await (const piece of pieces(response, guard)) {
    if (received === 0) head = piece.slice(0, HEAD_BYTES);
    if (received + piece.length > expectedBytes) {
      if (looksLikeHtml(head)) throw htmlInstead(url.href);
      throw wrongSize(url, expectedBytes, 'more');
    }
    write(piece, received);
    received += piece.length;
  }
  if (received < expectedBytes) {
    if (looksLikeHtml(head)) throw htmlInstead(url.href);
    throw wrongSize(url, expectedBytes, String(received));
  }
}

/** The body as it arrives; cancelled if nobody wants the rest. */
async function* pieces(response: Response, guard: Guard): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const reader = response.body?.getReader();
  if (!reader) return;
  let all = false;
  try {
    for (;;) {
      const { done, value } = await guard(() => reader.read());
      all = done;
      if (done) return;
      yield value;
    }
  } finally {
    if (!all) await reader.cancel().catch(() => {});
  }
}

function wrongSize(url: URL, expected: number, received: string): WhylightError {
  return new WhylightError(
    'size-mismatch',
    `Expected ${expected} bytes from ${url}, received ${received}.`,
  );
}

const HEAD_BYTES = 256;

/**
 * Whether `bytes` are a page instead of a file: some servers answer every address with their front
 * page.
 */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES));
  return /^\s*<(!doctype|html|head|body|!--)/i.test(head);
}

/** The error for a page instead of the file at `where`. */
export function htmlInstead(where: string): WhylightError {
  return new WhylightError(
    'fetch-failed',
    `${where} is an HTML page, not a file of a model. Is the address right?`,
  );
}
