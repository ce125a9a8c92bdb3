// The subjects that models rate: how the page speaks of them, and samples.
import { labelOf } from '../../wording';
import { beer } from './samples/beer';
import type { ReviewSample } from './samples/expected';
import { hotels } from './samples/hotels';
import { movies } from './samples/movies';

export interface Subject {
  /** On the button that chooses the model. */
  name: string;
  /** Over the text. */
  label: string;
  /** In the place of a text. */
  placeholder: string;
  /** What the model reads: other texts do not read like it. */
  kind: string;
  /** How the page calls classes that the model calls otherwise. */
  classes?: Readonly<Record<string, string>>;
  samples: readonly ReviewSample[];
}

const known: Readonly<Record<string, Subject>> = {
  beer: {
    name: 'Beer',
    label: 'A beer review',
    placeholder: 'How does it look, smell and feel?',
    kind: 'a beer review in English',
    samples: beer,
  },
  hotels: {
    name: 'Hotels',
    label: 'A hotel review',
    placeholder: 'How were the room, the people, the place?',
    kind: 'a hotel review in English',
    samples: hotels,
  },
  movies: {
    name: 'Films',
    label: 'A film review',
    placeholder: 'What did you think of the film?',
    kind: 'a film review in English',
    classes: { negative: 'against the film', positive: 'for the film' },
    samples: movies,
  },
};

/** Of a model of that name; of one that the page does not know, what can be said of any. */
export function subjectOf(model: string): Subject {
  if (Object.hasOwn(known, model)) return known[model]!;
  return {
    name: labelOf(model),
    label: 'A review',
    placeholder: 'What do you think of it?',
    kind: 'the reviews that this model knows',
    samples: [],
  };
}
