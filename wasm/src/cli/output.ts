// Lines to standard output, or to a file that is whole or not there.
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished } from 'node:stream/promises';

export interface Output {
  write(line: string): Promise<void>;
  /** Ends the output; only now does a file get its name. */
  close(): Promise<void>;
  /** Drops what a failed run has written to a file. */
  discard(): Promise<void>;
}

export async function openOutput(path: string | undefined): Promise<Output> {
  const partial = `${path}.part`;
  const stream = path === undefined ? process.stdout : createWriteStream(partial);
  let failure: Error | undefined;
  stream.on('error', (error: Error) => {
    failure ??= error;
  });
  if (path !== undefined) await once(stream, 'open');
  return {
    async write(line) {
      if (failure) throw failure;
      if (!stream.write(`${line}\n`)) await once(stream, 'drain');
    },
    async close() {
      if (path === undefined) return;
      stream.end();
      await finished(stream);
      await rename(partial, path);
    },
    async discard() {
      if (path === undefined) return;
      stream.destroy();
      await rm(partial, { force: true });
    },
  };
}
