// A review with its answer: the words that answer are marked, each to be pointed at, the next likeliest
// places are underlined and listed.
import type { AnswerPlace, ReadingWord, Span, TextAnswer } from 'whylight/reader';
import { wholeGraphemes } from '../../components/graphemes';
import { create } from '../../dom';
import { holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { likelihood, percentage } from '../../wording';

export interface CardListener {
  /** A word is pointed at or focused; undefined: none is. */
  onWord(word: ReadingWord | undefined, answer: TextAnswer): void;
}

export interface CardPlace {
  /** Its number among several, from 1; 0 if it is the only one. */
  number: number;
}

/** Of a place that is less likely there is no need to know. */
const leastLikely = 0.005;

/** The likeliest place, whether it is the answer or only the nearest to one. */
export function likeliest({ answer, alternatives }: TextAnswer): AnswerPlace | undefined {
  return answer ?? alternatives[0];
}

/** The other places that are worth a look, and the nearest where there is no answer. */
export function others(found: TextAnswer): AnswerPlace[] {
  const best = likeliest(found);
  const worth = ({ probability }: AnswerPlace) => probability >= leastLikely;
  return found.alternatives.filter((place) => place === best || worth(place));
}

export class AnswerCard {
  readonly element = create('article', 'ask-card');
  readonly #answer: TextAnswer;
  readonly #listener: CardListener;
  readonly #words = new Map<HTMLElement, ReadingWord>();
  #hovered: ReadingWord | undefined;
  #focused: ReadingWord | undefined;

  constructor(answer: TextAnswer, { number }: CardPlace, listener: CardListener) {
    this.#answer = answer;
    this.#listener = listener;
    const title = number > 0 ? strings.ask.review(number) : strings.ask.theReview;
    const heading = create('h3', '', title);
    const said = answer.answer ? strings.ask.saysIt : strings.ask.saysNothing;
    const head = create('div', 'title-row', heading);
    if (number > 0) head.append(create('p', 'ask-says', said(likelihood(answer.says))));
    this.element.tabIndex = -1;
    this.element.ariaLabel = title;
    this.element.classList.toggle('says', answer.answer !== null);
    const text = holdsEnglish(create('p', 'ask-text'));
    const marks = this.#mark(text);
    this.element.append(head, text, ...this.#places(marks, number === 0));
    this.#listen();
  }

  /** Leads to it. */
  focus(): void {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Fills `element` with the text; returns the marks of its places. */
  #mark(element: HTMLElement): Map<AnswerPlace, HTMLElement> {
    const { text, answer, reads } = this.#answer;
    const best = likeliest(this.#answer);
    const places = [...(answer ? [answer] : []), ...others(this.#answer)].sort(
      (a, b) => a.start - b.start,
    );
    const marks = new Map<AnswerPlace, HTMLElement>();
    let at = 0;
    for (const place of places) {
      const { start, end } = whole(text, place);
      if (start < at) continue;
      const mark =
        place === best
          ? this.#best(text, { start, end }, reads.words)
          : create('span', 'ask-other', text.slice(start, end));
      element.append(text.slice(at, start), mark);
      marks.set(place, mark);
      at = end;
    }
    element.append(text.slice(at));
    return marks;
  }

  /** The likeliest place, whose words can be pointed at. */
  #best(text: string, { start, end }: Span, words: readonly ReadingWord[]): HTMLElement {
    const { answer } = this.#answer;
    const mark = create('span', answer ? 'ask-answer' : 'ask-nearest');
    mark.role = 'toolbar';
    mark.ariaLabel = answer ? strings.ask.words : strings.ask.nearestWords;
    let at = start;
    for (const word of words) {
      const shown = whole(text, word);
      if (shown.start < at) continue;
      // A <button> would be a box of its own, before which a comma may break the line.
      const button = create('span', 'ask-word', text.slice(shown.start, shown.end));
      button.role = 'button';
      button.tabIndex = this.#words.size === 0 ? 0 : -1;
      button.setAttribute('aria-describedby', 'ask-readout');
      this.#words.set(button, word);
      mark.append(text.slice(at, shown.start), button);
      at = shown.end;
    }
    mark.append(text.slice(at, end));
    return mark;
  }

  /** The list of the other places; each lights up its mark. */
  #places(marks: ReadonlyMap<AnswerPlace, HTMLElement>, open: boolean): HTMLElement[] {
    const { text, answer } = this.#answer;
    const listed = others(this.#answer);
    if (listed.length === 0) return [];
    const items = listed.map((place) => {
      const quote = holdsEnglish(create('span', 'ask-quote', text.slice(place.start, place.end)));
      const button = create('button', 'ask-place', quote);
      button.type = 'button';
      const light = (lit: boolean) => marks.get(place)?.classList.toggle('lit', lit);
      for (const event of ['pointerenter', 'focus']) {
        button.addEventListener(event, () => light(true));
      }
      for (const event of ['pointerleave', 'blur']) {
        button.addEventListener(event, () => light(false));
      }
      button.addEventListener('click', () =>
        marks.get(place)?.scrollIntoView({ block: 'nearest' }),
      );
      return create('li', '', button, ' ', create('span', '', shareOf(place)));
    });
    const title = answer ? strings.ask.others : strings.ask.nearest;
    const details = create(
      'details',
      'more ask-places',
      create('summary', '', title),
      create('ol', '', ...items),
    );
    details.open = open;
    return [details];
  }

  #listen(): void {
    const wordAt = (event: Event) =>
      this.#words.get((event.target as Element).closest<HTMLElement>('.ask-word')!);
    const tell = () => this.#listener.onWord(this.#hovered ?? this.#focused, this.#answer);
    this.element.addEventListener('pointerover', (event) => {
      this.#hovered = wordAt(event);
      tell();
    });
    this.element.addEventListener('pointerleave', () => {
      this.#hovered = undefined;
      tell();
    });
    this.element.addEventListener('focusin', (event) => {
      this.#focused = wordAt(event);
      // One stop for the Tab key; arrows go on from there.
      if (this.#focused) {
        for (const button of this.#words.keys()) button.tabIndex = button === event.target ? 0 : -1;
      }
      tell();
    });
    this.element.addEventListener('focusout', () => {
      this.#focused = undefined;
      tell();
    });
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const buttons = [...this.#words.keys()];
    const at = buttons.indexOf(event.target as HTMLElement);
    const last = buttons.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    buttons[Math.min(last, Math.max(0, to))]?.focus();
  }
}

/** How likely a place is. */
export function shareOf({ probability }: AnswerPlace): string {
  return probability < leastLikely
    ? strings.wording.lessThan(percentage(0.01))
    : percentage(probability);
}

function whole(text: string, { start, end }: Span): Span {
  return wholeGraphemes(text, [{ start, end }])[0]!;
}
