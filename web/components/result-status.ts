// The status of a result panel: how long the result took, what is wrong, and a line that
// screen readers speak.
import { create, find } from '../dom';
import { strings } from '../strings/strings';
import { showFailure } from './failure';

// Says "Reading" only where one would wonder.
const patienceMs = 300;
// A screen reader hears of a result when the typing is over.
const quietMs = 1000;

export class ResultStatus {
  readonly #panel: HTMLElement;
  readonly #timing: HTMLElement;
  readonly #problem: HTMLElement;
  readonly #notice: HTMLElement;
  readonly #summary = create('p', 'visually-hidden');
  #busyTimer: ReturnType<typeof setTimeout> | undefined;
  #summaryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    this.#timing = find(panel, '.timing', HTMLElement);
    this.#problem = find(panel, ':scope > .problem', HTMLElement);
    this.#notice = find(panel, '.notice', HTMLElement);
    this.#summary.ariaLive = 'polite';
    panel.append(this.#summary);
  }

  busy(): void {
    clearTimeout(this.#busyTimer);
    this.#busyTimer = setTimeout(() => {
      this.#panel.setAttribute('aria-busy', 'true');
      this.#timing.textContent = strings.loading.reading;
    }, patienceMs);
  }

  /** A result is there. */
  done(timing: string, summary: string): void {
    this.#end(timing);
    clearTimeout(this.#summaryTimer);
    this.#summaryTimer = setTimeout(() => {
      this.#summary.textContent = summary;
    }, quietMs);
  }

  /** Says something to those who hear the page, in the place of what was to be said. */
  announce(sentence: string): void {
    clearTimeout(this.#summaryTimer);
    this.#summary.textContent = sentence;
  }

  /** There is no result, for this reason: `what` the page could not do, and why. */
  fail(what: string, error: unknown): void {
    this.#end('');
    this.notice('');
    // What was to be said of an earlier result is true no longer.
    this.announce('');
    showFailure(this.#problem, what, error);
  }

  /** Takes the problem back. */
  recover(): void {
    this.#problem.textContent = '';
  }

  /** Says something in the result's place or above it; '' for nothing. */
  notice(text: string): void {
    this.#notice.textContent = text;
  }

  #end(timing: string): void {
    clearTimeout(this.#busyTimer);
    this.#panel.removeAttribute('aria-busy');
    this.#problem.textContent = '';
    this.#timing.textContent = timing;
  }
}
