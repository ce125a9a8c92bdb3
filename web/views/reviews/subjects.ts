// The subjects that models rate: how the page speaks of them, and samples.
import type { Sample } from '../../components/editor';
import { labelOf } from '../../wording';
import { beer } from './samples/beer';
import { hotels } from './samples/hotels';
import { movies } from './samples/movies';

export interface Subject {
  /** On the button that chooses the model. */
  name: string;
  /** Over the text. */
  label: string;
  /** In the place of a text. */
  placeholder: string;
  samples: readonly Sample[];
}

const known: Readonly<Record<string, Subject>> = {
  beer: {
    name: 'Beer',
    label: 'A beer review',
    placeholder: 'How does it look, smell and feel?',
    samples: beer,
  },
  hotels: {
    name: 'Hotels',
    label: 'A hotel review',
    placeholder: 'How were the room, the people, the place?',
    samples: hotels,
  },
  movies: {
    name: 'Films',
    label: 'A film review',
    placeholder: 'What did you think of the film?',
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
    samples: [],
  };
}
