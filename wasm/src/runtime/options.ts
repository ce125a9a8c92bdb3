// Options as callers pass them, and values as JSON.
import { WhylightError, messageOf } from './errors.js';

/**
 * Checks that `options` of `call` are an object. The core would say the same of an
 * array, but a signal is taken out of an object first.
 */
export function checkOptions<Options extends object>(call: string, options: Options): Options {
  if (typeof options === 'object' && options !== null && !Array.isArray(options)) return options;
  const found = options === undefined ? 'none' : toJson(options);
  throw new WhylightError('invalid-argument', `${call}: expected an object, found ${found}`);
}

/** The same of options that do not travel, so that the core cannot check their names. */
export function checkNames<Options extends object>(
  call: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  for (const name of Object.keys(checkOptions(call, options))) {
    if ((names as readonly string[]).includes(name)) continue;
    const expected = names.join(', ');
    const message = `${call}: unknown key "${name}", expected one of: ${expected}`;
    throw new WhylightError('invalid-argument', message);
  }
  return options;
}

/** Options as JSON, which has no `undefined`. */
export function toJson(options: unknown): string {
  try {
    return wellFormed(JSON.stringify(options));
  } catch (cause) {
    const message = `Expected options that JSON can hold: ${messageOf(cause)}.`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
}

/**
 * JSON that other parsers read as well: half a character, which JavaScript writes as an
 * escape, is U+FFFD in its place, as in the texts of questions. That is one unit, too.
 */
export function wellFormed(json: string): string {
  if (!/\\u[dD]/.test(json)) return json;
  // Read from the left, a backslash always begins an escape.
  return json.replace(/\\(u[dD][89a-fA-F]..|.)/g, (escape) =>
    escape.length > 2 ? '\ufffd' : escape,
  );
}

/** What a value is, for messages. */
export function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'an array' : typeof value;
}
