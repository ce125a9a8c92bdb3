// Two text areas, and the pairs to start from.
import { onTyped, submitByKeys } from '../../components/editor';
import { SampleBar } from '../../components/sample-bar';
import { find } from '../../dom';
import { oppositeOf, sides, type Side, type TextPair } from './read-pair';
import { samples } from './samples';

export interface PairListener {
  /** A text changed by typing: more may come. */
  onType(pair: TextPair): void;
  /** The pair is to be read at once. */
  onSubmit(pair: TextPair): void;
}

export class PairEditor {
  readonly #areas: Readonly<Record<Side, HTMLTextAreaElement>>;
  readonly #bar: SampleBar<TextPair>;
  readonly #listener: PairListener;

  /** Takes over the `.samples` of `panel`, and its text areas; shows the first sample. */
  constructor(panel: HTMLElement, listener: PairListener) {
    this.#listener = listener;
    this.#areas = {
      text: find(panel, '#first-text', HTMLTextAreaElement),
      other: find(panel, '#second-text', HTMLTextAreaElement),
    };
    this.#bar = new SampleBar(find(panel, '.samples', HTMLElement), {
      nothing: { text: '', other: '' },
      same: samePair,
      show: (pair) => {
        this.#put(pair);
        listener.onSubmit(pair);
      },
    });
    this.#bar.offer(samples.map(({ name, text, other }) => ({ name, content: { text, other } })));
    for (const side of sides) {
      onTyped(this.#areas[side], (anew) => {
        const other = this.pair[oppositeOf(side)];
        const isSampled = samples.some((sample) => sample[oppositeOf(side)] === other);
        this.#bar.keepEdited(this.pair, anew && !isSampled);
        this.#bar.mark(this.pair);
        listener.onType(this.pair);
      });
      submitByKeys(this.#areas[side], () => listener.onSubmit(this.pair));
    }
    find(panel, '.swap', HTMLButtonElement).addEventListener('click', () => {
      const { text, other } = this.pair;
      const swapped = { text: other, other: text };
      if (this.#bar.find(swapped)) this.#bar.show(swapped);
      else this.#bar.keepEdited(swapped);
      this.#put(swapped);
      listener.onSubmit(swapped);
    });
    const [first] = samples;
    this.#put({ text: first!.text, other: first!.other });
  }

  get pair(): TextPair {
    return { text: this.#areas.text.value, other: this.#areas.other.value };
  }

  /** Shows a pair as if the visitor had typed it, and has it read at once. */
  write(pair: TextPair): void {
    this.#bar.keepOwn(pair);
    this.#put(pair);
    this.#listener.onSubmit(this.pair);
  }

  focus(): void {
    this.#areas.text.focus();
  }

  #put(pair: TextPair): void {
    for (const side of sides) this.#areas[side].value = pair[side];
    this.#bar.mark(this.pair);
  }
}

export function samePair(one: TextPair, other: TextPair): boolean {
  return sides.every((side) => one[side] === other[side]);
}
