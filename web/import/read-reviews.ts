// Reads reviews from pasted text or a file, whatever their format.
//
//   const { columns, rows, problems } = await readReviews(file, { signal, onProgress });
//   const { reviews } = toReviews(rows, guessReviewColumn(columns, rows));
import { shortened } from '../graphemes';
import { strings } from '../strings/strings';
import { columnNamed, reviewColumnNames } from './column-names';
import { cellAt } from './columns';
import { ImportError } from './import-error';
import { maxReviewLength, maxReviews } from './limits';
import { readRows, type Imported, type ReadOptions } from './read-rows';
import type { TextFile } from './read-text';
import type { Problem, Row } from './rows';

export interface Review {
  /** Where it begins in the file or the pasted text, from 1. */
  line: number;
  text: string;
}

export interface Reviews {
  reviews: Review[];
  /** How many there are beyond those that are taken. */
  leftOut: number;
  problems: Problem[];
}

/** Throws as `readRows` does. */
export function readReviews(
  source: string | TextFile,
  options: ReadOptions = {},
): Promise<Imported> {
  return readRows(source, options, {
    column: 'review',
    names: reviewColumnNames,
    mayBeParagraphs: true,
  });
}

// What a guess looks at.
const sampleRows = 200;

/** By the names of the columns, else the one with the longest texts. */
export function guessReviewColumn(columns: readonly string[], rows: readonly Row[]): number {
  const sample = rows.slice(0, sampleRows);
  const lengths = columns.map((_, index) =>
    sample.reduce(
      (sum, row) => sum + (hasWords(cellAt(row, index)) ? cellAt(row, index).length : 0),
      0,
    ),
  );
  const named = columnNamed(columns, reviewColumnNames);
  if (named !== undefined && lengths[named]! > 0) return named;
  return lengths.indexOf(Math.max(...lengths));
}

/** A review per row that has one; the first of them, if there are too many. */
export function toReviews(rows: readonly Row[], column: number): Reviews {
  const problems: Problem[] = [];
  const reviews: Review[] = [];
  for (const row of rows) {
    const { line } = row;
    const text = cellAt(row, column);
    const { noReview, noWords, longReview } = strings.unread;
    if (text === '') problems.push({ line, message: noReview });
    else if (!hasWords(text)) problems.push({ line, message: noWords(shortened(text, 40)) });
    else if (text.length > maxReviewLength) {
      problems.push({ line, message: longReview(maxReviewLength, text.length) });
    } else reviews.push({ line, text });
  }
  if (reviews.length === 0) {
    throw new ImportError('no-reviews', strings.unread.noReviews(rows.length));
  }
  const leftOut = Math.max(0, reviews.length - maxReviews);
  return { reviews: reviews.slice(0, maxReviews), leftOut, problems };
}

// A number or a date is no review.
function hasWords(text: string): boolean {
  return /\p{L}/u.test(text);
}
