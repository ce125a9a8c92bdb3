// Sentences to start from, written for this page: each turns a judgement in its own way.
import type { Sample } from '../../components/editor';

export const probes: readonly Sample[] = [
  {
    name: 'Not nearly as good as',
    text: 'The sequel is not nearly as good as the film that I fell in love with.',
  },
  { name: 'Good', text: 'The acting is good.' },
  { name: 'Not good', text: 'The acting is not good.' },
  { name: 'Not bad', text: 'The ending is not bad at all.' },
  {
    name: 'Double negation',
    text: 'You cannot say that nothing in this film is funny.',
  },
  { name: 'Never dull', text: 'It is long, but never for a moment is it dull.' },
  {
    name: 'Mixed',
    text:
      'The first hour is a delight, with witty lines and a fine cast, but the rest is slow, ' +
      'predictable and far too long.',
  },
  {
    name: 'A turn at the end',
    text: 'It looks cheap and it starts badly, yet by the last scene I was moved to tears.',
  },
  {
    name: 'A whole review',
    text:
      'I went in without any hopes and came out with a smile. The story is nothing new: two tired ' +
      'thieves, one last job, and a plan that was never going to work. But the leads have such ' +
      'charm that you hardly notice how predictable it all is, and the dialogue is clever without ' +
      'being pleased with itself.\n\n' +
      'Not everything is that good. The music is flat, a clumsy subplot about a missing brother ' +
      'goes nowhere, and the chase in the middle is far too long. Still, the last ten minutes are ' +
      'as beautiful as anything I have seen this year, and I would not want to have missed them.',
  },
];
