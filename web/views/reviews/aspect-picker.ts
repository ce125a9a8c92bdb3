// One radio button an aspect, with the aspect's rating on it, and one for all of them.
import type { Explanation } from 'whylight';
import { create } from '../../dom';
import { count, labelOf, ratingText, starsOf } from '../../wording';
import { lookOf } from './marked-text';
import { starRow } from './stars';

export const allAspects = '';

export class AspectPicker {
  readonly #figures = new Map<string, HTMLElement>();
  #chosen = allAspects;

  constructor(fields: HTMLFieldSetElement, aspects: readonly string[], onChoose: () => void) {
    const options = create('div', 'options');
    options.append(this.#option(allAspects, 'All', 'look-all'));
    for (const aspect of aspects) {
      options.append(this.#option(aspect, labelOf(aspect), lookOf(aspect, aspects)));
    }
    options.addEventListener('change', (event) => {
      this.#chosen = (event.target as HTMLInputElement).value;
      onChoose();
    });
    fields.append(options);
    fields.hidden = false;
  }

  /** The aspect to show, or `allAspects`. */
  get chosen(): string {
    return this.#chosen;
  }

  /** Shows an explanation's ratings, or none. */
  show(explanation: Explanation | undefined): void {
    for (const [aspect, figure] of this.#figures) {
      if (!explanation) figure.replaceChildren('not rated');
      else if (aspect === allAspects) {
        const reasons = Object.values(explanation.rationales).flat().length;
        figure.replaceChildren(count(reasons, 'reason'));
      } else {
        const rating = explanation.ratings[aspect] ?? 0;
        figure.replaceChildren(starRow(starsOf(rating)), ' ', create('b', '', ratingText(rating)));
      }
    }
  }

  #option(value: string, name: string, look: string): HTMLElement {
    const radio = create('input');
    radio.type = 'radio';
    radio.name = 'aspect';
    radio.value = value;
    radio.checked = value === this.#chosen;
    const figure = create('span', 'figure', 'not rated');
    this.#figures.set(value, figure);
    return create('label', 'option', radio, create('span', `name ${look}`, name), ' ', figure);
  }
}
