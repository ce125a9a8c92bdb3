// CSV and its relatives. Papa Parse splits; this finds the separator and the header, keeps
// count of lines, and says which rows look wrong.
import Papa from 'papaparse';
import { strings } from '../strings/strings';
import { isColumnName, plainName } from './column-names';
import { ImportError } from './import-error';
import { maxRowLength, maxRows } from './limits';
import type { Pace } from './pace';
import { countLines } from './read-text';
import { checkColumnCount, checkRowCount, type Problem, type Row, type Rows } from './rows';

export const separators = [',', ';', '\t', '|'] as const;
export type Separator = (typeof separators)[number];

export interface TableOptions {
  /** Guessed when left out. */
  separator?: Separator | undefined;
  /** Whether the first row names the columns; guessed when left out. */
  header?: boolean | undefined;
}

export interface Table extends Rows {
  separator: Separator;
  header: boolean;
}

/** Reads `text`, whose lines end in \n, row by row as RFC 4180 has them. */
export async function readTable(
  text: string,
  { separator, header }: TableOptions,
  pace: Pace,
): Promise<Table> {
  const { rest, named } = withoutSeparatorLine(text);
  const guess = guessSeparator(rest);
  const used = separator ?? named ?? guess.separator;
  const problems: Problem[] = [];
  const all = await split(rest, used, named === undefined ? 1 : 2, problems, pace);
  if (all.length === 0) return { columns: [], rows: [], problems, separator: used, header: false };

  const hasHeader = header ?? looksLikeHeader(all);
  const rows = hasHeader ? all.slice(1) : all;
  const width = hasHeader ? all[0]!.cells.length : commonWidth(all);
  checkColumnCount(width, all[0]!.line);
  checkRowCount(rows);
  const columns = Array.from({ length: width }, (_, i) => {
    const name = hasHeader ? all[0]!.cells[i]!.trim() : '';
    return name || strings.unread.column(i + 1);
  });
  const { cellsOfHeader, cellsOfMost } = strings.unread;
  const says = hasHeader ? cellsOfHeader : cellsOfMost;
  for (const { line, cells } of rows) {
    if (cells.length === width) continue;
    problems.push({ line, message: says(width, cells.length) });
  }
  problems.sort((a, b) => a.line - b.line);
  return { columns, rows, problems, separator: used, header: hasHeader };
}

export interface SeparatorGuess {
  separator: Separator;
  /** Whether `text` is a table of it rather than lines of prose. */
  certain: boolean;
}

// What a guess looks at.
const sampleLength = 64_000;
const sampleRows = 50;

/** The separator that divides the first rows of `text` most evenly. */
export function guessSeparator(text: string): SeparatorGuess {
  const cut = text.length > sampleLength;
  const sample = text.slice(0, sampleLength);
  let best: SeparatorGuess & { score: number } = { separator: ',', certain: false, score: 0 };
  for (const separator of separators) {
    if (!sample.includes(separator)) continue;
    let rows = Papa.parse(sample, {
      delimiter: separator,
      newline: '\n',
      preview: sampleRows,
    }).data;
    if (cut && rows.length < sampleRows) rows = rows.slice(0, -1);
    const cells = rows.filter((row) => !isEmpty(row));
    if (cells.length === 0) continue;
    // A heading that it does not divide is that of a single column, whatever is in the lines below,
    // unless it is a title above the headings.
    const headsOne = cells[0]!.length === 1 && isColumnName(cells[0]![0]!);
    if (headsOne && !cells[1]?.some((cell) => isColumnName(cell))) continue;
    const width = mostCommon(cells.map((row) => row.length));
    if (width < 2) continue;
    const even = cells.filter((row) => row.length === width).length / cells.length;
    const named = cells[0]!.filter((cell) => isColumnName(cell)).length;
    // In prose a blank follows the comma; in a table that is rare.
    const followers = cells.flatMap((row) => row.slice(1));
    const prose =
      (separator === ',' || separator === ';') &&
      followers.filter((cell) => cell.startsWith(' ')).length > followers.length / 2;
    // Evenness first; of equally even ones, that which names columns or divides into more.
    const score = even + named + Math.min(width, 20) / 100 - (prose ? 0.5 : 0);
    if (score > best.score) {
      const certain =
        named > 0 || (even > 0.8 && !prose && (cells.length > 1 || separator === '\t'));
      best = { separator, certain, score };
    }
  }
  return { separator: best.separator, certain: best.certain };
}

