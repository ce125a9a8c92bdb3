// Reads the command line, and turns every failure into a line and an exit code.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { WhylightError, messageOf } from '../runtime/errors.js';
import type { Span } from '../runtime/types.js';
import { ask, type AskCommand } from './ask.js';
import { explain } from './explain.js';

const USAGE = `Rates a review, shows the words each rating rests on, and says why.

Usage:
  whylight explain "TEXT" [--point N] [options]
  whylight explain --input FILE.jsonl[.gz] [options]
  whylight ngrams "TEXT" --aspect NAME [--point N] [--read all] [--top N]
  whylight curve "TEXT" --aspect NAME [--point N] [--read all]
  whylight gates "TEXT" --aspect NAME [--point N] [--read all]
  whylight faithfulness "TEXT" --aspect NAME [--point N] [--select START-END]
                        [--bins F] [--leave-one-out]
  whylight match "TEXT" --other "TEXT" [--order N] [--decay F] [--mapping M]
                 [--weighting W] [--normalized] [--top N]
  ... | whylight VERB [options]         takes standard input as the text

Verbs:
  explain         rates a text and marks the words each rating rests on
  ngrams          takes a rating apart: what groups of words, gaps allowed, add
                  to its logit (the rating is 1 / (1 + exp(-logit)))
  curve           what the model would rate at each word, as it reads along
  gates           how far each word is let in, and how far back memory reaches
  faithfulness    how the rating changes with the selected words left out, and
                  with all others left out
  match           which groups of words two texts have in common

Options of every verb:
  --model DIR     folder or address of a model (default: the model of beer
                  reviews that comes with this package)
  --text TEXT     the text, instead of the bare "TEXT"
  --output FILE   write to FILE instead of standard output
  --help          print this help
  --version       print the version

Option of every verb but match:
  --point N       choose words at the model's operating point N, counted from 0,
                  from short rationales to long ones (default: as the model is
                  shipped)

Options of explain:
  --input FILE    explain every line of FILE: JSON with a "text", or plain lines
                  if it is called .txt; may be gzipped; - is JSON on standard
                  input
  --json          write a JSON object a line on a terminal too
  --no-color      mark the words with brackets instead of colour, as the
                  environment variable NO_COLOR does

Options of the other verbs, which print one JSON object:
  --aspect NAME   which rating, e.g. aroma; needed where the model has several
  --read WORDS    the words that are read: rationale, those the rating rests on
                  (default), or all
  --top N         how many groups of words to list (default: 10)
  --select START-END
                  a selected piece of the text, e.g. 10-14; any number of times
                  (default: the words the rating rests on)
  --bins F        a fraction of the words to select, the likeliest first, e.g.
                  0.1; any number of times (default: 0.01 0.05 0.1 0.2 0.5)
  --leave-one-out also rate the text without each word in turn
  --other TEXT    the text to compare with
  --order N       how many words make a group (default: 2)
  --decay F       what each word between those of a group costs, from 0 to below
                  1 (default: 0.5)
  --mapping M     how the likeness of words combines: multiplicative (default)
                  or additive
  --weighting W   which words left out cost: those between a group's own, span
                  (default), or all up to the text's end, end
  --normalized    divide by what all groups of both texts weigh

Offsets, in options and in JSON, count UTF-16 code units. Exit status: 0 done,
1 failed, 2 wrong usage.
`;

const OPTIONS = {
  model: { type: 'string' },
  text: { type: 'string' },
  output: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  input: { type: 'string' },
  point: { type: 'string' },
  json: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  aspect: { type: 'string' },
  read: { type: 'string' },
  top: { type: 'string' },
  select: { type: 'string', multiple: true },
  bins: { type: 'string', multiple: true },
  'leave-one-out': { type: 'boolean' },
  other: { type: 'string' },
  order: { type: 'string' },
  decay: { type: 'string' },
  mapping: { type: 'string' },
  weighting: { type: 'string' },
  normalized: { type: 'boolean' },
} as const;

