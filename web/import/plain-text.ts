// One text per line, or with an empty line between two.
import { plainName } from './column-names';
import type { Pace } from './pace';
import { checkRowCount, type Row, type Rows } from './rows';

// Of a list that was copied from a document.
const bullet = /^(?:[-*•–]|\d{1,4}[.)])\s+/;

/** What a list is of. */
export interface ListKind {
  /** The name of its column. */
  column: string;
  /** What others call that column. */
  names: readonly string[];
}

/** The lines of `text` that are not empty, without bullets if all of them have one. */
export async function readLines(text: string, kind: ListKind, pace: Pace): Promise<Rows> {
  const rows: Row[] = [];
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    const content = text.slice(start, end).trim();
    start = end + 1;
    if (content) {
      rows.push({ line, cells: [content] });
      checkRowCount(rows);
    }
    if (pace.due) await pace.turn('parse', end / text.length);
  }
  dropHeading(rows, kind);
  if (rows.length > 1 && rows.every(({ cells }) => bullet.test(cells[0]!))) {
    for (const row of rows) row.cells = [row.cells[0]!.replace(bullet, '')];
  }
  return { columns: [kind.column], rows, problems: [] };
}

/** The paragraphs of `text`, each a row, its lines joined. */
export async function readParagraphs(text: string, kind: ListKind, pace: Pace): Promise<Rows> {
  const rows: Row[] = [];
  let lines: string[] = [];
  let line = 0;
  const endParagraph = () => {
    if (lines.length === 0) return;
    rows.push({ line: line - lines.length, cells: [lines.join('\n')] });
    checkRowCount(rows);
    lines = [];
  };
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    const content = text.slice(start, end).trim();
    start = end + 1;
    if (content) lines.push(content);
    else endParagraph();
    if (pace.due) await pace.turn('parse', end / text.length);
  }
  line += 1;
  endParagraph();
  dropHeading(rows, kind);
  return { columns: [kind.column], rows, problems: [] };
}

/** A column that was copied may come with its heading, which is not one of the texts below it. */
function dropHeading(rows: Row[], { names }: ListKind): void {
  if (rows.length > 1 && names.includes(plainName(rows[0]!.cells[0]!))) rows.shift();
}

// What a guess looks at.
const sampleLength = 64_000;

/**
 * Whether `text` has paragraphs of lines that a sentence goes beyond, rather than a list in which
 * an empty line stands here and there.
 */
export function seemsWrapped(text: string): boolean {
  const paragraphs = text
    .slice(0, sampleLength)
    .trim()
    .split(/\n\s*\n/);
  if (paragraphs.length < 2) return false;
  // Where one line ends and the next of the same paragraph begins.
  const breaks = paragraphs.flatMap((paragraph) => paragraph.split('\n').slice(0, -1));
  const ended = breaks.filter((line) => /[.!?…]["'”’)]*\s*$/.test(line)).length;
  return breaks.length > 0 && ended <= breaks.length / 2;
}
