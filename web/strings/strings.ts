// What the page says, in the language of its reader. Each language is one file, which is fetched
// when it is wanted; a type says that none of it is missing.
import { en } from './en';

export type Strings = typeof en;

/** In the language that is used. Read it where it is shown, not when a module is loaded. */
export let strings: Strings = en;

/** The languages by their codes, each with the name that its readers know it by. */
export const languages: Readonly<Record<string, { name: string; load(): Promise<Strings> }>> = {
  en: { name: 'English', load: async () => en },
};

/** Speaks a language from now on, one of `languages`. */
export async function speak(code: string): Promise<void> {
  strings = await languages[code]!.load();
}

/** Markup with its {{reviews.title}} filled in. */
export function fill(markup: string): string {
  return markup.replaceAll(/\{\{([\w.]+)\}\}/g, (_, path: string) => {
    let found: unknown = strings;
    for (const key of path.split('.')) found = (found as Record<string, unknown>)[key];
    if (typeof found !== 'string') throw new Error(`The markup names no string: ${path}`);
    return found;
  });
}
