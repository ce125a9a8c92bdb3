// Lines to standard output, or to a file that is whole or not there.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { WhylightError, messageOf } from '../runtime/errors.js';
import { FILE_NAMES } from '../runtime/manifest.js';
import { Misuse } from './misuse.js';

export interface Output {
  /** Writes a line, or bytes as they are. */
  write(line: string | Uint8Array): Promise<void>;
  /** Ends the output; only now does a file get its name. */
  close(): Promise<void>;
  /** Drops what a failed run has written to a file. */
  discard(): Promise<void>;
}

/** What belongs to a model, beside which anything may be written. */
const MODEL_FILES: readonly string[] = Object.values(FILE_NAMES);

/** Throws if the file that is to be written is one of those that are read, or of a model in one. */
export async function keepInput(
  output: string | undefined,
  read: readonly (string | undefined)[],
): Promise<void> {
  const written = output === undefined ? undefined : await identityOf(output);
  if (output === undefined || written === undefined) return;
  for (const path of read) {
    if (path === undefined) continue;
    const files = [path, ...MODEL_FILES.map((name) => join(path, name))];
    const found = await Promise.all(files.map(identityOf));
    if (found.includes(written)) {
      throw new Misuse(`--output: expected another file than is read, found "${output}".`);
    }
  }
}

/** The same for all names of a file; undefined if there is none. */
async function identityOf(path: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? `${found.dev} ${found.ino}` : undefined;
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
