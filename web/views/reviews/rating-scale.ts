// How the ratings of a model read: as stars or, where an aspect has two classes, as the likelier one.
import { giveOrTake, labelOf, likelihood, ratingText, starsOf } from '../../wording';

/** Two classes of which a rating is the probability of the second. */
export type Labels = readonly [string, string];

export class RatingScale {
  readonly #labels: Readonly<Record<string, Labels>>;

  /** `labels` of the aspects that have classes. */
  constructor(labels: Readonly<Record<string, Labels>> = {}) {
    this.#labels = labels;
  }

  /** Whether ratings of the aspect are classes, not stars. */
  hasClasses(aspect: string): boolean {
    return Object.hasOwn(this.#labels, aspect);
  }

  /** "4.2 of 5", "for the film, 92%", "not mentioned". */
  text(aspect: string, rating: number | null): string {
    const labels = this.#labels[aspect];
    if (rating === null || !labels) return ratingText(rating);
    const [name, probability] = rating > 0.5 ? [labels[1], rating] : [labels[0], 1 - rating];
    return `${name}, ${likelihood(probability)}`;
  }

  /** The same with its aspect: "Aroma 4.2 of 5", "Polarity: for the film, 92%". */
  sentence(aspect: string, rating: number | null): string {
    const colon = rating !== null && this.hasClasses(aspect) ? ':' : '';
    return `${labelOf(aspect)}${colon} ${this.text(aspect, rating)}`;
  }

  /** "give or take 0.4"; nothing where it is not known, or where the rating is a probability. */
  spread(aspect: string, spread: number | null = null): string {
    return spread === null || this.hasClasses(aspect) ? '' : giveOrTake(spread);
  }

  /** The size of a difference of ratings: "0.7 stars", "18 percentage points". */
  difference(aspect: string, difference: number): string {
    const size = Math.abs(difference);
    if (this.hasClasses(aspect)) {
      const points = Math.round(100 * size);
      return `${points} percentage point${points === 1 ? '' : 's'}`;
    }
    const stars = (4 * size).toFixed(1);
    return `${stars} star${stars === '1.0' ? '' : 's'}`;
  }

  /** What is said of an aspect without a rating, as a clause. */
  unmentioned(aspect: string): string {
    return this.hasClasses(aspect) ? 'the review takes no side' : 'the review does not speak of it';
  }
}

/** Where a rating with its spread lies on the five stars, kept within them. */
export function likelyStars(rating: number, spread: number): [least: number, most: number] {
  return [starsOf(rating - spread), starsOf(rating + spread)];
}
