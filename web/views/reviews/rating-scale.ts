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
  tenthsOf,
} from '../../wording';

/** Two classes of which a rating is the probability of the second. */
export type Labels = readonly [string, string];

export class RatingScale {
  readonly #labels: Readonly<Record<string, Labels | undefined>>;

  /** `labels` of the aspects that have classes. */
  constructor(labels: Readonly<Record<string, Labels | undefined>> = {}) {
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

  /** How far apart two ratings are, as they are shown: "0.7 stars", "18 percentage points". */
  difference(aspect: string, from: number, to: number): string {
    const size = Math.abs(this.#units(aspect, to) - this.#units(aspect, from));
    return this.hasClasses(aspect)
      ? strings.reviews.pointsApart(size)
      : strings.reviews.starsApart(decimal(size / 10, 1));
  }

  /** The same as a step beside a rating: "−0.7", "+18%". */
  step(aspect: string, from: number, to: number): string {
    const step = this.#units(aspect, to) - this.#units(aspect, from);
    return this.hasClasses(aspect)
      ? strings.reviews.deltaPoints(signed(step, 0))
      : signed(step / 10, 1);
  }

  /** A rating in the smallest steps in which it is shown: tenths of a star, or percentage points. */
  #units(aspect: string, rating: number): number {
    if (!this.hasClasses(aspect)) return tenthsOf(rating);
    return rating > 0.5 ? Math.round(100 * rating) : 100 - Math.round(100 * (1 - rating));
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
