// What a model says of two texts, by what may hold of them.
import type { Comparison } from 'whylight/pairs';
import { relationOf, type Relation } from '../../components/relation';

export interface Verdict {
  relation: Relation;
  /** How likely each relation is, 0 to 1. */
  shares: Readonly<Record<Relation, number>>;
}

export function verdictOf({ label = '', probabilities = {} }: Comparison): Verdict {
  const shares = { follows: 0, contradicts: 0, neither: 0 };
  for (const [each, share] of Object.entries(probabilities)) shares[relationOf(each)] += share;
  return { relation: relationOf(label), shares };
}
