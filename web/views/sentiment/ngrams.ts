// The skip n-grams that count most, for and against, each linked to its words in the text.
import type { Span } from 'whylight';
import type { Classification, ClassifiedNgram } from 'whylight/classifier';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { ngramText, signed } from '../../wording';

const mostOfASide = 5;

/** The look of what speaks for a higher grade, or against it (sentiment.css). */
export type SideLook = 'side-for' | 'side-against';

export interface Side {
  name: string;
  look: SideLook;
  ngrams: ClassifiedNgram[];
}

/** What n-grams speak for and against. */
export interface SideNames {
  for: string;
  against: string;
}

/** The strongest of either sign. */
export function sidesOf({ ngrams }: Pick<Classification, 'ngrams'>, names: SideNames): Side[] {
  const strongest = (keep: (contribution: number) => boolean) =>
    ngrams.filter(({ contribution }) => keep(contribution)).slice(0, mostOfASide);
  return [
    { name: names.for, look: 'side-for', ngrams: strongest((c) => c > 0) },
    { name: names.against, look: 'side-against', ngrams: strongest((c) => c < 0) },
  ];
}

/** Is told which words to mark, and how: none, when no n-gram is chosen. */
export type OnMark = (spans: readonly Span[], look: SideLook) => void;

export class NgramLists {
  readonly #place: HTMLElement;
  readonly #onMark: OnMark;
  #pressed: { button: HTMLButtonElement; mark: () => void } | undefined;

  constructor(place: HTMLElement, onMark: OnMark) {
    this.#place = place;
    this.#onMark = onMark;
  }

  show(classification: Classification, names: SideNames): void {
    this.#pressed = undefined;
    const { text, ngrams } = classification;
    const largest = Math.max(...ngrams.map(({ contribution }) => Math.abs(contribution)));
    const sides = sidesOf(classification, names).map(({ name, look, ngrams }) => {
      const heading = create('h4', '', name);
      if (ngrams.length === 0)
        return create('div', look, heading, create('p', '', strings.sentiment.none));
      const items = ngrams.map((ngram) =>
        create('li', '', this.#button(text, ngram, look, largest)),
      );
      const list = create('ul', '', ...items);
      list.ariaLabel = name;
      return create('div', look, heading, list);
    });
    this.#place.replaceChildren(...sides);
  }

  clear(): void {
    this.#pressed = undefined;
    this.#place.replaceChildren();
  }

  #button(
    text: string,
    { spans, contribution }: ClassifiedNgram,
    look: SideLook,
    largest: number,
  ): HTMLElement {
    const words = create('span', 'ngram-words', ngramText(text, spans));
    holdsEnglish(words);
    const bar = create('span', 'ngram-bar');
    bar.style.inlineSize = `${((100 * Math.abs(contribution)) / largest).toFixed(1)}%`;
    const button = create(
      'button',
      'ngram',
      words,
      ' ',
      create('b', '', signed(contribution)),
      bar,
    );
    button.type = 'button';
    button.ariaPressed = 'false';
    const mark = () => this.#onMark(spans, look);
    for (const type of ['focus', 'pointerenter']) button.addEventListener(type, mark);
    for (const type of ['blur', 'pointerleave']) {
      button.addEventListener(type, () => this.#markPinned());
    }
    button.addEventListener('click', () => this.#toggle(button, mark));
    return button;
  }

  /** A press keeps the marks of an n-gram, until another is pressed or the same again. */
  #toggle(button: HTMLButtonElement, mark: () => void): void {
    const release = this.#pressed?.button === button;
    if (this.#pressed) this.#pressed.button.ariaPressed = 'false';
    this.#pressed = release ? undefined : { button, mark };
    button.ariaPressed = String(!release);
    this.#markPinned();
  }

  #markPinned(): void {
    if (this.#pressed) this.#pressed.mark();
    else this.#onMark([], 'side-for');
  }
}
