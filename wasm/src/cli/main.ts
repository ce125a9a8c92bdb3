// Reads the command line, and turns every failure into a line and an exit code.
import { readFile } from 'node:fs/promises';
import { parseArgs, type ParseArgsConfig } from 'node:util';

import { WhylightError, messageOf } from '../runtime/errors.js';
import type { LoadedModel } from '../runtime/loaded-model.js';
import type { Question } from '../runtime/types.js';
import { ask, shapeOf } from './ask.js';
import {
  INDEX_USAGE,
  MODELS_USAGE,
  QUESTIONS_USAGE,
  RECOMMEND_USAGE,
  USAGE,
  helpOf,
  listQuestions,
} from './help.js';
import { INDEX_FLAGS, SEARCH_FLAGS, makeIndex, searchIndex } from './index-verbs.js';
import { readAll } from './input.js';
import { Misuse } from './misuse.js';
import { copyModel, listModels } from './model-verbs.js';
import { openModel } from './models.js';
import { nearest } from './nearest.js';
import { dashed, filesOf, flagsOf, optionsOf } from './options.js';
import { keepInput, openOutput } from './output.js';
import { wantsColour } from './terminal.js';
import { VERBS, modelFor } from './verbs.js';
import { painterOf } from './why.js';

/** The flags of every verb. */
const COMMON = {
  model: { type: 'string' },
  text: { type: 'string' },
  other: { type: 'string' },
  question: { type: 'string' },
  input: { type: 'string' },
  output: { type: 'string' },
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

/** Runs the program, and returns its exit status. */
export async function main(args: string[]): Promise<number> {
  try {
    await run(args);
    return 0;
  } catch (error) {
    if (error instanceof Misuse) {
      process.stderr.write(`error: [invalid-argument] ${error.message}\nTry: whylight --help\n`);
      return 2;
    }
    // Whoever read the output has seen enough.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const code = error instanceof WhylightError ? error.code : 'io';
    process.stderr.write(`error: [${code}] ${messageOf(error)}\n`);
    // What the model refuses was asked wrongly, too.
    return code === 'invalid-argument' ? 2 : 1;
  }
}

async function run(args: string[]): Promise<void> {
  // Only the model knows its questions and their flags.
  const { values, positionals } = parse(args, COMMON, false);
  const [verb] = positionals;
  // `help VERB` is `VERB --help`.
  if (verb === 'help') {
    const rest = args.toSpliced(args.indexOf('help'), 1);
    return run([...rest, '--help']);
  }
  if (values.version) {
    const path = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
    return print(version);
  }
  if (verb === undefined && values.help) {
    return tell(USAGE);
  }
  if (verb === undefined) throw new Misuse('Expected a verb.');
  // An index is of a file: it is made and searched by verbs of their own.
  if (verb === 'index' || verb === 'search') {
    if (values.help) return tell(INDEX_USAGE);
    const { text, other, question, json, 'no-color': noColour, ...both } = COMMON;
    if (verb === 'index') return makeIndex(parse(args, { ...INDEX_FLAGS, ...both }, true).values);
    const flags = { ...SEARCH_FLAGS, ...both, text, json, 'no-color': noColour };
    const asked = parse(args, flags, true);
    return searchIndex(asked.values, asked.positionals.slice(1));
  }

  if (verb === 'models') {
    const { json, output, help } = COMMON;
    const asked = parse(args, { json, output, help }, true);
    if (asked.values.help) return tell(MODELS_USAGE);
    if (asked.positionals.length > 1) throw new Misuse('models: expected no argument.');
    return print(listModels(asked.values.json ?? false), asked.values.output);
  }
  if (verb === 'copy-model') {
    const asked = parse(args, { force: { type: 'boolean' }, help: COMMON.help }, true);
    if (asked.values.help) return tell(MODELS_USAGE);
    const [, name, folder, ...more] = asked.positionals;
    if (name === undefined || folder === undefined || more.length > 0) {
      throw new Misuse('copy-model: expected a model and the folder to copy it to.');
    }
    return print(await copyModel(name, folder, asked.values.force ?? false));
  }

  if (verb === 'questions') return list(args);
  if (!VERBS.includes(verb)) {
    const later = positionals.find((word) => VERBS.includes(word));
    if (later !== undefined && args[0]!.startsWith('-')) {
      throw new Misuse(`Expected a verb, found "${verb}"; options come after the verb "${later}".`);
    }
    const meant = nearest(verb, VERBS);
    const ending =
      meant === undefined ? `; expected ${VERBS.join(', ')}.` : `; did you mean "${meant}"?`;
    throw new Misuse(`Unknown verb "${verb}"${ending}`);
  }
  const ours = modelFor(verb);
  if (verb === 'recommend' && values.model === undefined) {
    if (values.help) return tell(RECOMMEND_USAGE);
    throw new Misuse('recommend: expected --model DIR, a model that you trained.');
  }
  const model = await openModel(values.model ?? ours);
  try {
    const questions = await model.questions();
    const question = questions.find(({ name, alias }) => verb === name || verb === alias);
    if (!question) {
      const names = questions.map(({ name }) => name).join(', ');
      const such = ours === undefined ? 'a recommender' : `a model such as ${ours}`;
      throw new Misuse(`${verb}: expected ${such}; this one answers ${names}.`);
    }
    if (values.help) await tell(helpOf(question));
    else await answer(args, model, question);
  } finally {
    await model.dispose();
  }
}

async function list(args: string[]): Promise<void> {
  const { model: named, output, json, help } = COMMON;
  const { values, positionals } = parse(args, { model: named, output, json, help }, true);
  if (values.help) return tell(QUESTIONS_USAGE);
  const [, stranger] = positionals;
  if (stranger !== undefined) {
    const hint = `a model is named as --model ${stranger}`;
    throw new Misuse(`questions: expected no argument, found "${stranger}"; ${hint}.`);
  }
  const model = await openModel(values.model);
  try {
    const questions = await model.questions();
    const text = values.json ? JSON.stringify(questions, null, 2) : listQuestions(questions);
    await print(text, values.output);
  } finally {
    await model.dispose();
  }
}

/** Prints lines of which the last has an end already. */
const tell = (lines: string) => print(lines.replace(/\n$/, ''));

async function print(text: string, path?: string): Promise<void> {
  const lines = await openOutput(path);
  await lines.write(text);
  await lines.close();
}

async function answer(args: string[], model: LoadedModel, question: Question): Promise<void> {
  const { values, positionals } = parse(args, { ...flagsOf(question), ...COMMON }, true);
  const { output, json } = values;
  await keepInput(output, [values.input, values.model, ...filesOf(question, values)]);
  const options = await optionsOf(question, values);
  const texts = await textsOf(question, positionals.slice(1), values);
  const toTerminal = process.stdout.isTTY && output === undefined && !json;
  const painter = toTerminal ? painterOf(model, question.name) : undefined;
  const colour = wantsColour(values['no-color']);
  const show =
    painter &&
    ((found: unknown, about: readonly string[]) => painter(found as never, colour, about));
  await ask(model, { question, texts, options, output, show });
}

interface TextFlags {
  text?: string | undefined;
  other?: string | undefined;
  question?: string | undefined;
  input?: string | undefined;
}

/** What a question is about beside the text. */
const SECOND_FLAGS = ['other', 'question'] as const;

/** The texts that the call names, or those on standard input. */
async function textsOf(question: Question, bare: string[], flags: TextFlags) {
  const { name, inputs } = question;
  const { keys, list } = shapeOf(question);
  const second = SECOND_FLAGS.find((flag) => keys.includes(flag));
  const texts = flags.text === undefined ? bare : [flags.text, ...bare];
  if (keys.length === 0) {
    if (texts.length === 0 && flags.input === undefined) return [];
    throw new Misuse(`${name}: expected ${inputs}.`);
  }
  if (texts.length > 1 && list === undefined) {
    const how =
      second && texts.length === 2
        ? `${name}: expected ${inputs}, one of them as --${second}.`
        : 'Expected one text; put it in quotes.';
    throw new Misuse(how);
  }
  const strange = SECOND_FLAGS.find((flag) => flag !== second && flags[flag] !== undefined);
  if (strange) throw new Misuse(`${name}: expected ${inputs}, found --${strange} as well.`);
  const beside = second && flags[second];
  if (flags.input !== undefined) {
    if (texts.length === 0 && beside === undefined) return { input: flags.input };
    throw new Misuse('Expected either a text or --input, found both.');
  }
  if (second && beside === undefined) {
    const which = keys[0] === second ? 'first' : 'second';
    throw new Misuse(`${name}: expected ${inputs}, the ${which} as --${second}.`);
  }
  if (list !== undefined) {
    if (texts.length > 1) return texts;
    throw new Misuse(`${name}: expected ${inputs}, each in quotes, or --input FILE.`);
  }
  if (texts.length === 0) {
    if (process.stdin.isTTY) {
      throw new Misuse('Expected a text, --input FILE, or a text on standard input.');
    }
    texts.push(await readAll(process.stdin));
  }
  return beside === undefined ? texts : keys.map((key) => (key === second ? beside : texts[0]!));
}

function parse<Flags extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Flags,
  strict: boolean,
) {
  // Loosely read, only the flags that are named here have the types they say.
  const parsed = parseArgs({
    args: args.map((word) => word.replace(/^--\w+(_\w+)+/, dashed)),
    allowPositionals: true,
    options,
    strict: false as true,
    tokens: true,
  });
  if (!strict) return parsed;
  for (const token of parsed.tokens) if (token.kind === 'option') checkFlag(token, options);
  return parsed;
}

interface FlagToken {
  name: string;
  rawName: string;
  value?: string | undefined;
  inlineValue?: boolean | undefined;
}

function checkFlag(
  { name, rawName, value, inlineValue }: FlagToken,
  options: NonNullable<ParseArgsConfig['options']>,
): void {
  if (!Object.hasOwn(options, name)) {
    const meant = nearest(name, Object.keys(options));
    const ending = meant === undefined ? '.' : `; did you mean --${meant}?`;
    throw new Misuse(`Unknown option ${rawName}${ending}`);
  }
  if (options[name]!.type === 'boolean') {
    if (value !== undefined) throw new Misuse(`${rawName}: expected no value, found "${value}".`);
  } else if (value === undefined) {
    throw new Misuse(`${rawName}: expected a value, found none.`);
  } else if (!inlineValue && /^-[^\d.]/.test(value)) {
    const hint = `if it is the value, write ${rawName}=${value}`;
    throw new Misuse(`${rawName}: expected a value, found ${value}; ${hint}.`);
  }
}
