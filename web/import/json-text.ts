// JSON.parse, with a sentence and a line for what is wrong, the same in every browser:
// some engines tell no place.
import { strings, type Strings } from '../strings/strings';
import { countLines } from './read-text';

export class BrokenJson extends Error {
  override readonly name = 'BrokenJson';
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** The value of `text`, which begins at `line`; throws BrokenJson. */
export function parseJson(text: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const { at, expected, found } = mistakeIn(text);
    throw new BrokenJson(
      // What is missing at the end is missing where the text ends, not lines below.
      line + countLines(at < text.length ? text.slice(0, at) : text.trimEnd()),
      strings.unread.notJson(strings.unread.expected[expected], found),
    );
  }
}

type Expected = keyof Strings['unread']['expected'];

interface Mistake {
  at: number;
  expected: Expected;
  found: string;
}

const names: readonly Expected[] = ['name', 'nameOrBrace'];
const values: readonly Expected[] = ['value', 'valueOrBracket'];
const commas: readonly Expected[] = ['commaOrBrace', 'commaOrBracket'];
const closing: Readonly<Record<string, readonly Expected[]>> = {
  '}': ['nameOrBrace', 'commaOrBrace'],
  ']': ['valueOrBracket', 'commaOrBracket'],
};

const atoms = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

// Reads on as long as it is JSON.
function mistakeIn(text: string): Mistake {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const afterValue = (): Expected => {
    const inner = open.at(-1);
    if (inner === undefined) return 'end';
    return inner === '{' ? 'commaOrBrace' : 'commaOrBracket';
  };
  for (;;) {
    at = nextNonBlank(text, at);
    const sign = text[at];
    const mistake = { at, expected, found: foundAt(text, at) };
    if (sign === undefined) return mistake;
    const isName = names.includes(expected);
    const isValue = values.includes(expected);
    if (sign === '"' && (isName || isValue)) {
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      expected = isName ? 'colon' : afterValue();
    } else if (isValue && (sign === '{' || sign === '[')) {
      open.push(sign);
      expected = sign === '{' ? 'nameOrBrace' : 'valueOrBracket';
      at += 1;
    } else if (closing[sign]?.includes(expected)) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (sign === ',' && commas.includes(expected)) {
      expected = open.at(-1) === '{' ? 'name' : 'value';
      at += 1;
    } else if (sign === ':' && expected === 'colon') {
      expected = 'value';
      at += 1;
    } else {
      atoms.lastIndex = at;
      if (!isValue || !atoms.test(text)) return mistake;
      at = atoms.lastIndex;
      expected = afterValue();
    }
  }
}

/** Behind the quote that closes the string, or what is wrong with it. */
function endOfString(text: string, opening: number): number | Mistake {
  // JSON has no other control characters in strings either.
  // eslint-disable-next-line no-control-regex
  const special = /["\\\u0000-\u001f]/g;
  special.lastIndex = opening + 1;
  for (let found = special.exec(text); found; found = special.exec(text)) {
    const at = found.index;
    if (found[0] === '"') return at + 1;
    const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
    escape.lastIndex = at;
    if (!escape.test(text)) {
      if (found[0] === '\\') {
        return { at, expected: 'escape', found: strings.unread.found.text(text.slice(at, at + 2)) };
      }
      return { at, expected: 'quote', found: foundAt(text, at) };
    }
    special.lastIndex = escape.lastIndex;
  }
  return { at: opening, expected: 'quote', found: strings.unread.found.end };
}

function nextNonBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  return at;
}

function foundAt(text: string, at: number): string {
  const { found } = strings.unread;
  if (at >= text.length) return found.end;
  if (text[at] === '\n') return found.lineBreak;
  if (text[at] === '"') return found.quote;
  const word = /[\w.+-]{1,20}|[^]/uy;
  word.lastIndex = at;
  return found.text(word.exec(text)?.[0] ?? '');
}
