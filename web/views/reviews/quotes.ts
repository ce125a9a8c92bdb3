// Words of the review in the page's sentences.
import type { Explanation } from 'whylight';
import { strings } from '../../strings/strings';
import type { RatingScale } from './rating-scale';

// The marks show the whole of it.
const mostWords = 40;

/** The words in quotation marks, the middle of very many left out. */
export function quote(words: string): string {
  const list = words.trim().split(/\s+/);
  if (list.length <= mostWords) return strings.reviews.quote(list.join(' '));
  return strings.reviews.quoteCut(
    list.slice(0, mostWords / 2).join(' '),
    list.slice(-mostWords / 4).join(' '),
  );
}

/** One line for the live region: "Aroma 3.9 of 5; Palate not mentioned; 5 reasons." */
export function summaryOf({ ratings, rationales }: Explanation, scale: RatingScale): string {
  return strings.reviews.summary(
    Object.entries(ratings).map(([aspect, rating]) => scale.sentence(aspect, rating)),
    Object.values(rationales).flat().length,
  );
}
