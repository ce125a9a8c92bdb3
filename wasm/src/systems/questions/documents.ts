// Documents as an index takes them.
import { WhylightError, messageOf } from '../../runtime/errors.js';
import { typeName, wellFormed } from '../../runtime/options.js';

/** What an index wants to find in a document. */
export interface Shape {
  readonly id: string;
  readonly fields: readonly string[];
}

/** A document as it travels, and as the caller's side keeps it. */
export interface Prepared<D> {
  id: string;
  json: string;
  document: D;
}

/**
 * A copy of `document`, as JSON would make it. `where` starts messages. Fails with
 * `invalid-argument`.
 */
export function prepare<D extends object>(
  document: D,
  { id, fields }: Shape,
  where: string,
): Prepared<D> {
  const json = stringify(document, where);
  const copy: unknown = json === undefined ? undefined : JSON.parse(json);
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) {
    throw bad(where, `expected an object, found ${typeName(document)}`);
  }
  const members = copy as Readonly<Record<string, unknown>>;
  const name = nameOf(members[id]);
  if (name === undefined) {
    const found = members[id] === '' ? 'an empty one' : typeName(members[id]);
    const expected = `expected a string or a whole number as "${id}"`;
    throw bad(where, `${expected}, which names it, found ${found}`);
  }
  for (const field of fields) {
    const text = members[field] ?? '';
    if (typeof text === 'string') continue;
    throw bad(where, `"${field}" of "${name}": expected a string, found ${typeName(text)}`);
  }
  return { id: name, json: json!, document: copy as D };
}

/** The name of a document, by the member that is its id; whole numbers stand for their digits. */
export function nameOf(id: unknown): string | undefined {
  if (Number.isSafeInteger(id)) return String(id);
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function stringify(document: unknown, where: string): string | undefined {
  try {
    const json = JSON.stringify(document) as string | undefined;
    return json && wellFormed(json);
  } catch (cause) {
    throw bad(where, `expected what JSON can hold: ${messageOf(cause)}`, cause);
  }
}

/** Whoever has the same id already. */
export function taken(where: string, id: string): WhylightError {
  return bad(where, `expected an id that no other document has, found "${id}" again`);
}

function bad(where: string, problem: string, cause?: unknown): WhylightError {
  return new WhylightError('invalid-argument', `${where}: ${problem}`, { cause });
}
