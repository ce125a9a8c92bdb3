// The ratings of a text without the words that a visitor left out.
import type { Explanation, Span } from 'whylight';
import { LiveExplainer } from '../../components/live-explainer';
import { wordsLeft } from './marks';
import type { OpenModel } from './open-model';
import type { Dropped } from './review-state';

interface Question {
  explanation: Explanation;
  /** The words left of each aspect that lost some. */
  left: ReadonlyMap<string, readonly Span[]>;
}

/** Ratings without the dropped words, null where no words are left; of aspects that lost some. */
export type RatingsWithout = ReadonlyMap<string, number | null>;

// The least that may be asked for; nobody looks at it here.
const bins = [1];

export class WithoutWords {
  readonly #rater: LiveExplainer<RatingsWithout, Question>;
  readonly #model: OpenModel['model'];
  #asked: Question | undefined;
  #ratings: RatingsWithout = new Map();

  /** `onChange` is told whenever ratings are there, and `onError` when they cannot be had. */
  constructor(open: OpenModel, onChange: () => void, onError: (error: unknown) => void) {
    this.#model = open.model;
    this.#rater = new LiveExplainer((question) => this.#rate(question), {
      onStart: () => {},
      onResult: (ratings) => {
        this.#ratings = ratings;
        onChange();
      },
      onError: (error) => {
        this.#asked = undefined;
        onError(error);
      },
    });
  }

  /** Asks for the ratings without what was dropped. */
  ask(explanation: Explanation, dropped: Dropped): void {
    const left = new Map<string, readonly Span[]>();
    for (const [aspect, spans] of Object.entries(dropped)) {
      // A link may name aspects that no model has.
      if (Object.hasOwn(explanation.rationales, aspect)) {
        left.set(aspect, wordsLeft(explanation, aspect, spans));
      }
    }
    this.#ratings = new Map([...this.#ratings].filter(([aspect]) => left.has(aspect)));
    if (explanation !== this.#asked?.explanation) this.#ratings = new Map();
    this.#asked = left.size > 0 ? { explanation, left } : undefined;
    if (this.#asked) this.#rater.runNow(this.#asked);
    // Ratings without the words that are back are of no use.
    else this.#rater.cancel();
  }

  /** The rating of an aspect without what was dropped; undefined while it is not known. */
  ratingOf(aspect: string): number | null | undefined {
    return this.#ratings.get(aspect);
  }

  /** Has nothing more to say. */
  stop(): void {
    this.#rater.stop();
  }

  async #rate({ explanation, left }: Question): Promise<RatingsWithout> {
    const ratings = new Map<string, number | null>();
    for (const [aspect, selection] of left) {
      const options = { aspect, selection: [...selection], bins };
      const rating =
        selection.length === 0
          ? null
          : (await this.#model.faithfulness(explanation.text, options)).selection;
      ratings.set(aspect, rating);
    }
    return ratings;
  }
}
