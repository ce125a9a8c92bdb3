// Reviews that stand out: one that rates an aspect unlike the others, or one of two minds.
import { binCount } from './bins';
import type { Frame, RatedReview } from './rated-review';

/** An aspect that a review rates far from what half of the reviews are within. */
export interface Far {
  review: RatedReview;
  aspect: number;
  rating: number;
  median: number;
}

/** A review that praises one aspect and damns another. */
export interface Divided {
  review: RatedReview;
  high: number;
  low: number;
}

const mostShown = 5;
// Of fewer nobody can say what is usual.
const fewest = 8;
// In [0, 1]: one and a half stars, however much the others agree.
const leastFar = 0.375;
// Two and a half stars.
const leastDivided = 0.625;

/** The farthest first. Of classes there is no distance. */
export function farFromOthers(rated: readonly RatedReview[], frame: Frame): Far[] {
  const found = frame.aspects.flatMap((_, aspect) => {
    if (binCount(frame, aspect) === 2) return [];
    const ratings = rated.flatMap(({ ratings }) => ratings[aspect] ?? []);
    if (ratings.length < fewest) return [];
    const median = medianOf(ratings);
    // Three standard deviations, told from the median so that outliers do not widen it.
    const spread = 3 * 1.4826 * medianOf(ratings.map((rating) => Math.abs(rating - median)));
    const limit = Math.max(leastFar, spread);
    return rated.flatMap((review): Far[] => {
      const rating = review.ratings[aspect] ?? null;
      if (rating === null || Math.abs(rating - median) <= limit) return [];
      return [{ review, aspect, rating, median }];
    });
  });
  const distance = ({ rating, median }: Far) => Math.abs(rating - median);
  return found.sort((a, b) => distance(b) - distance(a)).slice(0, mostShown);
}

/** The most divided first. A class is neither praise nor blame. */
export function ofTwoMinds(rated: readonly RatedReview[], frame: Frame): Divided[] {
  const found: (Divided & { gap: number })[] = [];
  for (const review of rated) {
    let high = -1;
    let low = -1;
    for (const [aspect, rating] of review.ratings.entries()) {
      if (rating === null || binCount(frame, aspect) === 2) continue;
      if (high < 0 || rating > review.ratings[high]!) high = aspect;
      if (low < 0 || rating < review.ratings[low]!) low = aspect;
    }
    if (high < 0) continue;
    const gap = review.ratings[high]! - review.ratings[low]!;
    if (gap >= leastDivided) found.push({ review, high, low, gap });
  }
  return found
    .sort((a, b) => b.gap - a.gap)
    .slice(0, mostShown)
    .map(({ review, high, low }) => ({ review, high, low }));
}

function medianOf(numbers: readonly number[]): number {
  const sorted = Float64Array.from(numbers).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
