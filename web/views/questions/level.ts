// How sure a hit is, in this set. What a model calls near differs from set to set: many questions on
// one subject are all near to each other, and near to whatever is asked. So a set is first asked a
// hundred questions about other things, and a hit is judged by how it stands out from theirs.
import type { Hit, SearchOptions } from 'whylight/questions';

export interface Searched<D> {
  search(text: string, options?: SearchOptions<D>): Promise<Hit<D>[]>;
}

// By a normal distribution, 1% lies so many times the distance of the quartiles above the median.
const tail = 1.725;

/**
 * The cosine that one of a hundred `unrelated` questions would reach. It is taken from their quartiles,
 * as some of them may not be so unrelated to the set.
 */
export async function levelOf<D>(
  index: Searched<D>,
  unrelated: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const nearest: number[] = [];
  for (const text of unrelated) {
    const [hit] = await index.search(text, { mode: 'model', limit: 1, signal });
    nearest.push(hit?.cosine ?? 0);
  }
  nearest.sort((a, b) => a - b);
  const quartile = (share: number) => nearest[Math.round(share * (nearest.length - 1))] ?? 0;
  return quartile(0.5) + tail * (quartile(0.75) - quartile(0.25));
}

// That of the curve that was fitted to the shipped model's cosines on its dev sets.
const steepness = 7.3;

/** The probability of a hit with this cosine: a half at the level. */
export function probabilityAt(cosine: number, level: number): number {
  return 1 / (1 + Math.exp(-steepness * (cosine - level)));
}

/** An index whose hits have probabilities by its level; those of an uncalibrated model have none. */
export function levelled<D>(index: Searched<D>, level: number): Searched<D> {
  return {
    search: async (text, options) =>
      (await index.search(text, options)).map((hit) =>
        hit.probability === undefined
          ? hit
          : { ...hit, probability: probabilityAt(hit.cosine, level) },
      ),
  };
}
