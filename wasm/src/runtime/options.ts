// Options as callers pass them, and values as JSON.
import { hasTag } from './bytes.js';
import { WhylightError, messageOf } from './errors.js';

/**
 * Checks that `options` of `call` are an object. The core would say the same of an
 * array, but a signal is taken out of an object first.
 */
export function checkOptions<Options extends object>(call: string, options: Options): Options {
  const isArray = Array.isArray(options) || ArrayBuffer.isView(options);
  if (typeof options === 'object' && options !== null && !isArray) return options;
  const found = options === undefined ? 'none' : shown(options);
  throw new WhylightError('invalid-argument', `${call}: expected an object, found ${found}`);
}

/** The same of options that do not travel, so that the core cannot check their names. */
export function checkNames<Options extends object>(
  call: string,
  options: Options,
  names: readonly (keyof Options & string)[],
): Options {
  for (const [name, value] of Object.entries(checkOptions(call, options))) {
    if (value === undefined || (names as readonly string[]).includes(name)) continue;
    const expected = names.join(', ');
    const message = `${call}: unknown key "${name}", expected one of: ${expected}`;
    throw new WhylightError('invalid-argument', message);
  }
  return options;
}

/** What an option has to be. */
export interface Kind {
  /** For messages. */
  readonly name: string;
  is(value: unknown): boolean;
}

const typed = (type: string, name: string): Kind => ({
  name,
  is: (value) => typeof value === type,
});

/** Of what is checked elsewhere. */
export const ANY: Kind = { name: 'anything', is: () => true };
export const BOOLEAN = typed('boolean', 'true or false');
export const FUNCTION = typed('function', 'a function');
export const SIGNAL: Kind = {
  name: 'an AbortSignal',
  // Unlike instanceof, this knows one of another realm.
  is: (value) => hasTag(value, 'AbortSignal'),
};

/**
 * Checks that `options` of `call` are those of `kinds` and no others, each of its kind
 * or undefined.
 */
export function checkKinds<Options extends object>(
  call: string,
  options: Options,
  kinds: Readonly<Record<keyof Options & string, Kind>>,
): Options {
  checkNames(call, options, Object.keys(kinds) as (keyof Options & string)[]);
  for (const [name, kind] of Object.entries<Kind>(kinds)) {
    const value: unknown = options[name as keyof Options];
    if (value === undefined || kind.is(value)) continue;
    const message = `${call}: "${name}": expected ${kind.name}, found ${shown(value)}`;
    throw new WhylightError('invalid-argument', message);
  }
  return options;
}

/** The same of options that the core checks, all but the `signal`. */
export function checkAsked<Options extends { signal?: unknown }>(
  call: string,
  options: Options,
): Options {
  const { signal } = checkOptions(call, options);
  checkKinds(call, { signal }, { signal: SIGNAL });
  return options;
}

/** A value for messages: as it is, if it is short. */
export function shown(value: unknown): string {
  if (typeof value === 'number') return String(value);
  const isData = ['string', 'boolean'].includes(typeof value) || Array.isArray(value);
  const json = isData ? jsonOf(value) : undefined;
  return json && json.length <= LONGEST_SHOWN ? json : typeName(value);
}

function jsonOf(value: unknown): string | undefined {
  try {
    return toJson(value);
  } catch {
    return undefined;
  }
}

const LONGEST_SHOWN = 60;

/** Options as JSON, which has no `undefined`. It would leave out functions, and write NaN as null. */
export function toJson(options: unknown): string {
  let json: string | undefined;
  try {
    json = JSON.stringify(options);
  } catch (cause) {
    const message = `Expected options that JSON can hold: ${messageOf(cause)}.`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
  if (json === undefined) {
    const message = `Expected options that JSON can hold, found ${typeName(options)}.`;
    throw new WhylightError('invalid-argument', message);
  }
  if (typeof options === 'object') checkData(options!);
  return wellFormed(json);
}

/**
 * Checks that JSON can hold the options and what is in their lists and records. The members of
 * objects in a list are not checked: those of reviews may be anything if nobody reads them.
 */
export function checkData(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    const isNested = typeof value === 'object' && value !== null;
    for (const each of isNested ? Object.values(value as object) : [value]) {
      const isNumber = typeof each === 'number';
      if (isNumber ? Number.isFinite(each) : !['function', 'symbol'].includes(typeof each))
        continue;
      const expected = isNumber ? 'a finite number' : 'what JSON can hold';
      const message = `"${name}": expected ${expected}, found ${shown(each)}`;
      throw new WhylightError('invalid-argument', message);
    }
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
