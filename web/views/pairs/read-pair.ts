// What the page asks about two texts, also without some of their words.
import type { Alignment, Comparison, Pairs, Span, WordEffects } from 'whylight/pairs';
import { blanked, wordsIn } from '../../components/leave-out';

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
