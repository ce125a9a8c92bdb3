// Reads the command line, and turns every failure into a line and an exit code.
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { WhylightError, messageOf } from '../errors.js';
import { explain } from './explain.js';

const USAGE = `Rates a review and shows the words each rating rests on.

Usage:
  whylight explain "TEXT" [options]
  whylight explain --input FILE.jsonl[.gz] [options]
  ... | whylight explain [options]      explains standard input as one text

Options:
  --model DIR     folder or address of a model (default: the model of beer
                  reviews that comes with this package)
  --input FILE    explain every line of FILE: JSON with a "text", or plain lines
                  if it is called .txt; may be gzipped; - is JSON on standard
                  input
  --output FILE   write to FILE instead of standard output
  --json          write a JSON object a line on a terminal too
  --no-color      mark the words with brackets instead of colour, as the
                  environment variable NO_COLOR does
  --help          print this help
  --version       print the version

Offsets in the JSON count UTF-16 code units. Exit status: 0 done, 1 failed,
2 wrong usage.
`;

/** Runs the program, and returns its exit status. */
export async function main(args: string[]): Promise<number> {
  try {
    return await run(args);
  } catch (error) {
    // Whoever read the output has seen enough.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
    const code = error instanceof WhylightError ? error.code : 'io';
    process.stderr.write(`error: [${code}] ${messageOf(error)}\n`);
    return 1;
  }
}

async function run(args: string[]): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        model: { type: 'string' },
        text: { type: 'string' },
        input: { type: 'string' },
        output: { type: 'string' },
        json: { type: 'boolean', default: false },
        'no-color': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return misused(messageOf(error));
  }
  const { values, positionals } = parsed;
  if (values.version) {
    const path = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string };
    process.stdout.write(`${version}\n`);
    return 0;
  }
  if (values.help) {
    process.stdout.write(USAGE);
    return 0;
  }

  const [verb, ...texts] = positionals;
  if (verb !== 'explain') {
    return misused(verb === undefined ? 'Expected a verb.' : `Unknown verb "${verb}".`);
  }
  if (values.text !== undefined) texts.push(values.text);
  if (texts.length > 1) return misused('Expected one text; put it in quotes.');
  if (texts.length === 1 && values.input !== undefined) {
    return misused('Expected either a text or --input, found both.');
  }
  if (texts.length === 0 && values.input === undefined && process.stdin.isTTY) {
    return misused('Expected a text, --input FILE, or a text on standard input.');
  }

  const toTerminal = process.stdout.isTTY && values.output === undefined && !values.json;
  await explain({
    model: values.model,
    text: texts[0],
    input: values.input,
    output: values.output,
    format: !toTerminal
      ? 'json'
      : values['no-color'] || process.env['NO_COLOR']
        ? 'brackets'
        : 'colour',
  });
  return 0;
}

function misused(message: string): number {
  process.stderr.write(`error: [invalid-argument] ${message}\nTry: whylight --help\n`);
  return 2;
}
