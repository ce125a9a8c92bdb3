// Reviews of films to start from, written for this page.
import { strings } from '../../../strings/strings';
import { unmentioned, type Expected, type ReviewSample } from './expected';

// The rating is how likely the review is for the film.
const forIt: Expected = [0.5, 1];
const against: Expected = [0, 0.5];
const either: Expected = [0, 1];

export const movies: readonly ReviewSample[] = [
  {
    get name() {
      return strings.reviews.samples.glowing;
    },
    expect: { polarity: forIt },
    text:
      'I went in expecting another tidy drama about a family and a farm, and came out with wet ' +
      'eyes. Every scene is given the time it needs. The two leads are superb together, above all ' +
      'in the long silence at the kitchen table, and the camera finds something beautiful in the ' +
      'plainest of rooms. The script never explains what a look can say. It is funny when you least ' +
      'expect it and the ending is perfect. One of the finest films of the year.',
  },
  {
    get name() {
      return strings.reviews.samples.mixed;
    },
    expect: { polarity: either },
    text:
      'There is a good film somewhere in these two and a half hours. The first act builds its ' +
      'mystery with patience, and the actress who plays the sister is a real find. Then the plot ' +
      'begins to go round in circles, one chase follows another, and by the third flashback I had ' +
      'stopped caring who stole the painting. The music is lovely all the same. Worth a look on a ' +
      'rainy evening, not more.',
  },
  {
    get name() {
      return strings.reviews.samples.poor;
    },
    expect: { polarity: against },
    text:
      'A complete waste of a Saturday night. The jokes were old when my grandfather told them, the ' +
      'dialogue sounds as if nobody had read it aloud, and the hero has one expression, which he ' +
      'wears from the first explosion to the last. Scenes end in the middle of nowhere. The effects ' +
      'look cheap, the story makes no sense at all, and it is boring on top of that. People in our ' +
      'row left after an hour, and I envied them.',
  },
  {
    get name() {
      return strings.reviews.samples.turns;
    },
    expect: { polarity: forIt },
    text:
      'For the first twenty minutes I was sure this would be awful. The opening is clumsy, the ' +
      'voice-over tells you what you can see, and the child actor is hard to bear. Do not walk out. ' +
      'Once the train leaves the city, it turns into something quite wonderful: tense, sharply ' +
      'written and unexpectedly tender. The last scene on the bridge took my breath away. The ' +
      'critics who called it dull cannot have stayed to the end.',
  },
  {
    get name() {
      return strings.reviews.samples.lovedIt;
    },
    expect: { polarity: forIt },
    text: 'I loved every single minute of it.',
  },
  {
    get name() {
      return strings.reviews.samples.notDull;
    },
    expect: { polarity: forIt },
    text: 'There is not a dull moment in it, and I cannot think of a better film for a long flight.',
  },
  {
    get name() {
      return strings.reviews.samples.irony;
    },
    get knownWeakness() {
      return strings.reviews.samples.ironyWeakness;
    },
    expect: { polarity: against },
    text:
      'Brilliant, exactly what the world was waiting for: a fifth sequel. I have never slept so ' +
      'well in such a comfortable seat.',
  },
  {
    get name() {
      return strings.reviews.samples.noOpinion;
    },
    expect: { polarity: unmentioned },
    text: 'It was shot in Lisbon in the autumn of 1998 and runs for two hours.',
  },
  {
    get name() {
      return strings.reviews.samples.notFilm;
    },
    expect: 'nothing',
    text:
      'Tighten the two screws on the left first. If the wheel still wobbles, take it off and look ' +
      'whether the bearing has any play.',
  },
];
