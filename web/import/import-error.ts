// Why nothing was imported.

/**
 * - `too-large`: more than `maxBytes`.
 * - `too-many-rows`, `too-many-columns`, `long-row`: more than `limits.ts` allows.
 * - `empty`: no text at all, or nothing but empty lines.
 * - `unreadable`: the browser could not read the file.
 * - `not-text`: a workbook, a PDF or other bytes that are no text.
 * - `bad-json`: JSON of which nothing can be used.
 * - `no-questions`: text without a question, or without a column for it.
 * - `no-reviews`: no row with words in the column of the reviews.
 * - `no-pairs`: no two columns with texts to compare.
 * - `no-model`: files that are no model which the page can show.
 */
export type ImportErrorCode =
  | 'too-large'
  | 'too-many-rows'
  | 'too-many-columns'
  | 'long-row'
  | 'empty'
  | 'unreadable'
  | 'not-text'
  | 'bad-json'
  | 'no-questions'
  | 'no-reviews'
  | 'no-pairs'
  | 'no-model';

/**
 * The one error of the importers. Its message is a sentence for the visitor: what was
 * expected, and what was found. Cancelling throws the signal's reason instead.
 */
export class ImportError extends Error {
  override readonly name = 'ImportError';
  readonly code: ImportErrorCode;

  constructor(code: ImportErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
