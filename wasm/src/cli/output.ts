// Lines to standard output, or to a file that is whole or not there.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { WhylightError, messageOf } from '../runtime/errors.js';

export interface Output {
  /** Writes a line, or bytes as they are. */
  write(line: string | Uint8Array): Promise<void>;
  /** Ends the output; only now does a file get its name. */
  close(): Promise<void>;
  /** Drops what a failed run has written to a file. */
  discard(): Promise<void>;
}

/** Makes the folders above a file, as the native program does. */
export async function openOutput(path: string | undefined): Promise<Output> {
  if (path === undefined) return toStream(process.stdout);
  const existing = await stat(path).catch(() => undefined);
  // A pipe or a device is written to, not replaced.
  const target = existing && !existing.isFile() ? path : `${path}.partial`;
  if (!existing) await makeFolder(path);
  const stream = createWriteStream(target);
  await once(stream, 'open');
  return {
    ...toStream(stream),
    async close() {
      stream.end();
      await finished(stream);
      if (target !== path) await rename(target, path);
    },
    async discard() {
      stream.destroy();
      if (target !== path) await rm(target, { force: true });
    },
  };
}

/** Makes the folders above a file. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
  } catch (cause) {
    throw new WhylightError('io', `${path} could not be written: ${messageOf(cause)}.`, { cause });
  }
}

function toStream(stream: Writable): Output {
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  return {
    async write(line) {
      if (failure) throw failure;
      const piece = typeof line === 'string' ? `${line}\n` : line;
      if (!stream.write(piece)) await once(stream, 'drain');
    },
    close: async () => {},
    discard: async () => {},
  };
}
