// Many texts as batches whose texts are about as long as each other, so that few
// words of a batch wait for those of a longer text.

const MOST_TEXTS = 16;
// A batch is computed at one go. This many UTF-16 units take tens of milliseconds.
const MOST_UNITS = 16_384;

/** The indices of `texts`, in batches, the shortest texts first. */
export function batchesOf(texts: readonly string[]): number[][] {
  const lengthOf = (index: number) => texts[index]!.length;
  const byLength = [...texts.keys()].sort((a, b) => lengthOf(a) - lengthOf(b));
  const batches: number[][] = [];
  let batch: number[] = [];
  for (const index of byLength) {
    const length = lengthOf(index);
    const fits =
      batch.length < MOST_TEXTS &&
      (batch.length + 1) * length <= MOST_UNITS &&
      length <= 2 * lengthOf(batch[0] ?? index);
    if (!fits && batch.length > 0) {
      batches.push(batch);
      batch = [];
    }
    batch.push(index);
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}
