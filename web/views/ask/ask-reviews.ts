// What the page asks: one question of each of some reviews.
import type { Reader, TextAnswer } from 'whylight/reader';

export interface Asked {
  question: string;
  /** One review, or several. */
  reviews: string;
}

export interface AskReading {
  asked: Asked;
  /** Of each review that was read, in order; none without a question or a review. */
  answers: readonly TextAnswer[];
  /** How many reviews there are beyond those. */
  leftOut: number;
}

/** More are not read: an answer should not keep anybody waiting. */
export const mostReviews = 200;

// Paragraphs of web pages may hold nothing visible, such as zero-width spaces.
const visible = /[^\s\p{Cf}\p{M}]/u;

// Of a list that was copied from a document.
const bullet = /^(?:[-*•–]|\d{1,4}[.)])\s+/;

/** The reviews of a text: its paragraphs or, if there is no empty line in it, its lines. */
export function splitReviews(text: string): string[] {
  const emptyLine = /\n\s*\n/;
  const parts = text
    .trim()
    .split(emptyLine.test(text.trim()) ? emptyLine : '\n')
    .map((part) => part.trim())
    .filter((part) => visible.test(part));
  const isList = parts.length > 1 && parts.every((part) => bullet.test(part));
  return isList ? parts.map((part) => part.replace(bullet, '')) : parts;
}

export async function askReviews(reader: Reader, asked: Asked): Promise<AskReading> {
  const all = splitReviews(asked.reviews);
  if (!visible.test(asked.question) || all.length === 0) return { asked, answers: [], leftOut: 0 };
  const reviews = all.slice(0, mostReviews);
  const answers = await reader.answerMany(asked.question, reviews);
  return { asked, answers, leftOut: all.length - reviews.length };
}

export function sameAsked(one: Asked, other: Asked): boolean {
  return one.question === other.question && one.reviews === other.reviews;
}
