// Where a rating would have to go: to the next star, up or down, or to the other of two classes.
// Stars are counted as the page shows them, in tenths.
import { strings } from '../../../strings/strings';
import { tenthsOf } from '../../../wording';
import { quote } from '../quotes';
import type { RatingScale } from '../rating-scale';

/** Half a star, in tenths. */
const leastMove = 5;

// From here on a few words hardly lift a rating: of our samples, up to five never did by half a star.
const nearTheTop = 40;

export interface Goal {
  /** 1: ratings are better the higher they are; -1: the lower. */
  towards: 1 | -1;
  /** As the page calls it: "5 stars". */
  name: string;
  /** Whether a rating is there. */
  reached(rating: number): boolean;
}

/** What a rating may go to; upwards first. */
export function goalsOf(aspect: string, rating: number, scale: RatingScale): Goal[] {
  if (scale.hasClasses(aspect)) return [otherClass(aspect, rating, scale)];
  const now = tenthsOf(rating);
  const stars = Math.round(now / 10);
  const goals: Goal[] = [];
  if (now < nearTheTop) goals.push(toStars(stars + 1, 1, now));
  if (stars > 1) goals.push(toStars(stars - 1, -1, now));
  return goals;
}

/** A rating nearest to so many stars, and not next to the one that is there: 4.4 is no answer to 4.5. */
function toStars(stars: number, towards: 1 | -1, now: number): Goal {
  return {
    towards,
    name: strings.changing.stars(stars),
    reached(rating) {
      const then = tenthsOf(rating);
      return towards * (Math.round(then / 10) - stars) >= 0 && towards * (then - now) >= leastMove;
    },
  };
}

function otherClass(aspect: string, rating: number, scale: RatingScale): Goal {
  const second = rating > 0.5;
  return {
    towards: second ? -1 : 1,
    name: quote(scale.className(aspect, second ? 0 : 1)),
    reached: (other) => other > 0.5 !== second,
  };
}
