// Shared by the reports of the benchmarks.

/** The middle of the numbers, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A number with three digits that count, or all that stand before the point. */
export function digits(number) {
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)));
  return number.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
