// Reads questions from pasted text or a file, whatever their format.
//
//   const { columns, rows, problems } = await readQuestions(file, { signal, onProgress });
//   const { documents } = toDocuments(rows, guessColumns(columns, rows));
import { columnNames } from './column-names';
import { isHtml, looksLikeFaqPage, readFaqPage } from './faq-page';
import { readRows, type Imported, type Kind, type ReadOptions } from './read-rows';
import type { TextFile } from './read-text';

export { guessColumns, toDocuments } from './columns';
export type { ColumnChoice, Documents, QuestionDocument } from './columns';

const questions: Kind = {
  column: 'question',
  names: columnNames.question,
  pages: {
    are: (text) => isHtml(text) || (/^\s*[[{]/.test(text) && looksLikeFaqPage(text)),
    read: readFaqPage,
  },
};

/** Throws as `readRows` does. */
export function readQuestions(
  source: string | TextFile,
  options: ReadOptions = {},
): Promise<Imported> {
  return readRows(source, options, questions);
}
