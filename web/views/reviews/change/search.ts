// The fewest changes of a text that bring its rating to a goal. Exact where that is cheap: every change
// is tried alone; of several at once, all sets of those that did most alone.
import type { Change } from './edits';
import type { Goal } from './goal';

/** How many of the changes that did most are tried, by how many at once. */
const among: readonly number[] = [Infinity, 12, 10, 9, 9];

export const mostChanges = among.length;

/** The ratings of a text with each of these sets of changes; null where it gets none. */
export type RateSets = (
  sets: readonly (readonly Change[])[],
) => Promise<readonly (number | null)[]>;

interface Rated {
  /** In the order of the text. */
  changes: readonly Change[];
  rating: number;
}

export interface Outcome {
  /** None: nothing that was tried reaches the goal. */
  found: Rated | undefined;
  /** How many changes at once were tried at most. */
  tried: number;
}

/** Of as few changes as reach the goal, those that go furthest. */
export async function fewestChanges(
  candidates: readonly Change[],
  goal: Pick<Goal, 'towards' | 'reached'>,
  rate: RateSets,
): Promise<Outcome> {
  let ranked = candidates;
  let tried = 0;
  for (const [i, most] of among.entries()) {
    const sets = combinations(ranked.slice(0, most), i + 1);
    if (sets.length === 0) break;
    const ratings = await rate(sets);
    tried = i + 1;
    const order = sets
      .flatMap((changes, at): Rated[] => {
        const rating = ratings[at] ?? null;
        return rating === null ? [] : [{ changes, rating }];
      })
      .sort((a, b) => goal.towards * (b.rating - a.rating));
    const [best] = order;
    if (best && goal.reached(best.rating)) return { found: best, tried };
    if (i === 0) ranked = bestOfEachWord(order.map(({ changes }) => changes[0]!));
  }
  return { found: undefined, tried };
}

/** How many sets are tried if none reaches the goal. */
export function mostSets(candidates: readonly Change[]): number {
  const words = new Set(candidates.map(({ start }) => start)).size;
  return among
    .slice(1)
    .reduce((sum, most, i) => sum + choose(Math.min(most, words), i + 2), candidates.length);
}

function bestOfEachWord(ranked: readonly Change[]): Change[] {
  const first = new Map<number, Change>();
  for (const change of ranked) if (!first.has(change.start)) first.set(change.start, change);
  return [...first.values()];
}

/** All sets of so many of the changes, each in the order of the text. */
function combinations(changes: readonly Change[], size: number): Change[][] {
  if (size === 1) return changes.map((change) => [change]);
  const sorted = [...changes].sort((a, b) => a.start - b.start);
  const sets: Change[][] = [];
  const extend = (set: Change[], from: number) => {
    if (set.length === size) sets.push(set);
    else for (let i = from; i < sorted.length; ++i) extend([...set, sorted[i]!], i + 1);
  };
  extend([], 0);
  return sets;
}

function choose(n: number, k: number): number {
  let ways = 1;
  for (let i = 0; i < k; ++i) ways = (ways * (n - i)) / (i + 1);
  return Math.max(0, ways);
}
