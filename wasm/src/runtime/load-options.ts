// The options of loads: what each has to be.
import { hasTag, isBuffer } from './bytes.js';
import { FUNCTION, SIGNAL, type Kind } from './options.js';
import type { LoadModelOptions } from './types.js';
import { INITIAL_MEMORY, MAX_MEMORY, isWasmModule } from './wasm-module.js';

/** What each option of a load is. */
export type LoadKinds<Options extends object> = Readonly<Record<keyof Options & string, Kind>>;

export const WASM: Kind = {
  name: 'an address, bytes or a WebAssembly.Module',
  is: (value) => isAddress(value) || isBuffer(value) || isWasmModule(value),
};

const MEMORY: Kind = {
  name: `bytes from ${INITIAL_MEMORY} to ${MAX_MEMORY}`,
  is: (value) => typeof value === 'number' && value >= INITIAL_MEMORY && value <= MAX_MEMORY,
};

const isWorker = (value: unknown) =>
  hasMethods(value, 'postMessage') &&
  (hasMethods(value, 'addEventListener') || hasMethods(value, 'on'));

export const WORKER: Kind = { name: 'a Worker', is: isWorker };

const WORKERS: Kind = {
  name: 'a Worker or an array of Workers',
  is: (value) =>
    Array.isArray(value) ? value.length > 0 && value.every(isWorker) : isWorker(value),
};

const INTEGRITY: Kind = {
  name: '"sha256-" and the SHA-256 of config.json in base64',
  is: (value) => typeof value === 'string' && /^sha256-[A-Za-z0-9+/]{43}=$/.test(value),
};

const CACHE: Kind = {
  name: 'true, false or the name of a cache',
  is: (value) => typeof value === 'boolean' || (typeof value === 'string' && value !== ''),
};

const REQUEST_NAMES = ['headers', 'credentials', 'mode', 'cache', 'referrerPolicy'];

const isRecord = (value: unknown): value is object => hasTag(value, 'Object');

// Whatever it holds tells one request from another, and is sent to a Worker: Headers would do neither.
const REQUEST: Kind = {
  name: `an object of ${REQUEST_NAMES.join(', ')}, whose headers are a plain object of texts`,
  is: (value) => {
    if (!isRecord(value)) return false;
    const { headers = {} } = value as { headers?: unknown };
    return (
      Object.keys(value).every((name) => REQUEST_NAMES.includes(name)) &&
      isRecord(headers) &&
      Object.values(headers).every((header) => typeof header === 'string')
    );
  },
};

/** Options of every load. */
export const CODE_KINDS: LoadKinds<
  Pick<LoadModelOptions, 'signal' | 'wasm' | 'maxMemory' | 'worker' | 'fetch'>
> = { signal: SIGNAL, wasm: WASM, maxMemory: MEMORY, worker: WORKER, fetch: FUNCTION };

/** Options of every load of a model. */
export const MODEL_KINDS: LoadKinds<LoadModelOptions> = {
  ...CODE_KINDS,
  worker: WORKERS,
  onProgress: FUNCTION,
  cache: CACHE,
  integrity: INTEGRITY,
  request: REQUEST,
};

/** An array of some of these names. */
export function someOf(names: readonly string[]): Kind {
  return {
    name: `an array of: ${names.map((name) => `"${name}"`).join(', ')}`,
    is: (value) => Array.isArray(value) && value.every((each) => names.includes(each as string)),
  };
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' || value instanceof URL;
}

function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');
}
