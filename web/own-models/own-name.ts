// The names of the visitor's own models, which no folder of models/ can have.
const prefix = 'own:';
// What the page keeps of a visit holds names of at most 100 letters.
const longest = 60;

/** The name of a model with this title, without what addresses, shells or code would take otherwise. */
export function ownName(title: string): string {
  return prefix + title.slice(0, longest).replaceAll(/[^\p{L}\p{N}\p{M} ,._-]/gu, '-');
}

export function isOwn(name: string): boolean {
  return name.startsWith(prefix);
}

/** What its owner calls it. */
export function titleOf(name: string): string {
  return isOwn(name) ? name.slice(prefix.length) : name;
}
