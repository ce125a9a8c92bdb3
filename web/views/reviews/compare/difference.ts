// What a rating of one review says beside that of another.
import { strings } from '../../../strings/strings';
import type { RatingScale } from '../rating-scale';

/** How a rating changed from A to B: null where a review does not speak of it, undefined where it is not rated. */
export function differenceOf(
  scale: RatingScale,
  aspect: string,
  a: number | null | undefined,
  b: number | null | undefined,
): string {
  const { comparing } = strings;
  if (a === undefined || b === undefined) return '';
  if (a === null && b === null) return comparing.neither;
  if (a === null) return comparing.onlyB;
  if (b === null) return comparing.onlyA;
  if (scale.hasClasses(aspect)) {
    return a > 0.5 === b > 0.5 ? comparing.sameSide : comparing.otherSide;
  }
  if (scale.text(aspect, a) === scale.text(aspect, b)) return comparing.alike;
  const size = scale.difference(aspect, a, b);
  return b > a ? comparing.higher(size) : comparing.lower(size);
}
