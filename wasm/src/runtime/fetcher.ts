// The functions that fetch, one for each of a caller's.
import type { Fetch } from './fetch-bytes.js';
import type { Platform } from './platform.js';

type Given = typeof globalThis.fetch;

/** For contexts without `fetch`: whoever fetches nothing needs none. */
const noFetch: Given = () => Promise.reject(new Error('there is no fetch() here, pass one'));

const fetchers = new WeakMap<Platform, WeakMap<Given, Fetch>>();

/**
 * The platform's version of a caller's `fetch`, always the same one, so that work can be shared.
 */
export function fetcherOf(platform: Platform, given: Given = globalThis.fetch ?? noFetch): Fetch {
  let known = fetchers.get(platform);
  if (!known) fetchers.set(platform, (known = new WeakMap()));
  let fetcher = known.get(given);
  if (!fetcher) known.set(given, (fetcher = platform.fetcher(given)));
  return fetcher;
}
