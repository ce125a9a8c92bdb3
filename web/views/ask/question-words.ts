// The question word by word: those that a word of an answer reads are lit, the more it reads the stronger.
import type { ReadingWord, TextAnswer } from 'whylight/reader';
import { create, find } from '../../dom';
import { holdsEnglish, withEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { percentage } from '../../wording';

/** How many words are named that a word reads. */
const mostNamed = 3;
/** A word that is read less is not named. */
const leastNamed = 0.04;
/** From which weights on a word is lit in each of the steps. */
const steps = [0.05, 0.15, 0.3, 0.5, 0.75];

export class QuestionWords {
  readonly #part: HTMLElement;
  readonly #line: HTMLElement;
  readonly #readout: HTMLElement;
  #words: HTMLElement[] = [];

  /** Takes over the `.ask-why` of the view. */
  constructor(part: HTMLElement) {
    this.#part = part;
    this.#line = holdsEnglish(find(part, '.ask-asked', HTMLElement));
    this.#readout = find(part, '.ask-readout', HTMLElement);
  }

  hide(): void {
    this.#part.hidden = true;
  }

  /** Shows the question of these answers. */
  show({ question, reads }: TextAnswer): void {
    this.#part.hidden = false;
    this.#words = [];
    const content: (Node | string)[] = [];
    let at = 0;
    for (const { start, end } of reads.question) {
      const word = create('span', 'ask-asked-word', question.slice(start, end));
      content.push(question.slice(at, start), word);
      this.#words.push(word);
      at = end;
    }
    this.#line.replaceChildren(...content, question.slice(at));
    this.light(undefined);
  }

  /** Lights up what a word of an answer reads, and says so; nothing without a word. */
  light(word: ReadingWord | undefined, text = ''): void {
    for (const [index, element] of this.#words.entries()) {
      const weight = word?.weights[index] ?? 0;
      const step = steps.filter((least) => weight >= least).length;
      element.className = step > 0 ? `ask-asked-word weight-${step}` : 'ask-asked-word';
    }
    if (!word) {
      this.#readout.replaceChildren(strings.ask.wordsHint);
      return;
    }
    const named = word.weights
      .map((weight, index) => ({ weight, said: this.#words[index]?.textContent ?? '' }))
      .sort((a, b) => b.weight - a.weight)
      .slice(0, mostNamed)
      .filter(({ weight }) => weight >= leastNamed);
    const { readWord, comma, reads } = strings.pairs;
    const says = reads(
      named.map(({ said, weight }) => readWord(said, percentage(weight))).join(comma),
    );
    const told = create('b', '', text.slice(word.start, word.end));
    told.lang = 'en';
    this.#readout.replaceChildren(
      told,
      ' ',
      ...withEnglish(says, ...named.map(({ said }) => said)),
    );
  }
}
