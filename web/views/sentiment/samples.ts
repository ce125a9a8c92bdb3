// Sentences to start from, written for this page: each turns a judgement in its own way.
import type { Sample } from '../../components/editor';
import { strings } from '../../strings/strings';

export interface GradedSample extends Sample {
  /** Where a reader would say that the grade lies, from −2 to 2, which tests compare. */
  expect: readonly [least: number, most: number];
}

export const samples: readonly GradedSample[] = [
  {
    get name() {
      return strings.sentiment.samples.notNearly;
    },
    expect: [-2, -0.25],
    text: 'The sequel is not nearly as good as the film that I fell in love with.',
  },
  {
    get name() {
      return strings.sentiment.samples.good;
    },
    expect: [0.25, 2],
    text: 'The acting is good.',
  },
  {
    get name() {
      return strings.sentiment.samples.notGood;
    },
    expect: [-2, -0.25],
    text: 'The acting is not good.',
  },
  {
    get name() {
      return strings.sentiment.samples.notBad;
    },
    expect: [0, 2],
    text: 'The ending is not bad at all.',
  },
  {
    get name() {
      return strings.sentiment.samples.double;
    },
    get knownWeakness() {
      return strings.sentiment.samples.doubleWeakness;
    },
    expect: [0, 2],
    text: 'You cannot say that nothing in this film is funny.',
  },
  {
    get name() {
      return strings.sentiment.samples.never;
    },
    expect: [0.25, 2],
    text: 'It is long, but never for a moment is it dull.',
  },
  {
    get name() {
      return strings.sentiment.samples.mixed;
    },
    expect: [-1.5, 0.75],
    text:
      'The first hour is a delight, with witty lines and a fine cast, but the rest is slow, ' +
      'predictable and far too long.',
  },
  {
    get name() {
      return strings.sentiment.samples.turn;
    },
    expect: [0.25, 2],
    text: 'It looks cheap and it starts badly, yet by the last scene I was moved to tears.',
  },
  {
    get name() {
      return strings.sentiment.samples.review;
    },
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
    get name() {
      return strings.sentiment.samples.irony;
    },
    expect: [-2, -0.25],
    get knownWeakness() {
      return strings.sentiment.samples.ironyWeakness;
    },
    text: 'Wonderful, another brilliant sequel to help me fall asleep.',
  },
];
