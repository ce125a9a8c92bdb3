// The names of the visitor's own models, which no folder of models/ can have. Models of two kinds may have
// one title.
import type { OwnTask } from '../import/read-model';

const prefixes: Readonly<Record<OwnTask, string>> = {
  rationale: 'own:',
  classifier: 'own-classifier:',
};
// What the page keeps of a visit holds names of at most 100 letters.
const longest = 60;

/** The name of a model with this title, without what addresses, shells or code would take otherwise. */
export function ownName(title: string, task: OwnTask): string {
  return prefixes[task] + title.slice(0, longest).replaceAll(/[^\p{L}\p{N}\p{M} ,._-]/gu, '-');
}

export function isOwn(name: string): boolean {
  return prefixOf(name) !== '';
}

/** What its owner calls it. */
export function titleOf(name: string): string {
  return name.slice(prefixOf(name).length);
}

function prefixOf(name: string): string {
  return Object.values(prefixes).find((prefix) => name.startsWith(prefix)) ?? '';
}
