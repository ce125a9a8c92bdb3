// Texts that ask the same: what can be asked, and the answers. Spans are into the
// caller's string, as everywhere.
import type { AnyWorker, AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadRetriever()`. */
export interface LoadRetrieverOptions extends LoadModelOptions {
  /**
   * One module Worker running `whylight/worker`, or in Node one of `worker_threads`: the
   * model and its indexes then live there.
   */
  worker?: AnyWorker | undefined;
}

export interface RankOptions extends AskOptions {
  /** The most candidates to list; all of them by default, or if 0. */
  limit?: number | undefined;
  /** Which part of the query is read; `all` by default. */
  read_query?: QuestionPart | undefined;
  /** Which part of the candidates is read; `all` by default. */
  read_candidates?: QuestionPart | undefined;
}

/**
 * All of a text, its first sentence, or the words that say what is asked, if the model
 * learned to choose them.
 */
export type QuestionPart = 'all' | 'title' | 'rationale';

/** Candidates, those that ask the same as the query first. */
export interface Ranking {
  candidates: RankedCandidate[];
}

/** A candidate of `rank()`. */
export interface RankedCandidate {
  /** Its place in the given list. */
  candidate: number;
  /** Its similarity to the query, as the model sees it: usually the cosine. */
  score: number;
  /** How likely they are to ask the same. If the model is calibrated. */
  probability?: number;
}

export interface MatchOptions extends AskOptions {
  /** How many pairs of n-grams to list, 0 to 1000; 10 by default. */
  pairs?: number | undefined;
}

/** A word, and its part of what its n-grams add. */
export interface WeighedWord extends Span {
  contribution: number;
}

/** How similar two texts are: `score = pairs + bias + residual`, up to `error`. */
export interface Match {
  /** The two strings, as given. */
  text: string;
  other: string;
  /** The cosine of their vectors. */
  score: number;
  /** The sum over all pairs of n-grams, one from each text, listed or not. */
  pairs: number;
  /** Products with what biases add, whatever the words. */
  bias: number;
  /**
   * What is left out by activations that are not piecewise linear, and by layers that are
   * not recurrent convolutions.
   */
  residual: number;
  /** |score - (pairs + bias + residual)|: rounding. */
  error: number;
  /** The strongest pairs, of either sign, strongest first. */
  strongest: MatchedPair[];
  queryWords: WeighedWord[];
  textWords: WeighedWord[];
  /** How likely they are to ask the same. If the model is calibrated. */
  probability?: number;
}

/** An n-gram of each text. */
export interface MatchedPair {
  /** The words in the first text, from left to right. */
  query: Span[];
  /** The words in the second. */
  text: Span[];
  /** What the pair adds to the score. */
  contribution: number;
}

export interface PreferOptions extends AskOptions {
  /** How many n-grams of the query to list, 0 to 1000; 10 by default. */
  ngrams?: number | undefined;
}

/** Why one text ranks above another: `first - second = ngrams + bias + residual`, up to `error`. */
export interface Preference {
  /** The scores of both. */
  first: number;
  second: number;
  /** What the n-grams of the query add to the difference. */
  ngrams: number;
  bias: number;
  residual: number;
  error: number;
  /** The strongest n-grams: those above zero favour the first text. */
  strongest: { words: Span[]; contribution: number }[];
}

/** The words of a text that say what is asked. */
export interface Keywords {
  /** The string, as given. */
  text: string;
  /** The chosen words, with neighbours joined. */
  spans: Span[];
  /** Every word that was read. */
  words: KeywordCandidate[];
}

/** A word, and how likely it is to say what is asked. */
export interface KeywordCandidate extends Span {
  /** 0 to 1. */
  probability: number;
  chosen: boolean;
}

/** How far the gates of a model's recurrent convolutions let words in. */
export interface OpenGates {
  /** The string, as given. */
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

/** A word, and how far the gates open at it. */
export interface GatedWord extends Span {
  /** How far the word is let in, 0 to 1: the mean over all units. */
  mean: number;
  /** The largest value of any unit. */
  max: number;
  /** How many words the states remember. */
  memory: number;
}

/** A text and its vector. */
export interface Embedding {
  /** The string, as given. */
  text: string;
  /** As many numbers as the model's `width`. */
  vector: number[];
}

/** A document with some fields, and anything else. */
export type DocumentWith<F extends string> = Record<string, unknown> &
  (string extends F ? unknown : Partial<Record<F, string>>);

/** Options of `createIndex()`. */
export interface IndexOptions<F extends string = string> extends AskOptions {
  /** The members of a document to search, at least one: strings, any of which may be missing. */
  fields: readonly F[];
  /** The member that names a document, a string or a whole number; `id` by default. */
  id?: string | undefined;
  /** How much a word in a field counts, by field name; 1 by default. */
  boost?: Readonly<Record<string, number>> | undefined;
  /** The fields that the model reads, joined; all by default. */
  encode?: readonly string[] | undefined;
  /** BM25's k1 and b. */
  k1?: number | undefined;
  b?: number | undefined;
}

/** The progress of a long call. */
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

/** How to read a query and score documents, and which of them to consider. */
export interface WithoutWordsOptions<D = Record<string, unknown>> extends AskOptions {
  /** `hybrid` by default. */
  mode?: SearchMode | undefined;
  /** Weight of the model's score in `hybrid`, 0 to 1; by default `retriever.weight`. */
  weight?: number | undefined;
  /** Boosts of fields, in place of the index's; 0 leaves a field out. */
  boost?: Readonly<Record<string, number>> | undefined;
  /**
   * Which words of the query also match words that start with them: none (the default),
   * the last, which is being typed, or all. `true` is the last.
   */
  prefix?: 'none' | 'last' | 'all' | boolean | undefined;
  /**
   * The most edits to a misspelled word: 1 or 2 or, below 1, a share of its letters.
   * `true` is 0.2; none by default.
   */
  fuzzy?: number | boolean | undefined;
  /** Returns, for each document, whether it may be found. */
  filter?: ((document: D) => boolean) | undefined;
}

export interface SearchOptions<D = Record<string, unknown>> extends WithoutWordsOptions<D> {
  /** The most hits; 10 by default. */
  limit?: number | undefined;
  /** Leaves out hits with a lower `probability`. Needs a calibrated model. */
  threshold?: number | undefined;
  /** Leaves out hits with a lower `score`. */
  score?: number | undefined;
}

/** A document that was found. */
export interface Hit<D = Record<string, unknown>> {
  id: string;
  /** What hits are ordered by: the sum of `parts`. */
  score: number;
  /** How likely it is to ask the same. If the model is calibrated. */
  probability?: number;
  /** The model's score, -1 to 1. */
  cosine: number;
  /** The score of the words: the sum of those of `terms`. */
  bm25: number;
  /** `bm25` as a share of the most that any document could reach, 0 to 1. */
  share: number;
  parts: { model: number; bm25: number };
  /** The places of the words that match, in order, for every field of the index. */
  spans: Record<string, Span[]>;
  /** The words that match, by word of the query. */
  terms: TermMatch[];
  /** The document. Do not change it: the index keeps this very object. */
  document: D;
}

/** A word of a document that matches one of the query. */
export interface TermMatch {
  /** The word of the query, and that of the document: another if it was completed or corrected. */
  query: string;
  term: string;
  /** Its part of the hit's `bm25`. */
  bm25: number;
  /** Where it is in each field of the index. */
  spans: Record<string, Span[]>;
  /** Where the query's word is in the query. */
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
 * How similar a document is to the query: `score = pairs + bias + residual`, up to
 * `error`; and the score of its words.
 */
export interface HitExplanation {
  /** The cosine of its vector and the query's. */
  score: number;
  /** The sum over all pairs of n-grams, one from each text, listed or not. */
  pairs: number;
  /** Products with what biases add, whatever the words. */
  bias: number;
  /**
   * What is left out by activations that are not piecewise linear, and by layers that are
   * not recurrent convolutions.
   */
  residual: number;
  /** |score - (pairs + bias + residual)|: rounding. */
  error: number;
  /** How likely it is to ask the same. If the model is calibrated. */
  probability?: number;
  /** The strongest pairs, of either sign, strongest first. */
  strongest: { query: Span[]; document: FieldSpan[]; contribution: number }[];
  queryWords: WeighedWord[];
  documentWords: (FieldSpan & { contribution: number })[];
  /** The words that match, and their parts of `bm25`. */
  terms: TermMatch[];
  bm25: number;
  /** `bm25` as a share of the most that any document could reach. */
  share: number;
}

/** A hit with a word of the query left out. */
export interface WordDrop extends Span {
  /** Its place among all hits, from 1; 0 if it is not a hit. */
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
    /** How many documents have it along with the other words. */
    documents: number;
  }[];
  /** Documents with all of the words in their first field, which is their `text`. */
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

/** A description of an index. */
export interface IndexDescription {
  /** How many documents it has. */
  size: number;
  /** The model that made its vectors: a name derived from the model's bytes. */
  model: string;
  /** About how many bytes it takes outside the JavaScript heap. */
  memory: number;
  /** How many numbers a vector has. */
  width: number;
  fields: IndexedField[];
  id: string;
  k1: number;
  b: number;
}

/** A field of an index. */
export interface IndexedField {
  name: string;
  boost: number;
  /** Whether the model reads it. */
  encoded: boolean;
}
