// The question and its hits, joined word by word: whichever is pointed at or focused, its
// partners light up.
import type { Span } from 'whylight';
import { goAlong, stopAt } from '../../components/one-stop';
import { create } from '../../dom';
import { holdsEnglish, withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { matchedWords, partners, type Link, type MatchedWord } from './links';
import { MarkedQuestion } from './marked-question';

/** A hit that is joined to the question. */
export interface LinkedHit {
  readonly text: string;
  readonly question: MarkedQuestion;
  links: readonly Link[];
}

export class LinkedWords {
  readonly #place: HTMLElement;
  readonly #asked = new MarkedQuestion(create('div', 'asked-words'));
  readonly #legend = create(
    'p',
    'legend',
    create('span', 'by-word', strings.found.sameWord),
    create('span', 'by-meaning', strings.found.alike),
  );
  readonly #readout = create('p', 'asked-readout');
  #text = '';
  #hits: LinkedHit[] = [];
  #buttons: HTMLButtonElement[] = [];
  /** What is pointed at, and what has the keyboard's focus, in the question. */
  #hovered: Span | undefined;
  #focused: Span | undefined;
  /** What is pointed at elsewhere, which stays lit when further words turn out to match. */
  #pointed: { query: readonly Span[]; hit: LinkedHit; places: readonly Span[] } | undefined;

  /** Shows the question in `place`. */
  constructor(place: HTMLElement) {
    this.#place = place;
    const { element } = this.#asked;
    place.append(element, this.#legend, this.#readout);
    element.addEventListener('pointerover', (event) => this.#hover(event.target));
    element.addEventListener('pointerleave', () => this.#hover(null));
    element.addEventListener('focusin', (event) => {
      this.#pointed = undefined;
      this.#focused = this.#asked.wordAt(event.target);
      stopAt(this.#buttons, event.target);
      this.#show();
    });
    element.addEventListener('focusout', () => {
      this.#pointed = undefined;
      this.#focused = undefined;
      this.#show();
    });
    element.addEventListener('keydown', (event) => goAlong(this.#buttons, event));
  }

  /** Begins anew with a question. */
  start(text: string): void {
    this.#text = text;
    this.#hits = [];
    this.#hovered = this.#focused = this.#pointed = undefined;
    this.#place.hidden = false;
    this.#draw();
  }

  hide(): void {
    this.start('');
    this.#place.hidden = true;
  }

  /** Adds a hit, which is shown marked in `element`. */
  add(element: HTMLElement, text: string, links: readonly Link[]): LinkedHit {
    const hit: LinkedHit = { text, question: new MarkedQuestion(element), links };
    this.#hits.push(hit);
    this.#drawHit(hit);
    element.addEventListener('pointerover', (event) => {
      const word = hit.question.wordAt(event.target);
      this.#light(word ? [word] : [], hit);
    });
    element.addEventListener('pointerleave', () => this.release());
    return hit;
  }

  /** Draws the question, once all hits are there, or others of them are in sight. */
  ready(): void {
    this.#draw();
  }

  /** Gives hits other links. */
  relink(changes: ReadonlyMap<LinkedHit, readonly Link[]>): void {
    for (const [hit, links] of changes) {
      hit.links = links;
      this.#drawHit(hit);
    }
    this.#draw();
  }

  /** Lights up places of the question and of one of the hits, until `release`. */
  point(query: readonly Span[], hit: LinkedHit, places: readonly Span[]): void {
    this.#pointed = { query, hit, places };
    this.#show();
  }

  release(): void {
    this.#pointed = undefined;
    this.#show();
  }

  #drawHit({ text, question, links }: LinkedHit): void {
    question.show(text, matchedWords(text, links, 'hit'));
  }

  #draw(): void {
    const hadFocus = this.#focused;
    const links = this.#inSight().flatMap((hit) => hit.links);
    this.#buttons = [];
    this.#asked.show(this.#text, matchedWords(this.#text, links, 'query'), (text, word) =>
      this.#button(text, word),
    );
    const { element } = this.#asked;
    element.role = this.#buttons.length > 0 ? 'toolbar' : null;
    element.ariaLabel = this.#buttons.length > 0 ? strings.found.words : null;
    this.#legend.hidden = this.#buttons.length === 0;
    stopAt(this.#buttons, this.#buttons[0] ?? null);
    // The marks came while the keyboard was on a word.
    if (hadFocus) this.#buttons.find((button) => this.#isAt(button, hadFocus))?.focus();
    this.#show();
  }

  /** A word that nothing in sight matches would only puzzle. */
  #inSight(): LinkedHit[] {
    return this.#hits.filter(({ question }) => !question.element.closest('details:not([open])'));
  }

  #isAt(button: HTMLElement, { start }: Span): boolean {
    return this.#asked.wordAt(button)?.start === start;
  }

  #button(text: string, { by }: MatchedWord): HTMLElement {
    const button = create('button', `asked-word by-${by}`, text);
    button.type = 'button';
    button.tabIndex = -1;
    this.#buttons.push(button);
    return button;
  }

  #hover(target: EventTarget | null): void {
    this.#pointed = undefined;
    this.#hovered = this.#asked.wordAt(target);
    this.#show();
  }

  /** Lights up what is pointed at, or belongs to the word of the question that is pointed at or focused. */
  #show(): void {
    if (this.#pointed) {
      const { query, hit, places } = this.#pointed;
      this.#asked.light(query);
      for (const other of this.#hits) other.question.light(other === hit ? places : []);
      return;
    }
    const word = this.#hovered ?? this.#focused;
    this.#asked.light(word ? [word] : []);
    const found = new Set<string>();
    let hits = 0;
    const inSight = this.#inSight();
    for (const hit of inSight) {
      const places = word ? partners(hit.links, 'query', [word]) : [];
      hit.question.light(places);
      if (places.length > 0) hits += 1;
      for (const { start, end } of places) found.add(hit.text.slice(start, end).toLowerCase());
    }
    this.#readout.replaceChildren(...this.#reading(word, [...found], hits, inSight.length));
  }

  #reading(
    word: Span | undefined,
    found: readonly string[],
    hits: number,
    all: number,
  ): (Node | string)[] {
    if (!word) {
      return this.#buttons.length > 0 ? [strings.found.wordsHint] : [];
    }
    const most = 6;
    const text = create('b', '', this.#text.slice(word.start, word.end));
    holdsEnglish(text);
    const [listed, more] = [found.slice(0, most), found.length > most];
    const says = strings.found.matches(listed, more, hits, all);
    return [text, ...withEnglish(says, ...listed)];
  }

  #light(places: readonly Span[], hit: LinkedHit): void {
    this.point(partners(hit.links, 'hit', places), hit, places);
  }
}
