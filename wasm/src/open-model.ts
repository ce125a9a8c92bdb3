// The way of a model's files into an instance of a module: straight into its
// memory, so that there is one copy of the weights.
import { toBytes } from './bytes.js';
import {
  fetchBytes,
  openDownload,
  readInto,
  type Download,
  type FetchOptions,
  type Write,
} from './fetch-bytes.js';
import { FILE_NAMES, checkHash, checkSize, parseManifest, type FileEntry } from './manifest.js';
import type { ModelBytes, Progress } from './types.js';
import { stopped, unwrap, type Failure } from './wasm-module.js';

/** What the bindings of every module of models export. */
export interface ModelModule<Model> {
  /** Memory for files of these sizes. */
  ModelFiles: new (config: number, tensors: number, vocabulary: number) => ModelFiles;
  RationaleModel: {
    /** Takes over what is in `files`. */
    load(files: ModelFiles): { model: Model } | Failure;
  };
}

type File = keyof typeof FILE_NAMES;

/** Each gives a view of the file's memory, which dies when the memory grows. */
type ModelFiles = Record<File, () => Uint8Array> & { delete(): void };

export type Report = (phase: Progress['phase'], loaded: number, total: number) => void;

/** Opens the model at `from` in an instance that may still be on its way. */
export async function openModel<Model>(
  instance: Promise<ModelModule<Model>>,
  from: URL | ModelBytes,
  options: FetchOptions,
  report: Report = () => {},
): Promise<Model> {
  const nameOf = (file: File) =>
    from instanceof URL ? new URL(FILE_NAMES[file], from).href : FILE_NAMES[file];
  // The downloads begin while the module is still being compiled.
  const begin = async () => {
    const config = await (from instanceof URL
      ? fetchBytes(new URL(nameOf('config')), options)
      : toBytes(from.config, 'config'));
    const manifest = parseManifest(config, nameOf('config'));
    const open = (file: 'tensors' | 'vocabulary') =>
      from instanceof URL
        ? openDownload(new URL(nameOf(file)), options)
        : checkSize(toBytes(from[file], file), manifest[file], nameOf(file));
    const bodies = await Promise.all([open('tensors'), open('vocabulary')]);
    return { config, manifest, bodies };
  };
  const [module, { config, manifest, bodies }] = await Promise.all([instance, begin()]);
  const { tensors, vocabulary } = manifest;

  const files = attempt(
    () => new module.ModelFiles(config.length, tensors.bytes, vocabulary.bytes),
    'a model of this size',
  );
  files.config().set(config);
  let loaded = config.length;
  const total = config.length + tensors.bytes + vocabulary.bytes;
  const fill = (file: File, body: Download | Uint8Array, { bytes }: FileEntry) => {
    const write: Write = (piece, offset) => files[file]().set(piece, offset);
    if (body instanceof Uint8Array) return write(body, 0);
    return readInto(body, bytes, (piece, offset) => {
      write(piece, offset);
      report('download', (loaded += piece.length), total);
    });
  };
  if (from instanceof URL) report('download', loaded, total);
  await Promise.all([
    fill('tensors', bodies[0], tensors),
    fill('vocabulary', bodies[1], vocabulary),
  ]);

  const hashed = tensors.bytes + vocabulary.bytes;
  report('verify', 0, hashed);
  await checkHash(files.vocabulary(), vocabulary, nameOf('vocabulary'));
  report('verify', vocabulary.bytes, hashed);
  await checkHash(files.tensors(), tensors, nameOf('tensors'));
  report('verify', hashed, hashed);
  options.signal?.throwIfAborted();

  report('compile', 0, 1);
  const opened = attempt(() => module.RationaleModel.load(files), 'reading the model');
  files.delete();
  return unwrap(opened).model;
}

/** What `task` makes of the module, or the error of a module that stopped on `what`. */
function attempt<Value>(task: () => Value, what: string): Value {
  try {
    return task();
  } catch (cause) {
    throw stopped(cause, what);
  }
}
