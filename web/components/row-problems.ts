// What is wrong with single rows of what a visitor brought, to be looked at.
import { create, find } from '../dom';
import type { Problem } from '../import/rows';
import { strings } from '../strings/strings';
import './row-problems.css';

const mostShown = 100;

export class RowProblems {
  readonly #details: HTMLDetailsElement;

  /** Takes over `details`, which has a summary and a list. */
  constructor(details: HTMLDetailsElement) {
    this.#details = details;
    details.classList.add('row-problems');
    details.hidden = true;
  }

  /** Hidden where there are none. */
  show(problems: readonly Problem[]): void {
    const details = this.#details;
    details.hidden = problems.length === 0;
    const rows = new Set(problems.map(({ line }) => line)).size;
    find(details, 'summary', HTMLElement).textContent = strings.importing.problems(rows);
    const items = problems
      .slice(0, mostShown)
      .map(({ line, message }) =>
        create('li', '', create('b', '', strings.importing.line(line)), ` ${message}`),
      );
    const rest = problems.length - items.length;
    if (rest > 0) items.push(create('li', '', strings.importing.moreProblems(rest)));
    find(details, 'ol', HTMLElement).replaceChildren(...items);
  }
}
