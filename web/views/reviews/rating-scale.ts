// How the ratings of a model read: as stars or, where an aspect has two classes, as the likelier one.
import { strings } from '../../strings/strings';
import {
  decimal,
  giveOrTake,
  labelOf,
  likelihood,
  ratingText,
  signed,
  starsOf,
} from '../../wording';

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

  /** The first or the second class of an aspect that has them. */
  className(aspect: string, place: 0 | 1): string {
    return this.#labels[aspect]![place];
  }

  /** "4.2 of 5", "for the film, 92%", "not mentioned". */
  text(aspect: string, rating: number | null): string {
    const labels = this.#labels[aspect];
    if (rating === null || !labels) return ratingText(rating);
    const [name, probability] = rating > 0.5 ? [labels[1], rating] : [labels[0], 1 - rating];
    return strings.reviews.classText(name, likelihood(probability));
  }

  /** The same with its aspect: "Aroma 4.2 of 5", "Polarity: for the film, 92%". */
  sentence(aspect: string, rating: number | null): string {
    const { rated, classified } = strings.reviews;
    const say = rating !== null && this.hasClasses(aspect) ? classified : rated;
    return say(labelOf(aspect), this.text(aspect, rating));
  }

  /** "give or take 0.4"; nothing where it is not known, or where the rating is a probability. */
  spread(aspect: string, spread: number | null = null): string {
    return spread === null || this.hasClasses(aspect) ? '' : giveOrTake(spread);
  }

  /** The size of a difference of ratings: "0.7 stars", "18 percentage points". */
  difference(aspect: string, difference: number): string {
    const size = Math.abs(difference);
    return this.hasClasses(aspect)
      ? strings.reviews.pointsApart(Math.round(100 * size))
      : strings.reviews.starsApart(decimal(4 * size, 1));
  }

  /** The same as a step beside a rating: "−0.7", "+18%". */
  step(aspect: string, difference: number): string {
    return this.hasClasses(aspect)
      ? strings.reviews.deltaPoints(signed(100 * difference, 0))
      : signed(4 * difference, 1);
  }

  /** What is said of an aspect without a rating. */
  unmentioned(aspect: string): string {
    return this.hasClasses(aspect) ? strings.reviews.noSide : strings.reviews.unmentioned;
  }
}

/** Where a rating with its spread lies on the five stars, kept within them. */
export function likelyStars(rating: number, spread: number): [least: number, most: number] {
  return [starsOf(rating - spread), starsOf(rating + spread)];
}
