// Many texts as batches whose texts are about as long as each other, so that few
// words of a batch wait for those of a longer text.
import type { Input } from './backend.js';
import { WhylightError } from './errors.js';

export const MOST_TEXTS = 16;
// A batch is computed at one go. This many UTF-16 units take tens of milliseconds.
const MOST_UNITS = 16_384;

/** The indices of texts of these lengths, in batches, the shortest texts first. */
export function batchesOf(lengths: readonly number[], mostTexts = MOST_TEXTS): number[][] {
  const byLength = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of byLength) {
    const length = lengths[index]!;
    const fits =
      batch.length < mostTexts &&
      (batch.length + 1) * length <= MOST_UNITS &&
      length <= 2 * lengths[batch[0] ?? index]!;
    if (!fits && batch.length > 0) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

export function lengthOf(inputs: readonly Input[]): number {
  return inputs.reduce((sum, { length }) => sum + length, 0);
}

/**
 * The error of a call about some texts of a list, with their places in the list: `placeOf` gives
 * the place of each.
 */
export function relocated(error: unknown, placeOf: (index: number) => number): unknown {
  if (!(error instanceof WhylightError)) return error;
  const places = /^texts\[\d+\](, texts\[\d+\])*: /.exec(error.message)?.[0];
  if (places === undefined) return error;
  const moved = places.replace(/\d+/g, (index) => String(placeOf(Number(index))));
  const message = moved + error.message.slice(places.length);
  return new WhylightError(error.code, message, { cause: error.cause });
}
