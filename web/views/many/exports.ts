// Rated reviews as files that other programs read.
import { asCsv } from '../../export/tables';
import { starsOf } from '../../wording';
import { titleOf } from '../../own-models/own-name';
import { binOf } from './bins';
import type { Frame, RatedReview } from './rated-review';

/**
 * A table: the review, and of each aspect its stars, or its class and how likely that is, and the
 * words behind it. A cell is empty where a review does not speak of the aspect.
 */
export function ratedAsCsv(rated: readonly RatedReview[], frame: Frame): string {
  const { aspects, labels } = frame;
  const header = [
    'line',
    'review',
    ...aspects.flatMap((aspect) =>
      Object.hasOwn(labels, aspect)
        ? [aspect, `${aspect}_probability`, `${aspect}_words`]
        : [`${aspect}_stars`, `${aspect}_words`],
    ),
  ];
  const rows = rated.map((review) => [
    String(review.line),
    review.text,
    ...aspects.flatMap((name, aspect) => {
      const rating = review.ratings[aspect] ?? null;
      const words = quotesOf(review, aspect).join(' | ');
      const classes = labels[name];
      if (!classes) return [rating === null ? '' : starsOf(rating).toFixed(2), words];
      if (rating === null) return ['', '', words];
      const bin = binOf(rating, 2);
      return [classes[bin]!, (bin === 1 ? rating : 1 - rating).toFixed(3), words];
    }),
  ]);
  return asCsv(header, rows);
}

/** One JSON object; ratings go from 0 to 1, and are null where a review does not speak of the aspect. */
export function ratedAsJson(
  rated: readonly RatedReview[],
  { model, aspects, labels }: Frame,
): string {
  const byAspect = <T>(value: (aspect: number) => T) =>
    Object.fromEntries(aspects.map((name, aspect) => [name, value(aspect)]));
  const reviews = rated.map((review) => ({
    line: review.line,
    text: review.text,
    inDomain: review.inDomain,
    ratings: byAspect((aspect) => review.ratings[aspect] ?? null),
    quotes: byAspect((aspect) => quotesOf(review, aspect)),
  }));
  return `${JSON.stringify({ model: titleOf(model), labels, reviews }, null, 1)}\n`;
}

function quotesOf({ text, quotes }: RatedReview, aspect: number): string[] {
  return quotes
    .filter((quote) => quote.aspect === aspect)
    .map(({ start, end }) => text.slice(start, end));
}
