// Asks the model for the fewest changes of a review, of both kinds. Fetched when somebody asks.
import type { Explanation, Model } from 'whylight';
import { changed, drops, replacements, wordsOf, type Change } from './edits';
import type { Goal } from './goal';
import { fewestChanges, mostChanges, mostSets, type Outcome } from './search';

// The words that are tried alone: of a long text only some, as each costs a reading of it.
const mostAlone = 200;
const fewestAlone = 30;
const mostRead = 60_000;
// What travels at once, so that the page answers in between.
const mostTexts = 32;
const mostWordsAtOnce = 4000;

/** What was found of one kind of changes. */
export interface Way extends Outcome {
  /** Whether there are more changes at once than were tried. */
  more: boolean;
}

export interface Answer {
  drop: Way;
  replace: Way;
  /** How many words were tried alone, and whether that is all there are. */
  alone: number;
  all: boolean;
}

export interface Question {
  explanation: Explanation;
  aspect: string;
  goal: Goal;
  point: number | undefined;
}

/** Rejects with the signal's reason when it is aborted. */
export async function findWays(
  model: Pick<Model, 'explainMany'>,
  { explanation, aspect, goal, point }: Question,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Answer> {
  const { text, tokens } = explanation;
  const words = wordsOf(explanation, aspect);
  const affordable = Math.floor(mostRead / Math.max(1, tokens.length));
  const near = words.slice(0, Math.min(mostAlone, Math.max(fewestAlone, affordable)));
  const dropped = drops(near);
  const replaced = replacements(text, near);
  const piece = Math.min(mostTexts, Math.max(1, Math.floor(mostWordsAtOnce / tokens.length)));
  const most = mostSets(dropped) + mostSets(replaced);

  let done = 0;
  const rate = async (sets: readonly (readonly Change[])[]): Promise<(number | null)[]> => {
    const ratings: (number | null)[] = [];
    for (let start = 0; start < sets.length; start += piece) {
      const texts = sets.slice(start, start + piece).map((changes) => changed(text, changes));
      const found = await model.explainMany(texts, { point, signal });
      for (const { ratings: each } of found) ratings.push(each[aspect] ?? null);
      done += texts.length;
      onProgress(done / most);
    }
    return ratings;
  };

  const drop = await fewestChanges(dropped, goal, rate);
  done = mostSets(dropped);
  const replace = await fewestChanges(replaced, goal, rate);
  const way = (outcome: Outcome): Way => ({ ...outcome, more: outcome.tried === mostChanges });
  return {
    drop: way(drop),
    replace: way(replace),
    alone: near.length,
    all: near.length === words.length,
  };
}
