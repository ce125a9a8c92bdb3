// The question word by word. Below each stands what it does to the answer of a review; pointed at, it
// says what the answer would be without it. Those that a word of an answer reads are lit, the more it
// reads the stronger.
import type { ReadingWord, TextAnswer } from 'whylight/reader';
import { goAlong, stopAt } from '../../components/one-stop';
import { tintOf, wordChip, type WordChip } from '../../components/word-chip';
import { nameOf, readingOf } from '../../components/word-reading';
import { create, find } from '../../dom';
import { withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { factor, likelihood, percentage, times } from '../../wording';
import { extentOf, outcomeOf, type EffectsReading } from './word-effects';

/** From which weights on a word is lit in each of the steps. */
const steps = [0.05, 0.15, 0.3, 0.5, 0.75];
/** From which effects on, as logarithms, a word is tinted in each of the steps. */
const tints = [0.1, 0.5, 1.5];

interface Chip extends WordChip {
  readonly word: string;
  /** The number below it, and its tint. */
  number: string;
  tint: string;
}

export class QuestionWords {
  readonly #part: HTMLElement;
  readonly #title: HTMLElement;
  readonly #list: HTMLElement;
  readonly #readout: HTMLElement;
  readonly #failure: HTMLElement;
  readonly #onPoint: (pointed: boolean) => void;
  #shown: TextAnswer | undefined;
  #chips: Chip[] = [];
  #hovered: Chip | undefined;
  #focused: Chip | undefined;
  /** A word of an answer that is pointed at. */
  #reader: { word: ReadingWord; text: string } | undefined;
  #pointed = false;

  /** Takes over the `.ask-why` of the view; tells `onPoint` whether a word is pointed at. */
  constructor(part: HTMLElement, onPoint: (pointed: boolean) => void) {
    this.#part = part;
    this.#title = find(part, 'h3', HTMLElement);
    this.#list = find(part, '.ask-asked', HTMLElement);
    this.#readout = find(part, '.ask-readout', HTMLElement);
    this.#failure = find(part, '.ask-failure', HTMLElement);
    this.#onPoint = onPoint;
    this.#listen();
  }

  /** Whether one of its words is pointed at or has the focus. */
  get pointed(): boolean {
    return this.#pointed;
  }

  hide(): void {
    this.#part.hidden = true;
    this.#shown = this.#reader = this.#hovered = this.#focused = undefined;
    this.#failure.textContent = '';
    this.#tell();
  }

  /** Leads to it, where it is out of sight. */
  bringIntoView(): void {
    this.#part.scrollIntoView({ block: 'nearest' });
  }

  /** Shows the question of this answer, of one of several reviews by its name; effects come later. */
  show(answer: TextAnswer, review: string): void {
    this.#part.hidden = false;
    this.#title.textContent =
      review === '' ? strings.ask.theQuestion : strings.ask.theQuestionTo(review);
    if (this.#shown?.question !== answer.question) this.#lay(answer);
    for (const chip of this.#chips) dress(chip, '', '');
    // Of a card that is gone nobody hears that the pointer left it.
    if (this.#shown !== answer) this.#reader = undefined;
    this.#shown = answer;
    this.#failure.textContent = '';
    this.#tell();
  }

  /** Shows what the words do, unless another answer is shown by now. */
  showEffects({ whole, words, without }: EffectsReading): void {
    if (whole !== this.#shown) return;
    for (const [index, chip] of this.#chips.entries()) {
      const { effect } = words[index]!;
      dress(chip, times(Math.exp(effect)), tintOf(effect, tints));
      chip.told.replaceChildren(...effectOf(effect, whole, without[index]!));
    }
    this.#tell();
  }

  /** Says that the effects on this answer could not be had. */
  showFailure(whole: TextAnswer): void {
    if (whole !== this.#shown) return;
    this.#failure.textContent = strings.ask.effectsFailed;
    this.#tell();
  }

  /** Lights up what a word of an answer reads, and says so; nothing without a word. */
  light(word: ReadingWord | undefined, text = ''): void {
    this.#reader = word && { word, text };
    this.#tell();
  }

  #lay({ question, reads }: TextAnswer): void {
    this.#hovered = this.#focused = undefined;
    this.#chips = reads.question.map(({ start, end }) => {
      const word = question.slice(start, end);
      return { ...wordChip(word, 'word-chip'), word, number: '', tint: '' };
    });
    const buttons = this.#chips.map(({ button }) => button);
    this.#list.replaceChildren(
      ...this.#chips.map(({ button, word }) =>
        create('li', /[\p{L}\p{N}]/u.test(word) ? '' : 'ask-mark', button),
      ),
    );
    stopAt(buttons, buttons[0] ?? null);
  }

  #listen(): void {
    const chipAt = ({ target }: Event) =>
      this.#chips.find(({ button }) => button.contains(target as Node));
    const buttons = () => this.#chips.map(({ button }) => button);
    const hover = (chip: Chip | undefined) => {
      this.#hovered = chip;
      this.#tell();
    };
    const focus = (chip: Chip | undefined) => {
      this.#focused = chip;
      this.#tell();
    };
    this.#list.addEventListener('pointerover', (event) => hover(chipAt(event)));
    this.#list.addEventListener('pointerleave', () => hover(undefined));
    this.#list.addEventListener('focusin', (event) => {
      stopAt(buttons(), event.target);
      focus(chipAt(event));
    });
    this.#list.addEventListener('focusout', () => focus(undefined));
    // Not every browser gives a button that is tapped the focus.
    this.#list.addEventListener('click', (event) => chipAt(event)?.button.focus());
    this.#list.addEventListener('keydown', (event) => goAlong(buttons(), event));
  }

  #tell(): void {
    const pointed = this.#hovered ?? (this.#reader ? undefined : this.#focused);
    const weights = pointed ? undefined : this.#reader?.word.weights;
    for (const [index, chip] of this.#chips.entries()) {
      const weight = weights?.[index] ?? 0;
      const step = steps.filter((least) => weight >= least).length;
      const look = weights ? (step > 0 ? `read weight-${step}` : '') : chip.tint;
      chip.button.className = `word-chip ${look}`.trim();
      chip.button.classList.toggle('pointed', chip === pointed);
      chip.effect.textContent = weights ? percentage(weight) : chip.number;
    }
    this.#readout.replaceChildren(...this.#sentences(pointed));
    // Only what changes: other things light up places, too.
    if (this.#pointed === (pointed !== undefined)) return;
    this.#pointed = !this.#pointed;
    this.#onPoint(this.#pointed);
  }

  #sentences(pointed: Chip | undefined): (Node | string)[] {
    if (pointed && pointed.number !== '') {
      return [nameOf(pointed.word), ' ', ...pointed.told.cloneNode(true).childNodes];
    }
    if (this.#reader && !pointed) {
      const { word, text } = this.#reader;
      const read = word.weights.map((weight, index) => ({
        said: this.#chips[index]?.word ?? '',
        weight,
      }));
      return [nameOf(text.slice(word.start, word.end)), ' ', ...readingOf(read)];
    }
    const extent = this.#shown && extentOf(this.#shown);
    if (extent === 'long') return [strings.ask.effectsLong];
    const measured = extent === 'measured' && this.#failure.textContent === '';
    return [measured ? strings.ask.effectsHint : strings.ask.wordsHint];
  }
}

function dress(chip: Chip, number: string, tint: string): void {
  chip.number = number;
  chip.tint = tint;
  chip.told.replaceChildren();
}

/** What a word does to the likeliest place, and what the answer would be without it. */
function effectOf(effect: number, whole: TextAnswer, without: TextAnswer): (Node | string)[] {
  const { ask } = strings;
  const does = tintOf(effect, tints) === '' ? ask.doesLittle : ask.makes(factor(Math.exp(effect)));
  const [before, now] = [likelihood(whole.says), likelihood(without.says)];
  const change = before === now ? now : ask.instead(now, before);
  const outcome = outcomeOf(whole, without);
  if (outcome !== 'other') return [`${does} ${ask.without[outcome](change)}`];
  const { start, end } = without.answer!;
  const quote = without.text.slice(start, end);
  return [`${does} `, ...withEnglish(ask.withoutOther(quote, now), quote)];
}
