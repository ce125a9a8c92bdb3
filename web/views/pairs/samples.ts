// Pairs to start from, written for this page: each stands to the other in a way of its own.
import { strings } from '../../strings/strings';
import type { TextPair } from './read-pair';

export interface PairSample extends TextPair {
  /** The text of its button. */
  name: string;
}

export const samples: readonly PairSample[] = [
  {
    get name() {
      return strings.pairs.samples.follows;
    },
    text: 'A man is playing a guitar on a stage.',
    other: 'A man is playing an instrument.',
  },
  {
    get name() {
      return strings.pairs.samples.contradicts;
    },
    text: 'A woman is cooking in the kitchen.',
    other: 'Nobody is in the kitchen.',
  },
  {
    get name() {
      return strings.pairs.samples.neither;
    },
    text: 'A woman is reading a newspaper.',
    other: 'A woman is waiting for a train.',
  },
  {
    get name() {
      return strings.pairs.samples.negation;
    },
    text: 'Two dogs are running on the beach.',
    other: 'No dogs are running on the beach.',
  },
  {
    get name() {
      return strings.pairs.samples.same;
    },
    text: 'A woman is slicing an onion.',
    other: 'An onion is being cut by a woman.',
  },
  {
    get name() {
      return strings.pairs.samples.swapped;
    },
    text: 'The dog bites the man.',
    other: 'The man bites the dog.',
  },
  {
    get name() {
      return strings.pairs.samples.more;
    },
    text: 'A girl is dancing.',
    other: 'A girl is dancing in the rain with her friends.',
  },
  {
    get name() {
      return strings.pairs.samples.unrelated;
    },
    text: 'A child is drawing a picture.',
    other: 'The train leaves at noon.',
  },
];
