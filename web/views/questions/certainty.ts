// How sure it is that two questions ask the same, as people say it.

/**
 * The probability from which on a question fits. By how hits stand out in their set (level.ts), our
 * own queries are told best from there on: "How good is it?" shows how well.
 */
export const fitting = 0.3;

/** How likely it is that a question asks the same, in words: 0.93 -> "almost certainly". */
export function certainty(probability: number): string {
  if (probability >= 0.9) return 'almost certainly';
  if (probability >= 0.7) return 'very likely';
  if (probability >= 0.5) return 'probably';
  if (probability >= 0.2) return 'perhaps';
  return 'hardly';
}

/** 0.925 -> "93%"; never 0% or 100%, as nothing is that sure. */
export function chance(probability: number): string {
  if (probability < 0.01) return '< 1%';
  if (probability > 0.99) return '> 99%';
  return `${Math.round(100 * probability)}%`;
}
