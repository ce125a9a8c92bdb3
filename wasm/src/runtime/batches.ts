// Many texts as batches whose texts are about as long as each other, so that few
// words of a batch wait for those of a longer text.

const MOST_TEXTS = 16;
// A batch is computed at one go. This many UTF-16 units take tens of milliseconds.
const MOST_UNITS = 16_384;

/** The indices of texts of these lengths, in batches, the shortest texts first. */
export function batchesOf(lengths: readonly number[]): number[][] {
  const byLength = [...lengths.keys()].sort((a, b) => lengths[a]! - lengths[b]!);
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of byLength) {
    const length = lengths[index]!;
    const fits =
      batch.length < MOST_TEXTS &&
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
