// A card an aspect: its name in the look of its marks, its rating, and a checkbox that shows the marks.
import type { Explanation } from 'whylight';
import { create } from '../../dom';
import { capitalised, labelOf, starsOf } from '../../wording';
import { lookOf } from './marked-text';
import { likelyStars, type RatingScale } from './rating-scale';
import { probabilityBar, starRow } from './stars';

interface Card {
  box: HTMLInputElement;
  figure: HTMLElement;
  note: HTMLElement;
}

export class Legend {
  readonly #scale: RatingScale;
  readonly #cards = new Map<string, Card>();

  /** Fills `fields`; aspects in `doubtful` have words that are no good reasons. */
  constructor(
    fields: HTMLFieldSetElement,
    aspects: readonly string[],
    scale: RatingScale,
    doubtful: ReadonlySet<string>,
    onToggle: () => void,
  ) {
    this.#scale = scale;
    const options = create('div', 'options');
    for (const aspect of aspects) {
      options.append(this.#card(aspect, lookOf(aspect, aspects), doubtful.has(aspect)));
    }
    options.addEventListener('change', onToggle);
    fields.querySelector('.options')?.remove();
    fields.append(options);
  }

  /** The aspects whose marks are to be shown, in order. */
  get shown(): string[] {
    return [...this.#cards].filter(([, { box }]) => box.checked).map(([aspect]) => aspect);
  }

  /** Has the marks of one more aspect shown. */
  add(aspect: string): void {
    const card = this.#cards.get(aspect);
    if (card) card.box.checked = true;
  }

  /** Shows an explanation's ratings, or none; those of `own` words are the reader's doing. */
  show(explanation: Explanation | undefined, own: (aspect: string) => boolean): void {
    for (const [aspect, { figure, note }] of this.#cards) {
      figure.replaceChildren(...this.#figure(explanation, aspect, own(aspect)));
      note.hidden = !explanation || !own(aspect);
    }
  }

  #figure(explanation: Explanation | undefined, aspect: string, own: boolean): (Node | string)[] {
    const rating = explanation?.ratings[aspect];
    if (rating === undefined) return ['not rated'];
    if (rating === null) {
      const why = own ? 'not rated' : capitalised(this.#scale.unmentioned(aspect));
      return [create('span', '', why)];
    }
    const spread = explanation?.spreads[aspect] ?? null;
    const said = this.#scale.spread(aspect, spread);
    const picture = this.#scale.hasClasses(aspect)
      ? probabilityBar(Math.max(rating, 1 - rating))
      : starRow(starsOf(rating), spread === null ? undefined : likelyStars(rating, spread));
    const text = create('b', '', capitalised(this.#scale.text(aspect, rating)));
    return said === '' ? [picture, ' ', text] : [picture, ' ', text, ' ', create('span', '', said)];
  }

  #card(aspect: string, look: string, doubtful: boolean): HTMLElement {
    const box = create('input');
    box.type = 'checkbox';
    box.value = aspect;
    box.checked = true;
    const figure = create('span', 'figure', 'not rated');
    const note = create('span', 'own-note', 'by your words');
    note.hidden = true;
    this.#cards.set(aspect, { box, figure, note });
    const name = create('span', `name ${look}`, labelOf(aspect));
    const card = create('label', 'option', box, name, ' ', figure, ' ', note);
    if (doubtful) card.append(' ', create('span', 'doubt', 'take with care'));
    return card;
  }
}
