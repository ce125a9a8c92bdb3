// The answers of models of questions, as a person reads them on a terminal.
import type {
  Embedding,
  Keywords,
  Match,
  OpenGates,
  Preference,
  Ranking,
} from '../systems/questions/types.js';
import { cut, inLine, page, percent, signed, type Painter } from './page.js';
import { dim, mark, printable } from './terminal.js';

/** By the names of the questions. */
export const QUESTIONS: Readonly<Record<string, Painter>> = {
  rank: paintRanking,
  match: paintPairs,
  prefer: paintPreference,
  keywords: paintKeywords,
  gates: paintOpenGates,
  embed: paintVector,
};

function paintRanking({ candidates }: Ranking, colour: boolean, texts: readonly string[]): string {
  const [query, ...others] = texts;
  const known = candidates.every(({ probability }) => probability !== undefined);
  const figure = (each: Ranking['candidates'][number]) =>
    each.probability === undefined ? signed(each.score) : percent(each.probability);
  return page(
    inLine(query!),
    candidates.map((each) => `${figure(each)}  ${inLine(others[each.candidate]!)}`),
    known
      ? dim('How likely each asks the same, the likeliest first.', colour)
      : dim('How alike each is, at most 1, the most alike first.', colour),
  );
}

function paintPairs({ text, other, score, strongest }: Match, colour: boolean): string {
  return page(
    `${printable(text)}  ${score.toFixed(2)}`,
    strongest.map(
      (pair) => `${signed(pair.contribution)}  ${cut(text, pair.query)} ~ ${cut(other, pair.text)}`,
    ),
    dim('What pairs of words add to how alike the texts are.', colour),
  );
}

function paintPreference(answer: Preference, colour: boolean, texts: readonly string[]): string {
  const [query, ...others] = texts.map(inLine);
  const { first, second, strongest } = answer;
  return page(
    query!,
    [
      `${signed(first)}  ${others[0]}`,
      `${signed(second)}  ${others[1]}`,
      '',
      ...strongest.map(
        ({ words, contribution }) => `${signed(contribution)}  ${cut(texts[0]!, words)}`,
      ),
    ],
    dim('How alike both are, and what words speak for the first (+) or the second (-).', colour),
  );
}

function paintKeywords({ text, spans, words }: Keywords, colour: boolean): string {
  return page(
    mark(text, spans, colour),
    words.map((word) => `${percent(word.probability)}  ${cut(text, [word])}`),
    dim('How likely each word says what is asked; those that are marked were chosen.', colour),
  );
}

function paintOpenGates({ text, recurrences }: OpenGates, colour: boolean): string {
  const rows = recurrences.flatMap(({ layer, direction, words }) => [
    '',
    `layer ${layer}, read ${direction}`,
    ...words.map(
      (word) =>
        `${word.mean.toFixed(2)} ${word.memory.toFixed(1).padStart(5)}  ${cut(text, [word])}`,
    ),
  ]);
  return page(
    inLine(text),
    rows.slice(1),
    dim('How far each word is let in, and how many are kept.', colour),
  );
}

const NUMBERS_IN_ROW = 8;

function paintVector({ text, vector }: Embedding, colour: boolean): string {
  const numbers = vector.map((number) => number.toFixed(4).padStart(7));
  const rows = Array.from({ length: Math.ceil(numbers.length / NUMBERS_IN_ROW) }, (_, row) =>
    numbers.slice(row * NUMBERS_IN_ROW, (row + 1) * NUMBERS_IN_ROW).join(' '),
  );
  return page(
    inLine(text),
    rows,
    dim(`Its vector, of ${vector.length} numbers: texts that ask the same are near.`, colour),
  );
}
