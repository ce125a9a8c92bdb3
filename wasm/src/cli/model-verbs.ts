// `whylight models` and `whylight copy-model`: what there is to load, and a copy for a page.
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { WhylightError, messageOf } from '../runtime/errors.js';
import { FILE_NAMES, checkHash, checkSize, parseManifest } from '../runtime/manifest.js';
import { findModel, named, packageOf } from '../runtime/named-models.js';
import { SHIPPED_MODELS } from '../runtime/shipped-models.js';
import { SYSTEMS } from '../systems/registry.js';
import { Misuse } from './misuse.js';

/** The models that have a name, with what to do for those that are not installed. */
export function listModels(json: boolean): string {
  const models = SHIPPED_MODELS.map((model) => ({
    ...model,
    package: packageOf(model.name),
    installed: findModel(model.name) !== undefined,
  }));
  if (json) return JSON.stringify(models, null, 2);
  return models
    .map(({ name, about, bytes, package: from, installed }) => {
      const state = installed ? 'installed' : `npm install ${from}`;
      return `${name.padEnd(11)}${about}\n${' '.repeat(11)}${megabytes(bytes)}, ${state}`;
    })
    .join('\n');
}

/**
 * Copies the model called `name` into a folder of that name in `folder`. Every file is
 * checked first, and none is written over that is another, unless `force`. Returns what
 * it did, for people.
 */
export async function copyModel(name: string, folder: string, force: boolean): Promise<string> {
  if (!SHIPPED_MODELS.some((model) => model.name === name)) {
    const names = SHIPPED_MODELS.map((model) => model.name).join(', ');
    throw new Misuse(`copy-model: expected one of ${names}, found "${name}".`);
  }
  const files = await readModel(named(name) as URL);
  const target = join(folder, name);
  const paths = [...files.keys()].map((file) => join(target, file));
  const before = await Promise.all(paths.map(readIfThere));
  const pieces = [...files.values()];
  const missing = paths.filter((_, at) => !before[at]?.equals(pieces[at]!));
  if (missing.length === 0) return `${target} holds ${name} already.`;
  const other = missing.find((path) => before[paths.indexOf(path)]);
  if (other !== undefined && !force) {
    const message = `${other} is there, and another file. Remove it, or pass --force.`;
    throw new WhylightError('io', message);
  }
  try {
    await mkdir(target, { recursive: true });
    for (const path of missing) await writeWhole(path, pieces[paths.indexOf(path)]!);
  } catch (cause) {
    const message = `${target} could not be written: ${messageOf(cause)}.`;
    throw new WhylightError('io', message, { cause });
  }
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
  return `Copied ${name} to ${target}: ${[...files.keys()].join(', ')}; ${megabytes(bytes)}.`;
}

/** The files of a model, as its config.json says they are; that comes last. */
async function readModel(source: URL): Promise<Map<string, Buffer>> {
  const read = (name: string) => readFile(new URL(name, source));
  const config = await read(FILE_NAMES.config);
  const { task } = JSON.parse(config.toString()) as { task: string };
  const system = SYSTEMS.find((each) => each.task === task)!;
  const manifest = parseManifest(config, system, new URL(FILE_NAMES.config, source).href);
  const files = new Map<string, Buffer>();
  for (const file of ['tensors', 'vocabulary'] as const) {
    const bytes = await read(FILE_NAMES[file]);
    const where = new URL(FILE_NAMES[file], source).href;
    checkSize(bytes, manifest[file], where);
    await checkHash(bytes, manifest[file], where);
    files.set(FILE_NAMES[file], bytes);
  }
  return files.set(FILE_NAMES.config, config);
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new WhylightError('io', `${path} could not be read: ${messageOf(cause)}.`, { cause });
  }
}

/** Writes a file that is never there in half. */
async function writeWhole(path: string, bytes: Buffer): Promise<void> {
  const partial = `${path}.${randomUUID()}.partial`;
  try {
    await writeFile(partial, bytes);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
