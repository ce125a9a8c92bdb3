// The ratings, the review with its reasons marked, and the reasons in words.
import type { Explanation } from 'whylight';
import { allAspects, AspectPicker } from './aspect-picker';
import { paintText, runsOf } from './marked-text';
import { reasonItem, summaryOf } from './reasons';
import { byId } from '../../dom';
import { count, labelOf, milliseconds } from '../../wording';
import { describe } from '../../components/loading-panel';

// Says "Reading" only where one would wonder.
const patienceMs = 300;
// A screen reader hears of a result when the typing is over.
const quietMs = 1000;

export class ResultView {
  readonly #section = byId('result', HTMLElement);
  readonly #fields = byId('aspects', HTMLFieldSetElement);
  readonly #problem = byId('result-problem', HTMLElement);
  readonly #notice = byId('result-notice', HTMLElement);
  readonly #marked = byId('marked', HTMLElement);
  readonly #reasonsPart = byId('reasons-part', HTMLElement);
  readonly #reasons = byId('reasons', HTMLElement);
  readonly #timing = byId('timing', HTMLElement);
  readonly #summary = byId('summary', HTMLElement);
  #aspects: readonly string[] = [];
  #picker: AspectPicker | undefined;
  #explanation: Explanation | undefined;
  #busyTimer: ReturnType<typeof setTimeout> | undefined;
  #summaryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // What does not fit is scrolled, by keyboard too.
    new ResizeObserver(() => this.#offerScrolling()).observe(this.#marked);
  }

  /** The text as it is, before there is a model to rate it. */
  showText(text: string): void {
    paintText(this.#marked, text, [], []);
  }

  setAspects(aspects: readonly string[]): void {
    this.#aspects = aspects;
    this.#picker = new AspectPicker(this.#fields, aspects, () => this.#paint());
  }

  showBusy(): void {
    clearTimeout(this.#busyTimer);
    this.#busyTimer = setTimeout(() => {
      this.#section.setAttribute('aria-busy', 'true');
      this.#timing.textContent = 'Reading…';
    }, patienceMs);
  }

  show(explanation: Explanation, ms: number): void {
    this.#endBusy();
    // An empty text gets no ratings: they would say nothing of it.
    const rated = explanation.tokens.length > 0;
    this.#explanation = rated ? explanation : undefined;
    this.#problem.textContent = '';
    this.#timing.textContent = rated
      ? `${count(wordsIn(explanation), 'word')} in ${milliseconds(ms)}, on your device`
      : '';
    if (!rated) this.showText(explanation.text);
    this.#paint();
    this.#announce(rated ? summaryOf(explanation) : 'There are no words to rate.');
  }

  showError(error: unknown, text: string): void {
    this.#endBusy();
    this.#explanation = undefined;
    this.#timing.textContent = '';
    this.showText(text);
    this.#paint();
    this.#notice.textContent = '';
    this.#problem.textContent = `This text could not be rated.\n${describe(error)}`;
  }

  #paint(): void {
    const explanation = this.#explanation;
    this.#picker?.show(explanation);
    this.#reasonsPart.hidden = !explanation;
    if (!explanation) {
      this.#notice.textContent = 'Write or paste a review to see its ratings and their reasons.';
      return;
    }
    const chosen = this.#picker?.chosen ?? allAspects;
    const shown = chosen === allAspects ? this.#aspects : [chosen];
    const runs = runsOf(explanation.text, explanation.rationales, shown);
    paintText(this.#marked, explanation.text, runs, this.#aspects);
    this.#reasons.replaceChildren(...shown.map((aspect) => reasonItem(explanation, aspect)));
    this.#notice.textContent = runs.length > 0 ? '' : nothingSelected(chosen);
  }

  #endBusy(): void {
    clearTimeout(this.#busyTimer);
    this.#section.removeAttribute('aria-busy');
  }

  #announce(text: string): void {
    clearTimeout(this.#summaryTimer);
    this.#summaryTimer = setTimeout(() => {
      this.#summary.textContent = text;
    }, quietMs);
  }

  #offerScrolling(): void {
    if (this.#marked.scrollHeight > this.#marked.clientHeight) this.#marked.tabIndex = 0;
    else this.#marked.removeAttribute('tabindex');
  }
}

/** Tokens are punctuation too. */
function wordsIn({ text, tokens }: Explanation): number {
  return tokens.filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end))).length;
}

function nothingSelected(chosen: string): string {
  return chosen === allAspects
    ? 'No words of this text were selected.'
    : `No words of this text were selected for ${labelOf(chosen).toLowerCase()}.`;
}
