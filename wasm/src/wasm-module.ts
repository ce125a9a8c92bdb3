// WebAssembly modules: their bytes, instances of them, and errors from within.
import { hasTag, isBuffer, toBytes } from './bytes.js';
import { WhylightError, messageOf, type ErrorCode } from './errors.js';
import { fetchBytes, looksLikeHtml, type Fetch } from './fetch-bytes.js';
import { parseUrl, type Platform } from './platform.js';
import type { WasmSource } from './types.js';

/** A module of this package. */
export interface WasmFile {
  name: string;
  /** Where it is, unless a caller says otherwise: beside our code. */
  url(): URL;
}

/** What Emscripten generates beside a module. */
export type Glue<T> = (options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  locateFile(name: string): string;
  printErr(line: string): void;
}) => Promise<T>;

// Compiled modules by address, so that a second model costs no second download.
const compiled = new Map<string, WebAssembly.Module>();

/** Compiles the module that a caller passed as `wasm`, or our own `file`. */
export async function compileWasm(
  wasm: WasmSource | undefined,
  file: WasmFile,
  fetch: Fetch,
  signal: AbortSignal | undefined,
  platform: Platform,
): Promise<WebAssembly.Module> {
  if (isWasmModule(wasm)) return wasm;
  if (isBuffer(wasm)) {
    const bytes = toBytes(wasm, 'wasm') as Uint8Array<ArrayBuffer>;
    return compileBytes(bytes, 'the bytes in `wasm`', file);
  }
  const from = wasm === undefined ? file.url() : wasmUrl(wasm, platform);
  const known = compiled.get(from.href);
  if (known) return known;
  const module = await compileBytes(await fetchBytes(from, { fetch, signal }), from.href, file);
  compiled.set(from.href, module);
  return module;
}

/** Compiles `bytes`; `from` names them in an error. */
async function compileBytes(
  bytes: Uint8Array<ArrayBuffer>,
  from: string,
  file: WasmFile,
): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') {
    throw new WhylightError('wasm-failed', 'This engine has no WebAssembly.');
  }
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const found = looksLikeHtml(bytes) ? 'an HTML page' : 'something else';
    throw new WhylightError(
      'wasm-failed',
      `Expected WebAssembly at ${from}, found ${found}. Serve ${file.name} there, ` +
        'or pass its address as `wasm`.',
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

export function isWasmModule(wasm: unknown): wasm is WebAssembly.Module {
  return hasTag(wasm, 'WebAssembly.Module');
}

export function wasmUrl(wasm: unknown, platform: Platform): URL {
  if (typeof wasm === 'string' || wasm instanceof URL) return parseUrl(wasm, platform, '`wasm`');
  const message = 'Expected an address, bytes or a WebAssembly.Module in `wasm`.';
  throw new WhylightError('invalid-argument', message);
}

/** A new instance of `module`, of which `glue` makes an object. */
export function instantiate<T>(glue: Glue<T>, module: WebAssembly.Module): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      const message = `The WebAssembly module does not start: ${messageOf(cause)}.`;
      reject(new WhylightError('wasm-failed', message, { cause }));
    };
    glue({
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

/** An error as the bindings hand it over. */
export interface Failure {
  error: { code: ErrorCode; message: string };
}

/** Returns a value from the bindings, or throws the error it stands for. */
export function unwrap<T extends object>(value: T | Failure): T {
  if ('error' in value) throw new WhylightError(value.error.code, value.error.message);
  return value;
}
