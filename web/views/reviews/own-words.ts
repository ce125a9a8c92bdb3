// The words that a reader keeps for an aspect, in the place of those that the model chose.
import type { Explanation, Span } from 'whylight';
import { LiveExplainer } from '../../components/live-explainer';
import type { OpenModel } from './open-model';

/** A choice, never changed: another choice is another object. */
interface Choice {
  kept: ReadonlySet<number>;
  /** Their rating, once known, until then that of the words before; null of no words. */
  rating: number | null;
  rated: boolean;
}

// The least that may be asked for; nobody looks at it here.
const bins = [1];

export class OwnWords {
  readonly #choices = new Map<string, Choice>();
  readonly #rater: LiveExplainer<void, Explanation>;
  readonly #open: OpenModel;

  /** `onChange` is told whenever a rating is there, and `onError` when one cannot be had. */
  constructor(open: OpenModel, onChange: () => void, onError: (error: unknown) => void) {
    this.#open = open;
    this.#rater = new LiveExplainer((explanation) => this.#rate(explanation), {
      onStart: () => {},
      onResult: onChange,
      onError,
    });
  }

  has(aspect: string): boolean {
    return this.#choices.has(aspect);
  }

  /** Whether all choices are rated. */
  get rated(): boolean {
    return [...this.#choices.values()].every(({ rated }) => rated);
  }

  /** Drops the tokens from `first` to `last` for the aspect if one of them is kept, or else keeps them. */
  toggle(explanation: Explanation, aspect: string, first: number, last: number): void {
    const before = this.#choices.get(aspect);
    const kept = new Set(before?.kept ?? chosenBy(explanation, aspect));
    const tokens = Array.from({ length: last - first + 1 }, (_, i) => first + i);
    const drops = tokens.some((token) => kept.has(token));
    for (const token of tokens) {
      if (drops) kept.delete(token);
      else kept.add(token);
    }
    const rating = before ? before.rating : (explanation.ratings[aspect] ?? null);
    this.#choices.set(aspect, { kept, rating: kept.size === 0 ? null : rating, rated: false });
    this.#rater.runNow(explanation);
  }

  /** Goes back to what the model chose, for one aspect. */
  reset(aspect: string): void {
    this.#choices.delete(aspect);
  }

  /** Goes back for all. */
  clear(): void {
    this.#choices.clear();
  }

  /** Has nothing more to say. */
  stop(): void {
    this.#rater.stop();
  }

  /** The explanation with these choices in it. */
  applyTo(explanation: Explanation): Explanation {
    if (this.#choices.size === 0) return explanation;
    const { tokens } = explanation;
    const ratings = { ...explanation.ratings };
    const spreads = { ...explanation.spreads };
    const rationales = { ...explanation.rationales };
    for (const [aspect, { kept, rating }] of this.#choices) {
      ratings[aspect] = rating;
      // How far ratings are off was measured of the words that the model chooses.
      spreads[aspect] = null;
      rationales[aspect] = runsOfTokens(explanation, kept);
    }
    const withChoices = tokens.map((token, index) => {
      const selected = { ...token.selected };
      for (const [aspect, { kept }] of this.#choices) selected[aspect] = kept.has(index);
      return { ...token, selected };
    });
    return { ...explanation, ratings, spreads, tokens: withChoices, rationales };
  }

  async #rate(explanation: Explanation): Promise<void> {
    for (const [aspect, choice] of [...this.#choices]) {
      if (choice.rated) continue;
      const rating = await this.#ratingOf(explanation, aspect, choice.kept);
      if (this.#choices.get(aspect) === choice) {
        this.#choices.set(aspect, { ...choice, rating, rated: true });
      }
    }
  }

  async #ratingOf(
    explanation: Explanation,
    aspect: string,
    kept: ReadonlySet<number>,
  ): Promise<number | null> {
    if (kept.size === 0) return null;
    const { model } = this.#open;
    const selection = runsOfTokens(explanation, kept);
    const found = await model.faithfulness(explanation.text, { aspect, selection, bins });
    return found.selection;
  }
}

function chosenBy({ tokens }: Explanation, aspect: string): number[] {
  return tokens.flatMap(({ selected }, index) => (selected[aspect] ? [index] : []));
}

/** From the first to the last of tokens in a row, as a model's rationales are. */
export function runsOfTokens({ tokens }: Explanation, kept: ReadonlySet<number>): Span[] {
  const runs: Span[] = [];
  for (const [index, { start, end }] of tokens.entries()) {
    if (!kept.has(index)) continue;
    const run = runs.at(-1);
    if (run && kept.has(index - 1)) run.end = end;
    else runs.push({ start, end });
  }
  return runs;
}
