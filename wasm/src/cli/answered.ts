// The answers of readers, as a person reads them on a terminal.
import type { AnswerPlace, TextAnswer } from '../systems/reader/types.js';
import { cut, page, percent } from './page.js';
import { dim, mark } from './terminal.js';

/** The text with its answer marked, and the likeliest places. */
export function paintAnswer(found: TextAnswer, colour: boolean): string {
  const { text, answer, says, alternatives } = found;
  const row = (place: AnswerPlace) => `${percent(place.probability)}  ${cut(text, [place])}`;
  const sure = `It is ${percent(says).trim()} likely that the text says it.`;
  return page(
    answer ? mark(text, [answer], colour) : 'The text does not say.',
    [...(answer ? [answer] : []), ...alternatives].map(row),
    dim(`How likely each place is to be the answer. ${sure}`, colour),
  );
}
