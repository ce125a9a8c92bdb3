// The dial between short rationales and exact ratings.
import type { OperatingPoint } from 'whylight';
import { find } from '../../dom';
import { strings } from '../../strings/strings';
import type { OpenModel } from './open-model';
import { shareOf } from './trade-off-plot';

export class Dial {
  readonly #place: HTMLElement;
  readonly #range: HTMLInputElement;
  readonly #shipped: HTMLButtonElement;
  readonly #says: HTMLElement;
  readonly #onChoose: (point: number | undefined) => void;
  #points: readonly OperatingPoint[] = [];
  #shown: number | undefined;

  /** Takes over the `.dial` of a panel; `onChoose` is told of the point that a visitor chooses. */
  constructor(place: HTMLElement, onChoose: (point: number | undefined) => void) {
    this.#place = place;
    this.#onChoose = onChoose;
    this.#range = find(place, 'input', HTMLInputElement);
    this.#shipped = find(place, 'button', HTMLButtonElement);
    this.#says = find(place, '.dial-says', HTMLElement);
    // A click counts also where the thumb already stands.
    for (const event of ['input', 'click']) {
      this.#range.addEventListener(event, () => this.#choose(this.#range.valueAsNumber));
    }
    this.#shipped.addEventListener('click', () => this.#choose(undefined));
  }

  /** Offers the points of a model, if it has any, and shows one. */
  use({ model, listed }: OpenModel, point: number | undefined): void {
    this.#points = model.points;
    this.#place.hidden = this.#points.length === 0;
    if (this.#place.hidden) return;
    this.#range.max = String(this.#points.length - 1);
    const rates = Object.values(listed.aspects).flatMap(({ selected }) => selected ?? []);
    const shippedRate = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
    this.#range.value = String(nearest(this.#points, shippedRate));
    this.show(point);
  }

  /** Keeps its place, empty, while there are no ratings for which to choose words. */
  reveal(there: boolean): void {
    this.#place.classList.toggle('waiting', !there);
  }

  /** Shows that a point is chosen; none: as the model is shipped. */
  show(chosen: number | undefined): void {
    const { asShipped, asShippedSays, ofTheWords, pointSays } = strings.reviews;
    this.#shown = chosen;
    if (chosen !== undefined) this.#range.value = String(chosen);
    const point = chosen === undefined ? undefined : this.#points[chosen];
    this.#place.classList.toggle('as-shipped', !point);
    this.#shipped.ariaPressed = String(!point);
    this.#range.ariaValueText = point ? ofTheWords(shareOf(point.rate)) : asShipped;
    this.#says.textContent = point ? pointSays(shareOf(point.rate)) : asShippedSays;
  }

  #choose(point: number | undefined): void {
    if (point !== this.#shown) this.#onChoose(point);
  }
}

/** The point whose rate is nearest; the one in the middle where none is known. */
function nearest(points: readonly OperatingPoint[], rate: number): number {
  if (Number.isNaN(rate)) return points.length >> 1;
  const distances = points.map((point) => Math.abs(point.rate - rate));
  return distances.indexOf(Math.min(...distances));
}
