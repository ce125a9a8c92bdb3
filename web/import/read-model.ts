// The three files of a model that a visitor brings.
import { strings } from '../strings/strings';
import type { BroughtFile } from './dropped-files';
import { ImportError } from './import-error';
import { maxModelBytes } from './limits';

const names = {
  config: 'config.json',
  tensors: 'model.safetensors',
  vocabulary: 'vocab.txt',
} as const;

/** Of how many aspects or classes a model without a name is called. */
const mostParts = 2;

/** The kinds of models that the page shows of a visitor. */
export type OwnTask = 'rationale' | 'classifier';

export interface ReadModel {
  /** Of its folder, or of what it tells where the folder is not known. */
  name: string;
  task: OwnTask;
  /** What it rates; none of a classifier. */
  aspects: string[];
  files: Record<keyof typeof names, Uint8Array<ArrayBuffer>>;
}

/** Reads a model. Rejects with an `ImportError`. */
export async function readModel(brought: readonly BroughtFile[]): Promise<ReadModel> {
  const { folder, files } = findModel(brought);
  const { ownModel } = strings;
  const size = Object.values(files).reduce((sum, file) => sum + file.size, 0);
  if (size > maxModelBytes) {
    throw new ImportError('too-large', ownModel.tooLarge(maxModelBytes / 1e6, size / 1e6));
  }
  const [config, tensors, vocabulary] = await Promise.all([
    read(files.config),
    read(files.tensors),
    read(files.vocabulary),
  ]);
  const { task, parts } = contentOf(config);
  return {
    name: nameOf(folder) ?? (parts.slice(0, mostParts).join(', ') || task),
    task,
    aspects: task === 'rationale' ? parts : [],
    files: { config, tensors, vocabulary },
  };
}

type ModelFiles = Record<keyof typeof names, File>;

/** The first folder that holds all three files. */
function findModel(brought: readonly BroughtFile[]): { folder: string; files: ModelFiles } {
  const folders = new Map<string, Partial<ModelFiles>>();
  for (const { path, file } of brought) {
    const at = path.lastIndexOf('/') + 1;
    const role = roleOf(path.slice(at));
    if (!role) continue;
    const folder = path.slice(0, at);
    folders.set(folder, { ...folders.get(folder), [role]: file });
  }
  const missingIn = (files: Partial<ModelFiles>) =>
    Object.keys(names).filter((role) => !(role in files)) as (keyof typeof names)[];
  let nearest: Partial<ModelFiles> = {};
  for (const [folder, files] of folders) {
    if (missingIn(files).length === 0) return { folder, files: files as ModelFiles };
    if (missingIn(files).length < missingIn(nearest).length) nearest = files;
  }
  const missing = missingIn(nearest).map((role) => names[role]);
  throw new ImportError('no-model', strings.ownModel.missing(Object.values(names), missing));
}

function roleOf(name: string): keyof typeof names | undefined {
  return (Object.keys(names) as (keyof typeof names)[]).find((role) => names[role] === name);
}

/** "runs/tickets/model/" -> "tickets": what `whylight train` writes is always called `model`. */
function nameOf(folder: string): string | undefined {
  return folder
    .split('/')
    .filter((name) => name !== '' && name !== 'model')
    .at(-1);
}

async function read(file: File): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new ImportError('unreadable', strings.ownModel.unreadable(file.name), { cause });
  }
}

/** What a model rates or tells apart, as its config.json says. All else of it the model's loader checks. */
function contentOf(config: Uint8Array): { task: OwnTask; parts: string[] } {
  const { notOurs, otherTask } = strings.ownModel;
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(config));
  } catch (cause) {
    throw new ImportError('no-model', notOurs, { cause });
  }
  if (!isObject(parsed) || parsed.format !== 'whylight') throw new ImportError('no-model', notOurs);
  const { task, aspects, labels, names } = parsed;
  if (task === 'classifier') {
    // Without names, classes are called by their labels.
    const called = listOf(names).length > 0 ? names : labels;
    return { task, parts: listOf(called).map(String) };
  }
  if (task !== 'rationale') throw new ImportError('no-model', otherTask(String(task)));
  const shown = listOf(aspects)
    .filter(isObject)
    .filter(({ reported }) => reported !== false);
  return { task, parts: shown.map(({ name }) => String(name)) };
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
