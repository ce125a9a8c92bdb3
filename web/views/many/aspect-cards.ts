// What all reviews say of each aspect, as cards: the mean, how the ratings spread, and the strongest
// words.
import { create } from '../../dom';
import { aspectName, holdsEnglish } from '../../english';
import { strings } from '../../strings/strings';
import { capitalised, decimal, labelOf, percentage, starsOf, whole } from '../../wording';
import { lookOf } from '../reviews/marked-text';
import { binCount } from './bins';
import type { Choice } from './choice';
import type { Frame, RatedReview } from './rated-review';
import { mostSaid, wordsOf, type AspectSummary, type Said } from './summary';

export interface CardListener {
  /** Only reviews of this bin are wanted, or all again. */
  onBin(aspect: number, bin: number): void;
  onReview(review: RatedReview): void;
}

/** What a bin of an aspect is called: "4 stars", "for the film". */
export function binName({ aspects, labels }: Frame, aspect: number, bin: number): string {
  return labels[aspects[aspect]!]?.[bin] ?? strings.many.stars(bin + 1);
}

interface Bar {
  button: HTMLButtonElement;
  fill: HTMLElement;
  number: HTMLElement;
}

/** One card. Its bars stay while their numbers change, so that the keyboard keeps its place. */
class AspectCard {
  readonly element = create('article', 'aspect-card');
  readonly #frame: Frame;
  readonly #aspect: number;
  readonly #mean = create('p', 'mean');
  readonly #mentions = create('p', 'mentions');
  readonly #bars: Bar[] = [];
  readonly #praise = new Quotes(strings.many.praise);
  readonly #blame = new Quotes(strings.many.blame);
  readonly #onReview: (review: RatedReview) => void;

  constructor(frame: Frame, aspect: number, bins: number, listener: CardListener) {
    this.#frame = frame;
    this.#aspect = aspect;
    this.#onReview = (review) => listener.onReview(review);
    const name = frame.aspects[aspect]!;
    const title = create('h4', '', aspectName(`name ${lookOf(name, frame.aspects)}`, name));
    const bars = create('div', 'bars');
    bars.role = 'group';
    bars.ariaLabel = labelOf(name);
    for (let bin = 0; bin < bins; bin += 1) {
      const fill = create('span', 'fill');
      const number = create('span', 'number');
      const label = create('span', 'bin', capitalised(binName(frame, aspect, bin)));
      const button = create('button', 'bar', label, create('span', 'track', fill), number);
      button.type = 'button';
      button.ariaPressed = 'false';
      button.addEventListener('click', () => listener.onBin(aspect, bin));
      this.#bars.push({ button, fill, number });
      // The best on top.
      bars.prepend(button);
    }
    this.element.append(
      title,
      this.#mean,
      this.#mentions,
      bars,
      this.#praise.element,
      this.#blame.element,
    );
  }

  show({ mentions, mean, bins, praise, blame }: AspectSummary, all: number): void {
    const { many } = strings;
    this.#mean.textContent = mean === null ? '' : this.#meanText(mean, bins, mentions);
    this.#mentions.textContent = mentions === 0 ? many.nobody : many.mentions(mentions, all);
    const most = Math.max(1, ...bins);
    for (const [bin, { fill, number }] of this.#bars.entries()) {
      const reviews = bins[bin]!;
      fill.style.setProperty('--share', String(reviews / most));
      number.textContent = whole(reviews);
    }
    this.#praise.show(praise, this.#onReview);
    this.#blame.show(blame, this.#onReview);
  }

  press({ aspect, from, to }: Choice): void {
    for (const [bin, { button }] of this.#bars.entries()) {
      button.ariaPressed = String(aspect === this.#aspect && from === bin && to === bin);
    }
  }

  #meanText(mean: number, bins: readonly number[], mentions: number): string {
    if (bins.length === 5) return strings.many.mean(decimal(starsOf(mean), 1));
    return strings.many.shareOf(
      percentage(bins[1]! / mentions),
      binName(this.#frame, this.#aspect, 1),
    );
  }
}

/** The strongest words, with room kept for them before they are there. */
class Quotes {
  readonly element = create('div', 'said');
  readonly #title: string;
  #shown: readonly Said[] = [];

  constructor(title: string) {
    this.#title = title;
  }

  show(said: readonly Said[], onReview: (review: RatedReview) => void): void {
    const same = ({ quote, review }: Said, i: number) => {
      const before = this.#shown[i]!;
      return quote === before.quote && review === before.review;
    };
    if (said.length === this.#shown.length && said.every(same)) return;
    this.#shown = said;
    const items = said.map((each) => {
      const words = create('q', '', wordsOf(each));
      holdsEnglish(words);
      const sure = create('span', 'sure-share', strings.many.sure(percentage(each.quote.sure)));
      const button = create('button', 'quote', create('span', 'in-short', sure, ' ', words));
      button.type = 'button';
      button.addEventListener('click', () => onReview(each.review));
      return create('li', '', button);
    });
    this.element.replaceChildren(create('h5', '', this.#title), create('ul', '', ...items));
  }
}

export class AspectCards {
  readonly #place: HTMLElement;
  readonly #listener: CardListener;
  #cards: AspectCard[] = [];

  constructor(place: HTMLElement, listener: CardListener) {
    this.#place = place;
    this.#listener = listener;
  }

  /** Makes the cards of so many reviews, with nothing in them. */
  use(frame: Frame, reviews: number): void {
    // Each review speaks for the aspect or against it. Where few all say the same, the card still grows.
    const quotes = Math.min(Math.ceil(reviews / 2), mostSaid);
    this.#place.style.setProperty('--quotes', String(quotes));
    this.#cards = frame.aspects.map(
      (_, aspect) => new AspectCard(frame, aspect, binCount(frame, aspect), this.#listener),
    );
    this.#place.replaceChildren(...this.#cards.map(({ element }) => element));
  }

  /** Shows what `all` reviews say of an aspect. */
  show(aspect: number, summary: AspectSummary, all: number): void {
    this.#cards[aspect]!.show(summary, all);
  }

  /** Presses the bar whose reviews alone are wanted, if there is one. */
  press(choice: Choice): void {
    for (const card of this.#cards) card.press(choice);
  }
}
