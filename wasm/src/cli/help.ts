// Help, of the program and of the questions of a model.
import type { Question, QuestionOption } from '../runtime/types.js';
import { flagOf, isFile, isList } from './options.js';

export const USAGE = `Runs text models that give reasons for their predictions: they rate reviews, classify
texts, find questions that ask the same, relate two texts, tag what a review is about,
answer a question from a text and recommend items.

Usage:
  whylight explain "TEXT" [--point N] [options]
  whylight QUESTION "TEXT" [--model DIR] [options]
  whylight QUESTION --input FILE.jsonl[.gz] [--output FILE] [options]
  whylight rank "QUERY" "CANDIDATE" "CANDIDATE" ... [options]
  whylight recommend --model DIR --reviews FILE [--user NAME] [--item NAME] [options]
  ... | whylight QUESTION [options]     reads the text from standard input
  whylight index --model DIR --input FILE --field NAME --output FILE
  whylight search --model DIR --index FILE "TEXT"
  whylight questions [--model DIR]      lists what a model can be asked
  whylight models                       lists the named models
  whylight copy-model NAME FOLDER       copies one to where a page can fetch it
  whylight help [VERB] [--model DIR]    prints this help, or that of a verb

Each question that a model answers is a verb. Unless you name a model, these answer:
  beer        explain, ngrams, curve, gates, faithfulness, match
  sentiment   classify
  questions   rank, prefer, embed
  pairs       compare, word-effects, alignment, features
  opinions    tag
  reader      answer, question-effects
beer, the model of beer reviews, comes with this package. Models of questions also answer
match, keywords if they learned to choose words, and gates if they have recurrent
convolutions. On a terminal, answers are laid out for reading; elsewhere they are lines
of JSON. For an index of documents: whylight help search.

Options of every verb:
  --model DIR     folder, address or name of a model (default: see above,
                  or beer)
  --text TEXT     the text, instead of the bare "TEXT"
  --other TEXT    the second text of a question about two
  --question TEXT the question about the text, for answer and question-effects
  --input FILE    answer for each line of FILE: JSON with a "text" (and an
                  "other" or a "question"; or with a "query" and a list of
                  "candidates", each with a "text"), or plain lines if its
                  name ends in .txt; may be gzipped; - is JSON on standard input
  --output FILE   write to FILE instead of standard output
  --json          print JSON on a terminal too
  --no-color      mark words with brackets instead of colour, as do NO_COLOR and
                  TERM=dumb in the environment
  --help          print this help, or that of a question
  --version       print the version

Offsets, in options and in JSON, count UTF-16 code units. Exit status: 0 done,
1 failed, 2 wrong usage.
`;

export const QUESTIONS_USAGE = `Lists what a model can be asked: each question, with its options.

Usage:
  whylight questions [--model DIR] [--json] [--output FILE]

Without --model, it is beer. Other options: whylight --help
`;

export const MODELS_USAGE = `Named models, each in a package of its own.

Usage:
  whylight models [--json] [--output FILE]
  whylight copy-model NAME|DIR FOLDER [--force]

models lists them and shows which are installed; name any of those as --model, or to
load() in Node.

copy-model copies the files of one to FOLDER/NAME, from where a page can load it, e.g.
  whylight copy-model beer public/models
For a model of your own, give its folder; runs/tickets/model is copied as tickets:
  whylight copy-model runs/tickets/model public/models
Files are checked against their hashes. Existing files that are the same are kept; if
any differ, nothing is written, unless with --force.
`;

export const INDEX_USAGE = `Finds documents that ask the same as a text, with a model of questions.

Usage:
  whylight index --model DIR --input FILE.jsonl[.gz] --field NAME --output FILE
  whylight search --model DIR --index FILE "TEXT" [options]
  whylight search --model DIR --index FILE --input FILE.jsonl[.gz] [options]

Options of index:
  --input FILE     documents, each an object of JSON on a line of its own; - is
                   standard input
  --field NAME     a member with a text to be searched, as NAME or NAME:BOOST. Any
                   number of times.
  --encode NAME    a field that the model reads (default: all). Any number of times.
  --id NAME        the member that identifies a document (default: id)
  --k1 N, --b N    of BM25 (default: 1.2 and 0.75)
  --output FILE    the index; the package and the native program open it, too

Options of search:
  --index FILE     an index
  --limit N        maximum number of hits (default: 10)
  --mode MODE      model, bm25 or hybrid (default: hybrid)
  --weight N       the model's share in hybrid, 0 to 1 (default: as set by the model)
  --prefix WORDS   which words also match words that start with them: none,
                   last or all (default: none)
  --fuzzy N        the most edits to a misspelled word: 1 or 2, or, below 1, a
                   share of its letters (default: 0)
  --threshold N    only hits at least this likely to ask the same, 0 to 1
  --score N        only hits of at least this score

On a terminal, hits show the words that match; elsewhere each text gives a line of JSON:
{"text", "hits"}. Other options: whylight --help
`;

export const RECOMMEND_USAGE = `How a user would rate an item, or what they would like best, and which reviews show it,
by a model that you train on ratings with reviews (docs/guides/recommenders.md).

Usage:
  whylight recommend --model DIR [--reviews FILE] [options]

Options of recommend:
  --user NAME      by default someone about whom nothing is known
  --item NAME      the item to rate; by default all
  --count N        how many items, from the highest rating (default: 10)
  --reviews FILE   reviews that tell about users and items, as JSON lines with
                   "user", "item" and "text"

Other options: whylight --help
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
    const json = isFile(option) ? ' As a JSON file or JSON lines.' : '';
    return `  --${flagOf(option)}${value}\n      ${describe(option)}${often}${json}\n`;
  });
  const own = flags.length > 0 ? `\nOptions of ${name}:\n${flags.join('')}` : '';
  return `${summary}. Takes ${inputs}.\n${own}\nOptions of every verb: whylight --help\n`;
}

function placeholder(option: QuestionOption): string {
  const { type, choices } = option;
  if (choices) return choices.join('|');
  if (isFile(option)) return 'FILE';
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
