// What is marked in a text: the model's words, how sure it is of them, and which a visitor left out.
import type { Explanation, Span } from 'whylight';
import { runsOf, type Run } from './marked-text';
import { overlap, type Dropped } from './review-state';

/** A stretch that is marked on the page. */
export interface Mark extends Run {
  sure: number;
  dropped: boolean;
}

/** The marks of some aspects, in the order of the text. */
export function marksOf(
  { text, rationales, tokens }: Explanation,
  aspects: readonly string[],
  dropped: Dropped,
): Mark[] {
  // Runs and tokens are both sorted, so one walk finds the tokens of each run.
  let next = 0;
  return runsOf(text, rationales, aspects).map((run) => {
    while (next < tokens.length && tokens[next]!.end <= run.start) ++next;
    let sum = 0;
    let n = 0;
    for (let at = next; at < tokens.length && tokens[at]!.start < run.end; ++at) {
      sum += Math.max(...run.aspects.map((aspect) => tokens[at]!.probability[aspect] ?? 0));
      ++n;
    }
    const isDropped = run.aspects.every((aspect) => isIn(run, dropped[aspect]));
    return { ...run, sure: n > 0 ? sum / n : 0, dropped: isDropped };
  });
}

/** The words that are left of those the model chose for an aspect. */
export function wordsLeft(
  { tokens }: Explanation,
  aspect: string,
  dropped: readonly Span[],
): Span[] {
  const left: Span[] = [];
  let goesOn = false;
  for (const { start, end, selected } of tokens) {
    const stays = selected[aspect] === true && !isIn({ start, end }, dropped);
    // From the first to the last word of those in a row, as a model's rationales are.
    if (stays && goesOn) left.at(-1)!.end = end;
    else if (stays) left.push({ start, end });
    goesOn = stays;
  }
  return left;
}

function isIn(stretch: Span, spans: readonly Span[] = []): boolean {
  return spans.some((span) => overlap(span, stretch));
}
