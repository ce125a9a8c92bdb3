// As much of Papa Parse as table.ts uses. @types/papaparse would bring the types of
// Node into the page.
declare module 'papaparse' {
  export interface ParseMistake {
    code: 'MissingQuotes' | 'InvalidQuotes';
    /** In the `data` of the same result. */
    row: number;
  }

  export interface ParseResult {
    data: string[][];
    errors: ParseMistake[];
    /** `cursor` is where the first row begins that is not in `data`. */
    meta: { cursor: number };
  }

  export interface Parser {
    pause(): void;
    resume(): void;
    abort(): void;
  }

  interface Form {
    delimiter: string;
    newline: '\n';
    preview?: number;
  }

  interface InPieces extends Form {
    /** In UTF-16 units. */
    chunkSize: number;
    chunk(result: ParseResult, parser: Parser): void;
    complete(): void;
  }

  const papa: {
    parse(text: string, config: InPieces): void;
    parse(text: string, config: Form): ParseResult;
  };
  export default papa;
}
