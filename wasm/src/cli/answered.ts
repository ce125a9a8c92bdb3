// The answers of readers, as a person reads them on a terminal.
import type { AnswerPlace, QuestionEffects, TextAnswer } from '../systems/reader/types.js';
import { cut, page, percent, signed, type Painter } from './page.js';
import { dim, mark } from './terminal.js';

/** By the names of the questions. */
export const READER: Readonly<Record<string, Painter>> = {
  answer: paintAnswer,
  'question-effects': paintQuestionEffects,
};

/** The text with its answer marked, and the likeliest places. */
function paintAnswer(found: TextAnswer, colour: boolean): string {
  const { text, answer, says, alternatives } = found;
  const row = (place: AnswerPlace) => `${percent(place.probability)}  ${cut(text, [place])}`;
  const sure = `It is ${percent(says).trim()} likely that the text says it.`;
  return page(
    answer ? mark(text, [answer], colour) : 'The text does not say.',
    [...(answer ? [answer] : []), ...alternatives].map(row),
    dim(`How likely each place is to be the answer. ${sure}`, colour),
  );
}

function paintQuestionEffects(found: QuestionEffects, colour: boolean): string {
  const { question, text, place, words } = found;
  return page(
    mark(text, [place], colour),
    words.map((word) => `${signed(word.effect)}  ${cut(question, [word])}`),
    dim('How much likelier each word of the question makes this answer, as a logarithm.', colour),
  );
}
