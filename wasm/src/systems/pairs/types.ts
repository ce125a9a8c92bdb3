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
  /** Called with each comparison as soon as it is there, and with the index of its pair. */
  onComparison?: ((comparison: Comparison, index: number) => void) | undefined;
}

/** What holds of two texts. */
export interface Comparison extends TextPair {
  /** The likeliest label, such as that the second follows from the first. Of models with labels. */
  label?: string;
  /** How likely each label is, 0 to 1. Of models with labels. */
  probabilities?: Record<string, number>;
  /** How alike the texts are, from the first of the model's grades to the last. Of models with grades. */
  grade?: number;
  /** The words of each text on which this rests, all others left out. Of models that select words. */
  rationale?: { text: Span[]; other: Span[] };
  /**
   * The share of the words of each text that the model knows, 0 to 1: what it says of a
   * text of which it knows few is a guess.
   */
  known: { text: number; other: number };
}

export interface WordEffectsOptions extends AskOptions {
  /**
   * The label whose probability is looked at; by default the likeliest. Not of models
   * with grades.
   */
  label?: string | undefined;
}

/** A word, and how much the verdict owes to it. */
export interface WordEffect extends Span {
  /** By how much `value` is larger with the word than without it. */
  effect: number;
}

/** How a verdict changes without each of the words it was made of. */
export interface WordEffects extends TextPair {
  /** The label whose probability `value` is. Of models with labels. */
  label?: string;
  /** The probability of the label, or the grade, of both texts as they are. */
  value: number;
  /** The words of the first text, in order. */
  words: WordEffect[];
  /** The words of the second. */
  otherWords: WordEffect[];
}

/** A word, and what it reads of the other text. */
export interface AlignedWord extends Span {
  /** How much it reads of each word of the other text, in order; they add up to 1. */
  weights: number[];
}

/** A number beside a word: `alone` and its `parts` add up to its `value`. */
export interface WordFeature {
  /**
   * The words whose weighted sum the word is compared with: of its own text or of the other by how
   * they fit it; or of its own by the largest or the mean of what each has in common with the other.
   */
  reads: 'own' | 'other' | 'max' | 'mean';
  /** What is made of the sum and the word before they become a number. */
  operator: 'concatenation' | 'difference' | 'product';
  /** The layer of the stack whose vectors stand for words, from 1. Of models with a stack. */
  layer?: number;
  /** The number. */
  value: number;
  /** What the word and the model make of it without the sum. */
  alone: number;
  /** What each word of the sum adds: of the other text if it `reads` that, else of its own. */
  parts: number[];
}

/** A word, and the numbers beside it. */
export interface FeaturedWord extends Span {
  features: WordFeature[];
}

/** The numbers beside the words of two texts. */
export interface Features extends TextPair {
  /** The words of the first text, in order. */
  words: FeaturedWord[];
  /** The words of the second. */
  otherWords: FeaturedWord[];
}

/** What the words of each of two texts read of the other. */
export interface Alignment extends TextPair {
  /** The words of the first text, in order. */
  words: AlignedWord[];
  /** The words of the second. */
  otherWords: AlignedWord[];
}
