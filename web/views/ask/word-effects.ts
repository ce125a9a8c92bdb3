// What each word of a question does to the answer of a review: it is measured, by asking without it.
import type { QuestionWord, Reader, TextAnswer } from 'whylight/reader';
import { blanked, wordsIn } from '../../components/leave-out';

export interface EffectsReading {
  /** The answer to the whole question. */
  whole: TextAnswer;
  /** What each word does to the likeliest place. */
  words: readonly QuestionWord[];
  /** The answers without each of them. */
  without: readonly TextAnswer[];
}

/** What a review says without a word of the question. */
export type Outcome = 'same' | 'other' | 'none' | 'stillNone';

/**
 * Pairs of a word of the question and one of the review. A review is read twice for each word of the
 * question, so more would keep the answers to what is typed waiting.
 */
export const mostPairs = 5000;

/**
 * Whether the words of a question are measured: without its only word it would ask nothing, and a
 * review may be too long.
 */
export type Extent = 'measured' | 'single' | 'long';

export function extentOf({ text, reads }: TextAnswer): Extent {
  const words = reads.question.length;
  if (words < 2) return 'single';
  return words * wordsIn(text) <= mostPairs ? 'measured' : 'long';
}

export async function readEffects(reader: Reader, whole: TextAnswer): Promise<EffectsReading> {
  const { question, text } = whole;
  const { words } = await reader.questionEffects(question, text);
  const without = await reader.answerMany(
    words.map((word) => ({ question: blanked(question, [word]), text })),
  );
  return { whole, words, without };
}

export function outcomeOf({ answer }: TextAnswer, { answer: now }: TextAnswer): Outcome {
  if (!now) return answer ? 'none' : 'stillNone';
  return now.start === answer?.start && now.end === answer.end ? 'same' : 'other';
}
