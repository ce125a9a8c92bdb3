// Changes of single words: which ones may be tried in a text, and the text that has them.
import type { Explanation, Span } from 'whylight';
import { replacementsOf } from './opposites';

/** A word of a text and what stands in its place; '': it is left out. */
export interface Change extends Span {
  to: string;
}

/** The text with some changes, in the order of the text; no space stands where a word was left out. */
export function changed(text: string, changes: readonly Change[]): string {
  let made = '';
  let from = 0;
  for (const { start, end, to } of changes) {
    made += text.slice(from, start) + to;
    from = end;
    if (to !== '') continue;
    if (/[ \t]$/.test(made)) made = made.slice(0, -1);
    else if (/(^|\n)$/.test(made) && /[ \t]/.test(text[from] ?? '')) ++from;
  }
  return made + text.slice(from);
}

/** The words of a text, without what is punctuation. The reasons of an aspect come first, then what is nearest to them. */
export function wordsOf({ text, tokens }: Explanation, aspect: string): Span[] {
  const distances = distancesTo(tokens.map(({ selected }) => selected[aspect] === true));
  return tokens
    .map(({ start, end }, i) => ({ start, end, distance: distances[i]! }))
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))
    .sort((a, b) => a.distance - b.distance || a.start - b.start)
    .map(({ start, end }) => ({ start, end }));
}

/** Each of these words left out. */
export function drops(words: readonly Span[]): Change[] {
  return words.map((word) => ({ ...word, to: '' }));
}

/** Each of these words replaced, by all that it may be replaced by. */
export function replacements(text: string, words: readonly Span[]): Change[] {
  return words.flatMap((word) =>
    replacementsOf(text.slice(word.start, word.end)).map((to) => ({ ...word, to })),
  );
}

/** How far each place is from the nearest that is chosen. */
function distancesTo(chosen: readonly boolean[]): number[] {
  const distances = chosen.map((is) => (is ? 0 : Infinity));
  for (let i = 1; i < distances.length; ++i) {
    distances[i] = Math.min(distances[i]!, distances[i - 1]! + 1);
  }
  for (let i = distances.length - 2; i >= 0; --i) {
    distances[i] = Math.min(distances[i]!, distances[i + 1]! + 1);
  }
  return distances;
}
