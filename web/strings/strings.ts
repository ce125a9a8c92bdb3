// What the page says, in the language that is spoken. Each language is a file of this folder, of
// the type of the first.
import { en } from './en';

export type Strings = typeof en;

/** The languages by their tags, each with its own name, in the order of the picker. */
export const languages = {
  en: { name: 'English', fetch: () => Promise.resolve(en) },
  de: { name: 'Deutsch', fetch: () => import('./de').then(({ de }) => de) },
  es: { name: 'Español', fetch: () => import('./es').then(({ es }) => es) },
  zh: { name: '中文', fetch: () => import('./zh').then(({ zh }) => zh) },
} satisfies Record<string, { name: string; fetch: () => Promise<Strings> }>;

export type Language = keyof typeof languages;

/** What is said; read it when it is shown, not before, since `speak` changes it. */
export let strings: Strings = en;

export let spoken: Language = 'en';

/** Has the page speak a language from now on. Rejects if it cannot be fetched. */
export async function speak(language: Language): Promise<void> {
  strings = await languages[language].fetch();
  spoken = language;
}

/** The first of these tags, such as "de-AT", whose language the page speaks. */
export function firstSpoken(tags: readonly string[]): Language | undefined {
  for (const tag of tags) {
    const language = tag.toLowerCase().split('-')[0]!;
    if (Object.hasOwn(languages, language)) return language as Language;
  }
  return undefined;
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
