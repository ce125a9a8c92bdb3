// Models of any system, from their folders.
import { WhylightError } from '../runtime/errors.js';
import { fetchBytes } from '../runtime/fetch-bytes.js';
import type { LoadedModel } from '../runtime/loaded-model.js';
import { named } from '../runtime/named-models.js';
import { node } from '../runtime/platform-node.js';
import { resolveSource } from '../runtime/source.js';
import { loadClassifier } from '../systems/classifier/node.js';
import { loadPairs } from '../systems/pairs/node.js';
import { loadRetriever } from '../systems/questions/node.js';
import { load } from '../systems/rationale/node.js';
import { loadTagger } from '../systems/tagger/node.js';
import { loadReader } from '../systems/reader/node.js';
import { loadRecommender } from '../systems/recommender/node.js';

const LOADERS: Readonly<Record<string, (folder: string) => Promise<LoadedModel>>> = {
  rationale: load,
  classifier: loadClassifier,
  questions: loadRetriever,
  pairs: loadPairs,
  tagger: loadTagger,
  reader: loadReader,
  recommender: loadRecommender,
};

/** Loads the model in `folder`, or of that name, of whatever system. */
export async function openModel(folder = 'beer'): Promise<LoadedModel> {
  const address = resolveSource(named(folder), node) as URL;
  const url = Object.assign(new URL('config.json', address), { search: address.search });
  const task = taskOf(await fetchBytes(url, { fetch: node.fetcher(globalThis.fetch) }));
  // Loading finds whatever else is wrong with a config.
  if (task === undefined) return load(folder);
  const loader = Object.hasOwn(LOADERS, task) ? LOADERS[task] : undefined;
  if (loader) return loader(folder);
  const tasks = Object.keys(LOADERS).map((name) => `"${name}"`);
  const message = `${url.href}: "task": expected one of ${tasks.join(', ')}, found "${task}".`;
  throw new WhylightError('bad-model', message);
}

/** The task that a config.json names, if it can be read. */
export function taskOf(config: Uint8Array): string | undefined {
  try {
    const { task } = JSON.parse(new TextDecoder().decode(config)) as { task?: unknown };
    return typeof task === 'string' ? task : undefined;
  } catch {
    return undefined;
  }
}
