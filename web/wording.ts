// How numbers and names read on the page.
import type { Span } from 'whylight';

/** "very negative" -> "Very negative". */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "aroma" -> "Aroma", "check-in" -> "Check in". */
export function labelOf(aspect: string): string {
  return capitalised(aspect).replaceAll(/[_-]/g, ' ');
}

/** A rating in [0, 1] on the scale people rate on: 1 star is the lowest, 5 are the highest. */
export function starsOf(rating: number): number {
  return 1 + 4 * Math.min(1, Math.max(0, rating));
}

/** 0.8 -> "4.2 of 5", null -> "not mentioned". */
export function ratingText(rating: number | null): string {
  if (rating === null) return 'not mentioned';
  return `${starsOf(rating).toFixed(1)} of 5`;
}

/** How far a rating may be off, a standard deviation: 0.1 -> "give or take 0.4". */
export function giveOrTake(spread: number): string {
  return `give or take ${(4 * spread).toFixed(1)}`;
}

/** 0.996 -> "over 99%": a model is never certain. */
export function likelihood(probability: number): string {
  return probability >= 0.995 ? 'over 99%' : percentage(probability);
}

/** 0.125 -> "13%". */
export function percentage(share: number): string {
  return share.toLocaleString('en', { style: 'percent' });
}

/** 0.84 -> "+0.84", -2 -> "−2.00", -0.001 -> "0.00". */
export function signed(number: number, digits = 2): string {
  const size = Math.abs(number).toFixed(digits);
  if (Number(size) === 0) return size;
  return `${number < 0 ? '−' : '+'}${size}`;
}

/** 2500000 -> "2.5 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** 1 -> "1 word", 20000 -> "20,000 words". */
export function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
}

/** 0.4 -> "less than 1 ms", 6.2 -> "6 ms". */
export function milliseconds(ms: number): string {
  return ms < 1 ? 'less than 1 ms' : `${Math.round(ms).toLocaleString('en')} ms`;
}

/** "12 words in 6 ms, on your device". The tokens are punctuation too, which is not counted. */
export function readText(text: string, tokens: readonly Span[], ms: number): string {
  const words = tokens.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)));
  return `${count(words.length, 'word')} in ${milliseconds(ms)}, on your device`;
}

/** The words of an n-gram, with gaps as they are in the text: "not … good". */
export function ngramText(text: string, spans: readonly Span[]): string {
  return spans
    .map(({ start, end }, i) => {
      const word = text.slice(start, end);
      const before = spans[i - 1];
      if (!before) return word;
      const gap = text.slice(before.end, start);
      if (gap === '') return word;
      return gap.trim() === '' ? ` ${word}` : ` … ${word}`;
    })
    .join('');
}
