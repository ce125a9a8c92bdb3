// Texts sorted into classes: what can be asked, and the answers. Spans are into
// the caller's string, as everywhere. Lei17 is Tao Lei, Interpretable Neural
// Models for Natural Language Processing, MIT 2017.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadClassifier()`. */
export type LoadClassifierOptions = LoadModelOptions;

/** One of the classes that a classifier knows. */
export interface ClassifierLabel {
  /** As the training data have it, e.g. "4": the key of `probabilities`. */
  label: string;
  /** What people call it, e.g. "very positive"; the label itself if it has no name. */
  name: string;
  /** The number it stands for, e.g. 2, if labels stand for numbers. */
  grade?: number;
}

export interface ClassifyOptions extends AskOptions {
  /** How many n-grams to list, 0 to 1000; 5 by default. */
  ngrams?: number | undefined;
  /**
   * The label whose logit the n-grams add up to. By default they speak of the
   * grade, or of the likeliest label where labels have no grades.
   */
  label?: string | undefined;
  /** Whether to say the probabilities of the labels at each word. */
  local?: boolean | undefined;
}

export interface ClassifyManyOptions extends ClassifyOptions {
  /**
   * Called with each classification as soon as it is there, and with the index of
   * its text.
   */
  onClassification?: ((classification: Classification, index: number) => void) | undefined;
}

/** A word, and what the classifier would say there. */
export interface ClassifiedWord extends Span {
  /**
   * The grade of the probabilities at this word, on the scale of the text's. Where labels
   * have grades and the model reads vectors of the words, their mean or the last (Lei17
   * figure 2-4).
   */
  grade?: number;
  /** With `local`, where there would be a grade if labels had grades. */
  probabilities?: Record<string, number>;
}

/** A skip n-gram: words in order, gaps allowed. */
export interface ClassifiedNgram {
  /** Its words, from left to right. */
  spans: Span[];
  /** What it adds to `value`: above zero it speaks for a higher grade, or for the label. */
  contribution: number;
}

/**
 * The class of a text, and its reasons: `value = sum + bias + residual`, where
 * `sum` is that of the contributions of all skip n-grams.
 */
export interface Classification {
  /** The string that was classified, as it was given. */
  text: string;
  /**
   * The label whose grade is nearest to the text's; the likeliest where labels
   * have no grades.
   */
  label: string;
  /** Its name. */
  name: string;
  /** How likely each label is, 0 to 1. */
  probabilities: Record<string, number>;
  /**
   * The mean of the grades by these probabilities, calibrated so that the nearest
   * grade is that of `label`. If labels have grades.
   */
  grade?: number;
  /** The share of the text's words that the classifier knows, 0 to 1; 0 without words. */
  known: number;
  /** The words of the text, in order. */
  words: ClassifiedWord[];
  /**
   * The strongest n-grams, of either sign, strongest first. None of layers that
   * are no sums over n-grams, such as an LSTM.
   */
  ngrams: ClassifiedNgram[];
  /**
   * The n-grams listed are the strongest of those within so many neighbouring
   * words: all of the text, unless it is so long that it has too many n-grams.
   */
  window: number;
  /** The contributions of all n-grams, those not listed included. */
  sum: number;
  /** What biases give, whatever the words. */
  bias: number;
  /**
   * What is no sum over n-grams: what the tangent in place of tanh leaves out, 0
   * for ReLU, and all that other layers than recurrent convolutions say.
   */
  residual: number;
  /**
   * What the n-grams add up to: of the grade the sum over labels of (grade -
   * mean grade) · logit, of a label its logit.
   */
  value: number;
}
