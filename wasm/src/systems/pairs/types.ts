// What holds of two texts: what can be asked, and the answers. Spans are into the
// caller's strings, as everywhere.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadPairs()`. */
export type LoadPairsOptions = LoadModelOptions;

/** Two texts. */
export interface TextPair {
  /** The first. */
  text: string;
  /** The second. */
  other: string;
}

export interface CompareManyOptions extends AskOptions {
  /** Called with each comparison as soon as it is ready, and with the index of its pair. */
  onComparison?: ((comparison: Comparison, index: number) => void) | undefined;
}

/** How two texts relate. */
export interface Comparison extends TextPair {
  /** The likeliest label, e.g. that the second follows from the first. If the model has labels. */
  label?: string;
  /** How likely each label is, 0 to 1. If the model has labels. */
  probabilities?: Record<string, number>;
  /** How similar the texts are, on the scale of the model's `grades`. If the model has grades. */
  grade?: number;
  /** The words of each text that this is based on, and no others. If the model selects words. */
  rationale?: { text: Span[]; other: Span[] };
  /**
   * The share of the words of each text that the model knows, 0 to 1: a verdict on a text
   * of which it knows few words is a guess.
   */
  known: { text: number; other: number };
}

export interface WordEffectsOptions extends AskOptions {
  /**
   * The label whose probability is compared; by default the likeliest. Not for models
   * with grades.
   */
  label?: string | undefined;
}

/** A word and its effect on the verdict. */
export interface WordEffect extends Span {
  /** How much larger `value` is with the word than without it. */
  effect: number;
}

/** How a verdict changes without each of the words. */
export interface WordEffects extends TextPair {
  /** The label whose probability `value` is. If the model has labels. */
  label?: string;
  /** The probability of the label, or the grade, for both texts as they are. */
  value: number;
  /** The words of the first text, in order. */
  words: WordEffect[];
  /** The words of the second. */
  otherWords: WordEffect[];
}

/** A word, and what it reads in the other text. */
export interface AlignedWord extends Span {
  /** Its weights for the words of the other text, in order; they add up to 1. */
  weights: number[];
}

/** An extra number of a word: `alone` and its `parts` add up to its `value`. */
export interface WordFeature {
  /**
   * The words whose weighted sum the word is compared with: those of its own text or of the
   * other, weighted by how well they fit it; or those of its own text, weighted by the largest
   * or the mean of what each has in common with the other text.
   */
  reads: 'own' | 'other' | 'max' | 'mean';
  /** How the sum and the word are combined to become a number. */
  operator: 'concatenation' | 'difference' | 'product';
  /** The layer of the stack whose vectors the words have, from 1. If the model has a stack. */
  layer?: number;
  /** The number. */
  value: number;
  /** The part of the word alone, including the bias. */
  alone: number;
  /** What each word of the sum adds: of the other text if `reads` is `other`, else of its own. */
  parts: number[];
}

/** A word and its extra numbers. */
export interface FeaturedWord extends Span {
  features: WordFeature[];
}

/** The extra numbers of the words of two texts. */
export interface Features extends TextPair {
  /** The words of the first text, in order. */
  words: FeaturedWord[];
  /** The words of the second. */
  otherWords: FeaturedWord[];
}

/** What the words of two texts read in each other. */
export interface Alignment extends TextPair {
  /** The words of the first text, in order. */
  words: AlignedWord[];
  /** The words of the second. */
  otherWords: AlignedWord[];
}
