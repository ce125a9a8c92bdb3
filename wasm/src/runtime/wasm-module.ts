// WebAssembly modules: their bytes, instances of them, and errors from within.
import { hasTag, isBuffer, toBytes } from './bytes.js';
import { WhylightError, messageOf, type ErrorCode } from './errors.js';
import {
  looksLikeHtml,
  openDownload,
  readBytes,
  type Download,
  type Fetch,
  type FetchOptions,
} from './fetch-bytes.js';
import { parseJson } from './json.js';
import { parseUrl, type Platform } from './platform.js';
import { SharedWork } from './shared.js';
import type { WasmSource } from './types.js';
import type { WasmFile } from './wasm-file.js';

/** The glue that Emscripten generates for a module. */
export type Glue<T> = (options: {
  wasmMemory: WebAssembly.Memory;
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance) => void,
  ): object;
  locateFile(name: string): string;
  printErr(line: string): void;
  parseJson(utf8: Uint8Array, maxDepth: number): Uint8Array | undefined;
}) => Promise<T>;

/** Imports the glue of `file`, whose failure gets a name. */
export async function importGlue<T>(
  file: WasmFile,
  glue: () => Promise<{ default: Glue<T> }>,
): Promise<Glue<T>> {
  try {
    return (await glue()).default;
  } catch (cause) {
    const message = `The code beside ${file.name} could not be fetched: ${messageOf(cause)}. Serve the package's folder as it is.`;
    throw new WhylightError('fetch-failed', message, { cause });
  }
}

const PAGE = 65536;
// As the modules are linked (wasm/CMakeLists.txt).
export const INITIAL_MEMORY = 2 * 2 ** 20;
export const MAX_MEMORY = 512 * 2 ** 20;

// Compiled modules by address, so that a second model costs no second download.
const compiled = new Map<string, WebAssembly.Module>();

// The smallest module there is.
const EMPTY = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

/** Checks, before anything is downloaded, that modules can be compiled here. */
export function checkEngine(): void {
  if (typeof WebAssembly === 'undefined') {
    throw new WhylightError('wasm-failed', 'This engine has no WebAssembly.');
  }
  try {
    new WebAssembly.Module(EMPTY);
  } catch (cause) {
    const message =
      `WebAssembly may not be compiled here: ${messageOf(cause)}. If there is a content ` +
      "security policy, it needs 'wasm-unsafe-eval' in its script-src.";
    throw new WhylightError('wasm-failed', message, { cause });
  }
}

/** Compiles the module that a caller passed as `wasm`, or our own `file`. */
export async function compileWasm(
  wasm: WasmSource | undefined,
  file: WasmFile,
  options: FetchOptions,
  platform: Platform,
): Promise<WebAssembly.Module> {
  if (isWasmModule(wasm)) return wasm;
  if (isBuffer(wasm)) {
    const bytes = toBytes(wasm, 'wasm') as Uint8Array<ArrayBuffer>;
    return compileBytes(bytes, `the bytes in \`${file.option}\``, file);
  }
  const from = wasm === undefined ? platform.locate(file) : wasmUrl(wasm, platform, file.option);
  const known = compiled.get(from.href);
  if (known) return known;
  let shared = compiling.get(options.fetch);
  if (!shared) compiling.set(options.fetch, (shared = new SharedWork()));
  const begin = (signal: AbortSignal) => downloadModule(from, file, { ...options, signal });
  const module = await shared.do(from.href, begin, options.signal);
  compiled.set(from.href, module);
  return module;
}

// Modules on their way, by the function that fetches.
const compiling = new WeakMap<Fetch, SharedWork<WebAssembly.Module>>();

async function downloadModule(
  from: URL,
  file: WasmFile,
  options: FetchOptions,
): Promise<WebAssembly.Module> {
  const download = await openDownload(from, options, adviceFor(file));
  // Engines compile while they download only what is served under this very type.
  const streams =
    download.response.headers.get('content-type') === 'application/wasm' &&
    'compileStreaming' in WebAssembly;
  return streams
    ? await compileStream(download)
    : await compileBytes(await readBytes(download), from.href, file);
}

