// Why a model rates a text as it does: what can be asked, and the answers.
// Spans are into the caller's string, as everywhere; logits and what adds up to
// one are in units of the logit, ratings and their differences from 0 to 1.
// Lei17 is Tao Lei, Interpretable Neural Models for Natural Language Processing,
// MIT 2017.
import type { AskOptions, Span } from '../../runtime/types.js';
import type { PointOptions } from './types.js';

/** Which rating to ask about: that of `explain()` at the same `point`. */
export interface RatingOptions extends AskOptions, PointOptions {
  /** One of the model's `aspects`; required if there are several. */
  aspect?: string | undefined;
}

/**
 * Which words the encoder reads: those of the aspect's rationale, the only ones the rating rests
 * on, or all.
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
  /** What it adds to the logit; negative if it favours a lower rating. */
  contribution: number;
}

/**
 * The logit of a rating as a sum over the skip n-grams of the words read:
 * `logit = sum + bias + residual`, up to `error`. Each n-gram is weighted by the gates of the run,
 * and tanh is replaced by its tangent (Lei17 section 2.4, theorem 1 and appendix A.1). An n-gram
 * that both directions of the encoder read is counted once.
 */
export interface RatingNgrams {
  /** The string asked about, as given. */
  text: string;
  aspect: string;
  /** 1 / (1 + exp(-logit)), 0 to 1. */
  rating: number;
  /** The logit that the model computed. */
  logit: number;
  /** The sum of the contributions of all n-grams, listed or not. */
  sum: number;
  /** What the biases add, whatever the words. */
  bias: number;
  /** What replacing tanh by its tangent leaves out. */
  residual: number;
  /** |logit - (sum + bias + residual)|: the rounding error. */
  error: number;
  /** Each listed n-gram lies within this many neighbouring words: all, unless those make too many. */
  window: number;
  /** The strongest n-grams, of either sign, strongest first. */
  ngrams: NgramContribution[];
  /** What each word read adds, in order: Shapley values, which add up to `sum`. */
  words: WordContribution[];
}

/**
 * The rating the encoder would give at each word it reads, from its states there (Lei17 figure
 * 2-4).
 */
export interface RatingCurve {
  /** The string asked about, as given. */
  text: string;
  aspect: string;
  /** The rating it does give, from its last states; 0 to 1. */
  rating: number;
  logit: number;
  /**
   * The mean of the local logits. It would equal `logit` if the model read the mean of its states;
   * the difference comes from what it reads instead.
   */
  meanLogit: number;
  /** The local ratings, 0 to 1, in order. */
  words: LocalRating[];
}

/** A word and the rating the encoder would give there. */
export interface LocalRating extends Span {
  /** 0 to 1. */
  rating: number;
}

/** How far the gates of one direction open at a word. */
export interface GateOpening {
  /** The mean over units of 1 - λ, how much of the word is let in; 0 to 1. */
  mean: number;
  /** The largest 1 - λ of any unit; 0 to 1. */
  max: number;
  /**
   * The mean over units of the effective memory M = 1 + λ M', in words, where M' is that at the
   * word read before: from 1 (everything before is forgotten) to the number of words read so far
   * (nothing is forgotten).
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
  /** The string asked about, as given. */
  text: string;
  aspect: string;
  /** In order. */
  words: WordGates[];
}

export interface FaithfulnessOptions extends RatingOptions {
  /**
   * Selects the words that overlap these spans, at least one; by default, those of the aspect's
   * rationale at the `point`.
   */
  selection?: readonly Span[] | undefined;
  /**
   * Fractions of the text's words, above 0 and up to 1, for `aopc`; by default those of ERASER:
   * 0.01, 0.05, 0.1, 0.2, 0.5.
   */
  bins?: readonly number[] | undefined;
  /** Whether to rate the text without each word in turn; takes one run per word. */
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
 * Whether a rating rests on the selected words: sufficiency and comprehensiveness (ERASER, DeYoung
 * et al. 2020, section 4.2). All numbers except counts are ratings from 0 to 1, or differences of
 * two, -1 to 1.
 */
export interface RatingFaithfulness {
  /** The string asked about, as given. */
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
  /** full - complement: far from 0 if no other words carry the rating. */
  comprehensiveness: number;
  /** The means over `bins`: the area over the perturbation curve. */
  aopc: { sufficiency: number; comprehensiveness: number; bins: FaithfulnessBin[] };
  /** With `leaveOneOut`: every word of the text, in order. */
  words?: WordDifference[];
}

export interface MatchOptions extends AskOptions {
  /** How many words an n-gram has, 1 to 16; 2 by default. */
  order?: number | undefined;
  /** The factor λ for each word left out, from 0 to below 1; 0.5 by default. */
  decay?: number | undefined;
  /**
   * The similarity of two n-grams: the product of the similarities of their words, `multiplicative`
   * (the default; Lei17 table 2.3 a, b), or their sum, `additive` (partial matching, table 2.3 c;
   * only with the weighting `end`).
   */
  mapping?: 'additive' | 'multiplicative' | undefined;
  /**
   * Which left-out words count: those between the words of the n-gram, `span` (the default;
   * equation 2.5), or all from its first word to the end of the text, `end` (equations 2.6 and
   * 2.7), as in the recurrence.
   */
  weighting?: 'span' | 'end' | undefined;
  /** Whether to divide by the weight of all n-grams of each text. */
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
  /** The similarities of the aligned words, -1 to 1. */
  similarities: number[];
  /** Its term in the sum of the kernel. */
  contribution: number;
  /** contribution / kernel; 0 if the kernel is 0. */
  share: number;
}

/**
 * The string kernel of two texts, the sum over all pairs of their skip n-grams, and its strongest
 * terms (Lei17 section 2.4.1). The similarity of two words is the cosine of the model's vectors, or
 * 1 if they are spelled alike.
 */
export interface TextMatches {
  /** The first string, as given. */
  text: string;
  /** The second string, as given. */
  other: string;
  kernel: number;
  /** Strongest first. */
  matches: NgramMatch[];
}