const COMMON = ['model', 'text', 'output'];

/** What each verb takes beside the common options. */
const VERBS = {
  explain: ['input', 'point', 'json', 'no-color'],
  ngrams: ['aspect', 'point', 'read', 'top'],
  curve: ['aspect', 'point', 'read'],
  gates: ['aspect', 'point', 'read'],
  faithfulness: ['aspect', 'point', 'select', 'bins', 'leave-one-out'],
  match: ['other', 'order', 'decay', 'mapping', 'weighting', 'normalized', 'top'],
};

/** A call that makes no sense. */
class Misuse extends Error {}

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
    return 1;
  }
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parse(args);
  if (values.version) {
    const path = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
    process.stdout.write(`${version}\n`);
    return;
  }
  if (values.help) {
    process.stdout.write(USAGE);
    return;
  }

  const [name, ...texts] = positionals;
  if (name === undefined) throw new Misuse('Expected a verb.');
  if (!isVerb(name)) throw new Misuse(`Unknown verb "${name}".`);
  for (const flag of Object.keys(values)) {
    if (!COMMON.includes(flag) && !VERBS[name].includes(flag)) {
      throw new Misuse(`The verb "${name}" takes no --${flag}.`);
    }
  }
  if (values.text !== undefined) texts.push(values.text);
  if (texts.length > 1) throw new Misuse('Expected one text; put it in quotes.');
  if (texts.length === 1 && values.input !== undefined) {
    throw new Misuse('Expected either a text or --input, found both.');
  }
  if (texts.length === 0 && values.input === undefined && process.stdin.isTTY) {
    const input = name === 'explain' ? '--input FILE, ' : '';
    throw new Misuse(`Expected a text, ${input}or a text on standard input.`);
  }
  if (name === 'match' && values.other === undefined) {
    throw new Misuse('Expected the text to compare with as --other.');
  }

  const command = { model: values.model, text: texts[0], output: values.output };
  if (name !== 'explain') {
    const options = toOptions(values);
    return ask({ ...command, verb: name, other: values.other, options });
  }
  const toTerminal = process.stdout.isTTY && values.output === undefined && !values.json;
  await explain({
    ...command,
    input: values.input,
    point: toNumber('point', values.point),
    format: !toTerminal
      ? 'json'
      : values['no-color'] || process.env['NO_COLOR']
        ? 'brackets'
        : 'colour',
  });
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options: OPTIONS });
  } catch (error) {
    throw new Misuse(messageOf(error));
  }
}

function isVerb(name: string): name is keyof typeof VERBS {
  return Object.hasOwn(VERBS, name);
}

/** The options of a question; the model says which names and numbers it takes. */
function toOptions(values: ReturnType<typeof parse>['values']): AskCommand['options'] {
  return {
    aspect: values.aspect,
    point: toNumber('point', values.point),
    read: values.read as AskCommand['options']['read'],
    top: toNumber('top', values.top),
    selection: values.select?.map(toSpan),
    bins: values.bins?.map((bin) => toNumber('bins', bin)),
    leaveOneOut: values['leave-one-out'],
    order: toNumber('order', values.order),
    decay: toNumber('decay', values.decay),
    mapping: values.mapping as AskCommand['options']['mapping'],
    weighting: values.weighting as AskCommand['options']['weighting'],
    normalized: values.normalized,
  };
}

function toNumber<Text extends string | undefined>(flag: string, text: Text) {
  const number = text === undefined ? undefined : Number(text);
  if (text?.trim() === '' || Number.isNaN(number)) {
    throw new Misuse(`--${flag}: expected a number, found "${text}".`);
  }
  return number as Text extends string ? number : undefined;
}

function toSpan(text: string): Span {
  const [, start, end] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (end === undefined) throw new Misuse(`--select: expected START-END, found "${text}".`);
  return { start: Number(start), end: Number(end) };
}
