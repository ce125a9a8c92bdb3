// The WebAssembly module: its bytes, its instances and what they answer.
import { WhylightError, messageOf, type ErrorCode } from './errors.js';
import { fetchBytes, looksLikeHtml, type Fetch } from './fetch-bytes.js';
import createCore from './whylight-core.mjs';

/** An explanation as the bindings hand it over: flat arrays, aspects in order. */
export interface RawExplanation {
  ratings: Float32Array;
  /** [start, end, ...], one pair a token. */
  spans: Uint32Array;
  /** One row of aspects a token, as is `selected`. */
  probability: Float32Array;
  selected: Uint8Array;
  /** [start, end, ...], the rationales of the first aspect first. */
  rationaleSpans: Uint32Array;
  /** How many rationale spans each aspect has. */
  rationaleCounts: Uint32Array;
}

interface Failure {
  error: { code: ErrorCode; message: string };
}

/** A model inside an instance. */
export interface CoreModel {
  aspects(): string[];
  explain(utf8: Uint8Array): RawExplanation | Failure;
}

/** What the bindings export. */
export interface CoreModule {
  RationaleModel: {
    load(
      config: Uint8Array,
      tensors: Uint8Array,
      vocabulary: Uint8Array,
    ): { model: CoreModel } | Failure;
  };
}

/** The files of a model, in memory. */
export interface ModelFiles {
  config: Uint8Array;
  tensors: Uint8Array;
  vocabulary: Uint8Array;
}

/** Returns a value from the bindings, or throws the error it stands for. */
export function unwrap<T extends object>(value: T | Failure): T {
  if ('error' in value) throw new WhylightError(value.error.code, value.error.message);
  return value;
}

// Compiled modules by address, so that a second model costs no second download.
const compiled = new Map<string, WebAssembly.Module>();

/**
 * Compiles the module that lies at `url`, which is beside this file unless a
 * caller says otherwise.
 */
export async function compileFrom(
  url: URL | undefined,
  fetch: Fetch,
  signal: AbortSignal | undefined,
): Promise<WebAssembly.Module> {
  const from = url ?? new URL('./whylight-core.wasm', import.meta.url);
  const known = compiled.get(from.href);
  if (known) return known;
  const module = await compileBytes(await fetchBytes(from, { fetch, signal }), from.href);
  compiled.set(from.href, module);
  return module;
}

/** Compiles `bytes`; `from` names them in an error. */
export async function compileBytes(
  bytes: Uint8Array<ArrayBuffer>,
  from: string,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') {
    throw new WhylightError('wasm-failed', 'This engine has no WebAssembly.');
  }
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const found = looksLikeHtml(bytes) ? 'an HTML page' : 'something else';
    throw new WhylightError(
      'wasm-failed',
      `Expected WebAssembly at ${from}, found ${found}. Serve whylight-core.wasm there, ` +
        'or pass its address to load() as `wasm`.',
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw new WhylightError(
      'wasm-failed',
      `${from} does not compile: ${messageOf(cause)}. An engine with WebAssembly SIMD is ` +
        'needed (Chrome 91, Firefox 89, Safari 16.4, Node 20, or later).',
      { cause },
    );
  }
}

/**
 * Opens a model in an instance of its own, so that a model whose module stops
 * takes no other with it, and that letting go of the model frees its memory.
 */
export async function openModel(module: WebAssembly.Module, files: ModelFiles): Promise<CoreModel> {
  const core = await instantiate(module);
  let loaded;
  try {
    loaded = core.RationaleModel.load(files.config, files.tensors, files.vocabulary);
  } catch (cause) {
    throw new WhylightError(
      'wasm-failed',
      'The WebAssembly module stopped while it read the model; there may be too little memory.',
      { cause },
    );
  }
  return unwrap(loaded).model;
}

function instantiate(module: WebAssembly.Module): Promise<CoreModule> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      const message = `The WebAssembly module does not start: ${messageOf(cause)}.`;
      reject(new WhylightError('wasm-failed', message, { cause }));
    };
    createCore({
      // The glue would never hear of a failure in here, hence the Promise.
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done).catch(fail);
        return {};
      },
      // Keeps the glue from working out an address that is not used.
      locateFile: (name) => name,
      // What it would print is in the errors it throws.
      printErr: () => {},
    }).then(resolve, fail);
  });
}
