// Why a model rates a text as it does: what can be asked, and the answers.
// Spans are into the caller's string, as everywhere; logits and what adds up to
// one are in units of the logit, ratings and their differences from 0 to 1.
// Lei17 is Tao Lei, Interpretable Neural Models for Natural Language Processing,
// MIT 2017.
import type { AskOptions, Span } from '../../runtime/types.js';
import type { PointOptions } from './types.js';

/** Which rating is meant: that of `explain()` at the same `point`. */
export interface RatingOptions extends AskOptions, PointOptions {
  /** One of the model's `aspects`; needed where there are several. */
  aspect?: string | undefined;
}

/**
 * Which words the encoder reads: those of the aspect's rationale, on which
 * alone the rating rests, or all.
 */
export type WordsRead = 'rationale' | 'all';

export interface CurveOptions extends RatingOptions {
  /** By default `rationale`, which gives the rating of `explain()` at the `point`. */
  read?: WordsRead | undefined;
}

/** Options of `gates()`. */
export type GateOptions = CurveOptions;

export interface NgramOptions extends CurveOptions {
  /** How many n-grams to list, 1 to 1000; 10 by default. */
  top?: number | undefined;
}

/** A word and what it adds to a rating's logit. */
export interface WordContribution extends Span {
  contribution: number;
}

/** A skip n-gram: words in order, gaps allowed. */
export interface NgramContribution {
  /** Its words, from left to right. */
  spans: Span[];
  /** What it adds to the logit; negative if it speaks for a lower rating. */
  contribution: number;
}

/**
 * The logit of a rating as a sum over the skip n-grams of the words read:
 * `logit = sum + bias + residual`, apart from `error`. Each n-gram weighs what
 * the gates of the run gave it, and tanh is replaced by its tangent (Lei17
 * section 2.4, theorem 1 and appendix A.1). An n-gram that both directions of
 * the encoder read is counted once.
 */
export interface RatingNgrams {
  /** The string that was asked about, as it was given. */
  text: string;
  aspect: string;
  /** 1 / (1 + exp(-logit)), 0 to 1. */
  rating: number;
  /** What the model said. */
  logit: number;
  /** The contributions of all n-grams, those not listed included. */
  sum: number;
  /** What biases give, whatever the words. */
  bias: number;
  /** What the tangent in place of tanh leaves out. */
  residual: number;
  /** |logit - (sum + bias + residual)|: rounding. */
  error: number;
  /** The strongest, of either sign, strongest first. */
  ngrams: NgramContribution[];
  /** What each word read adds, in order: Shapley values, which add up to `sum`. */
  words: WordContribution[];
}

/**
 * What the encoder would say at each word it reads, from its states there
 * (Lei17 figure 2-4).
 */
export interface RatingCurve {
  /** The string that was asked about, as it was given. */
  text: string;
  aspect: string;
  /** What it does say, from its last states; 0 to 1. */
  rating: number;
  logit: number;
  /**
   * The mean of the local logits. It would be `logit` if the model read the mean
   * of its states; what it reads instead makes the difference.
   */
  meanLogit: number;
  /** The local ratings, 0 to 1, in order. */
  words: LocalRating[];
}

/** A word and what the encoder would rate there. */
export interface LocalRating extends Span {
  /** 0 to 1. */
  rating: number;
}

/** How far the gates of one direction open at a word. */
export interface GateOpening {
  /** The mean over units of 1 - λ, what the word is let in with; 0 to 1. */
  mean: number;
  /** The largest 1 - λ of any unit; 0 to 1. */
  max: number;
  /**
   * The mean over units of the effective memory M = 1 + λ M', where M' is that
   * of the word read before, in words: from 1, all before forgotten, to the
   * number of words read so far, nothing forgotten.
   */
  memory: number;
}

/** A word and the gates there. The backward direction reads from the end. */
export interface WordGates extends Span {
  forward: GateOpening;
  backward: GateOpening;
}

