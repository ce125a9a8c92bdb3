// A review with its answer: the words that answer are marked, each to be pointed at, the next likeliest
// places are underlined and listed. Of a reader that selects words, those that it read stand out.
import type { AnswerPlace, ReadingWord, Span, TextAnswer } from 'whylight/reader';
import { wholeGraphemes } from '../../graphemes';
import { goAlong, stopAt } from '../../components/one-stop';
import { create } from '../../dom';
import { holdsEnglish, withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { likelihood, ngramText } from '../../wording';

export interface CardListener {
  /** A word is pointed at or focused; undefined: none is. */
  onWord(word: ReadingWord | undefined, answer: TextAnswer): void;
  /** It is asked why this review says so. */
  onWhy(): void;
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
  /** Only one of several reviews is chosen. */
  readonly #why: HTMLElement | undefined;
  readonly #words = new Map<HTMLElement, ReadingWord>();
  #best: HTMLElement | undefined;
  #hovered: ReadingWord | undefined;
  #focused: ReadingWord | undefined;

  constructor(answer: TextAnswer, { number }: CardPlace, listener: CardListener) {
    this.#answer = answer;
    this.#listener = listener;
    const title = number > 0 ? strings.ask.review(number) : strings.ask.theReview;
    const heading = create('h3', '', title);
    const said = answer.answer ? strings.ask.saysIt : strings.ask.saysNothing;
    const head = create('div', 'ask-head', heading);
    if (number > 0) {
      this.#why = this.#whyButton(title);
      head.append(this.#why, create('p', 'ask-says', said(likelihood(answer.says))));
    }
    this.element.tabIndex = -1;
    this.element.ariaLabel = title;
    this.element.classList.toggle('says', answer.answer !== null);
    const text = holdsEnglish(create('p', 'ask-text'));
    const marks = this.#mark(text);
    this.element.append(head, text, ...this.#alone(), ...this.#places(marks, number === 0));
    this.#listen();
  }

  /** Leads to it. */
  focus(): void {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'nearest' });
  }

  /** Says whether it is the review of which it is shown why. */
  set chosen(chosen: boolean) {
    if (chosen) this.#why?.setAttribute('aria-current', 'true');
    else this.#why?.removeAttribute('aria-current');
    if (!chosen) this.light(false);
  }

  /** Lights up the likeliest place. */
  light(lit: boolean): void {
    this.#best?.classList.toggle('lit', lit);
  }

  #whyButton(title: string): HTMLElement {
    const button = create('button', 'ask-pick', strings.ask.why);
    button.type = 'button';
    button.ariaLabel = `${strings.ask.why} ${title}`;
    button.addEventListener('click', () => this.#listener.onWhy());
    return button;
  }

  /** Fills `element` with the text; returns the marks of its places. */
  #mark(element: HTMLElement): Map<AnswerPlace, HTMLElement> {
    const { text, answer, reads } = this.#answer;
    const best = likeliest(this.#answer);
    const places = [...(answer ? [answer] : []), ...others(this.#answer)].sort(
      (a, b) => a.start - b.start,
    );
    const marks = new Map<AnswerPlace, HTMLElement>();
    element.classList.toggle('selects', this.#answer.rationale !== undefined);
    let at = 0;
    for (const place of places) {
      const { start, end } = whole(text, place);
      if (start < at) continue;
      const mark =
        place === best
          ? this.#markBest(text, { start, end }, reads.words)
          : create('span', 'ask-other', ...this.#piece(start, end));
      element.append(...this.#piece(at, start), mark);
      marks.set(place, mark);
      at = end;
    }
    element.append(...this.#piece(at, text.length));
    this.#best = best && marks.get(best);
    return marks;
  }

  /** A piece of the text, in which words that were selected are told from others. */
  #piece(start: number, end: number): (Node | string)[] {
    const { text, rationale = [] } = this.#answer;
    const parts: (Node | string)[] = [];
    let at = start;
    for (const span of rationale) {
      const read = whole(text, span);
      const [from, to] = [Math.max(at, read.start), Math.min(end, read.end)];
      if (from >= to) continue;
      parts.push(text.slice(at, from), create('span', 'ask-read', text.slice(from, to)));
      at = to;
    }
    return [...parts, text.slice(at, end)];
  }

  /** The words that were selected, said once. */
  #alone(): HTMLElement[] {
    const { text, rationale } = this.#answer;
    if (!rationale?.length) return [];
    const words = ngramText(text, rationale);
    return [create('p', 'ask-alone', ...withEnglish(strings.ask.readAlone(words), words))];
  }

  /** The likeliest place, whose words can be pointed at. */
  #markBest(text: string, { start, end }: Span, words: readonly ReadingWord[]): HTMLElement {
    const { answer } = this.#answer;
    const mark = create('span', answer ? 'ask-answer' : 'ask-nearest');
    mark.role = 'toolbar';
    mark.ariaLabel = answer ? strings.ask.words : strings.ask.nearestWords;
    let at = start;
    for (const word of words) {
      const shown = whole(text, word);
      if (shown.start < at) continue;
      // A <button> would be a box of its own, before which a comma may break the line.
      const button = create('span', 'ask-word', ...this.#piece(shown.start, shown.end));
      button.role = 'button';
      button.tabIndex = this.#words.size === 0 ? 0 : -1;
      button.setAttribute('aria-describedby', 'ask-readout');
      this.#words.set(button, word);
      mark.append(...this.#piece(at, shown.start), button);
      at = shown.end;
    }
    mark.append(...this.#piece(at, end));
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
      return create('li', '', button, ' ', create('span', '', likelihood(place.probability)));
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
      if (this.#focused) stopAt([...this.#words.keys()], event.target);
      tell();
    });
    this.element.addEventListener('focusout', () => {
      this.#focused = undefined;
      tell();
    });
    this.element.addEventListener('keydown', (event) => goAlong([...this.#words.keys()], event));
  }
}

function whole(text: string, { start, end }: Span): Span {
  return wholeGraphemes(text, [{ start, end }])[0]!;
}
