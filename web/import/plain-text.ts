// One question per line.
import type { Pace } from './pace';
import { checkRowCount, type Row, type Rows } from './rows';

// Of a list that was copied from a document.
const bullet = /^(?:[-*•–]|\d{1,4}[.)])\s+/;

/** The lines of `text` that are not empty, without bullets if all of them have one. */
export async function readPlainText(text: string, pace: Pace): Promise<Rows> {
  const rows: Row[] = [];
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    const question = text.slice(start, end).trim();
    start = end + 1;
    if (question) {
      rows.push({ line, cells: [question] });
      checkRowCount(rows);
    }
    if (pace.due) await pace.turn('parse', end / text.length);
  }
  if (rows.length > 1 && rows.every(({ cells }) => bullet.test(cells[0]!))) {
    for (const row of rows) row.cells = [row.cells[0]!.replace(bullet, '')];
  }
  return { columns: ['question'], rows, problems: [] };
}
