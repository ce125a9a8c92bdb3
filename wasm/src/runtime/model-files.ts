// A model's files as bytes that stay. They are fetched once: whatever needs the model
// later, another module or an instance in the place of one that stopped, gets these.
import { toBytes } from './bytes.js';
import { WhylightError } from './errors.js';
import { fetchBytes, openDownload, readInto, type FetchOptions } from './fetch-bytes.js';
import {
  FILE_NAMES,
  checkHash,
  checkSize,
  parseManifest,
  type FileEntry,
  type Manifest,
} from './manifest.js';
import type { System } from './system.js';
import type { ModelBytes, Progress } from './types.js';

export interface ModelFiles {
  readonly config: Uint8Array;
  readonly tensors: Uint8Array;
  readonly vocabulary: Uint8Array;
  /** Rejects with `hash-mismatch` if one is no longer as config.json says. */
  verify(report?: Report): Promise<void>;
}

type Listed = keyof Manifest;

export type Report = (phase: Progress['phase'], loaded: number, total: number) => void;

/** Gets the files of the model at `from`, of that system, and checks them. */
export async function obtainFiles(
  from: URL | ModelBytes,
  system: System,
  options: FetchOptions,
  report: Report,
): Promise<ModelFiles> {
  const nameOf = (file: keyof typeof FILE_NAMES) =>
    from instanceof URL ? new URL(FILE_NAMES[file], from).href : FILE_NAMES[file];
  const config =
    from instanceof URL
      ? await fetchBytes(new URL(nameOf('config')), options)
      : // It is small, and what it says of the others has to stay.
        toBytes(from.config, 'config').slice();
  const manifest = parseManifest(config, system, nameOf('config'));
  const read =
    from instanceof URL
      ? downloader(config.length, manifest, options, report)
      : (file: Listed) => checkSize(toBytes(from[file], file), manifest[file], nameOf(file));
  const [tensors, vocabulary] = await Promise.all([
    read('tensors', nameOf('tensors')),
    read('vocabulary', nameOf('vocabulary')),
  ]);

  const files: ModelFiles = {
    config,
    tensors,
    vocabulary,
    async verify(report = () => {}) {
      const total = tensors.length + vocabulary.length;
      report('verify', 0, total);
      await checkHash(vocabulary, manifest.vocabulary, nameOf('vocabulary'));
      report('verify', vocabulary.length, total);
      await checkHash(tensors, manifest.tensors, nameOf('tensors'));
      report('verify', total, total);
    },
  };
  await files.verify(report);
  options.signal?.throwIfAborted();
  return files;
}

/** Downloads the files that config.json, of so many bytes, lists. */
function downloader(
  configBytes: number,
  manifest: Manifest,
  options: FetchOptions,
  report: Report,
): (file: Listed, url: string) => Promise<Uint8Array> {
  const total = configBytes + manifest.tensors.bytes + manifest.vocabulary.bytes;
  let loaded = configBytes;
  // Servers take their time to answer, and people want to know for what.
  report('download', loaded, total);
  return async (file, url) => {
    const download = await openDownload(new URL(url), options);
    const bytes = allocate(manifest[file]);
    await readInto(download, bytes.length, (piece, offset) => {
      bytes.set(piece, offset);
      report('download', (loaded += piece.length), total);
    });
    return bytes;
  };
}

function allocate({ bytes }: FileEntry): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    const message = 'There is too little memory for a model of this size.';
    throw new WhylightError('out-of-memory', message, { cause });
  }
}