/** The encoder's gates at each word it reads (Lei17 figures 2-8 and 2-9). */
export interface RatingGates {
  /** The string that was asked about, as it was given. */
  text: string;
  aspect: string;
  /** In order. */
  words: WordGates[];
}

export interface FaithfulnessOptions extends RatingOptions {
  /**
   * Selects the words that overlap these spans, at least one; by default the
   * aspect's rationale at the `point`.
   */
  selection?: readonly Span[] | undefined;
  /**
   * Fractions of the text's words, above 0 and up to 1, for `aopc`; ERASER's by
   * default: 0.01, 0.05, 0.1, 0.2, 0.5.
   */
  bins?: readonly number[] | undefined;
  /** Whether to rate the text without each word in turn; takes a run a word. */
  leaveOneOut?: boolean | undefined;
}

/** The scores when the words likeliest to belong to the aspect are selected. */
export interface FaithfulnessBin {
  /** The bin: a fraction of the text's words. */
  fraction: number;
  /** How many words that is, rounded up, at least 1. */
  words: number;
  sufficiency: number;
  comprehensiveness: number;
}

/** A word and what the rating of the whole text loses without it. */
export interface WordDifference extends Span {
  difference: number;
}

/**
 * Whether a rating rests on the selected words: sufficiency and
 * comprehensiveness (ERASER, DeYoung et al. 2020, section 4.2). All numbers but
 * counts are ratings from 0 to 1, or differences of two, -1 to 1.
 */
export interface RatingFaithfulness {
  /** The string that was asked about, as it was given. */
  text: string;
  aspect: string;
  /** The rating of the whole text. */
  full: number;
  /** The rating of the selected words alone. */
  selection: number;
  /** The rating of all other words. */
  complement: number;
  /** full - selection: near 0 if the selected words alone suffice. */
  sufficiency: number;
  /** full - complement: far from 0 if nothing outside carries the rating. */
  comprehensiveness: number;
  /** The means over `bins`: the area over the perturbation curve. */
  aopc: { sufficiency: number; comprehensiveness: number; bins: FaithfulnessBin[] };
  /** With `leaveOneOut`: every word of the text, in order. */
  words?: WordDifference[];
}

export interface MatchOptions extends AskOptions {
  /** How many words an n-gram has, 1 to 16; 2 by default. */
  order?: number | undefined;
  /** What a word left out costs, λ, from 0 to below 1; 0.5 by default. */
  decay?: number | undefined;
  /**
   * How alike two n-grams are: the product of the likenesses of their words,
   * `multiplicative` (the default; Lei17 table 2.3 a, b), or the sum, `additive`
   * (partial matching, table 2.3 c; only with the weighting `end`).
   */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /**
   * Which words left out of an n-gram count: those between its own, `span` (the
   * default; equation 2.5), or all from its first to the text's end, `end`
   * (equations 2.6 and 2.7), as in the recurrence.
   */
  weighting?: 'span' | 'end' | undefined;
  /** Whether to divide by what all n-grams of each text weigh together. */
  normalized?: boolean | undefined;
  /** How many matches to list, 1 to 1000; 10 by default. */
  top?: number | undefined;
}

/** An n-gram of one text aligned with one of another. */
export interface NgramMatch {
  /** Its words in the first text, in order. */
  x: Span[];
  /** Its words in the second. */
  y: Span[];
  /** How alike the words aligned are, -1 to 1. */
  similarities: number[];
  /** The term of the kernel's sum. */
  contribution: number;
  /** contribution / kernel; 0 if that is 0. */
  share: number;
}

/**
 * The string kernel of two texts, the sum over all pairs of their skip n-grams,
 * and its strongest terms (Lei17 section 2.4.1). Words are as alike as the
 * cosine of the model's vectors, and 1 if they are spelled alike.
 */
export interface TextMatches {
  /** The first string, as it was given. */
  text: string;
  /** The second string, as it was given. */
  other: string;
  kernel: number;
  /** Strongest first. */
  matches: NgramMatch[];
}
