// Help, of the program and of the questions of a model.
import type { Question, QuestionOption } from '../runtime/types.js';
import { flagOf, isList } from './options.js';

export const USAGE = `Asks models that give their reasons: ratings of reviews, classes of texts.

Usage:
  whylight explain "TEXT" [--point N] [options]
  whylight QUESTION "TEXT" [--model DIR] [options]
  whylight QUESTION --input FILE.jsonl[.gz] [--output FILE] [options]
  ... | whylight QUESTION [options]     takes standard input as the text
  whylight questions [--model DIR]      lists what a model can be asked
  whylight QUESTION --help [--model DIR]

Every question of a model is a verb. The model of beer reviews that comes with this
package answers explain, ngrams, curve, gates, faithfulness and match; a classifier
answers classify.

Options of every verb:
  --model DIR     folder or address of a model (default: the model of beer
                  reviews that comes with this package)
  --text TEXT     the text, instead of the bare "TEXT"
  --other TEXT    the second text of a question about two
  --input FILE    answer for each line of FILE: JSON with a "text" (and an
                  "other"), or plain lines if it is called .txt; may be gzipped;
                  - is JSON on standard input
  --output FILE   write to FILE instead of standard output
  --json          print JSON on a terminal too
  --no-color      mark words with brackets instead of colour, as the environment
                  variable NO_COLOR does
  --help          print this help, or that of a question
  --version       print the version

Offsets, in options and in JSON, count UTF-16 code units. Exit status: 0 done,
1 failed, 2 wrong usage.
`;

/** The questions of a model, for people. */
export function listQuestions(questions: readonly Question[]): string {
  return questions
    .map(({ name, inputs, summary, options }) =>
      [
        `${name} (${inputs}): ${summary}`,
        ...options.map((option) => `  ${option.name.padEnd(12)} ${describe(option)}`),
      ].join('\n'),
    )
    .join('\n');
}

/** The help of one question. */
export function helpOf({ name, inputs, summary, options }: Question): string {
  const flags = options.map((option) => {
    const value = option.type === 'boolean' ? '' : ` ${placeholder(option)}`;
    const often = isList(option) ? ' Any number of times.' : '';
    return `  --${flagOf(option)}${value}\n      ${describe(option)}${often}\n`;
  });
  const own = flags.length > 0 ? `\nOptions of ${name}:\n${flags.join('')}` : '';
  return `${summary}. About ${inputs}.\n${own}\nOptions of every verb: whylight --help\n`;
}

function placeholder({ type, choices }: QuestionOption): string {
  if (choices) return choices.join('|');
  if (/\bSpan\b/.test(type)) return 'START-END';
  return /\bnumber\b/.test(type) ? 'N' : 'TEXT';
}

// As the native program says it.
function describe(option: QuestionOption): string {
  const { help, choices, default: value } = option;
  const parts = [help];
  if (choices) parts.push(`One of ${choices.join(', ')}.`);
  if (value !== undefined && option.type !== 'boolean') {
    const shown = (Array.isArray(value) ? value : [value]).join(', ');
    parts.push(`Default: ${shown}.`);
  }
  return parts.join(' ');
}
