// The way of a model's files into an instance of a module: straight into its
// memory, so that there is one copy of the weights.
import { toBytes } from './bytes.js';
import {
  fetchBytes,
  openDownload,
  readInto,
  type Download,
  type FetchOptions,
} from './fetch-bytes.js';
import { FILE_NAMES, checkHash, checkSize, parseManifest, type FileEntry } from './manifest.js';
import type { System } from './system.js';
import type { ModelBytes, Progress } from './types.js';
import { stopped, unwrap, type Failure } from './wasm-module.js';

/** The exports of the bindings of every module of models. */
export interface ModelModule extends Record<File, () => Uint8Array> {
  /** Makes room for files of these sizes. Views of it die when the memory grows. */
  reserve(config: number, tensors: number, vocabulary: number): void;
  /** Makes a model of the files, and says of it what callers want to know. */
  load(): object | Failure;
}

type File = keyof typeof FILE_NAMES;

/** An instance that holds a model, and what it says of the model. */
export interface Opened {
  module: ModelModule;
  about: object;
  config: Uint8Array;
}

export type Report = (phase: Progress['phase'], loaded: number, total: number) => void;

/**
 * Opens the model at `from`, of that system, in an instance that may still be on its
 * way. If it was opened before, `known` is its config.json: whatever is at `from` by
 * now, it is that model or an error.
 */
export async function openModel(
  instance: Promise<ModelModule>,
  from: URL | ModelBytes,
  system: System,
  options: FetchOptions,
  report: Report = () => {},
  known?: Uint8Array,
): Promise<Opened> {
  const nameOf = (file: File) =>
    from instanceof URL ? new URL(FILE_NAMES[file], from).href : FILE_NAMES[file];
  const readConfig = () =>
    from instanceof URL
      ? fetchBytes(new URL(nameOf('config')), options)
      : toBytes(from.config, 'config');
  // The downloads begin while the module is still being compiled.
  const begin = async () => {
    const config = known ?? (await readConfig());
    const manifest = parseManifest(config, system, nameOf('config'));
    const total = config.length + manifest.tensors.bytes + manifest.vocabulary.bytes;
    // Servers take their time to answer, and people want to know for what.
    if (from instanceof URL) report('download', config.length, total);
    const open = (file: 'tensors' | 'vocabulary') =>
      from instanceof URL
        ? openDownload(new URL(nameOf(file)), options)
        : checkSize(toBytes(from[file], file), manifest[file], nameOf(file));
    const bodies = await Promise.all([open('tensors'), open('vocabulary')]);
    return { config, manifest, total, bodies };
  };
  const [module, { config, manifest, total, bodies }] = await Promise.all([instance, begin()]);
  const { tensors, vocabulary } = manifest;

  attempt(
    () => module.reserve(config.length, tensors.bytes, vocabulary.bytes),
    'a model of this size',
  );
  module.config().set(config);
  let loaded = config.length;
  const fill = async (file: File, body: Download | Uint8Array, { bytes }: FileEntry) => {
    if (body instanceof Uint8Array) {
      module[file]().set(body);
      return;
    }
    await readInto(body, bytes, (piece, offset) => {
      module[file]().set(piece, offset);
      report('download', (loaded += piece.length), total);
    });
  };
  await Promise.all([
    fill('tensors', bodies[0], tensors),
    fill('vocabulary', bodies[1], vocabulary),
  ]);

  const hashed = tensors.bytes + vocabulary.bytes;
  report('verify', 0, hashed);
  await checkHash(module.vocabulary(), vocabulary, nameOf('vocabulary'));
  report('verify', vocabulary.bytes, hashed);
  await checkHash(module.tensors(), tensors, nameOf('tensors'));
  report('verify', hashed, hashed);
  options.signal?.throwIfAborted();

  report('compile', 0, 1);
  const about = attempt(() => module.load(), 'reading the model');
  return { module, about: unwrap(about), config };
}

/** The result of `task` on the module, or the error of a module that stopped on `what`. */
function attempt<Value>(task: () => Value, what: string): Value {
  try {
    return task();
  } catch (cause) {
    throw stopped(cause, what);
  }
}
