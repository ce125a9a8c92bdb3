// A page's `fetch`, lent to a Worker: the Worker asks, the page fetches, and what it gets
// travels piece by piece.
import { messageOf } from './errors.js';
import type { RequestOptions } from './types.js';

/** What a Worker asks of the page, which lent it `fetch`. `asked` names the request. */
export type FetchAsked =
  | { type: 'fetch'; asked: number; lent: number; url: string; init: RequestOptions }
  | { type: 'unfetch'; asked: number };

/** What the page answers: a head and then its pieces, or a failure at any time. */
export interface Fetched {
  type: 'fetched';
  asked: number;
  answer: FetchedPart;
}

type FetchedPart =
  | { is: 'head'; status: number; contentType: string | null }
  | { is: 'piece'; bytes: Uint8Array }
  | { is: 'end' }
  | { is: 'failure'; message: string };

type GlobalFetch = typeof globalThis.fetch;

/** The page's side. */
export class LentFetches {
  readonly #send: (fetched: Fetched) => void;
  readonly #lent: GlobalFetch[] = [];
  readonly #running = new Map<number, AbortController>();

  constructor(send: (fetched: Fetched) => void) {
    this.#send = send;
  }

  /** The number by which the Worker may ask for `fetch`: the same for the same. */
  lend(fetch: GlobalFetch): number {
    const known = this.#lent.indexOf(fetch);
    return known >= 0 ? known : this.#lent.push(fetch) - 1;
  }

  receive(message: FetchAsked): void {
    if (message.type === 'fetch') void this.#fetch(message);
    else this.#running.get(message.asked)?.abort();
  }

  async #fetch({ asked, lent, url, init }: FetchAsked & { type: 'fetch' }): Promise<void> {
    const controller = new AbortController();
    this.#running.set(asked, controller);
    const send = (answer: FetchedPart) => this.#send({ type: 'fetched', asked, answer });
    try {
      const { signal } = controller;
      const response = await this.#lent[lent]!(new URL(url), { ...(init as RequestInit), signal });
      const { status, headers, body } = response;
      send({ is: 'head', status, contentType: headers.get('content-type') });
      const reader = body?.getReader();
      for (;;) {
        const { done = true, value } = (await reader?.read()) ?? {};
        if (done) break;
        send({ is: 'piece', bytes: value! });
      }
      send({ is: 'end' });
    } catch (error) {
      send({ is: 'failure', message: messageOf(error) });
    } finally {
      this.#running.delete(asked);
    }
  }
}

/** The Worker's side. */
export class BorrowedFetches {
  readonly #send: (message: FetchAsked) => void;
  readonly #borrowed = new Map<number, GlobalFetch>();
  readonly #waiting = new Map<number, (answer: FetchedPart) => void>();
  #nextAsked = 0;

  constructor(send: (message: FetchAsked) => void) {
    this.#send = send;
  }

  /** What asks the page for the `fetch` of that number: the same for the same. */
  borrow(lent: number): GlobalFetch {
    let fetch = this.#borrowed.get(lent);
    if (!fetch) {
      fetch = (asked, init) => this.#fetch(lent, new Request(asked).url, init ?? {});
      this.#borrowed.set(lent, fetch);
    }
    return fetch;
  }

  receive({ asked, answer }: Fetched): void {
    this.#waiting.get(asked)?.(answer);
  }

  #fetch(lent: number, url: string, { signal, ...init }: RequestInit): Promise<Response> {
    return new Promise((resolve, reject) => {
      const asked = this.#nextAsked++;
      let body: ReadableStreamDefaultController<Uint8Array> | undefined;
      const settle = () => {
        this.#waiting.delete(asked);
        signal?.removeEventListener('abort', abort);
      };
      const stop = () => {
        settle();
        this.#send({ type: 'unfetch', asked });
      };
      const fail = (error: unknown) => {
        reject(error);
        body?.error(error);
      };
      const abort = () => {
        stop();
        fail(signal?.reason);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.set(asked, (answer) => {
        switch (answer.is) {
          case 'head': {
            const pieces = new ReadableStream<Uint8Array>({
              start: (controller) => void (body = controller),
              cancel: stop,
            });
            return resolve(respond(answer, pieces));
          }
          case 'piece':
            return body?.enqueue(answer.bytes);
          case 'end':
            settle();
            return body?.close();
          case 'failure':
            settle();
            return fail(new Error(answer.message));
        }
      });
      this.#send({ type: 'fetch', asked, lent, url, init: init as RequestOptions });
    });
  }
}

function respond(
  { status, contentType }: FetchedPart & { is: 'head' },
  body: ReadableStream<Uint8Array>,
): Response {
  // The status 0 of a response that may not be read is none that one can be made with.
  if (status < 200 || status > 599) return Response.error();
  const headers = contentType === null ? {} : { 'content-type': contentType };
  return new Response(WITHOUT_BODY.has(status) ? null : body, { status, headers });
}

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);
