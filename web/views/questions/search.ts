// How the page asks an index.
import type { Hit, SearchMode } from 'whylight/questions';
import type { QuestionDocument } from '../../import/columns';
import type { Searched } from './level';
import type { Index } from './library';

/** The last word may be half typed, and any word misspelt. */
export const searching = { prefix: 'last', fuzzy: true } as const;

export interface Asked {
  text: string;
  index: Index;
  /** The same index, whose hits are as sure as they stand out in it. */
  levelled: Searched<QuestionDocument>;
  /** The probability from which on a question fits. */
  threshold: number;
  /** Whether to rank by the model and by words apart, beside the two combined. */
  apart: boolean;
}

export interface Found {
  text: string;
  index: Index;
  threshold: number;
  /** The combined ranking. */
  hits: Hit<QuestionDocument>[];
  /** By the model, and by words alone, if it was asked for. */
  apart?: { model: Hit<QuestionDocument>[]; bm25: Hit<QuestionDocument>[] };
}

const limit = 10;
const limitApart = 5;

export async function search({ text, index, levelled, threshold, apart }: Asked): Promise<Found> {
  const by = (mode: SearchMode, most: number) =>
    levelled.search(text, { ...searching, mode, limit: most });
  const [hits, model, bm25] = await Promise.all([
    by('hybrid', limit),
    apart ? by('model', limitApart) : undefined,
    apart ? by('bm25', limitApart) : undefined,
  ]);
  return { text, index, threshold, hits, ...(model && bm25 && { apart: { model, bm25 } }) };
}
