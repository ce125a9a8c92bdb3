// Long work as pieces that hold the thread for a moment each.
import { pause } from './pause.js';

// A frame of a page at 60 Hz has 17 ms.
const GOAL = 12;

/**
 * Gives all of `items` to `take`, in order, as pieces that it works on for about so
 * many milliseconds, and lets whatever else waits come in between. The time grows with
 * the sum of `weigh`.
 */
export async function inPieces<T>(
  items: readonly T[],
  weigh: (item: T) => number,
  take: (piece: readonly T[], done: number) => unknown,
): Promise<void> {
  // Of the first piece nothing is known, so it is small.
  let weight = 1;
  let start = 0;
  while (start < items.length) {
    let end = start;
    let sum = 0;
    do sum += weigh(items[end++]!);
    while (end < items.length && sum + weigh(items[end]!) <= weight);
    const began = performance.now();
    await take(items.slice(start, end), end);
    weight = nextWeight(sum, performance.now() - began);
    start = end;
    if (start < items.length) await pause();
  }
}

/**
 * The weight of the next piece, which should take a moment, after one of `weight` that took so many
 * milliseconds.
 */
export function nextWeight(weight: number, took: number): number {
  // Times are noisy: no piece is far from the one before it.
  const scale = Math.min(Math.max(GOAL / Math.max(took, 0.1), 0.5), 2);
  return Math.max(1, Math.floor(weight * scale));
}