// Excel takes a first line such as "sep=;" as the separator's name.
function withoutSeparatorLine(text: string): { rest: string; named?: Separator } {
  const named = separators.find((separator) => text.startsWith(`sep=${separator}`));
  if (named === undefined || (text.length > 5 && text[5] !== '\n')) return { rest: text };
  return { rest: text.slice(6), named };
}

// In UTF-16 units; a piece takes a few milliseconds.
const pieceLength = 250_000;

/** All rows that are not empty, each with its line, the first of which is `firstLine`. */
function split(
  text: string,
  separator: Separator,
  firstLine: number,
  problems: Problem[],
  pace: Pace,
): Promise<Row[]> {
  const rows: Row[] = [];
  let line = firstLine;
  let handedOver = 0;
  return new Promise((resolve, reject) => {
    Papa.parse(text, {
      delimiter: separator,
      newline: '\n',
      chunkSize: pieceLength,
      chunk({ data, errors, meta }, parser) {
        // What is thrown in here would be lost in Papa's own calls.
        try {
          handedOver = Math.min(text.length, handedOver + pieceLength);
          const mistakes = new Set(errors.map(({ row, code }) => `${row} ${code}`));
          for (const [i, cells] of data.entries()) {
            const { invalidQuotes, missingQuotes } = strings.unread;
            if (mistakes.has(`${i} InvalidQuotes`)) problems.push({ line, message: invalidQuotes });
            if (mistakes.has(`${i} MissingQuotes`)) problems.push({ line, message: missingQuotes });
            if (!isEmpty(cells)) rows.push({ line, cells });
            line += 1 + cells.reduce((sum, cell) => sum + countLines(cell), 0);
          }
          // With a header, one more than can be used: the caller says so.
          if (rows.length > maxRows + 1) {
            parser.abort();
            return;
          }
          if (handedOver < text.length && handedOver - meta.cursor > maxRowLength) {
            throw endlessRow(line);
          }
        } catch (error) {
          reject(error);
          parser.abort();
          return;
        }
        parser.pause();
        pace.turn('parse', meta.cursor / text.length).then(
          () => parser.resume(),
          (reason: unknown) => {
            reject(reason);
            parser.abort();
          },
        );
      },
      complete: () => resolve(rows),
    });
  });
}

function endlessRow(line: number): ImportError {
  return new ImportError('long-row', strings.unread.endlessRow(maxRowLength, line));
}

// A row of nothing but separators is what spreadsheets make of an empty line.
function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function looksLikeHeader(rows: readonly Row[]): boolean {
  const [first, ...others] = rows.slice(0, sampleRows);
  const names = first!.cells.map((cell) => cell.trim());
  if (names.some((name) => name.length > 40 || /[?!]$/.test(name) || /^[\d.,]+$/.test(name))) {
    return false;
  }
  if (names.some((name) => isColumnName(name))) return true;
  if (names.length < 2 || names.includes('') || new Set(names.map(plainName)).size < names.length) {
    return false;
  }
  // Names are short, and what they name is longer.
  return names.some((name, i) => {
    const lengths = others.map(({ cells }) => cells[i]?.length ?? 0);
    const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
    return mean > Math.max(20, 2 * name.length);
  });
}

function commonWidth(rows: readonly Row[]): number {
  return mostCommon(rows.map(({ cells }) => cells.length));
}

/** Of equally common numbers the largest. */
function mostCommon(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  let best = 0;
  for (const [number, count] of counts) {
    const atBest = counts.get(best) ?? 0;
    if (count > atBest || (count === atBest && number > best)) best = number;
  }
  return best;
}
