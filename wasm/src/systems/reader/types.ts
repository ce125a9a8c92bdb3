// Questions about texts: what can be asked, and the answers. Spans are into the
// caller's strings, as everywhere.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadReader()`. */
export type LoadReaderOptions = LoadModelOptions;

/** A question, and a text that may answer it. */
export interface TextQuestion {
  /** The question. */
  question: string;
  /** The text that it is about. */
  text: string;
}

export interface AnswerOptions extends AskOptions {
  /** The most other places to list: 0 to 20, 3 by default. */
  alternatives?: number | undefined;
  /** The least probability of an answer, 0 to 1; by default the reader's `threshold`. */
  threshold?: number | undefined;
}

export interface AnswerManyOptions extends AnswerOptions {
  /** Called with each answer as soon as it is ready, and with the index of its text. */
  onAnswer?: ((answer: TextAnswer, index: number) => void) | undefined;
}

/** A place in a text, and how likely it is the answer. */
export interface AnswerPlace extends Span {
  /** 0 to 1; the probabilities of all places add up to at most `says`. */
  probability: number;
}

/** A word of an answer, and what it reads in the question. */
export interface ReadingWord extends Span {
  /** Its weights for the words of the question, in order; they add up to 1. */
  weights: number[];
}

/** A text's answer to a question. */
export interface TextAnswer extends TextQuestion {
  /** The likeliest place; null if the text has no answer, that is, `says` is below `threshold`. */
  answer: AnswerPlace | null;
  /** How likely it is that the text answers the question at all, 0 to 1. */
  says: number;
  /** The value of `says` from which there is an answer. */
  threshold: number;
  /**
   * The next likeliest places, none of which shares a word with another or the answer.
   * If there is no answer, the likeliest place of all comes first.
   */
  alternatives: AnswerPlace[];
  /**
   * The pieces of the text that the answer was found in; all other words were left out.
   * If the reader selects words.
   */
  rationale?: Span[];
  /** Where the reader looked: the words of the question, and those of the likeliest place. */
  reads: { question: Span[]; words: ReadingWord[] };
  /** The share of the words of each that the reader knows, 0 to 1. */
  known: { question: number; text: number };
}

/** A word of a question, and its effect on the answer. */
export interface QuestionWord extends Span {
  /**
   * The natural logarithm of how many times as likely the place is the answer with the word
   * in the question as without it.
   */
  effect: number;
}

/** What each word of a question does to the likeliest place of a text. */
export interface QuestionEffects extends TextQuestion {
  /** The likeliest place. */
  place: AnswerPlace;
  /** The words of the question, in order. */
  words: QuestionWord[];
}
