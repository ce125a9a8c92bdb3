// What differs between a page and Node.
import type { Fetch } from './fetch-bytes.js';

export interface Platform {
  /** Turns what a caller wrote into an address. May throw a TypeError. */
  toUrl(written: string | URL): URL;
  /** Adds to `fetch` the addresses it cannot read. */
  fetcher(fetch: Fetch): Fetch;
}

/** A page, or a Worker. */
export const web: Platform = {
  toUrl: (written) => new URL(written, globalThis.document?.baseURI ?? globalThis.location?.href),
  fetcher: (fetch) => (url, init) => fetch(url, init),
};
