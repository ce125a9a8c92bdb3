/**
 * Whylight in Node: the same as in a page, and models from files.
 *
 * @packageDocumentation
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { WhylightError, messageOf } from './errors.js';
import { loadModel } from './load.js';
import type { Model } from './model.js';
import type { Platform } from './platform.js';
import type { LoadOptions, ModelSource } from './types.js';

export * from './public.js';

const node: Platform = {
  // A path has no scheme; the single letter of a Windows drive is none.
  toUrl: (written) =>
    typeof written === 'string' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(written)
      ? pathToFileURL(written)
      : new URL(written),
  // Node's fetch does not read file: addresses.
  fetcher: (fetch) => async (url, init) => {
    if (url.protocol !== 'file:') return fetch(url, init);
    return new Response(await readBytes(url, init.signal));
  },
};

async function readBytes(url: URL, signal: AbortSignal | null) {
  const path = fileURLToPath(url);
  try {
    return await readFile(path, signal ? { signal } : {});
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      throw new WhylightError('not-found', `${path} is not there.`, { cause });
    }
    throw new WhylightError('io', `${path} could not be read: ${messageOf(cause)}.`, { cause });
  }
}

/**
 * Loads a model from the path or address of its folder, or from its bytes; with
 * no source, the model that comes with this package.
 *
 * Every file is checked against the size and the SHA-256 in the model's
 * config.json. Rejects with the `reason` of an aborted signal, or with a
 * `WhylightError`: `not-found`, `io`, `fetch-failed`, `size-mismatch`,
 * `hash-mismatch`, `bad-model`, `model-version`, `wasm-failed`, `worker-failed`,
 * `invalid-argument`.
 */
export function load(
  source: ModelSource = new URL('../../models/beer/', import.meta.url),
  options: LoadOptions = {},
): Promise<Model> {
  return loadModel(source, options, node);
}
