// What only some want to know: what the dial trades for what, and whether the marked words suffice.
import type { Explanation } from 'whylight';
import { find } from '../../dom';
import { strings } from '../../strings/strings';
import { megabytes } from '../../wording';
import type { OpenModel } from './open-model';
import { Sufficiency } from './sufficiency';
import { TradeOffPlot } from './trade-off-plot';

export class Experts {
  readonly #part: HTMLDetailsElement;
  readonly #tradeOff: HTMLElement;
  readonly #plot: TradeOffPlot;
  readonly #sufficiency: Sufficiency;
  readonly #size: HTMLElement;
  readonly #card: HTMLAnchorElement;

  /** Takes over the `.experts` of the view. */
  constructor(part: HTMLDetailsElement) {
    this.#part = part;
    this.#tradeOff = find(part, '.trade-off-part', HTMLElement);
    this.#plot = new TradeOffPlot(find(part, '.trade-off', HTMLElement));
    this.#sufficiency = new Sufficiency(part, find(part, '.sufficiency', HTMLElement));
    this.#size = find(part, '.model-size', HTMLElement);
    this.#card = find(part, '.model-card', HTMLAnchorElement);
  }

  use(open: OpenModel, point: number | undefined): void {
    const { aspects, points } = open.model;
    this.#part.hidden = false;
    this.#tradeOff.hidden = points.length === 0;
    if (points.length > 0) {
      this.#plot.show(aspects, points);
      this.#plot.mark(point);
    }
    this.#sufficiency.use(open);
    this.#size.textContent = strings.reviews.aboutModel(megabytes(open.listed.bytes));
    const { card } = open.listed;
    this.#card.hidden = !card;
    if (card) this.#card.href = card.href;
  }

  lose(): void {
    this.#part.hidden = true;
    this.#sufficiency.lose();
  }

  /** Marks the point that is chosen. */
  mark(point: number | undefined): void {
    if (!this.#tradeOff.hidden) this.#plot.mark(point);
  }

  /** Measures the words of an explanation, or says nothing of any. */
  show(explanation: Explanation | undefined): void {
    this.#sufficiency.show(explanation);
  }
}
