// Shared by the reports of the benchmarks.

/** The middle of the numbers, or the mean of the two in the middle. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** A table in Markdown, as Prettier has it: the first column is text, the others are numbers. */
export function tableOf(columns, lines) {
  const rows = [columns, ...lines].map((cells) => cells.map(String));
  const widths = columns.map((_, index) =>
    Math.max(3, ...rows.map((cells) => cells[index].length)),
  );
  const print = (cells) => `| ${cells.join(' | ')} |`;
  const pad = (cell, index) =>
    index === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[index]);
  const [head, ...body] = rows.map((cells) => print(cells.map(pad)));
  const rule = widths.map((width, index) =>
    index === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [head, print(rule), ...body].join('\n');
}

/** A number with three digits that count, or all that stand before the point. */
export function digits(number) {
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(number) || 1)));
  return number.toLocaleString('en', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
