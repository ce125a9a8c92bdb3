// Texts sorted into classes: what can be asked, and the answers. Spans are into
// the caller's string, as everywhere. Lei17 is Tao Lei, Interpretable Neural
// Models for Natural Language Processing, MIT 2017.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadClassifier()`. */
export type LoadClassifierOptions = LoadModelOptions;

/** One of the classes that a classifier knows. */
export interface ClassifierLabel {
  /** As in the training data, e.g. "4"; the key in `probabilities`. */
  label: string;
  /** Its readable name, e.g. "very positive"; the label itself if it has none. */
  name: string;
  /** The number it stands for, e.g. 2, if labels stand for numbers. */
  grade?: number;
}

export interface ClassifyOptions extends AskOptions {
  /** How many n-grams to list, 0 to 1000; 5 by default. */
  ngrams?: number | undefined;
  /**
   * The label whose logit the n-grams add up to. By default they explain the grade, or the
   * likeliest label if labels have no grades.
   */
  label?: string | undefined;
  /** Whether to give the probabilities of the labels at each word. */
  local?: boolean | undefined;
}

export interface ClassifyManyOptions extends ClassifyOptions {
  /** Called with each classification and the index of its text, as soon as it is ready. */
  onClassification?: ((classification: Classification, index: number) => void) | undefined;
}

/** A word, and the classifier's answer there. */
export interface ClassifiedWord extends Span {
  /**
   * The grade that the probabilities at this word give, on the same scale as that of the text.
   * Present if labels have grades and the model reads the mean or the last of what its layers give
   * at each word (Lei17 figure 2-4).
   */
  grade?: number;
  /** With `local`, if the model reads those, whether or not labels have grades. */
  probabilities?: Record<string, number>;
}

/** A skip n-gram: words in order, gaps allowed. */
export interface ClassifiedNgram {
  /** Its words, from left to right. */
  spans: Span[];
  /** What it adds to `value`: above zero, it favours a higher grade, or the label. */
  contribution: number;
}

/**
 * The class of a text, with reasons: `value = sum + bias + residual`, where `sum` adds up the
 * contributions of all skip n-grams.
 */
export interface Classification {
  /** The string classified, as given. */
  text: string;
  /**
   * If labels have grades: the likelier of the two whose grades lie on either side of the mean
   * grade; else the likeliest of all.
   */
  label: string;
  /** Its name. */
  name: string;
  /** How likely each label is, 0 to 1. */
  probabilities: Record<string, number>;
  /**
   * If labels have grades: their mean, weighted by the probabilities and moved so that the
   * nearest grade is that of `label`.
   */
  grade?: number;
  /** The share of the text's words that the classifier knows, 0 to 1; 0 without words. */
  known: number;
  /** The words of the text, in order. */
  words: ClassifiedWord[];
  /**
   * The strongest n-grams, of either sign, strongest first. None for layers that are not sums over
   * n-grams, such as an LSTM.
   */
  ngrams: ClassifiedNgram[];
  /**
   * The n-grams listed are the strongest within this many neighbouring words: the whole text,
   * unless it is so long that it has too many n-grams.
   */
  window: number;
  /** The sum of the contributions of all n-grams, listed or not. */
  sum: number;
  /** What the biases add, whatever the words. */
  bias: number;
  /**
   * What is not a sum over n-grams: what replacing tanh by its tangent leaves out, 0 for ReLU, and
   * everything from layers other than recurrent convolutions.
   */
  residual: number;
  /**
   * What the n-grams add up to: for a label its logit, for the grade the sum over labels of
   * (grade - mean grade) · logit.
   */
  value: number;
}
