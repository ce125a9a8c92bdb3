// Texts without some of their words.
import type { Span } from 'whylight';

/** A text with blanks in place of some words, so that all others stay where they are. */
export function blanked(text: string, words: readonly Span[]): string {
  return words.reduce(
    (left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end),
    text,
  );
}

/** How many words models count, where nothing but words and marks is between spaces. */
export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}'’]+|\S/gu)?.length ?? 0;
}
