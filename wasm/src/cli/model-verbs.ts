// `whylight models` and `whylight copy-model`: what there is to load, and a copy for a page.
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { WhylightError, messageOf } from '../runtime/errors.js';
import { FILE_NAMES, checkHash, checkSize, parseManifest } from '../runtime/manifest.js';
import { findModel, named, packageOf } from '../runtime/named-models.js';
import { SHIPPED_MODELS } from '../runtime/shipped-models.js';
import { SYSTEMS } from '../systems/registry.js';
import { Misuse } from './misuse.js';
import { taskOf } from './models.js';

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
 * Copies the model of that name, or in that folder, into a folder of its name in `folder`.
 * Every file is checked first, and none is written over that is another, unless `force`.
 * Returns what it did, for people.
 */
export async function copyModel(model: string, folder: string, force: boolean): Promise<string> {
  const isName = SHIPPED_MODELS.some(({ name }) => name === model);
  if (!isName && !existsSync(join(model, FILE_NAMES.config))) {
    const names = SHIPPED_MODELS.map(({ name }) => name).join(', ');
    const expected = `expected the folder of a model, or one of ${names}`;
    throw new Misuse(`copy-model: ${expected}, found "${model}".`);
  }
  const name = isName ? model : folderName(model);
  const files = await readModel(isName ? (named(model) as URL) : pathToFileURL(`${model}/`));
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

/** What to call a model by its folder: that in "runs/tickets/model" is one of tickets. */
function folderName(path: string): string {
  const whole = resolve(path);
  return basename(basename(whole) === 'model' ? dirname(whole) : whole);
}

/** The files of a model, as its config.json says they are; that comes last. */
async function readModel(source: URL): Promise<Map<string, Buffer>> {
  const read = (name: string) => readFile(new URL(name, source));
  const config = await read(FILE_NAMES.config);
  const { href } = new URL(FILE_NAMES.config, source);
  const task = taskOf(config);
  const system = SYSTEMS.find((each) => each.task === task);
  if (!system) {
    const tasks = SYSTEMS.map((each) => `"${each.task}"`).join(', ');
    const found = task === undefined ? 'none' : `"${task}"`;
    const message = `${href}: "task": expected one of ${tasks}, found ${found}.`;
    throw new WhylightError('bad-model', message);
  }
  const manifest = parseManifest(config, system, href);
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
