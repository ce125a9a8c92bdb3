// A model's files as bytes that stay. They are fetched once: whatever needs the model
// later, another module or an instance in the place of one that stopped, gets these.
import { toBytes } from './bytes.js';
import { WhylightError } from './errors.js';
import {
  fetchBytes,
  openDownload,
  readInto,
  type Fetch,
  type FetchOptions,
} from './fetch-bytes.js';
import { FileCache } from './file-cache.js';
import { HeadStart, type FileBytes } from './head-start.js';
import { checkIntegrity, parseIntegrity, type Hash } from './integrity.js';
import type { Report } from './load-meter.js';
import { FILE_NAMES, checkHash, checkSize, parseManifest, type Manifest } from './manifest.js';
import { openerOf } from './openers.js';
import { SharedWork } from './shared.js';
import type { System } from './system.js';
import type { LoadModelOptions, ModelBytes, RequestOptions } from './types.js';

export interface ModelFiles {
  readonly config: Uint8Array;
  readonly tensors: Uint8Array;
  readonly vocabulary: Uint8Array;
  /** Rejects with `hash-mismatch` if one is no longer as config.json says. */
  verify(report?: Report): Promise<void>;
}

/** What distinguishes one download from another. */
export interface FilesOptions {
  /** The hash that config.json must have. */
  pinned?: Hash | undefined;
  /** As callers give it. */
  cache?: string | boolean | undefined;
  request?: RequestOptions | undefined;
}

/** What the options of a load say about its files. */
export const filesOptions = ({ integrity, cache, request }: LoadModelOptions): FilesOptions => ({
  pinned: parseIntegrity(integrity),
  cache,
  request,
});

const BESIDE = ' It belongs beside config.json: serve all three files of the model there.';

type Listed = keyof Manifest;

/** Told, once at most, how to get the files of a smaller model before all has come. */
export type OnHead = (cut: () => FileBytes) => void;

type Told = { progress: Parameters<Report> } | { head: () => FileBytes };

/** How many words the smaller model knows: in English, these are most words of most texts. */
const COMMON_WORDS = 3000;
/** Whatever arrives sooner than this, in milliseconds, is waited for. */
const SOON = 300;

/** Gets the files of the model at `from`, of that system, and checks them. */
export async function obtainFiles(
  from: URL | ModelBytes,
  system: System,
  options: FilesOptions,
  by: FetchOptions,
  report: Report,
  onHead: OnHead = () => {},
): Promise<ModelFiles> {
  if (from instanceof URL) return shareDownload(from, system, options, by, report, onHead);
  // It is small, and what it says of the others has to stay.
  const config = toBytes(from.config, 'config').slice();
  const nameOf = (file: keyof typeof FILE_NAMES) => FILE_NAMES[file];
  if (options.pinned) await checkIntegrity(config, options.pinned, nameOf('config'));
  const manifest = parseManifest(config, system, nameOf('config'));
  const read = (file: Listed) => checkSize(toBytes(from[file], file), manifest[file], nameOf(file));
  const files = keep(config, read('tensors'), read('vocabulary'), manifest, nameOf);
  await files.verify(report);
  by.signal?.throwIfAborted();
  return files;
}

// By the function that fetches, since another may get other files.
const downloads = new WeakMap<Fetch, SharedWork<ModelFiles, Told>>();

/** Loads of one model at the same time share its download. */
function shareDownload(
  folder: URL,
  system: System,
  options: FilesOptions,
  { fetch, signal }: FetchOptions,
  report: Report,
  onHead: OnHead,
): Promise<ModelFiles> {
  const { request } = options;
  let shared = downloads.get(fetch);
  if (!shared) downloads.set(fetch, (shared = new SharedWork()));
  return shared.do(
    JSON.stringify([folder.href, system.task, options]),
    (signal, tell) =>
      download(
        folder,
        system,
        options,
        { fetch, signal, request },
        (...progress) => tell({ progress }),
        (head) => tell({ head }),
      ),
    signal,
    (told) => ('head' in told ? onHead(told.head) : report(...told.progress)),
  );
}

