// Downloads that check what they receive.
import { WhylightError, messageOf } from './errors.js';

/** The part of `fetch` that is used. */
export type Fetch = (url: URL, init: { signal: AbortSignal | null }) => Promise<Response>;

export interface FetchBytesOptions {
  fetch: Fetch;
  signal?: AbortSignal | undefined;
  /** The size the file must have. A `content-length` header proves nothing. */
  expectedBytes?: number;
  /** Called with the size of every piece received. */
  onBytes?: (count: number) => void;
}

/**
 * Downloads `url`. Rejects with the signal's reason, or with `fetch-failed` or
 * `size-mismatch`; the message names the address.
 */
export async function fetchBytes(
  url: URL,
  options: FetchBytesOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { fetch, signal, expectedBytes } = options;
  const guard: Guard = async (step) => {
    try {
      return await step();
    } catch (cause) {
      signal?.throwIfAborted();
      if (cause instanceof WhylightError) throw cause;
      const message = `${url} could not be fetched: ${messageOf(cause)}.`;
      throw new WhylightError('fetch-failed', message, { cause });
    }
  };
  signal?.throwIfAborted();
  const response = await guard(() => fetch(url, { signal: signal ?? null }));
  if (!response.ok) {
    throw new WhylightError('fetch-failed', `${url} answered with status ${response.status}.`);
  }
  const bytes = await readBody(response, guard, expectedBytes, options.onBytes);
  if (expectedBytes !== undefined && bytes.length !== expectedBytes) {
    if (looksLikeHtml(bytes)) throw htmlInstead(url.href);
    const received = bytes.length > expectedBytes ? 'more' : String(bytes.length);
    throw new WhylightError(
      'size-mismatch',
      `Expected ${expectedBytes} bytes from ${url}, received ${received}.`,
    );
  }
  return bytes;
}

/**
 * Whether `bytes` are a page in place of a file, as servers send that answer
 * every address with their front page.
 */
export function looksLikeHtml(bytes: Uint8Array): boolean {
  const head = new TextDecoder().decode(bytes.subarray(0, 256));
  return /^\s*<(!doctype|html|head|body|!--)/i.test(head);
}

/** The error for a page in place of the file at `where`. */
export function htmlInstead(where: string): WhylightError {
  return new WhylightError(
    'fetch-failed',
    `${where} is an HTML page, not a file of a model. Is the address right?`,
  );
}

/** Runs one step of a download, and gives its failure a name. */
type Guard = <T>(step: () => Promise<T>) => Promise<T>;

/** Reads a body, and no more of it than a byte beyond what was expected. */
async function readBody(
  response: Response,
  guard: Guard,
  expectedBytes: number | undefined,
  onBytes: ((count: number) => void) | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  if (!response.body || expectedBytes === undefined) {
    const bytes = new Uint8Array(await guard(() => response.arrayBuffer()));
    onBytes?.(bytes.length);
    return bytes;
  }
  const bytes = new Uint8Array(expectedBytes + 1);
  let received = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await guard(() => reader.read());
    if (done) return bytes.subarray(0, received);
    const piece = value.subarray(0, bytes.length - received);
    bytes.set(piece, received);
    received += piece.length;
    if (received > expectedBytes) {
      await guard(() => reader.cancel());
      return bytes;
    }
    onBytes?.(piece.length);
  }
}
