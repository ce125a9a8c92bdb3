// A review as the model rated it: as little as a table of thousands needs.
import type { Span } from 'whylight';

/** Words of a review that a rating rests on. */
export interface Quote extends Span {
  /** The aspect, by its place among those of the model. */
  aspect: number;
  /** How sure the model is of these words, 0 to 1: the mean over them. */
  sure: number;
}

/** What the model says of a text. */
export interface Rated {
  /** Whether it reads like the texts that the model knows; if not, nothing is rated. */
  inDomain: boolean;
  /** By aspect, 0 (worst) to 1 (best); null where the text does not speak of it. */
  ratings: (number | null)[];
  quotes: Quote[];
  words: number;
}

export interface RatedReview extends Rated {
  /** Its place among the reviews that were brought, from 0. */
  place: number;
  /** Where it began in the file or the pasted text, from 1. */
  line: number;
  text: string;
}

/** What is the same of all reviews that a model rated. */
export interface Frame {
  /** The name of the model. */
  model: string;
  aspects: readonly string[];
  /** The classes, as the page calls them, of aspects that have two in the place of stars. */
  labels: Readonly<Record<string, readonly [string, string]>>;
}
