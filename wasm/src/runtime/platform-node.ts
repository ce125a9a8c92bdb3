// Node, where addresses may be paths.
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { WhylightError, messageOf } from './errors.js';
import { installed } from './installed.js';
import type { Platform } from './platform.js';
import type { WasmFile } from './wasm-file.js';

export const node: Platform = {
  // A path has no scheme; the single letter of a Windows drive is none.
  toUrl: (written) =>
    typeof written === 'string' && !/^[a-z][a-z0-9+.-]+:\/\//i.test(written)
      ? pathToFileURL(written)
      : new URL(written),
  // Node's fetch does not read file: addresses.
  fetcher: (fetch) => async (url, init) => {
    if (url.protocol !== 'file:') return fetch(url, init);
    return new Response(await readPieces(url, init.signal));
  },
  locate(file) {
    const found = besideOurCode(file) ?? installed(file.name.replace('whylight-', 'whylight/'));
    if (found) return found;
    throw new WhylightError(
      'not-found',
      `${file.name} is not beside the code that loads it, as a bundler may leave it behind, and ` +
        `whylight is not installed where the program runs, in ${process.cwd()}. Install it ` +
        `there, or pass the address of the file as \`${file.option}\`.`,
    );
  },
};

/** Where a module is, unless the code was bundled without it. */
function besideOurCode(file: WasmFile): URL | undefined {
  try {
    // A bundler may have put the address of a page's server here.
    const { href } = file.url();
    return href.startsWith('file:') && existsSync(new URL(href)) ? new URL(href) : undefined;
  } catch {
    // Code that was bundled into a script does not know where it is.
    return undefined;
  }
}

/** A file as it is read. */
async function readPieces(url: URL, signal: AbortSignal | null): Promise<ReadableStream> {
  const path = fileURLToPath(url);
  const failed = (cause: unknown) => {
    signal?.throwIfAborted();
    const code = (cause as NodeJS.ErrnoException).code;
    if (code === 'ENOENT')
      return new WhylightError('not-found', `${path} is not there.`, { cause });
    if (code === 'ENOTDIR') {
      return new WhylightError('not-found', `${dirname(path)} is no folder.`, { cause });
    }
    return new WhylightError('io', `${path} could not be read: ${messageOf(cause)}.`, { cause });
  };
  const file = await open(path).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (signal?.aborted) await file.close();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => void file.close(), { once: true });
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { bytesRead, buffer } = await file.read({ buffer: new Uint8Array(PIECE_BYTES) });
        if (bytesRead > 0) {
          controller.enqueue(buffer.subarray(0, bytesRead));
        } else {
          await file.close();
          controller.close();
        }
      } catch (cause) {
        await file.close();
        throw failed(cause);
      }
    },
    cancel: () => file.close(),
  });
}

const PIECE_BYTES = 2 ** 18;
