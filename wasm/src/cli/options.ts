// The flags of a question's options, and their values.
import type { ParseArgsConfig } from 'node:util';

import type { Question, QuestionOption } from '../runtime/types.js';
import { readJsonFile } from './input.js';
import { Misuse } from './misuse.js';

type Flags = NonNullable<ParseArgsConfig['options']>;
type Values = Readonly<Record<string, unknown>>;

/**
 * The flag of an option, without dashes: `leaveOneOut` is --leave-one-out, and `read_query`
 * --read-query.
 */
export function flagOf({ name, flag }: QuestionOption): string {
  return flag ?? dashed(name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
}

/** --read_query, as configs spell it, as --read-query. */
export function dashed(flag: string): string {
  return flag.replaceAll('_', '-');
}

/** The flags that a question takes, as `parseArgs` wants to know them. */
export function flagsOf({ options }: Question): Flags {
  const flags: Flags = {};
  for (const option of options) {
    flags[flagOf(option)] = {
      type: option.type === 'boolean' ? 'boolean' : 'string',
      multiple: isList(option),
    };
  }
  return flags;
}

/** The options that were given, as the model takes them. It checks their values. */
export async function optionsOf(
  question: Question,
  values: Values,
): Promise<Record<string, unknown>> {
  const options: Record<string, unknown> = {};
  for (const option of question.options) {
    const flag = flagOf(option);
    const given = values[flag];
    if (given === undefined) continue;
    if (isFile(option)) {
      options[option.name] = await readJsonFile(given as string);
      continue;
    }
    const read = (text: unknown) => valueOf(option, flag, text as string);
    options[option.name] = Array.isArray(given) ? given.map(read) : read(given);
  }
  return options;
}

/** The files that the options name. */
export function filesOf({ options }: Question, values: Values): string[] {
  return options.filter(isFile).flatMap((option) => (values[flagOf(option)] as string) ?? []);
}

/** A message that calls an option by its key, with the flag in its place. */
export function nameFlag({ options }: Question, message: string): string {
  return message.replace(/"(\w+)": /, (key, name: string) => {
    const option = options.find((each) => each.name === name);
    return option ? `--${flagOf(option)}: ` : key;
  });
}

/** Whether the flag may be given any number of times. */
export function isList(option: QuestionOption): boolean {
  return option.type.endsWith('[]') && !isFile(option);
}

/** Whether the flag names a file of JSON: one of objects is too much for a command line. */
export function isFile({ type }: QuestionOption): boolean {
  return /^readonly (?!Span\b)[A-Z]/.test(type);
}

function valueOf({ type }: QuestionOption, flag: string, given: string): unknown {
  if (/\bnumber\b/.test(type)) return toNumber(flag, given);
  return /\bSpan\b/.test(type) ? toSpan(flag, given) : given;
}

/** The number that a flag was given. */
export function toNumber(flag: string, text: string): number {
  const number = Number(text);
  if (text.trim() !== '' && !Number.isNaN(number)) return number;
  throw new Misuse(`--${flag}: expected a number, found "${text}".`);
}

function toSpan(flag: string, text: string): { start: number; end: number } {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (end === undefined) throw new Misuse(`--${flag}: expected START-END, found "${text}".`);
  return { start: Number(start), end: Number(end) };
}
