// What the page says. Another language is another file of the type of the first.
import { en } from './en';

export type Strings = typeof en;

export const strings: Strings = en;

/** Markup with its {{reviews.title}} filled in. */
export function fill(markup: string): string {
  return markup.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
    let found: unknown = strings;
    for (const key of path.split('.')) found = (found as Record<string, unknown>)[key];
    if (typeof found !== 'string') throw new Error(`The markup names no string: ${path}`);
    return found;
  });
}
