// Two of many reviews, picked one after the other, side by side in the view of one review.
import { create } from '../../dom';
import { follow, writeLink } from '../../share/link';
import { strings } from '../../strings/strings';
import { longestCompared } from '../reviews/review-state';
import type { RatedReview } from './rated-review';

export class ComparePick {
  #model = '';
  #first: RatedReview | undefined;
  #button: HTMLButtonElement | undefined;
  #says: HTMLElement | undefined;

  /** Begins anew, with reviews that a model rates. */
  use(model: string): void {
    this.#model = model;
    this.#drop();
  }

  /** The button of a review, and what is said of it. */
  partOf(review: RatedReview): HTMLElement {
    const says = create('span', 'compare-says');
    says.role = 'status';
    const button = create('button', 'compare', strings.many.compare);
    button.type = 'button';
    button.ariaPressed = 'false';
    button.addEventListener('click', () => void this.#press(review, button, says));
    // Drawn anew, as when a page is turned.
    if (review === this.#first) this.#hold(review, button, says);
    return create('div', 'actions', button, says);
  }

  async #press(review: RatedReview, button: HTMLButtonElement, says: HTMLElement): Promise<void> {
    const first = this.#first;
    if (first === review) {
      this.#drop();
      return;
    }
    if (review.text.length > longestCompared) {
      says.textContent = strings.comparing.tooLong;
      return;
    }
    if (!first) {
      this.#hold(review, button, says);
      return;
    }
    const carried = await writeLink({
      model: this.#model,
      text: review.text,
      point: undefined,
      isolated: undefined,
      dropped: {},
      against: first.text,
    });
    if (carried === undefined) {
      says.textContent = strings.comparing.tooLong;
      return;
    }
    this.#drop();
    follow(this.#model, carried);
  }

  #hold(review: RatedReview, button: HTMLButtonElement, says: HTMLElement): void {
    this.#first = review;
    this.#button = button;
    this.#says = says;
    button.ariaPressed = 'true';
    says.textContent = strings.many.compareNext;
  }

  #drop(): void {
    if (this.#button) this.#button.ariaPressed = 'false';
    if (this.#says) this.#says.textContent = '';
    this.#first = undefined;
    this.#button = undefined;
    this.#says = undefined;
  }
}