function compileStream({ url, response, guard }: Download): Promise<WebAssembly.Module> {
  return guard(async () => {
    try {
      return await WebAssembly.compileStreaming(response);
    } catch (cause) {
      if ((cause as Error).name === 'CompileError') throw doesNotCompile(url.href, cause);
      throw cause;
    }
  });
}

/** Compiles `bytes`; `from` names them in an error. */
async function compileBytes(
  bytes: Uint8Array<ArrayBuffer>,
  from: string,
  file: WasmFile,
): Promise<WebAssembly.Module> {
  if (bytes[0] !== 0 || bytes[1] !== 0x61 || bytes[2] !== 0x73 || bytes[3] !== 0x6d) {
    const found = looksLikeHtml(bytes) ? 'an HTML page' : 'something else';
    throw new WhylightError(
      'wasm-failed',
      `Expected WebAssembly at ${from}, found ${found}.${adviceFor(file)}`,
    );
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    throw doesNotCompile(from, cause);
  }
}

function adviceFor({ name, option }: WasmFile): string {
  return ` Serve ${name} there, or pass its address as \`${option}\`.`;
}

function doesNotCompile(from: string, cause: unknown): WhylightError {
  return new WhylightError(
    'wasm-failed',
    `${from} does not compile: ${messageOf(cause)}. All but whylight-core.scalar.wasm need ` +
      'WebAssembly SIMD, which may be switched off, or missing where the processor is too old. ' +
      'Whylight needs Chrome 100, Firefox 97, Safari 16.4, Node 20 or newer.',
    { cause },
  );
}

export function isWasmModule(wasm: unknown): wasm is WebAssembly.Module {
  return hasTag(wasm, 'WebAssembly.Module');
}

export function wasmUrl(wasm: string | URL, platform: Platform, option: string): URL {
  return parseUrl(wasm, platform, `\`${option}\``);
}

/**
 * A new instance of `module`, of which `glue` makes an object. Its memory grows to
 * `maxMemory` bytes at most.
 */
export function instantiate<T>(
  glue: Glue<T>,
  module: WebAssembly.Module,
  maxMemory = MAX_MEMORY,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => {
      const message = `The WebAssembly module does not start: ${messageOf(cause)}.`;
      reject(new WhylightError('wasm-failed', message, { cause }));
    };
    glue({
      wasmMemory: makeMemory(maxMemory),
      // The glue would never hear of a failure in here, hence the Promise.
      instantiateWasm(imports, done) {
        WebAssembly.instantiate(module, imports).then(done).catch(fail);
        return {};
      },
      // Keeps the glue from working out an address that is not used.
      locateFile: (name) => name,
      // Its errors say what it would print.
      printErr: () => {},
      parseJson,
    }).then(resolve, fail);
  });
}

function makeMemory(maxMemory: number): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({
      initial: INITIAL_MEMORY / PAGE,
      maximum: Math.floor(maxMemory / PAGE),
    });
  } catch (cause) {
    const message = `There is too little memory to start the module: ${messageOf(cause)}.`;
    throw new WhylightError('out-of-memory', message, { cause });
  }
}

/** The error of a module that stopped on `what`, by what it threw. */
export function stopped(cause: unknown, what: string, advice = ''): WhylightError {
  // The bindings throw this word when memory runs out.
  return cause === 'out-of-memory'
    ? new WhylightError('out-of-memory', `There is too little memory for ${what}.${advice}`)
    : new WhylightError('wasm-failed', `The WebAssembly module stopped on ${what}.${advice}`, {
        cause,
      });
}

/** An error as the bindings hand it over. */
export interface Failure {
  error: { code: ErrorCode; message: string };
}

export function isFailure(value: object): value is Failure {
  return 'error' in value;
}

/** Returns a value from the bindings, or throws the error it stands for. */
export function unwrap<T extends object>(value: T | Failure): T {
  if (isFailure(value)) throw new WhylightError(value.error.code, value.error.message);
  return value;
}
