// Which reviews a visitor wants to see, and in which order.
import { binCount, binOf } from './bins';
import type { Frame, RatedReview } from './rated-review';

/** By the order of the file, by length, or by the rating of an aspect. */
export type SortKey = 'order' | 'length' | number;

export interface Choice {
  /** Words that a review must have, in any order; in double quotes as they stand. */
  search: string;
  /** An aspect that it must speak of; undefined: whatever. */
  aspect: number | undefined;
  /** The bins within which that is rated, both included. */
  from: number;
  to: number;
  sort: SortKey;
  descending: boolean;
}

export const everything: Readonly<Choice> = {
  search: '',
  aspect: undefined,
  from: 0,
  to: Infinity,
  sort: 'order',
  descending: false,
};

export function isFiltered({ search, aspect }: Choice): boolean {
  return search.trim() !== '' || aspect !== undefined;
}

/** Those that fit, sorted; without a rating, a review comes last either way. */
export function choose(
  rated: readonly RatedReview[],
  { search, aspect, from, to, sort, descending }: Choice,
  frame: Frame,
): RatedReview[] {
  const patterns = partsOf(search).map((part) => new RegExp(escaped(part), 'iu'));
  const bins = aspect === undefined ? 0 : binCount(frame, aspect);
  const found = rated.filter(({ text, ratings }) => {
    if (aspect !== undefined) {
      const rating = ratings[aspect] ?? null;
      if (rating === null) return false;
      const bin = binOf(rating, bins);
      if (bin < from || bin > to) return false;
    }
    // An accent may be a character of its own.
    const composed = patterns.length > 0 ? text.normalize() : '';
    return patterns.every((pattern) => pattern.test(composed));
  });
  const sign = descending ? -1 : 1;
  return found.sort((a, b) => {
    const [first, second] = [keyOf(a, sort), keyOf(b, sort)];
    if (first === null || second === null) {
      if (first !== second) return first === null ? 1 : -1;
    } else if (first !== second) return sign * (first - second);
    return a.place - b.place;
  });
}

function keyOf({ place, words, ratings }: RatedReview, sort: SortKey): number | null {
  if (sort === 'order') return place;
  return sort === 'length' ? words : (ratings[sort] ?? null);
}

/** The words of a search, and what stands in double quotes as a whole; the last may still be typed. */
function partsOf(search: string): string[] {
  return [...search.matchAll(/["“”„]([^"“”„]*)["“”„]?|[^\s"“”„]+/gu)]
    .map(([word, quoted]) => (quoted ?? word).trim())
    .filter((part) => part !== '');
}

function escaped(words: string): string {
  // A line break of the review is as good as a blank, and any apostrophe as another.
  return words
    .normalize()
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replace(/\s+/g, '\\s+')
    .replace(/['‘’ʼ]/g, "['‘’ʼ]");
}
