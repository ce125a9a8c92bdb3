// JSON: an object per line, or one array of objects or of texts.
import { strings } from '../strings/strings';
import { ImportError } from './import-error';
import { BrokenJson, parseJson } from './json-text';
import type { Pace } from './pace';
import { countLines } from './read-text';
import { ObjectRows, type Problem, type Rows } from './rows';

/**
 * An object per line, or a text, which goes into `column`. A line that is broken is reported and left
 * out.
 */
export async function readJsonLines(text: string, column: string, pace: Pace): Promise<Rows> {
  const reader = new ElementReader(column);
  let line = 0;
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    line += 1;
    reader.read(text.slice(start, end), line);
    start = end + 1;
    if (pace.due) await pace.turn('parse', end / text.length);
  }
  return reader.finish(strings.unread.jsonLines);
}

/**
 * One array. Its elements are parsed one by one, so that a broken one is named by its
 * line and the others are kept.
 */
export async function readJsonArray(text: string, column: string, pace: Pace): Promise<Rows> {
  const reader = new ElementReader(column);
  let line = 1;
  let counted = 0;
  for (const { start, end } of elementsOf(text, reader.problems)) {
    const element = text.slice(start, end);
    const leading = element.length - element.trimStart().length;
    line += countLines(text.slice(counted, start + leading));
    counted = start + leading;
    reader.read(element.trim(), line);
    if (pace.due) await pace.turn('parse', end / text.length);
  }
  return reader.finish(strings.unread.jsonArray);
}

class ElementReader {
  readonly problems: Problem[] = [];
  readonly #rows = new ObjectRows();
  readonly #column: string;

  /** `column` is where a text without an object goes. */
  constructor(column: string) {
    this.#column = column;
  }

  read(text: string, line: number): void {
    if (text.trim() === '') return;
    try {
      const value = parseJson(text, line);
      if (typeof value === 'string') this.#rows.add(line, [[this.#column, value]]);
      else if (isObject(value)) this.#rows.add(line, fieldsOf(value));
      else this.#report(line, strings.unread.notObject(kindOf(value)));
    } catch (error) {
      if (!(error instanceof BrokenJson)) throw error;
      this.#report(error.line, error.message);
    }
  }

  /** All rows; if there is none, `says` what was found in their place. */
  finish(says: (found: string) => string): Rows {
    const { rows, columns } = this.#rows;
    const { problems } = this;
    if (rows.length === 0) {
      const [first] = problems;
      const found = first
        ? strings.unread.atLine(first.line, first.message)
        : strings.unread.nothingInIt;
      throw new ImportError('bad-json', says(found));
    }
    problems.sort((a, b) => a.line - b.line);
    return { columns, rows, problems };
  }

  #report(line: number, message: string): void {
    this.problems.push({ line, message });
  }
}

function* fieldsOf(value: object): Generator<[string, string]> {
  for (const [name, field] of Object.entries(value)) yield [name, cellOf(field)];
}

function cellOf(field: unknown): string {
  if (typeof field === 'string') return field;
  if (field === null || field === undefined) return '';
  if (Array.isArray(field)) return field.map(cellOf).join('; ');
  // As it stood in the file.
  return JSON.stringify(field);
}

interface Stretch {
  start: number;
  end: number;
}

// Where the elements of the array lie that `text` is. Only brackets and quotes are looked
// at: JSON.parse says what is wrong within an element.
function* elementsOf(text: string, problems: Problem[]): Generator<Stretch> {
  const structure = /["[\]{},]/g;
  let start = text.indexOf('[') + 1;
  structure.lastIndex = start;
  let depth = 1;
  for (let found = structure.exec(text); found; found = structure.exec(text)) {
    const at = found.index;
    if (found[0] === '"') {
      structure.lastIndex = endOfString(text, at);
    } else if (found[0] === ',') {
      if (depth > 1) continue;
      yield { start, end: at };
      start = at + 1;
    } else if (found[0] === '[' || found[0] === '{') {
      depth += 1;
    } else {
      depth -= 1;
      if (depth > 0) continue;
      yield { start, end: at };
      if (found[0] === '}') {
        const { notJson, expected, found: names } = strings.unread;
        problems.push({
          line: 1 + countLines(text.slice(0, at)),
          message: notJson(expected.commaOrBracket, names.text('}')),
        });
      }
      const rest = text.slice(at + 1);
      if (rest.trim() !== '') {
        const leading = rest.length - rest.trimStart().length;
        problems.push({
          line: 1 + countLines(text.slice(0, at + 1 + leading)),
          message: strings.unread.afterArray,
        });
      }
      return;
    }
  }
  // JSON.parse says what is wrong with it, if more than the bracket is missing.
  yield { start, end: text.length };
  problems.push({
    line: 1 + countLines(text.slice(0, start + (/\S/.exec(text.slice(start))?.index ?? 0))),
    message: strings.unread.openArray,
  });
}

/** Behind the closing quote, or at the end of the line, which no string goes beyond. */
function endOfString(text: string, opening: number): number {
  const special = /["\\\n]/g;
  special.lastIndex = opening + 1;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    if (found[0] === '"') return found.index + 1;
    if (found[0] === '\n') return found.index;
    // What is escaped ends nothing.
    special.lastIndex = found.index + 2;
  }
  return text.length;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  const { kinds } = strings.unread;
  if (Array.isArray(value)) return kinds.list;
  return value === null ? kinds.null : kinds[typeof value as 'number' | 'boolean'];
}
