// The differences between a page and Node.
import { WhylightError } from './errors.js';
import type { Fetch } from './fetch-bytes.js';
import type { WasmFile } from './wasm-file.js';

export interface Platform {
  /** Turns what a caller wrote into an address. May throw a TypeError. */
  toUrl(written: string | URL): URL;
  /** Adds to `fetch` the addresses it cannot read. */
  fetcher(fetch: Fetch): Fetch;
  /** Where a module of this package is. */
  locate(file: WasmFile): URL;
}

/** A page, or a Worker. */
export const web: Platform = {
  toUrl: (written) => new URL(written, globalThis.document?.baseURI ?? globalThis.location?.href),
  fetcher: (fetch) => (url, init) => fetch(url, init),
  locate: (file) => file.url(),
};

/** The address that a caller wrote as `what`. */
export function parseUrl(written: string | URL, platform: Platform, what: string): URL {
  try {
    return platform.toUrl(written);
  } catch (cause) {
    const message = `Expected an address as ${what}, found "${written}".`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
}
