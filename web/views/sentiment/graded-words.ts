// The words of a text as the curve shows them.
import type { Span } from 'whylight';
import type { Classification } from 'whylight/classifier';
import { wholeGraphemes } from '../../graphemes';

/** A stretch of the text that has a point on the curve. */
export interface GradedWord extends Span {
  grade: number;
}

/** More would take long to lay out at every keystroke; of longer texts `classify` lists no n-grams either. */
export const mostWords = 2000;

/** Whether there is a grade at every word, which not every network has. */
export function hasCurve({ words }: Classification): boolean {
  return words.every(({ grade }) => grade !== undefined);
}

/** The words as they are shown: whole graphemes, each with the grade of its last word. */
export function gradedWords({ text, words }: Classification): GradedWord[] {
  const shown = words.slice(0, mostWords);
  let last = 0;
  return wholeGraphemes(text, shown).map(({ start, end }) => {
    while (last + 1 < shown.length && shown[last + 1]!.start < end) ++last;
    return { start, end, grade: shown[last]!.grade ?? 0 };
  });
}
