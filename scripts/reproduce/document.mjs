// A generated table within a document that people write.
import { readFileSync, writeFileSync } from 'node:fs';

/** Replaces what stands between the marks of `name`. */
export function writeSection(path, name, text) {
  const document = readFileSync(path, 'utf8');
  const begin = `<!-- begin ${name} -->`;
  const end = `<!-- end ${name} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end);
  if (from < 0 || to < from) throw new Error(`${path}: expected ${begin} and ${end}`);
  const whole = `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
  writeFileSync(path, whole);
}

/** A table in Markdown, laid out as prettier does; columns but the first are aligned to the right. */
export function markdown(heads, rows) {
  const table = [heads, ...rows];
  const widths = heads.map((_, column) => Math.max(3, ...table.map((row) => row[column].length)));
  const padded = (cell, column) =>
    column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]);
  const line = (cells) => `| ${cells.map(padded).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const [head, ...lines] = table.map(line);
  return [head, line(rule), ...lines].join('\n');
}
