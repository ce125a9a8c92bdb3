// Pairs to start from, written for this page: each stands to the other in a way of its own.
import { strings } from '../../strings/strings';
import type { TextPair } from './read-pair';
import type { Relation } from '../../components/relation';

export interface PairSample extends TextPair {
  /** The text of its button. */
  readonly name: string;
  /** What a reader would say of the second text, which tests compare. */
  expect: Relation;
}

type Names = typeof strings.pairs.samples;

function sample(key: keyof Names, expect: Relation, text: string, other: string): PairSample {
  return {
    // The language may be another later.
    get name() {
      return strings.pairs.samples[key];
    },
    expect,
    text,
    other,
  };
}

export const samples: readonly PairSample[] = [
  sample(
    'follows',
    'follows',
    'A man is playing a guitar on a stage.',
    'A man is playing an instrument.',
  ),
  sample(
    'contradicts',
    'contradicts',
    'A woman is cooking in the kitchen.',
    'Nobody is in the kitchen.',
  ),
  sample(
    'neither',
    'neither',
    'A woman is reading a newspaper.',
    'A woman is waiting for a train.',
  ),
  sample(
    'negation',
    'contradicts',
    'Two dogs are running on the beach.',
    'No dogs are running on the beach.',
  ),
  sample('same', 'follows', 'A woman is slicing an onion.', 'An onion is being cut by a woman.'),
  sample('swapped', 'neither', 'The dog bites the man.', 'The man bites the dog.'),
  sample('opposites', 'contradicts', 'The shop is open.', 'The shop is closed.'),
  sample(
    'more',
    'neither',
    'A girl is dancing.',
    'A girl is dancing in the rain with her friends.',
  ),
  sample('unrelated', 'neither', 'A child is drawing a picture.', 'The train leaves at noon.'),
];
