// A card an aspect: its name in the look of its marks, its rating, and how that moved without the words
// that were left out. A card is a button that shows the words of its aspect alone.
import { create } from '../../dom';
import { aspectName } from '../../english';
import { strings } from '../../strings/strings';
import { capitalised, starsOf } from '../../wording';
import { lookOf } from './marked-text';
import { likelyStars, type RatingScale } from './rating-scale';
import { probabilityBar, starRow } from './stars';

/** What a card shows. */
export interface CardRating {
  rating: number | null;
  /** How far the rating may be off, where that is known. */
  spread: number | null;
  /** The rating from which it moved without what was left out; none: nothing was. */
  moved?: { from: number | null; waiting: boolean } | undefined;
}

export interface CardListener {
  onPress(aspect: string): void;
  /** The pointer or the keyboard is at the card of an aspect, or at none. */
  onPoint(aspect: string | undefined): void;
  /** Somebody asks what would change the rating of an aspect. */
  onAsk(aspect: string): void;
}

interface Card {
  button: HTMLButtonElement;
  /** What the figure shows, so that it is not made anew for the same. */
  shows: string;
  figure: HTMLElement;
  step: HTMLElement;
  note: HTMLElement;
  ask: HTMLButtonElement;
}

export class RatingCards {
  readonly #place: HTMLElement;
  readonly #listener: CardListener;
  readonly #cards = new Map<string, Card>();

  constructor(place: HTMLElement, listener: CardListener) {
    this.#place = place;
    this.#listener = listener;
    const leaves = () => listener.onPoint(undefined);
    place.addEventListener('pointerleave', leaves);
    place.addEventListener('focusout', leaves);
  }

  /** Has a card for each aspect; those in `doubtful` have words that are no good reasons. */
  offer(aspects: readonly string[], doubtful: ReadonlySet<string> = new Set()): void {
    this.#cards.clear();
    this.#place.replaceChildren(
      ...aspects.map((aspect) => this.#card(aspect, lookOf(aspect, aspects), doubtful.has(aspect))),
    );
  }

  /** Shows the ratings of the cards, or that there are none. */
  show(
    ratingOf: ((aspect: string) => CardRating | undefined) | undefined,
    scale: RatingScale,
  ): void {
    for (const [aspect, card] of this.#cards) {
      const shown = ratingOf?.(aspect);
      const shows = figureSays(aspect, shown, scale);
      if (shows !== card.shows) card.figure.replaceChildren(...figureOf(aspect, shown, scale));
      card.shows = shows;
      card.note.hidden = !shown?.moved;
      card.ask.hidden = (shown?.rating ?? null) === null;
      card.button.ariaBusy = shown?.moved?.waiting ? 'true' : null;
      showStep(card.step, aspect, shown, scale);
    }
  }

  /** Shows whose words are shown alone. */
  press(isolated: string | undefined): void {
    for (const [aspect, { button }] of this.#cards) {
      button.ariaPressed = String(aspect === isolated);
    }
  }

  /** Joins the cards of these aspects with what is pointed at elsewhere. */
  join(aspects: readonly string[]): void {
    for (const [aspect, { button }] of this.#cards) {
      button.classList.toggle('joined', aspects.includes(aspect));
    }
  }

  #card(aspect: string, look: string, doubtful: boolean): HTMLElement {
    const button = create('button', 'option');
    button.type = 'button';
    button.value = aspect;
    button.ariaPressed = 'false';
    const figure = create('span', 'figure', strings.reviews.notRated);
    const step = create('span', 'step');
    const note = create('span', 'own-note', strings.reviews.withoutDropped);
    note.hidden = true;
    const name = aspectName(`name ${look}`, aspect);
    button.append(name, ' ', figure, ' ', step, ' ', note);
    if (doubtful) button.append(' ', create('span', 'doubt', strings.reviews.takeWithCare));
    button.addEventListener('click', () => this.#listener.onPress(aspect));
    for (const event of ['pointerenter', 'focus']) {
      button.addEventListener(event, () => this.#listener.onPoint(aspect));
    }
    const ask = create(
      'button',
      'ask-change',
      strings.changing.ask,
      ' ',
      aspectName('visually-hidden', aspect),
    );
    ask.type = 'button';
    ask.hidden = true;
    ask.addEventListener('click', () => this.#listener.onAsk(aspect));
    this.#cards.set(aspect, { button, shows: '', figure, step, note, ask });
    return create('div', 'rating-card', button, ask);
  }
}

/** What of a rating can be seen in a figure. */
function figureSays(aspect: string, shown: CardRating | undefined, scale: RatingScale): string {
  const { rating = null, spread = null, moved } = shown ?? {};
  const text = rating === null ? '' : scale.text(aspect, rating);
  return JSON.stringify([!shown, !moved, text, rating?.toFixed(2), spread?.toFixed(2)]);
}

function figureOf(
  aspect: string,
  shown: CardRating | undefined,
  scale: RatingScale,
): (Node | string)[] {
  if (!shown) return [strings.reviews.notRated];
  const { rating, spread, moved } = shown;
  if (rating === null) {
    return [moved ? strings.reviews.noWordsLeft : scale.unmentioned(aspect)];
  }
  const said = scale.spread(aspect, spread);
  const picture = scale.hasClasses(aspect)
    ? probabilityBar(Math.max(rating, 1 - rating))
    : starRow(starsOf(rating), spread === null ? undefined : likelyStars(rating, spread));
  const text = create('b', '', capitalised(scale.text(aspect, rating)));
  return said === ''
    ? [picture, ' ', text]
    : [picture, ' ', text, ' ', create('span', 'spread', said)];
}

/** Shows a step, anew each time that it is another, so that it is seen to come. */
function showStep(
  place: HTMLElement,
  aspect: string,
  shown: CardRating | undefined,
  scale: RatingScale,
): void {
  const to = shown?.rating ?? null;
  const from = shown?.moved?.from ?? null;
  const said = from === null || to === null || from === to ? '' : scale.step(aspect, from, to);
  if (place.textContent === said) return;
  place.replaceChildren(said && create('span', to! < from! ? 'down' : 'up', said));
}
