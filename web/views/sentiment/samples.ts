// Sentences to start from, written for this page: each turns a judgement in its own way.
import type { Sample } from '../../components/editor';

export interface GradedSample extends Sample {
  /** Where a reader would say that the grade lies, from −2 to 2, which tests compare. */
  expect: readonly [least: number, most: number];
}

export const samples: readonly GradedSample[] = [
  {
    name: 'Not nearly as good as',
    expect: [-2, -0.25],
    text: 'The sequel is not nearly as good as the film that I fell in love with.',
  },
  {
    name: 'Good',
    expect: [0.25, 2],
    text: 'The acting is good.',
  },
  {
    name: 'Not good',
    expect: [-2, -0.25],
    text: 'The acting is not good.',
  },
  {
    name: 'Not bad',
    expect: [0, 2],
    text: 'The ending is not bad at all.',
  },
  {
    name: 'Double negation',
    expect: [0, 2],
    text: 'You cannot say that nothing in this film is funny.',
  },
  {
    name: 'Never dull',
    expect: [0.25, 2],
    text: 'It is long, but never for a moment is it dull.',
  },
  {
    name: 'Mixed',
    knownWeakness: 'of two sides it hears the praise more.',
    expect: [-1.5, 0.75],
    text:
      'The first hour is a delight, with witty lines and a fine cast, but the rest is slow, ' +
      'predictable and far too long.',
  },
  {
    name: 'A turn at the end',
    expect: [0.25, 2],
    text: 'It looks cheap and it starts badly, yet by the last scene I was moved to tears.',
  },
  {
    name: 'A whole review',
    knownWeakness: 'it grades sentences; in a review with two sides it hears the blame more.',
    expect: [0.25, 2],
    text:
      'I went in without any hopes and came out with a smile. The story is nothing new: two tired ' +
      'thieves, one last job, and a plan that was never going to work. But the leads have such ' +
      'charm that you hardly notice how predictable it all is, and the dialogue is clever without ' +
      'being pleased with itself.\n\n' +
      'Not everything is that good. The music is flat, a clumsy subplot about a missing brother ' +
      'goes nowhere, and the chase in the middle is far too long. Still, the last ten minutes are ' +
      'as beautiful as anything I have seen this year, and I would not want to have missed them.',
  },
  {
    name: 'Irony',
    expect: [-2, -0.25],
    knownWeakness: 'it takes irony as it stands, and this as praise.',
    text: 'Wonderful, another brilliant sequel to help me fall asleep.',
  },
];
