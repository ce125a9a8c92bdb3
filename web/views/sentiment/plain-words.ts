// The text of a classifier that has no curve: its words can be marked.
import type { Span } from 'whylight';
import { wholeGraphemes } from '../../graphemes';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { mostWords } from './graded-words';
import { markWords } from './mark-words';
import type { SideLook } from './ngrams';

export class PlainWords {
  readonly #place: HTMLElement;
  #words: readonly Span[] = [];
  #cells: HTMLElement[] = [];

  constructor(place: HTMLElement) {
    this.#place = holdsEnglish(place);
  }

  /** Shows a text whose words these are; '' for nothing. */
  show(text: string, words: readonly Span[]): void {
    // Nothing marks words of a longer one.
    this.#words = words.length > mostWords ? [] : wholeGraphemes(text, words);
    this.#cells = this.#words.map(({ start, end }) =>
      create('span', 'word', text.slice(start, end)),
    );
    const parts: (Node | string)[] = [];
    let from = 0;
    for (const [i, { start, end }] of this.#words.entries()) {
      parts.push(text.slice(from, start), this.#cells[i]!);
      from = end;
    }
    this.#place.replaceChildren(...parts, text.slice(from));
    this.#place.hidden = text === '';
  }

  mark(spans: readonly Span[], look: SideLook): void {
    markWords(this.#place, this.#words, this.#cells, spans, look);
  }
}
