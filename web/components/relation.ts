// What may hold of two texts, whatever the model calls it.

export const relations = ['follows', 'contradicts', 'neither'] as const;
export type Relation = (typeof relations)[number];

/** ENTAILMENT, entails -> follows. */
export function relationOf(label: string): Relation {
  if (/^entail/i.test(label)) return 'follows';
  return /^contra/i.test(label) ? 'contradicts' : 'neither';
}
