// Misspelled names: which one was meant.

/** The name that is fewest slips away from `word`, if those are few for its length. */
export function nearest(word: string, names: readonly string[]): string | undefined {
  const slips = names.map((name) => slipsBetween(word, name));
  const fewest = Math.min(...slips);
  return fewest <= Math.min(2, word.length / 3) ? names[slips.indexOf(fewest)] : undefined;
}

/** Letters put in, left out or exchanged, and two neighbours swapped. */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; ++i) {
    const row = [i];
    for (let j = 1; j <= b.length; ++j) {
      const above = rows[i - 1]!;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        above[j]! + 1,
        row[j - 1]! + 1,
        above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        swapped ? rows[i - 2]![j - 2]! + 1 : Infinity,
      );
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
