// Texts that ask the same: what can be asked, and the answers. Spans are into the
// caller's string, as everywhere.
import type { AnyWorker, AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadRetriever()`. */
export interface LoadRetrieverOptions extends LoadModelOptions {
  /**
   * A module Worker running `whylight/worker`, or in Node a Worker of `worker_threads`:
   * one, where the model and its indexes then live.
   */
  worker?: AnyWorker | undefined;
}

export interface RankOptions extends AskOptions {
  /** The most candidates to list; all of them by default, or if 0. */
  limit?: number | undefined;
  /** What is read of the query; `all` by default. */
  read_query?: QuestionPart | undefined;
  /** What is read of the candidates; `all` by default. */
  read_candidates?: QuestionPart | undefined;
}

/**
 * All of a text, its first sentence, or the words that say what is asked, which models
 * know that learned to choose them.
 */
export type QuestionPart = 'all' | 'title' | 'rationale';

/** Candidates, those that ask the same as the query first. */
export interface Ranking {
  candidates: RankedCandidate[];
}

/** A candidate of `rank()`. */
export interface RankedCandidate {
  /** Its place in the list that was given. */
  candidate: number;
  /** How alike it and the query are, as the model sees it: the cosine, as a rule. */
  score: number;
  /** How likely they are to ask the same. Of calibrated models only. */
  probability?: number;
}

export interface MatchOptions extends AskOptions {
  /** How many pairs of n-grams to list, 0 to 1000; 10 by default. */
  pairs?: number | undefined;
}

/** A word, and what the n-grams that it is in add, shared out in equal parts. */
export interface WeighedWord extends Span {
  contribution: number;
}

/** How alike two texts are: `score = pairs + bias + residual`, up to `error`. */
export interface Match {
  /** The two strings, as they were given. */
  text: string;
  other: string;
  /** The cosine of their vectors. */
  score: number;
  /** What pairs of n-grams add, one of each text, those not listed included. */
  pairs: number;
  /** Products with what biases give, whatever the words. */
  bias: number;
  /** What activations that are no lines leave out, and layers that are no recurrent convolutions. */
  residual: number;
  /** |score - (pairs + bias + residual)|: rounding. */
  error: number;
  /** The strongest pairs, of either sign, strongest first. */
  strongest: MatchedPair[];
  queryWords: WeighedWord[];
  textWords: WeighedWord[];
  /** How likely they are to ask the same. Of calibrated models only. */
  probability?: number;
}

/** An n-gram of each text. */
export interface MatchedPair {
  /** The words of the first text, from left to right. */
  query: Span[];
  /** The words of the second. */
  text: Span[];
  /** What the pair adds to the score. */
  contribution: number;
}

export interface PreferOptions extends AskOptions {
  /** How many n-grams of the query to list, 0 to 1000; 10 by default. */
  ngrams?: number | undefined;
}

/** Why one text is above another: `first - second = ngrams + bias + residual`, up to `error`. */
export interface Preference {
  /** The scores of both. */
  first: number;
  second: number;
  /** What n-grams of the query add to the difference. */
  ngrams: number;
  bias: number;
  residual: number;
  error: number;
  /** The strongest n-grams: above zero they speak for the first. */
  strongest: { words: Span[]; contribution: number }[];
}

/** The words of a text that say what is asked. */
export interface Keywords {
  /** The string, as it was given. */
  text: string;
  /** The chosen words, neighbours together. */
  spans: Span[];
  /** Every word that is read. */
  words: KeywordCandidate[];
}

/** A word, and how likely it says what is asked. */
export interface KeywordCandidate extends Span {
  /** 0 to 1. */
  probability: number;
  chosen: boolean;
}

/** How far the gates of a model's recurrent convolutions let words in. */
export interface OpenGates {
  /** The string, as it was given. */
  text: string;
  recurrences: RecurrenceGates[];
}

/** The gates of one recurrence. */
export interface RecurrenceGates {
  /** Its layer, from 1. */
  layer: number;
  direction: 'forward' | 'backward';
  words: GatedWord[];
}

/** A word, and how far the gates open there. */
export interface GatedWord extends Span {
  /** The mean over units of how far the word is let in, 0 to 1. */
  mean: number;
  /** The largest of any unit. */
  max: number;
  /** How many words the states remember. */
  memory: number;
}

/** What the model makes of a text. */
export interface Embedding {
  /** The string, as it was given. */
  text: string;
  /** As many numbers as the model is wide. */
  vector: number[];
}

/** A document with some fields, whatever else it has. */
export type DocumentWith<F extends string> = Record<string, unknown> &
  (string extends F ? unknown : Partial<Record<F, string>>);

/** Options of `createIndex()`. */
export interface IndexOptions<F extends string = string> extends AskOptions {
  /** The members of a document that are searched, one at least: strings, any of which may be missing. */
  fields: readonly F[];
  /** The member that names a document, a string or a whole number; `id` by default. */
  id?: string | undefined;
  /** What a word in a field counts, by the name of the field; 1 by default. */
  boost?: Readonly<Record<string, number>> | undefined;
  /** The fields that the model reads, joined; all by default. */
  encode?: readonly string[] | undefined;
  /** BM25's k1 and b. */
  k1?: number | undefined;
  b?: number | undefined;
}

/** How far a long call has come. */
export interface IndexProgress {
  done: number;
  total: number;
}

export interface AddOptions extends AskOptions {
  /** Called as documents are added. */
  onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** How documents are scored: by the model, by their words, or by both. */
export type SearchMode = 'model' | 'bm25' | 'hybrid';

/** How a query is read and documents are scored, and which of them are looked at. */
export interface WithoutWordsOptions<D = Record<string, unknown>> extends AskOptions {
  /** `hybrid` by default. */
  mode?: SearchMode | undefined;
  /** Of the model's score in `hybrid`, 0 to 1; by default what the model says (`retriever.weight`). */
  weight?: number | undefined;
  /** Of fields, in place of the index's; 0 leaves a field out. */
  boost?: Readonly<Record<string, number>> | undefined;
  /**
   * Which words of the query also stand for words that start so: none (the default),
   * the last, which is being typed, or all. `true` is the last.
   */
  prefix?: 'none' | 'last' | 'all' | boolean | undefined;
  /**
   * The most edits to a misspelled word: 1 or 2, or, below 1, a share of its letters.
   * `true` is 0.2; none by default.
   */
  fuzzy?: number | boolean | undefined;
  /** Says of each document whether it may be found. */
  filter?: ((document: D) => boolean) | undefined;
}

export interface SearchOptions<D = Record<string, unknown>> extends WithoutWordsOptions<D> {
  /** The most hits; 10 by default. */
  limit?: number | undefined;
  /** Leaves out hits whose `probability` is less. Needs a calibrated model. */
  threshold?: number | undefined;
  /** Leaves out hits whose `score` is less. */
  score?: number | undefined;
}

/** A document that was found. */
export interface Hit<D = Record<string, unknown>> {
  id: string;
  /** What hits are ordered by: the sum of `parts`. */
  score: number;
  /** How likely it is to ask the same. Of calibrated models only. */
  probability?: number;
  /** What the model says, -1 to 1. */
  cosine: number;
  /** What the words say: the sum of those of `terms`. */
  bm25: number;
  /** `bm25` as a share of the most that any document may reach, 0 to 1. */
  share: number;
  parts: { model: number; bm25: number };
  /** Of each field the places of the words that match, in order. */
  spans: Record<string, Span[]>;
  /** Words that match, by those of the query. */
  terms: TermMatch[];
  /** The document. Leave it as it is: the index keeps this very object. */
  document: D;
}

/** A word of a document that stands for one of the query. */
export interface TermMatch {
  /** The word of the query, and the one of the document: another where it is completed or corrected. */
  query: string;
  term: string;
  /** Its part of the hit's `bm25`. */
  bm25: number;
  /** Where it stands in each field. */
  spans: Record<string, Span[]>;
  /** Where the query's word stands in the query. */
  querySpans: Span[];
}

/** A piece of a document. */
export interface FieldSpan extends Span {
  field: string;
}

export interface ExplainOptions extends AskOptions {
  /** How many pairs of n-grams to list, 0 to 1000; 10 by default. */
  pairs?: number | undefined;
}

/**
 * Why a document is as alike as it is: `score = pairs + bias + residual`, up to
 * `error`, and beside it what its words give.
 */
export interface HitExplanation {
  /** The cosine of its vector and the query's. */
  score: number;
  /** What pairs of n-grams add, one of each text, those not listed included. */
  pairs: number;
  /** Products with what biases give, whatever the words. */
  bias: number;
  /** What activations that are no lines leave out, and layers that are no recurrent convolutions. */
  residual: number;
  /** |score - (pairs + bias + residual)|: rounding. */
  error: number;
  /** How likely it is to ask the same. Of calibrated models only. */
  probability?: number;
  /** The strongest pairs, of either sign, strongest first. */
  strongest: { query: Span[]; document: FieldSpan[]; contribution: number }[];
  queryWords: WeighedWord[];
  documentWords: (FieldSpan & { contribution: number })[];
  /** The words that match, and their parts of `bm25`. */
  terms: TermMatch[];
  bm25: number;
  /** `bm25` as a share of the most that any document may reach. */
  share: number;
}

/** The hit without some words of the query. */
export interface WordDrop extends Span {
  /** Its place among all hits, from 1; 0 where it is none. */
  rank: number;
  score: number;
}

export interface SuggestOptions extends AskOptions {
  /** The most of each kind; 5 by default. */
  limit?: number | undefined;
}

/** Completions of what is being typed. */
export interface Suggestions {
  terms: {
    /** What was typed, the last word completed. */
    text: string;
    /** That word. */
    term: string;
    /** How many documents have it beside the other words. */
    documents: number;
  }[];
  /** Documents with all these words in their first field, whose text this is. */
  documents: { id: string; text: string }[];
}

export interface DuplicatesOptions extends AskOptions {
  /** The least cosine of two documents that say the same; 0.9 by default. */
  threshold?: number | undefined;
  /** Called as pairs of documents are compared. */
  onProgress?: ((progress: IndexProgress) => void) | undefined;
}

/** Documents that say nearly the same. */
export interface DuplicateCluster {
  /** At least two. */
  ids: string[];
  /** The largest and the smallest cosine of any two of them. */
  largest: number;
  smallest: number;
}

/** What an index says of itself. */
export interface IndexDescription {
  /** Documents. */
  size: number;
  /** The model whose vectors it has, by a name that follows from its bytes. */
  model: string;
  /** Bytes it takes outside the JavaScript heap, about. */
  memory: number;
  /** Numbers in a vector. */
  width: number;
  fields: IndexedField[];
  id: string;
  k1: number;
  b: number;
}

/** A field, as an index says it. */
export interface IndexedField {
  name: string;
  boost: number;
  /** Whether the model reads it. */
  encoded: boolean;
}
