import { expect, test } from '@jest/globals';

import { lineParts } from '../../../web/share/as-image';
import { asJson } from '../../../web/share/as-text';
import { shownReview } from '../../../web/share/shown-review';
import { RatingScale } from '../../../web/views/reviews/rating-scale';

const text = 'A quiet room by the sea.';

test('JSON has the reasons of each aspect whole, wherever those of others begin', () => {
  const explanation = {
    text,
    inDomain: true,
    ratings: { room: 0.75, location: 0.5 },
    rationales: { room: [{ start: 2, end: 23 }], location: [{ start: 13, end: 23 }] },
  };
  const review = shownReview({ model: 'hotels' }, explanation, new RatingScale());
  const { ratings } = JSON.parse(asJson(review));
  expect(ratings).toEqual([
    {
      aspect: 'room',
      rating: 0.75,
      reasons: [{ start: 2, end: 23, text: 'quiet room by the sea' }],
    },
    { aspect: 'location', rating: 0.5, reasons: [{ start: 13, end: 23, text: 'by the sea' }] },
  ]);
});

test('a picture breaks lines wherever the text does, also after a blank', () => {
  const parts = 'Quiet. \n\nBy the\tsea.'.split(lineParts).filter((part) => part !== '');
  expect(parts).toEqual(['Quiet.', ' ', '\n', '\n', 'By', ' ', 'the', '\t', 'sea.']);
});
