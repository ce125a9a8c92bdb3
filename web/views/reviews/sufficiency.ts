// Do the marked words suffice, and are they needed? Sufficiency and comprehensiveness of this text.
import type { Explanation, RatingFaithfulness } from 'whylight';
import { showFailure } from '../../components/failure';
import { LiveExplainer } from '../../components/live-explainer';
import { create, find } from '../../dom';
import { strings } from '../../strings/strings';
import { labelOf, signed } from '../../wording';
import type { OpenModel } from './open-model';
import type { RatingScale } from './rating-scale';

// Longer texts would be measured for seconds, and the typing would wait for it.
const mostWords = 5000;
// The least that may be asked for; nobody looks at it here.
const bins = [1];
// A fifth of a star, which is as good as nothing.
const little = 0.05;

/** Of each aspect its measures or, where no words are marked, what the model rates of none. */
type Measured = ReadonlyMap<string, RatingFaithfulness | { prior: number }>;

export class Sufficiency {
  readonly #opened: HTMLDetailsElement;
  readonly #part: HTMLElement;
  readonly #list: HTMLElement;
  readonly #problem: HTMLElement;
  #refused = false;
  #measurer: LiveExplainer<Measured, Explanation> | undefined;
  #explanation: Explanation | undefined;
  /** The last text that was measured, and its marked words. */
  #measured = '';

  /** Takes over `part`. Measures only while `opened`, which holds it, is open: it takes its time. */
  constructor(opened: HTMLDetailsElement, part: HTMLElement) {
    this.#opened = opened;
    this.#part = part;
    this.#list = find(part, '.measures', HTMLElement);
    this.#problem = find(part, '.problem', HTMLElement);
    opened.addEventListener('toggle', () => this.#measure());
  }

  use(open: OpenModel): void {
    // An early model may still have been asked, or was.
    this.#measurer?.stop();
    this.#measured = '';
    this.#measurer = new LiveExplainer((explanation) => measure(open, explanation), {
      onStart: () => this.#list.setAttribute('aria-busy', 'true'),
      onResult: (measured) => {
        // Of the text before, when the one that is there is not measured.
        if (this.#refused) return;
        this.#end('');
        const items = [...measured].map(([aspect, one]) => item(aspect, one, open.scale));
        // What reads the same is not laid out anew: a letter more changes little.
        const shown = [...this.#list.children];
        if (shown.length !== items.length) this.#list.replaceChildren(...items);
        else {
          for (const [i, made] of items.entries()) {
            if (!shown[i]!.isEqualNode(made)) shown[i]!.replaceWith(made);
          }
        }
      },
      onError: (error) => {
        this.#end('');
        showFailure(this.#problem, strings.reviews.notMeasured, error);
        this.#list.replaceChildren();
        this.#measured = '';
      },
    });
  }

  /** The model is gone, and what was measured by it. */
  lose(): void {
    this.#measurer?.stop();
    this.#measured = '';
    this.#end('');
    this.#list.replaceChildren();
  }

  /** Measures the words of an explanation; hidden where there is none. */
  show(explanation: Explanation | undefined): void {
    this.#explanation = explanation;
    this.#part.hidden = !explanation;
    this.#measure();
  }

  #measure(): void {
    const explanation = this.#explanation;
    if (!explanation || !this.#opened.open) return;
    const words = JSON.stringify([explanation.text, explanation.rationales]);
    if (words === this.#measured) return;
    this.#measured = words;
    this.#refused = explanation.tokens.length > mostWords;
    if (this.#refused) {
      this.#end(strings.reviews.tooLong);
      this.#list.replaceChildren();
      return;
    }
    this.#measurer?.schedule(explanation);
  }

  #end(problem: string): void {
    this.#list.removeAttribute('aria-busy');
    this.#problem.textContent = problem;
  }
}

async function measure({ model }: OpenModel, explanation: Explanation): Promise<Measured> {
  const measured = new Map<string, RatingFaithfulness | { prior: number }>();
  for (const aspect of model.aspects) {
    const selection = explanation.rationales[aspect] ?? [];
    const one =
      selection.length > 0
        ? await model.faithfulness(explanation.text, { aspect, selection, bins })
        : { prior: explanation.priors[aspect] ?? 0 };
    measured.set(aspect, one);
  }
  return measured;
}

function item(
  aspect: string,
  measured: RatingFaithfulness | { prior: number },
  scale: RatingScale,
): HTMLElement {
  const head = create('h3', '', labelOf(aspect));
  const { reviews } = strings;
  if ('prior' in measured) {
    const text = reviews.noneMarked(scale.text(aspect, measured.prior));
    return create('li', '', head, create('p', '', text));
  }
  const { full, selection, complement, sufficiency, comprehensiveness } = measured;
  const figures = create('dl', 'readings');
  for (const [what, rating] of [
    [reviews.whole, full],
    [reviews.alone, selection],
    [reviews.others, complement],
  ] as const) {
    const reading = create('dd', '', scale.text(aspect, rating));
    figures.append(create('div', '', create('dt', '', what), reading));
  }
  const size = (other: number) => scale.difference(aspect, full, other);
  const enough = create('b', '', reviews.sufficiency(signed(sufficiency)));
  const needs = create('b', '', reviews.comprehensiveness(signed(comprehensiveness)));
  return create(
    'li',
    '',
    head,
    figures,
    create('p', '', enough, suffices(sufficiency, size(selection))),
    create('p', '', needs, needed(comprehensiveness, size(complement))),
  );
}

function suffices(sufficiency: number, size: string): string {
  const { enough, wholeHigher, wholeLower } = strings.reviews;
  if (Math.abs(sufficiency) < little) return enough;
  return (sufficiency > 0 ? wholeHigher : wholeLower)(size);
}

function needed(comprehensiveness: number, size: string): string {
  const { notNeeded, ratingFalls, ratingRises } = strings.reviews;
  if (Math.abs(comprehensiveness) < little) return notNeeded;
  return (comprehensiveness > 0 ? ratingFalls : ratingRises)(size);
}
