// Questions about texts: what can be asked, and the answers. Spans are into the
// caller's strings, as everywhere.
import type { AskOptions, LoadModelOptions, Span } from '../../runtime/types.js';

/** Options of `loadReader()`. */
export type LoadReaderOptions = LoadModelOptions;

/** A question, and a text that may answer it. */
export interface TextQuestion {
  /** What is asked. */
  question: string;
  /** The text that it is asked of. */
  text: string;
}

export interface AnswerOptions extends AskOptions {
  /** How many other places are told, at most: 0 to 20, by default 3. */
  alternatives?: number | undefined;
  /** The least probability of an answer, 0 to 1; by default the `threshold` of the reader. */
  threshold?: number | undefined;
}

export interface AnswerManyOptions extends AnswerOptions {
  /** Called with each answer as soon as it is there, and with the index of its text. */
  onAnswer?: ((answer: TextAnswer, index: number) => void) | undefined;
}

/** A place of a text, and how likely it is that it is the answer. */
export interface AnswerPlace extends Span {
  /** 0 to 1; those of all places add up to at most what the text `says`. */
  probability: number;
}

/** A word of an answer, and what it reads of the question. */
export interface ReadingWord extends Span {
  /** How much it reads of each word of the question, in order; they add up to 1. */
  weights: number[];
}

/** What a text says to a question. */
export interface TextAnswer extends TextQuestion {
  /** The likeliest place; null where the text does not say: where `says` is below `threshold`. */
  answer: AnswerPlace | null;
  /** How likely it is that the text answers the question at all, 0 to 1. */
  says: number;
  /** From which probability on there is an answer. */
  threshold: number;
  /**
   * The next likeliest places, none of which shares a word with another or the answer.
   * Where there is no answer the likeliest of all is the first.
   */
  alternatives: AnswerPlace[];
  /**
   * Of a reader that selects words: the pieces of the text that the answer was found in.
   * All other words were left out.
   */
  rationale?: Span[];
  /** Where the reader looked: the words of the question, and those of the likeliest place. */
  reads: { question: Span[]; words: ReadingWord[] };
  /** The share of the words of each that the reader knows, 0 to 1. */
  known: { question: number; text: number };
}

/** A word of a question, and what it does to the answer. */
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
