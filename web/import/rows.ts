// What every importer gives: rows of cells, each with the line it came from.
import { strings } from '../strings/strings';
import { ImportError } from './import-error';
import { maxColumns, maxRows } from './limits';

export interface Row {
  /** Where it begins in the file or the pasted text, from 1. */
  line: number;
  /** May be fewer or more than there are columns. */
  cells: string[];
}

/** Something a person should know of, which stopped nothing. */
export interface Problem {
  line: number;
  message: string;
}

export interface Rows {
  columns: string[];
  rows: Row[];
  problems: Problem[];
}

/** Refuses the row that is one too many. */
export function checkRowCount(rows: readonly Row[]): void {
  if (rows.length <= maxRows) return;
  const { line } = rows[maxRows]!;
  throw new ImportError('too-many-rows', strings.unread.tooManyRows(maxRows, line));
}

export function checkColumnCount(columns: number, line: number): void {
  if (columns <= maxColumns) return;
  throw new ImportError(
    'too-many-columns',
    strings.unread.tooManyColumns(maxColumns, columns, line),
  );
}

/** Gathers objects as rows; a column is a name that any of them has. */
export class ObjectRows {
  readonly rows: Row[] = [];
  readonly #indices = new Map<string, number>();

  get columns(): string[] {
    return [...this.#indices.keys()];
  }

  add(line: number, fields: Iterable<readonly [name: string, text: string]>): void {
    const cells: string[] = [];
    for (const [name, text] of fields) {
      let index = this.#indices.get(name);
      if (index === undefined) {
        index = this.#indices.size;
        this.#indices.set(name, index);
        checkColumnCount(this.#indices.size, line);
      }
      cells[index] = text;
    }
    // A field that this object has not is an empty cell, not a hole.
    this.rows.push({ line, cells: Array.from(cells, (cell: string | undefined) => cell ?? '') });
    checkRowCount(this.rows);
  }
}
