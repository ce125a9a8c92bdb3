// What the page asks about two texts, also without some of their words.
import type { Alignment, Comparison, Pairs, Span, WordEffects } from 'whylight/pairs';

/** Two texts. */
export interface TextPair {
  text: string;
  other: string;
}

/** The two texts, or something of each. */
export type Side = keyof TextPair;
export const sides = ['text', 'other'] as const;
export const oppositeOf = (side: Side): Side => (side === 'text' ? 'other' : 'text');

export interface PairQuestion {
  /** The texts as they were written. */
  pair: TextPair;
  /** The words of each that are left out. */
  dropped: Readonly<Record<Side, readonly Span[]>>;
}

export interface PairReading {
  question: PairQuestion;
  /** What holds from the first to the second, and the other way round; none of texts without words. */
  verdicts?: { forward: Comparison; backward: Comparison };
  /** Word by word, of texts that are not too long for that. */
  words?: { effects: WordEffects; alignment: Alignment };
}

/** The words of both texts together that are shown one by one. */
export const mostWords = 120;

/** A text with blanks in place of some words, so that all others stay where they are. */
export function blanked(text: string, words: readonly Span[]): string {
  return words.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
}

export async function readPair(pairs: Pairs, question: PairQuestion): Promise<PairReading> {
  const { pair, dropped } = question;
  const text = blanked(pair.text, dropped.text);
  const other = blanked(pair.other, dropped.other);
  if (text.trim() === '' || other.trim() === '') return { question };
  const forward = await pairs.compare(text, other);
  const backward = await pairs.compare(other, text);
  const verdicts = { forward, backward };
  if (wordsIn(text) + wordsIn(other) > mostWords) return { question, verdicts };
  const effects = await pairs.wordEffects(text, other, { label: forward.label });
  const alignment = await pairs.alignment(text, other);
  return { question, verdicts, words: { effects, alignment } };
}

/** As the model counts them, where nothing but words and marks is between spaces. */
function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}'’]+|\S/gu)?.length ?? 0;
}
