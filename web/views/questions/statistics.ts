// Figures of a ranker on labelled pairs and on queries, each with an interval.

export interface ScoredPair {
  score: number;
  /** Whether both texts ask the same. */
  same: boolean;
}

/** A figure, and where it lies in 95 of 100 samples as large as this one. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** How often each item was drawn; 1 of each is the data as they are. */
export type Weights = ArrayLike<number>;

/** Pairs from the highest score to the lowest, sorted once for all measures and samples. */
export class Ranking {
  readonly #order: readonly number[];
  readonly #scores: readonly number[];
  readonly #same: readonly boolean[];

  constructor(pairs: readonly ScoredPair[]) {
    this.#order = pairs.map((_, i) => i).sort((a, b) => pairs[b]!.score - pairs[a]!.score);
    this.#scores = pairs.map(({ score }) => score);
    this.#same = pairs.map(({ same }) => same);
  }

  /**
   * The area under the curve: how often a pair that asks the same is above one that does not,
   * ties counting one half. NaN unless there are pairs of both kinds.
   */
  auc(weights?: Weights): number {
    let above = 0;
    let ordered = 0;
    let others = 0;
    for (const { same, other } of this.#levels(weights)) {
      ordered += other * (above + same / 2);
      above += same;
      others += other;
    }
    return ordered / (above * others);
  }

  /**
   * The mean of the precision at each pair that asks the same. Of equal scores, those that do
   * not come first, so that a constant score earns nothing. NaN if no pair asks the same.
   */
  averagePrecision(weights?: Weights): number {
    let read = 0;
    let right = 0;
    let sum = 0;
    for (const { same, other } of this.#levels(weights)) {
      read += other;
      for (let i = 0; i < same; i += 1) {
        read += 1;
        right += 1;
        sum += right / read;
      }
    }
    return sum / right;
  }

  /** The share of pairs that are right if a score of `threshold` or more says "the same". */
  accuracy(threshold: number, weights?: Weights): number {
    let right = 0;
    let all = 0;
    for (const [i, score] of this.#scores.entries()) {
      const weight = weights?.[i] ?? 1;
      all += weight;
      if (score >= threshold === this.#same[i]) right += weight;
    }
    return right / all;
  }

  /** The threshold of the best accuracy; of equally good ones, the highest. */
  bestThreshold(): number {
    let right = this.#same.filter((same) => !same).length;
    let best = { threshold: Infinity, right };
    for (const { score, same, other } of this.#levels()) {
      right += same - other;
      if (right > best.right) best = { threshold: score, right };
    }
    return best.threshold;
  }

  /** For each score, from the highest on, how many pairs of it ask the same, and how many not. */
  *#levels(weights?: Weights): Generator<{ score: number; same: number; other: number }> {
    let level: { score: number; same: number; other: number } | undefined;
    for (const i of this.#order) {
      const score = this.#scores[i]!;
      if (level?.score !== score) {
        if (level) yield level;
        level = { score, same: 0, other: 0 };
      }
      level[this.#same[i] ? 'same' : 'other'] += weights?.[i] ?? 1;
    }
    if (level) yield level;
  }
}

/** The share of outcomes that are true, with the interval of Wilson's score; NaN of none. */
export function shareOf(outcomes: readonly boolean[]): Estimate {
  const all = outcomes.length;
  const value = outcomes.filter((outcome) => outcome).length / all;
  // Of the normal distribution, beyond which 2.5% lie on either side.
  const z = 1.959964;
  const middle = (value + (z * z) / (2 * all)) / (1 + (z * z) / all);
  const half =
    (z * Math.sqrt((value * (1 - value)) / all + (z * z) / (4 * all * all))) / (1 + (z * z) / all);
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export interface BootstrapOptions {
  rounds?: number;
  /** The same seed draws the same samples. */
  seed?: number;
  /** Called after each round, to let others run or to stop. */
  turn?: (done: number, rounds: number) => Promise<void>;
}

/**
 * Measures with their intervals: the percentiles of what they are on samples drawn with
 * replacement. All measures see the same samples, so that a difference is one of pairs.
 */
export async function bootstrap(
  items: number,
  measures: readonly ((weights?: Weights) => number)[],
  { rounds = 1000, seed = 1, turn }: BootstrapOptions = {},
): Promise<Estimate[]> {
  const random = randomNumbers(seed);
  const found: number[][] = measures.map(() => []);
  const weights = new Uint32Array(items);
  for (let round = 1; round <= rounds; round += 1) {
    weights.fill(0);
    for (let i = 0; i < items; i += 1) weights[Math.floor(random() * items)]! += 1;
    for (const [i, measure] of measures.entries()) {
      const value = measure(weights);
      // A sample may be of one kind alone.
      if (!Number.isNaN(value)) found[i]!.push(value);
    }
    await turn?.(round, rounds);
  }
  return measures.map((measure, i) => {
    const sorted = found[i]!.sort((a, b) => a - b);
    return { value: measure(), low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
  });
}

function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0) return NaN;
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)]!;
  const above = sorted[Math.ceil(place)]!;
  return below + (place - Math.floor(place)) * (above - below);
}

/** Numbers in [0, 1): mulberry32, by Tommy Ettinger, in the public domain. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
