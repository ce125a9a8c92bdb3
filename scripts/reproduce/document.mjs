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

/** A table in Markdown; columns but the first are aligned to the right. */
export function markdown(heads, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(heads), line(rule), ...rows.map(line)].join('\n');
}
