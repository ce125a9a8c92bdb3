// Which column is what, and the documents that the rows then are.
import { columnNamed, columnNames, type ColumnUse } from './column-names';
import { strings } from '../strings/strings';
import { ImportError } from './import-error';
import type { Problem, Row } from './rows';

/** The index of the column for each use; a visitor may change what was guessed. */
export interface ColumnChoice extends Partial<Record<ColumnUse, number>> {
  question: number;
}

export interface QuestionDocument {
  /** No two documents have the same. */
  id: string;
  question: string;
  answer?: string;
  category?: string;
  tags?: string[];
  /** The same for questions that ask the same. */
  group?: string;
}

export interface Documents {
  documents: QuestionDocument[];
  problems: Problem[];
}

// What a guess looks at.
const sampleRows = 200;

/** By the names of the columns, then by what is in them. */
export function guessColumns(columns: readonly string[], rows: readonly Row[]): ColumnChoice {
  const taken = new Set<number>();
  const choice: Partial<Record<ColumnUse, number>> = {};
  const take = (use: ColumnUse, index: number | undefined) => {
    if (index === undefined) return;
    choice[use] = index;
    taken.add(index);
  };
  for (const use of ['question', 'answer', 'id', 'group', 'category', 'tags'] as const) {
    take(use, columnNamed(columns, columnNames[use], taken));
  }

  const sample = rows.slice(0, sampleRows);
  const looks = columns.map((_, index) => lookOf(index, sample));
  const best = (fits: (look: Look) => boolean, score: (look: Look) => number) =>
    looks
      .filter((look) => !taken.has(look.index) && look.length > 0 && fits(look))
      .sort((a, b) => score(b) - score(a))[0]?.index;
  if (choice.question === undefined) {
    take('question', best(() => true, questionScore) ?? 0);
  }
  const question = looks[choice.question ?? 0];
  if (choice.answer === undefined && question) {
    const fits = (look: Look) =>
      look.length > Math.max(15, 0.7 * question.length) && look.blanks > 0.5;
    take(
      'answer',
      best(fits, ({ length }) => length),
    );
  }
  if (choice.id === undefined) {
    const fits = ({ distinct, filled, blanks, length }: Look) =>
      sample.length > 1 && distinct === 1 && filled === 1 && blanks === 0 && length <= 40;
    take(
      'id',
      best(fits, ({ length }) => -length),
    );
  }
  if (choice.category === undefined) {
    const fits = ({ distinct, length }: Look) =>
      sample.length > 3 && distinct <= 0.5 && length <= 30;
    take(
      'category',
      best(fits, ({ distinct }) => -distinct),
    );
  }
  return { ...choice, question: choice.question ?? 0 };
}

interface Look {
  index: number;
  /** Means over cells that are not empty. */
  length: number;
  /** Shares of them: that end in a question mark, that have a blank in them. */
  asks: number;
  blanks: number;
  /** How many different ones there are, by their number. */
  distinct: number;
  /** Share of rows where the cell is not empty. */
  filled: number;
}

function lookOf(index: number, rows: readonly Row[]): Look {
  const cells = rows.map((row) => cellAt(row, index)).filter((cell) => cell !== '');
  const mean = (of: (cell: string) => number) =>
    cells.reduce((sum, cell) => sum + of(cell), 0) / Math.max(1, cells.length);
  return {
    index,
    length: mean((cell) => cell.length),
    asks: mean((cell) => Number(/[?？؟]["')\]]*$/.test(cell))),
    blanks: mean((cell) => Number(/\s/.test(cell))),
    distinct: new Set(cells).size / Math.max(1, cells.length),
    filled: cells.length / Math.max(1, rows.length),
  };
}

function questionScore({ asks, blanks, distinct, filled, length }: Look): number {
  return 3 * asks + blanks + distinct + filled - (length > 300 ? 1 : 0);
}

/**
 * A document per row that has a question. Where an id is missing or was had before, one is
 * made; if the rows have a column for ids, that is reported.
 */
export function toDocuments(rows: readonly Row[], columns: ColumnChoice): Documents {
  const problems: Problem[] = [];
  const given = new Set(columns.id === undefined ? [] : rows.map((row) => cellAt(row, columns.id)));
  const firstLines = new Map<string, number>();
  const documents: QuestionDocument[] = [];
  for (const [i, row] of rows.entries()) {
    const { line } = row;
    const question = cellAt(row, columns.question);
    if (question === '') {
      problems.push({ line, message: strings.unread.noQuestion });
      continue;
    }
    let id = cellAt(row, columns.id);
    const before = firstLines.get(id);
    if (id === '' || before !== undefined) {
      const made = unusedId(id === '' ? `row-${i + 1}` : id, given, firstLines);
      if (before !== undefined) {
        problems.push({ line, message: strings.unread.idTaken(id, before, made) });
      } else if (columns.id !== undefined) {
        problems.push({ line, message: strings.unread.noId(made) });
      }
      id = made;
    }
    firstLines.set(id, line);

    const document: QuestionDocument = { id, question };
    for (const use of ['answer', 'category', 'group'] as const) {
      const cell = cellAt(row, columns[use]);
      if (cell !== '') document[use] = cell;
    }
    const tags = cellAt(row, columns.tags)
      .split(/[,;|]/)
      .map((tag) => tag.trim())
      .filter((tag) => tag !== '');
    if (tags.length > 0) document.tags = [...new Set(tags)];
    documents.push(document);
  }
  if (documents.length === 0) {
    throw new ImportError('no-questions', strings.unread.noQuestions(rows.length));
  }
  return { documents, problems };
}

function unusedId(
  wanted: string,
  given: ReadonlySet<string>,
  used: ReadonlyMap<string, number>,
): string {
  const free = (id: string) => !given.has(id) && !used.has(id);
  if (free(wanted)) return wanted;
  for (let i = 2; ; i += 1) if (free(`${wanted}-${i}`)) return `${wanted}-${i}`;
}

/** The trimmed cell; '' where there is none. */
export function cellAt({ cells }: Row, index: number | undefined): string {
  return index === undefined ? '' : (cells[index] ?? '').trim();
}
