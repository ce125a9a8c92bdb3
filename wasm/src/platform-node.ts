// Node, where addresses may be paths.
import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { WhylightError, messageOf } from './errors.js';
import type { Platform } from './platform.js';

export const node: Platform = {
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
