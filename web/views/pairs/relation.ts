// What may hold of two texts, whatever the model calls it.
import type { Comparison } from 'whylight/pairs';

export const relations = ['follows', 'contradicts', 'neither'] as const;
export type Relation = (typeof relations)[number];

/** ENTAILMENT, entails -> follows. */
export function relationOf(label: string): Relation {
  if (/^entail/i.test(label)) return 'follows';
  return /^contra/i.test(label) ? 'contradicts' : 'neither';
}

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
