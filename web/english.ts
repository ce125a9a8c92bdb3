// The models read English, whatever the page speaks, so what they read and quote is told from the
// page's own words: screen readers pronounce it, and browsers check its spelling, as what it is.
import { create } from './dom';
import { strings } from './strings/strings';
import { labelOf, named } from './wording';

/** Says of an element that it holds a text for the models, which may run in either direction. */
export function holdsEnglish<T extends HTMLElement>(element: T): T {
  element.lang = 'en';
  element.dir = 'auto';
  return element;
}

/** A sentence of the page, with the words of texts in it, in their order, told from its own. */
export function withEnglish(sentence: string, ...quoted: readonly string[]): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const words of quoted) {
    const at = words === '' ? -1 : sentence.indexOf(words, from);
    if (at < 0) continue;
    const told = create('span', '', words);
    told.lang = 'en';
    parts.push(sentence.slice(from, at), told);
    from = at + words.length;
  }
  return [...parts, sentence.slice(from)];
}

/** The name of an aspect, which is the model's own where the page has none for it. */
export function aspectName(className: string, aspect: string): HTMLElement {
  const name = create('span', className, labelOf(aspect));
  if (named(strings.names.aspects, aspect) === undefined) name.lang = 'en';
  return name;
}
