// Ratings in a few bins: five numbers of stars or, where an aspect has classes, two.
import type { Frame } from './rated-review';

/** How many bins an aspect has. */
export function binCount({ aspects, labels }: Frame, aspect: number): number {
  return Object.hasOwn(labels, aspects[aspect]!) ? 2 : 5;
}

/** The bin of a rating, from 0: the nearest number of stars, or the likelier class. */
export function binOf(rating: number, bins: number): number {
  if (bins === 2) return rating > 0.5 ? 1 : 0;
  return Math.round((bins - 1) * Math.min(1, Math.max(0, rating)));
}
