// What a visitor takes home of a set of questions.
import { asCsv, asJsonLines } from '../../export/tables';
import type { QuestionDocument } from '../../import/columns';

const columns = ['id', 'question', 'answer', 'category', 'tags', 'group'] as const;

/** A table as spreadsheets read it (RFC 4180), of the columns that any document has. */
export function questionsAsCsv(documents: readonly QuestionDocument[]): string {
  const used = columns.filter((column) => documents.some((document) => document[column]));
  return asCsv(
    [...used],
    documents.map((document) => used.map((column) => cellOf(document[column]))),
  );
}

/** A document per line. */
export function questionsAsJsonLines(documents: readonly QuestionDocument[]): string {
  return asJsonLines(documents);
}

function cellOf(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}
