// A question whose matched words are marked, and light up when what they match is pointed at.
import type { Span } from 'whylight';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { longestShown, overlap, type MatchedWord } from './links';

export class MarkedQuestion {
  readonly element: HTMLElement;
  #words: { word: MatchedWord; element: HTMLElement }[] = [];

  /** Shows itself in `element`. */
  constructor(element: HTMLElement) {
    this.element = element;
    holdsEnglish(element);
  }

  /** Shows `text`; `wrap` makes the element of a matched word, a <mark> by default. */
  show(
    text: string,
    words: readonly MatchedWord[],
    wrap: (text: string, word: MatchedWord) => HTMLElement = markOf,
  ): void {
    this.#words = [];
    const content: (Node | string)[] = [];
    let from = 0;
    for (const word of words) {
      const element = wrap(text.slice(word.start, word.end), word);
      content.push(text.slice(from, word.start), element);
      this.#words.push({ word, element });
      from = word.end;
    }
    const rest = text.slice(from, Math.max(from, longestShown));
    this.element.replaceChildren(...content, text.length > from + rest.length ? `${rest}…` : rest);
  }

  /** Lights up the words that touch these places, and no others. */
  light(places: readonly Span[]): void {
    for (const { word, element } of this.#words) {
      element.classList.toggle(
        'lit',
        places.some((place) => overlap(word, place)),
      );
    }
  }

  /** The matched word that `target` is in. */
  wordAt(target: EventTarget | null): MatchedWord | undefined {
    return this.#words.find(({ element }) => element.contains(target as Node | null))?.word;
  }
}

export function markOf(text: string, { by }: MatchedWord): HTMLElement {
  return create('mark', `by-${by}`, text);
}
