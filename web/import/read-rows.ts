// Reads rows from pasted text or a file, whatever their format.
import { strings } from '../strings/strings';
import { ImportError } from './import-error';
import { isObject, readJsonArray, readJsonLines } from './json-lines';
import { Pace, type PaceOptions } from './pace';
import { readLines, readParagraphs, seemsWrapped, type ListKind } from './plain-text';
import { pastedText, readText, type TextFile } from './read-text';
import type { Rows } from './rows';
import { guessSeparator, readTable, type Separator, type TableOptions } from './table';

/** What any text can be read as, so that a visitor can choose. */
export type TextFormat = 'table' | 'plain-text' | 'paragraphs';

export type Format = TextFormat | 'json-lines' | 'json-array' | 'faq-page';

/** What is read, as far as formats differ by it. */
export interface Kind extends ListKind {
  /** Whether a text of several lines may be one of them. */
  mayBeParagraphs?: boolean;
  /** Pages that have them, if there is such a thing. */
  pages?: { are(text: string): boolean; read(text: string, pace: Pace): Promise<Rows> };
}

export interface ReadOptions extends PaceOptions, TableOptions {
  /** Found by content and by name when left out. */
  format?: Format | undefined;
}

export interface Imported extends Rows {
  format: Format;
  /** Of a table: what was used, so that a visitor can choose otherwise. */
  separator?: Separator;
  header?: boolean;
}

/**
 * Reads what a visitor pasted or chose. Throws ImportError if nothing of it can be used,
 * and the signal's reason when cancelled; what is wrong with single rows is in `problems`.
 */
export async function readRows(
  source: string | TextFile,
  options: ReadOptions,
  kind: Kind,
): Promise<Imported> {
  const pace = new Pace(options);
  pace.throwIfAborted();
  const name = typeof source === 'string' ? '' : source.name;
  const { text, problems } =
    typeof source === 'string'
      ? { text: pastedText(source), problems: [] }
      : await readText(source, pace);
  if (!/\S/.test(text)) {
    throw new ImportError('empty', name ? strings.unread.emptyFile : strings.unread.noText);
  }
  const format = options.format ?? findFormat(text, name, kind);
  const read = await readAs(format, text, options, kind, pace);
  if (read.rows.length === 0) {
    throw new ImportError('empty', strings.unread.noRows);
  }
  await pace.turn('parse', 1);
  return { format, ...read, problems: [...problems, ...read.problems] };
}

function readAs(
  format: Format,
  text: string,
  options: TableOptions,
  kind: Kind,
  pace: Pace,
): Promise<Omit<Imported, 'format'>> {
  switch (format) {
    case 'table':
      return readTable(text, options, pace);
    case 'json-lines':
      return readObjects(text, kind.column, pace);
    case 'json-array':
      return readJsonArray(text, kind.column, pace);
    case 'faq-page':
      return kind.pages!.read(text, pace);
    case 'plain-text':
      return readLines(text, kind, pace);
    case 'paragraphs':
      return readParagraphs(text, kind, pace);
  }
}

const formatByEnding: Readonly<Record<string, Format>> = {
  csv: 'table',
  tsv: 'table',
  tab: 'table',
  psv: 'table',
  jsonl: 'json-lines',
  ndjson: 'json-lines',
  html: 'faq-page',
  htm: 'faq-page',
};

// The name decides only where content alone could be read in several ways.
function findFormat(text: string, name: string, { pages, mayBeParagraphs }: Kind): Format {
  const byName = formatByEnding[/\.(\w+)$/.exec(name.toLowerCase())?.[1] ?? ''];
  if (byName === 'table') return byName;
  if (pages?.are(text)) return 'faq-page';
  if (/^\s*(?:\[\s*[[{"\]]|\{\s*["}])/.test(text)) {
    return text.trimStart().startsWith('[') ? 'json-array' : 'json-lines';
  }
  if (byName && (byName !== 'faq-page' || pages)) return byName;
  if (/\.json(?:ld)?$/i.test(name)) return 'json-lines';
  if (guessSeparator(text).certain) return 'table';
  return mayBeParagraphs && seemsWrapped(text) ? 'paragraphs' : 'plain-text';
}

// A single object is no list, but may well contain one.
async function readObjects(text: string, column: string, pace: Pace): Promise<Rows> {
  let read: Rows | undefined;
  let failure: unknown;
  try {
    read = await readJsonLines(text, column, pace);
    if (read.rows.length > 1) return read;
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    failure = error;
  }
  const whole = parsed(text);
  if (isObject(whole)) {
    const list = Object.keys(whole).find(
      (key) => Array.isArray(whole[key]) && whole[key].some(isObject),
    );
    if (list !== undefined || !read) {
      throw new ImportError(
        'bad-json',
        list === undefined
          ? strings.unread.singleObject
          : strings.unread.singleObjectWithList(list),
      );
    }
  }
  if (!read) throw failure;
  return read;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
