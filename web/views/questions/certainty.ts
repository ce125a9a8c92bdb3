// How sure it is that two questions ask the same, as people say it.
import { strings } from '../../strings/strings';
import { percentage } from '../../wording';

/**
 * The probability from which on a question fits. By how hits stand out in their set (level.ts), our
 * own queries are told best from there on: "How good is it?" shows how well.
 */
export const fitting = 0.3;

/** How likely it is that a question asks the same, in words: 0.93 -> "almost certainly". */
export function certainty(probability: number): string {
  const { certainty } = strings;
  if (probability >= 0.9) return certainty.almostCertainly;
  if (probability >= 0.7) return certainty.veryLikely;
  if (probability >= 0.5) return certainty.probably;
  if (probability >= 0.2) return certainty.perhaps;
  return certainty.hardly;
}

/** 0.925 -> "93%"; never 0% or 100%, as nothing is that sure. */
export function chance(probability: number): string {
  if (probability < 0.01) return `< ${percentage(0.01)}`;
  if (probability > 0.99) return `> ${percentage(0.99)}`;
  return percentage(probability);
}
