// A rated review as it leaves the page: in a file, a picture, or on another page.
import type { Explanation, Span } from 'whylight';
import { wholeGraphemes } from '../graphemes';
import type { RatingScale } from '../views/reviews/rating-scale';
import { runsOf } from '../views/reviews/marked-text';
import { titleOf } from '../own-models/own-name';
import type { ReviewState } from '../views/reviews/review-state';
import { strings } from '../strings/strings';
import { labelOf } from '../wording';

export interface ShownRating {
  aspect: string;
  name: string;
  /** From 0 to 1; null: not rated. */
  rating: number | null;
  /** As the page says it: "4.2 of 5". */
  says: string;
  /** The words that speak for it, in the order of the text. */
  reasons: readonly Span[];
}

export interface ShownMark {
  start: number;
  end: number;
  aspects: readonly string[];
}

export interface ShownReview {
  model: string;
  text: string;
  point: number | undefined;
  ratings: readonly ShownRating[];
  /** In the order of the text, apart from each other. */
  marks: readonly ShownMark[];
}

/** Where ratings come from, or that there are none. */
export function originOf({ ratings }: Pick<ShownReview, 'ratings'>): string {
  const rated = ratings.some(({ rating }) => rating !== null);
  return rated ? strings.share.ratedBy : strings.share.nothingRated;
}

/** What is shown of an explanation, which has in it what the visitor dropped. */
export function shownReview(
  { model, point }: ReviewState,
  { text, ratings, rationales, inDomain }: Explanation,
  scale: RatingScale,
): ShownReview {
  const aspects = inDomain ? Object.keys(ratings) : [];
  return {
    model: titleOf(model),
    text,
    point,
    ratings: aspects.map((aspect) => {
      const rating = ratings[aspect] ?? null;
      return {
        aspect,
        name: labelOf(aspect),
        rating,
        says: scale.text(aspect, rating),
        reasons: wholeGraphemes(text, rationales[aspect] ?? []),
      };
    }),
    marks: runsOf(text, rationales, aspects),
  };
}

/** The text cut where marks begin and end; a piece between marks has none. */
export function* piecesOf({
  text,
  marks,
}: Pick<ShownReview, 'text' | 'marks'>): Generator<{ text: string; mark?: ShownMark }> {
  let from = 0;
  for (const mark of marks) {
    if (mark.start > from) yield { text: text.slice(from, mark.start) };
    yield { text: text.slice(mark.start, mark.end), mark };
    from = mark.end;
  }
  if (from < text.length) yield { text: text.slice(from) };
}
