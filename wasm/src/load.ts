// The way from an address, or from bytes, to a model.
import type { Backend } from './backend.js';
import { isBuffer, toBytes } from './bytes.js';
import { CORE, type ModelFiles } from './core.js';
import { WhylightError } from './errors.js';
import { fetchBytes, type Fetch } from './fetch-bytes.js';
import { LocalBackend } from './local-backend.js';
import { FILE_NAMES, parseManifest, verify, type Manifest } from './manifest.js';
import { Model } from './model.js';
import { parseUrl, type Platform } from './platform.js';
import type { LoadOptions, ModelBytes, ModelSource, Progress } from './types.js';
import { compileWasm, isWasmModule, wasmUrl } from './wasm-module.js';
import { connect } from './worker-client.js';

export async function loadModel(
  source: ModelSource,
  options: LoadOptions,
  platform: Platform,
): Promise<Model> {
  options.signal?.throwIfAborted();
  const from = isBytes(source) ? source : folderUrl(source, platform);
  if (!options.worker) return new Model(await loadHere(from, options, platform));
  const sendable = forWorker(from, options, platform);
  return new Model(await connect(options.worker).load(...sendable, options));
}

/** Loads a model into this thread. */
export async function loadHere(
  from: URL | ModelBytes,
  options: LoadOptions,
  platform: Platform,
): Promise<Backend> {
  const { signal } = options;
  const fetch = platform.fetcher(options.fetch ?? globalThis.fetch);
  const report = (phase: Progress['phase'], loaded: number, total: number) =>
    options.onProgress?.({ phase, loaded, total });

  // Whichever download fails takes the others with it, as does the caller.
  const stop = new AbortController();
  const follow = () => stop.abort(signal?.reason);
  signal?.addEventListener('abort', follow, { once: true });
  try {
    const [module, files] = await Promise.all([
      compileWasm(options.wasm, CORE, fetch, stop.signal, platform),
      from instanceof URL
        ? download(from, fetch, stop.signal, report)
        : check(toFiles(from), nameOf, report),
    ]);
    stop.signal.throwIfAborted();
    report('compile', 0, 1);
    const backend = await LocalBackend.open(module, files);
    stop.signal.throwIfAborted();
    report('compile', 1, 1);
    return backend;
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', follow);
    stop.abort();
  }
}

type Report = (phase: Progress['phase'], loaded: number, total: number) => void;

/** Downloads a folder's files, and checks them. */
async function download(
  folder: URL,
  fetch: Fetch,
  signal: AbortSignal,
  report: Report,
): Promise<ModelFiles> {
  const name = (file: keyof ModelFiles) => new URL(FILE_NAMES[file], folder).href;
  const config = await fetchBytes(new URL(FILE_NAMES.config, folder), { fetch, signal });
  const manifest = parseManifest(config, name('config'));

  const total = config.length + manifest.tensors.bytes + manifest.vocabulary.bytes;
  let loaded = config.length;
  report('download', loaded, total);
  const get = (file: keyof Manifest) =>
    fetchBytes(new URL(FILE_NAMES[file], folder), {
      fetch,
      signal,
      expectedBytes: manifest[file].bytes,
      onBytes: (count) => report('download', (loaded += count), total),
    });
  const [tensors, vocabulary] = await Promise.all([get('tensors'), get('vocabulary')]);
  return check({ config, tensors, vocabulary }, name, report, manifest);
}

/** Checks the files against what config.json says of them. */
async function check(
  files: ModelFiles,
  name: (file: keyof ModelFiles) => string,
  report: Report,
  manifest: Manifest = parseManifest(files.config, name('config')),
): Promise<ModelFiles> {
  const total = files.tensors.length + files.vocabulary.length;
  report('verify', 0, total);
  await verify(files.vocabulary, manifest.vocabulary, name('vocabulary'));
  report('verify', files.vocabulary.length, total);
  await verify(files.tensors, manifest.tensors, name('tensors'));
  report('verify', total, total);
  return files;
}

const nameOf = (file: keyof ModelFiles) => FILE_NAMES[file];

/** The source and the module as they can be sent to a Worker. */
function forWorker(
  from: URL | ModelBytes,
  { fetch, wasm }: LoadOptions,
  platform: Platform,
): [string | ModelBytes, string | ArrayBuffer | Uint8Array | WebAssembly.Module | undefined] {
  if (fetch) {
    throw new WhylightError('invalid-argument', '`fetch` cannot be sent to a `worker`.');
  }
  const sendable =
    wasm === undefined || isWasmModule(wasm) || isBuffer(wasm)
      ? wasm
      : wasmUrl(wasm, platform).href;
  return [from instanceof URL ? from.href : from, sendable];
}

function folderUrl(source: unknown, platform: Platform): URL {
  if (typeof source !== 'string' && !(source instanceof URL)) {
    throw new WhylightError(
      'invalid-argument',
      "Expected the address of a model's folder, or its bytes as {config, tensors, vocabulary}.",
    );
  }
  const url = new URL(parseUrl(source, platform, 'the source').href);
  if (!url.pathname.endsWith('/')) url.pathname += '/';
  return url;
}

function isBytes(source: ModelSource): source is ModelBytes {
  return typeof source === 'object' && source !== null && 'config' in source;
}

function toFiles(source: ModelBytes): ModelFiles {
  return {
    config: toBytes(source.config, 'config'),
    tensors: toBytes(source.tensors, 'tensors'),
    vocabulary: toBytes(source.vocabulary, 'vocabulary'),
  };
}
