// What a visitor takes home: tables and lines that other programs read.
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

export function asJsonLines(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
}

/** Begins with a byte order mark, without which Excel reads accents wrong. */
export function asCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('')}`;
}

/**
 * A cell that no spreadsheet takes for a formula: text that begins like one gets a quote in
 * front (OWASP, CSV injection). All is quoted that needs it.
 */
export function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(text) ? `'${text}` : text;
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function cellOf(value: string | string[] | undefined): string {
  return Array.isArray(value) ? value.join(', ') : (value ?? '');
}

/** "Our FAQ: 2024/25" -> "our-faq-2024-25", for the name of a file. */
export function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
  return plain || 'questions';
}