async function download(
  folder: URL,
  system: System,
  { pinned, cache: wanted }: FilesOptions,
  by: FetchOptions,
  report: Report,
  onHead: OnHead,
): Promise<ModelFiles> {
  const cache = wanted ? new FileCache(wanted) : undefined;
  const urlOf = (file: keyof typeof FILE_NAMES) =>
    Object.assign(new URL(FILE_NAMES[file], folder), { search: folder.search });
  const nameOf = (file: keyof typeof FILE_NAMES) => urlOf(file).href;
  const fresh: [string, Uint8Array][] = [];
  /** The file of that hash, from the cache or else by `get`. */
  const cachedOr = async (hash: string | undefined, get: () => Promise<Uint8Array>) => {
    if (!cache || hash === undefined) return get();
    const cached = await cache.get(hash);
    if (cached) return cached;
    const bytes = await get();
    fresh.push([hash, bytes]);
    return bytes;
  };

  const config = await cachedOr(pinned, () =>
    fetchBytes(
      urlOf('config'),
      by,
      ` Pass the address of a model's folder to ${openerOf(system.task)}.`,
    ),
  );
  if (pinned) await checkIntegrity(config, pinned, nameOf('config'));
  const manifest = parseManifest(config, system, nameOf('config'));

  const total = config.length + manifest.tensors.bytes + manifest.vocabulary.bytes;
  let loaded = 0;
  const count = (bytes: number) => report('download', (loaded += bytes), total);
  // Servers take their time to answer, and people want to know for what.
  count(config.length);
  const get = async (file: Listed, onPiece?: (bytes: Uint8Array, received: number) => void) => {
    const { bytes: size, sha256 } = manifest[file];
    let counted = 0;
    const bytes = await cachedOr(sha256, async () => {
      const bytes = allocate(size);
      await readInto(await openDownload(urlOf(file), by, BESIDE), size, (piece, offset) => {
        bytes.set(piece, offset);
        counted += piece.length;
        count(piece.length);
        onPiece?.(bytes, counted);
      });
      return bytes;
    });
    if (counted < size) count(size - counted);
    return checkSize(bytes, manifest[file], nameOf(file));
  };
  const words = get('vocabulary');
  const watch = watchForHead(config, words, onHead);
  const [tensors, vocabulary] = await Promise.all([get('tensors', watch), words]);
  const files = keep(config, tensors, vocabulary, manifest, nameOf);
  await files.verify(report);
  by.signal?.throwIfAborted();
  for (const [hash, bytes] of fresh) await cache?.put(hash, bytes);
  return files;
}

/** Tells `onHead` of the first part of the tensors, if the rest takes a while. */
function watchForHead(config: Uint8Array, words: Promise<Uint8Array>, onHead: OnHead) {
  const head = new HeadStart(COMMON_WORDS);
  const began = performance.now();
  let vocabulary: Uint8Array | undefined;
  words.then(
    (bytes) => (vocabulary = bytes),
    () => {},
  );
  let told = false;
  return (tensors: Uint8Array, received: number) => {
    if (told || !vocabulary || !head.isIn(tensors, received)) return;
    const rest = ((performance.now() - began) * (tensors.length - received)) / received;
    if (rest < SOON) return;
    told = true;
    const files = { config, tensors, vocabulary };
    onHead(() => head.cut(files));
  };
}

function keep(
  config: Uint8Array,
  tensors: Uint8Array,
  vocabulary: Uint8Array,
  manifest: Manifest,
  nameOf: (file: Listed) => string,
): ModelFiles {
  return {
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
}

function allocate(bytes: number): Uint8Array {
  try {
    return new Uint8Array(bytes);
  } catch (cause) {
    const message = 'There is too little memory for a model of this size.';
    throw new WhylightError('out-of-memory', message, { cause });
  }
}
