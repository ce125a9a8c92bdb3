// A model's other files, as config.json lists them.
import { WhylightError, messageOf } from './errors.js';
import { htmlInstead, looksLikeHtml } from './fetch-bytes.js';
import { openerOf } from './openers.js';
import type { System } from './system.js';
import { MAX_MEMORY } from './wasm-module.js';

/** The format version this release reads. */
const VERSION = 1;

/** The names of a model's files, by what they hold. */
export const FILE_NAMES = {
  config: 'config.json',
  tensors: 'model.safetensors',
  vocabulary: 'vocab.txt',
} as const;

export interface FileEntry {
  bytes: number;
  /** Lower-case hexadecimal. */
  sha256: string;
}

export interface Manifest {
  tensors: FileEntry;
  vocabulary: FileEntry;
}

/**
 * Reads the sizes and hashes out of config.json. The core checks the rest of
 * it; the version and the task come first here, so that nobody downloads a model
 * in vain. `where` names the file in an error.
 */
export function parseManifest(config: Uint8Array, { task }: System, where: string): Manifest {
  if (looksLikeHtml(config)) throw htmlInstead(where);
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(config));
  } catch (cause) {
    const message = `${where} is not valid JSON: ${messageOf(cause)}.`;
    throw new WhylightError('bad-model', message, { cause });
  }
  if (!isRecord(parsed) || parsed['format'] !== 'whylight') {
    throw new WhylightError('bad-model', `${where} does not say "format": "whylight".`);
  }
  if (parsed['version'] !== VERSION) {
    throw new WhylightError(
      'model-version',
      `${where} is of version ${JSON.stringify(parsed['version'])}; ` +
        `this release reads version ${VERSION}.`,
    );
  }
  const found = parsed['task'];
  if (typeof found === 'string' && found !== task) {
    const opener = openerOf(found);
    const opened = opener === undefined ? '' : `, which ${opener} opens`;
    throw new WhylightError(
      'bad-model',
      `${where}: "task": expected "${task}", which ${openerOf(task)} opens, ` +
        `found ${JSON.stringify(found)}${opened}.`,
    );
  }
  const entry = (name: string): FileEntry => {
    const files = parsed['files'];
    const found = isRecord(files) ? files[name] : undefined;
    if (isRecord(found) && isSize(found['bytes']) && isHash(found['sha256'])) {
      return { bytes: found['bytes'], sha256: found['sha256'] };
    }
    const message = `${where} does not give the size and the SHA-256 of ${name}.`;
    throw new WhylightError('bad-model', message);
  };
  return { tensors: entry(FILE_NAMES.tensors), vocabulary: entry(FILE_NAMES.vocabulary) };
}

/** Returns `bytes`, which must be as many as their entry says. */
export function checkSize(bytes: Uint8Array, entry: FileEntry, where: string): Uint8Array {
  if (bytes.length === entry.bytes) return bytes;
  throw new WhylightError(
    'size-mismatch',
    `Expected ${entry.bytes} bytes in ${where}, found ${bytes.length}.`,
  );
}

/**
 * Checks `bytes` against the hash of their entry. In an insecure context, where
 * the engine offers no SHA-256, the size has to do.
 */
export async function checkHash(bytes: Uint8Array, entry: FileEntry, where: string): Promise<void> {
  const found = await sha256(bytes);
  if (found !== undefined && found !== entry.sha256) {
    throw new WhylightError(
      'hash-mismatch',
      `Expected SHA-256 ${entry.sha256} of ${where}, found ${found}.`,
    );
  }
}

/** In lower-case hexadecimal, if the engine offers it. */
export async function sha256(bytes: Uint8Array): Promise<string | undefined> {
  const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
  if (!subtle) return undefined;
  const digest = new Uint8Array(await subtle.digest('SHA-256', bytes as BufferSource));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// No file could be read that is larger than all memory.
function isSize(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MAX_MEMORY;
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
}
