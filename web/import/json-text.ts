// JSON.parse, with a sentence and a line for what is wrong, the same in every browser:
// some engines tell no place.
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
      `This is not valid JSON: expected ${expected}, found ${found}.`,
    );
  }
}

interface Mistake {
  at: number;
  expected: string;
  found: string;
}

const atoms = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

// Reads on as long as it is JSON. What may come next goes by the words that a message
// has for it.
function mistakeIn(text: string): Mistake {
  const open: ('{' | '[')[] = [];
  let expected = 'a value';
  let at = 0;
  const afterValue = () => {
    const inner = open.at(-1);
    if (inner === undefined) return 'the end';
    return inner === '{' ? 'a comma or "}"' : 'a comma or "]"';
  };
  for (;;) {
    at = nextNonBlank(text, at);
    const sign = text[at];
    const mistake = { at, expected, found: foundAt(text, at) };
    if (sign === undefined) return mistake;
    const isName = expected.startsWith('a name');
    if (sign === '"' && (isName || expected.startsWith('a value'))) {
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      at = end;
      expected = isName ? 'a colon' : afterValue();
    } else if (expected.startsWith('a value') && (sign === '{' || sign === '[')) {
      open.push(sign);
      expected = sign === '{' ? 'a name in quotes or "}"' : 'a value or "]"';
      at += 1;
    } else if ((sign === '}' || sign === ']') && expected.endsWith(`"${sign}"`)) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (sign === ',' && expected.startsWith('a comma')) {
      expected = open.at(-1) === '{' ? 'a name in quotes' : 'a value';
      at += 1;
    } else if (sign === ':' && expected === 'a colon') {
      expected = 'a value';
      at += 1;
    } else {
      atoms.lastIndex = at;
      if (!expected.startsWith('a value') || !atoms.test(text)) return mistake;
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
        return {
          at,
          expected: 'an escape such as \\n or \\"',
          found: `"${text.slice(at, at + 2)}"`,
        };
      }
      return { at, expected: 'a quote that closes the text', found: foundAt(text, at) };
    }
    special.lastIndex = escape.lastIndex;
  }
  return { at: opening, expected: 'a quote that closes the text', found: 'the end' };
}

function nextNonBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\n\r'.includes(text[at]!)) at += 1;
  return at;
}

function foundAt(text: string, at: number): string {
  if (at >= text.length) return 'the end';
  if (text[at] === '\n') return 'a line break';
  if (text[at] === '"') return 'a quote';
  const word = /[\w.+-]{1,20}|[^]/uy;
  word.lastIndex = at;
  return `"${word.exec(text)?.[0] ?? ''}"`;
}
