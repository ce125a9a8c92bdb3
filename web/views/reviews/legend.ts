// A card an aspect: its name in the look of its marks, its rating, and a checkbox that shows the marks.
import type { Explanation } from 'whylight';
import { create } from '../../dom';
import { labelOf, ratingText, starsOf } from '../../wording';
import { lookOf } from './marked-text';
import { starRow } from './stars';

interface Card {
  box: HTMLInputElement;
  figure: HTMLElement;
  note: HTMLElement;
}

export class Legend {
  readonly #cards = new Map<string, Card>();

  /** Fills `fields`; aspects in `doubtful` have words that are no good reasons. */
  constructor(
    fields: HTMLFieldSetElement,
    aspects: readonly string[],
    doubtful: ReadonlySet<string>,
    onToggle: () => void,
  ) {
    const options = create('div', 'options');
    for (const aspect of aspects) {
      options.append(this.#card(aspect, lookOf(aspect, aspects), doubtful.has(aspect)));
    }
    options.addEventListener('change', onToggle);
    fields.querySelector('.options')?.remove();
    fields.append(options);
    fields.hidden = false;
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
      const rating = explanation?.ratings[aspect];
      const isRated = rating !== undefined && rating !== null;
      if (rating === undefined) figure.replaceChildren('not rated');
      else if (rating === null) figure.replaceChildren(ratingText(rating));
      else {
        figure.replaceChildren(starRow(starsOf(rating)), ' ', create('b', '', ratingText(rating)));
      }
      note.hidden = !isRated || !own(aspect);
    }
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
