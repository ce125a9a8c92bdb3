// The subjects that models rate: how the page speaks of them, and samples.
import { strings } from '../../strings/strings';
import { labelOf } from '../../wording';
import { titleOf } from '../../own-models/own-name';
import { beer } from './samples/beer';
import type { ReviewSample } from './samples/expected';
import { hotels } from './samples/hotels';
import { movies } from './samples/movies';

export interface Subject {
  /** On the tab of the model. */
  name: string;
  /** Names the text. */
  label: string;
  /** In the place of a text. */
  placeholder: string;
  /** What the model reads: other texts do not read like it. */
  kind: string;
  /** How the page calls classes that the model calls otherwise. */
  classes?: Readonly<Record<string, string>>;
  samples: readonly ReviewSample[];
  /** What it rates, as far as that is known before the model is there. */
  aspects: readonly string[];
}

const samples: Readonly<Record<string, readonly ReviewSample[]>> = { beer, hotels, movies };

/** Of a model of that name; of one that the page does not know, what can be said of any. */
export function subjectOf(model: string): Subject {
  const { subjects, anySubject } = strings.reviews;
  const known: Readonly<Record<string, Omit<Subject, 'samples' | 'aspects'>>> = subjects;
  const own = Object.hasOwn(samples, model) ? samples[model]! : [];
  const expected = own[0]?.expect ?? {};
  return {
    ...(Object.hasOwn(known, model)
      ? known[model]!
      : { name: labelOf(titleOf(model)), ...anySubject }),
    samples: own,
    aspects: typeof expected === 'string' ? [] : Object.keys(expected),
  };
}
