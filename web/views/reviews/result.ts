// The ratings, the review with its reasons marked, and the reasons in words.
import type { Explanation, Model } from 'whylight';
import { ResultStatus } from '../../components/result-status';
import type { ResultPanel } from '../../components/workbench';
import { find } from '../../dom';
import { labelOf, readText } from '../../wording';
import { allAspects, AspectPicker } from './aspect-picker';
import { paintText, runsOf } from './marked-text';
import { reasonItem, summaryOf } from './reasons';

export class ResultView implements ResultPanel<Model, Explanation> {
  readonly #status: ResultStatus;
  readonly #fields: HTMLFieldSetElement;
  readonly #marked: HTMLElement;
  readonly #reasonsPart: HTMLElement;
  readonly #reasons: HTMLElement;
  #aspects: readonly string[] = [];
  #picker: AspectPicker | undefined;
  #explanation: Explanation | undefined;

  constructor(panel: HTMLElement) {
    this.#status = new ResultStatus(panel);
    this.#fields = find(panel, '.aspects', HTMLFieldSetElement);
    this.#marked = find(panel, '.marked', HTMLElement);
    this.#reasonsPart = find(panel, '.result-part', HTMLElement);
    this.#reasons = find(panel, '.reasons', HTMLElement);
    // What does not fit is scrolled, by keyboard too.
    new ResizeObserver(() => this.#offerScrolling()).observe(this.#marked);
  }

  showText(text: string): void {
    paintText(this.#marked, text, [], []);
  }

  useModel({ aspects }: Model): void {
    this.#aspects = aspects;
    this.#picker = new AspectPicker(this.#fields, aspects, () => this.#paint());
  }

  onStart(): void {
    this.#status.busy();
  }

  onResult(explanation: Explanation, ms: number): void {
    // An empty text gets no ratings: they would say nothing of it.
    const rated = explanation.tokens.length > 0;
    this.#explanation = rated ? explanation : undefined;
    if (rated) {
      this.#status.done(readText(explanation.text, explanation.tokens, ms), summaryOf(explanation));
    } else {
      this.showText(explanation.text);
      this.#status.done('', 'There are no words to rate.');
    }
    this.#paint();
  }

  onError(error: unknown, text: string): void {
    this.#explanation = undefined;
    this.showText(text);
    this.#paint();
    this.#status.fail('This text could not be rated.', error);
  }

  #paint(): void {
    const explanation = this.#explanation;
    this.#picker?.show(explanation);
    this.#reasonsPart.hidden = !explanation;
    if (!explanation) {
      this.#status.notice('Write or paste a review to see its ratings and their reasons.');
      return;
    }
    const chosen = this.#picker?.chosen ?? allAspects;
    const shown = chosen === allAspects ? this.#aspects : [chosen];
    const runs = runsOf(explanation.text, explanation.rationales, shown);
    paintText(this.#marked, explanation.text, runs, this.#aspects);
    this.#reasons.replaceChildren(...shown.map((aspect) => reasonItem(explanation, aspect)));
    this.#status.notice(runs.length > 0 ? '' : nothingSelected(chosen));
  }

  #offerScrolling(): void {
    if (this.#marked.scrollHeight > this.#marked.clientHeight) this.#marked.tabIndex = 0;
    else this.#marked.removeAttribute('tabindex');
  }
}

function nothingSelected(chosen: string): string {
  return chosen === allAspects
    ? 'No words of this text were selected.'
    : `No words of this text were selected for ${labelOf(chosen).toLowerCase()}.`;
}
