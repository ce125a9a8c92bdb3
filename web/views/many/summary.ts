// What all reviews together say of each aspect.
import { binCount, binOf } from './bins';
import type { Frame, Quote, RatedReview } from './rated-review';

/** Words of one review that speak for or against. */
export interface Said {
  review: RatedReview;
  quote: Quote;
}

export interface AspectSummary {
  /** How many reviews speak of it. */
  mentions: number;
  /** Of the ratings; null where nobody speaks of it. */
  mean: number | null;
  /** How many reviews each bin has. */
  bins: number[];
  /** The strongest first. */
  praise: Said[];
  blame: Said[];
}

// More would be a list, not a summary.
export const mostSaid = 3;
// One word says little, and a whole sentence is no quote.
const longestSaid = 90;
// Words of which the model is less sure hardly made the rating.
const leastSure = 0.25;
// A rating nearer to the middle, half a star of five, is neither praise nor blame.
const middle = 0.125;

export function summarise(
  rated: readonly RatedReview[],
  frame: Frame,
  aspect: number,
): AspectSummary {
  const bins = new Array<number>(binCount(frame, aspect)).fill(0);
  const praise = new Strongest();
  const blame = new Strongest();
  let mentions = 0;
  let sum = 0;
  for (const review of rated) {
    const rating = review.ratings[aspect] ?? null;
    if (rating === null) continue;
    mentions += 1;
    sum += rating;
    const bin = binOf(rating, bins.length);
    bins[bin] = bins[bin]! + 1;
    const quote = surest(review, aspect);
    if (!quote) continue;
    const fromMiddle = Math.abs(rating - 0.5);
    if (fromMiddle <= middle) continue;
    const side = rating > 0.5 ? praise : blame;
    side.add({ review, quote }, quote.sure * fromMiddle);
  }
  return {
    mentions,
    mean: mentions > 0 ? sum / mentions : null,
    bins,
    praise: praise.all,
    blame: blame.all,
  };
}

export function wordsOf({ review, quote }: Said): string {
  return review.text.slice(quote.start, quote.end).replace(/\s+/g, ' ');
}

function surest(review: RatedReview, aspect: number): Quote | undefined {
  let best: Quote | undefined;
  for (const quote of review.quotes) {
    if (quote.aspect !== aspect || quote.sure < leastSure) continue;
    if (quote.end - quote.start > longestSaid) continue;
    if (!best || quote.sure > best.sure) best = quote;
  }
  return best;
}

/** The few strongest of many, no words twice. */
class Strongest {
  readonly #found: { said: Said; strength: number; key: string }[] = [];

  get all(): Said[] {
    return this.#found.map(({ said }) => said);
  }

  add(said: Said, strength: number): void {
    const found = this.#found;
    if (found.length === mostSaid && strength <= found.at(-1)!.strength) return;
    const key = wordsOf(said).toLowerCase();
    const same = found.findIndex((other) => other.key === key);
    if (same >= 0) {
      if (found[same]!.strength >= strength) return;
      found.splice(same, 1);
    }
    const before = found.findIndex((other) => other.strength < strength);
    found.splice(before < 0 ? found.length : before, 0, { said, strength, key });
    if (found.length > mostSaid) found.pop();
  }
}
