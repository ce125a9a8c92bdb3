// A visitor's own pairs of questions, labelled as asking the same or not, for an evaluation.
import { strings } from '../strings/strings';
import { columnNamed, pairColumnNames } from './column-names';
import { cellAt } from './columns';
import { ImportError } from './import-error';
import { readQuestions } from './read-questions';
import type { ReadOptions } from './read-rows';
import type { TextFile } from './read-text';
import type { Problem, Row } from './rows';

export interface LabelledPair {
  a: string;
  b: string;
  /** Whether both ask the same. */
  same: boolean;
  line: number;
}

/** Indices of columns. Without one for labels, every pair asks the same. */
export interface PairColumns {
  a: number;
  b: number;
  label?: number;
}

export interface LabelledPairs {
  pairs: LabelledPair[];
  /** Rows that are no pairs, and why. */
  unusable: Problem[];
}

export interface ReadPairs extends LabelledPairs {
  /** What else is to be looked at in the file. */
  problems: Problem[];
  columns: string[];
  chosen: PairColumns;
}

/** Reads pairs from any format but plain text; throws as `readQuestions` does. */
export async function readLabelledPairs(
  source: string | TextFile,
  options: ReadOptions = {},
): Promise<ReadPairs> {
  const { columns, rows, problems } = await readQuestions(source, options);
  const chosen = guessPairColumns(columns, rows);
  const { pairs, unusable } = toPairs(rows, chosen);
  return { pairs, unusable, problems, columns, chosen };
}

/** By the names of the columns, then by what is in them. */
export function guessPairColumns(columns: readonly string[], rows: readonly Row[]): PairColumns {
  if (columns.length < 2) throw noPairs(columns);
  const taken = new Set<number>();
  const take = (index: number | undefined) => {
    if (index !== undefined) taken.add(index);
    return index;
  };
  const sample = rows.slice(0, 200);
  const isLabel = (index: number) =>
    sample.some((row) => cellAt(row, index) !== '') &&
    sample.every((row) => cellAt(row, index) === '' || sameness(cellAt(row, index)) !== undefined);
  const labelled = columns.map((_, index) => isLabel(index));

  // "duplicate" may name a label or the second text: what is in it decides.
  for (const [index, label] of labelled.entries()) if (label) taken.add(index);
  let a = take(columnNamed(columns, pairColumnNames.a, taken));
  let b = take(columnNamed(columns, pairColumnNames.b, taken));
  const byLength = columns
    .map((_, index) => ({
      index,
      length: sample.reduce((sum, row) => sum + cellAt(row, index).length, 0),
    }))
    .filter(({ index, length }) => !taken.has(index) && length > 0)
    .sort((left, right) => right.length - left.length)
    .map(({ index }) => index);
  if (a === undefined && b === undefined) [a, b] = byLength.slice(0, 2).sort((x, y) => x - y);
  a ??= byLength[0];
  b ??= byLength[0];
  if (a === undefined || b === undefined || a === b) throw noPairs(columns);

  const candidates = columns.map((_, index) => index).filter((index) => index !== a && index !== b);
  const named = columnNamed(columns, pairColumnNames.label, new Set([a, b]));
  const label = named ?? candidates.findLast((index) => labelled[index]);
  return label === undefined ? { a, b } : { a, b, label };
}

/** The pairs of the rows; what has no two texts, or no label that is known, is reported. */
export function toPairs(rows: readonly Row[], columns: PairColumns): LabelledPairs {
  const pairs: LabelledPair[] = [];
  const unusable: Problem[] = [];
  for (const row of rows) {
    const { line } = row;
    const a = cellAt(row, columns.a);
    const b = cellAt(row, columns.b);
    if (a === '' || b === '') {
      unusable.push({ line, message: strings.unread.emptyQuestion });
      continue;
    }
    const label = columns.label === undefined ? '1' : cellAt(row, columns.label);
    const same = sameness(label);
    if (same === undefined) {
      const { noLabel, otherLabel } = strings.unread;
      unusable.push({ line, message: label === '' ? noLabel : otherLabel(label) });
      continue;
    }
    pairs.push({ a, b, same, line });
  }
  if (pairs.length === 0) {
    const [first] = unusable;
    throw new ImportError(
      'no-pairs',
      first ? strings.unread.noPairsBut(first.line, first.message) : strings.unread.noPairs,
    );
  }
  return { pairs, unusable };
}

const words = new Map<string, boolean>([
  ...[
    'true',
    'yes',
    'y',
    'same',
    'duplicate',
    'duplicates',
    'match',
    'similar',
    'paraphrase',
    'positive',
    'ja',
    'wahr',
    'oui',
    'vrai',
    'si',
    'sí',
    'verdadero',
    '是',
  ].map((word) => [word, true] as const),
  ...[
    'false',
    'no',
    'n',
    'different',
    'distinct',
    'not duplicate',
    'unrelated',
    'negative',
    'nein',
    'falsch',
    'non',
    'faux',
    'falso',
    '否',
    '不是',
  ].map((word) => [word, false] as const),
]);

/** What a label says; undefined if it says nothing that is known. */
function sameness(label: string): boolean | undefined {
  const word = label.normalize().toLowerCase().replace(/[_-]+/g, ' ').trim();
  if (/^1(?:\.0*)?$/.test(word)) return true;
  if (/^0(?:\.0*)?$/.test(word)) return false;
  return words.get(word);
}

function noPairs(columns: readonly string[]): ImportError {
  const { onePairColumn, otherPairColumns } = strings.unread;
  const [only] = columns;
  return new ImportError(
    'no-pairs',
    columns.length === 1 ? onePairColumn(only!) : otherPairColumns(columns),
  );
}
