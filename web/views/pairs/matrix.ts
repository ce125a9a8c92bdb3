// What each word of the first text reads of each word of the second, as a table.
import { create, find } from '../../dom';
import { strings } from '../../strings/strings';
import { percentage } from '../../wording';
import type { PairReading } from './read-pair';

/** The words of each text beyond which the table would be too wide. */
export const mostMatrixWords = 25;

/** How many shades there are beside none. */
const steps = 5;

export class Matrix {
  readonly #part: HTMLElement;
  readonly #table: HTMLElement;
  readonly #note: HTMLElement;

  constructor(part: HTMLElement) {
    this.#part = part;
    this.#table = find(part, '.matrix-table', HTMLElement);
    this.#note = find(part, '.matrix-note', HTMLElement);
  }

  /** Nothing, where no words are shown. */
  show(reading: PairReading | undefined): void {
    const found = reading?.words;
    this.#table.replaceChildren();
    this.#part.hidden = !found;
    if (!found) return;
    const { text, other, words, otherWords } = found.alignment;
    const fits = Math.max(words.length, otherWords.length) <= mostMatrixWords;
    this.#note.textContent = fits
      ? strings.pairs.matrixHint
      : strings.pairs.matrixLong(mostMatrixWords);
    if (!fits) return;
    const head = otherWords.map(({ start, end }) => headOf(other.slice(start, end), 'col'));
    const rows = words.map(({ start, end, weights }) =>
      create('tr', '', headOf(text.slice(start, end), 'row'), ...weights.map(cellOf)),
    );
    this.#table.append(
      create(
        'table',
        '',
        create('caption', 'visually-hidden', strings.pairs.matrixHint),
        create('thead', '', create('tr', '', create('td'), ...head)),
        create('tbody', '', ...rows),
      ),
    );
  }
}

function headOf(word: string, scope: 'row' | 'col'): HTMLTableCellElement {
  const head = create('th', '', create('span', '', word));
  head.scope = scope;
  head.lang = 'en';
  return head;
}

function cellOf(weight: number): HTMLTableCellElement {
  return create(
    'td',
    `weight-${Math.min(steps, Math.floor((steps + 1) * weight))}`,
    percentage(weight),
  );
}
