// Figures as tables print them.

export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

/** The mean and the standard deviation of a sample. */
export function meanAndDeviation(numbers) {
  const middle = mean(numbers);
  const squares = numbers.map((number) => (number - middle) ** 2);
  const deviation =
    numbers.length > 1 ? Math.sqrt((mean(squares) * numbers.length) / (numbers.length - 1)) : 0;
  return { mean: middle, deviation };
}

export const percent = (share) => (100 * share).toFixed(1);

/** The figures of the seeds that are done, which says how many of them those are. */
export function overSeeds(figures, seeds, show) {
  if (figures.length === 0) return '';
  const { mean: middle, deviation } = meanAndDeviation(figures);
  const spread = figures.length > 1 ? ` ± ${show(deviation)}` : '';
  const done = figures.length === seeds ? '' : ` (${figures.length} of ${seeds} seeds)`;
  return `${show(middle)}${spread}${done}`;
}
