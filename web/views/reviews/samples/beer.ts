// Reviews of beers to start from, written for this page.
import { strings } from '../../../strings/strings';
import { fair, good, poor, unmentioned, type ReviewSample } from './expected';

export const beer: readonly ReviewSample[] = [
  {
    get name() {
      return strings.reviews.samples.glowing;
    },
    expect: { appearance: good, aroma: good, palate: good },
    text:
      'Poured from a big bottle into a snifter. It comes out jet black with a tall, mocha-coloured ' +
      'head that settles slowly and leaves thick lacing all the way down the glass. The nose is ' +
      'wonderful: dark chocolate, fresh espresso, a little vanilla and a warm note of bourbon. ' +
      'The taste follows, rich roasted malt and bittersweet cocoa first, then dried cherries and ' +
      'just enough oak to keep it from turning sweet. Full-bodied, silky and smooth, with soft ' +
      'carbonation and a long, warming finish. One of the best stouts I have had this year.',
  },
  {
    get name() {
      return strings.reviews.samples.mixed;
    },
    expect: { appearance: fair, aroma: fair, palate: fair },
    text:
      'On tap at a pub near the station, served in a straight pint glass. Clear copper with a thin ' +
      'off-white head that was gone within a minute. Aroma is pleasant if not very strong, toasted ' +
      'bread, caramel and a bit of orange peel. The flavour is much the same, decent malt up ' +
      'front, some earthy hops, then it fades sooner than I would like. Medium body, but rather ' +
      'too fizzy, so the finish feels thin and a little prickly. Not bad with a plate of chips; ' +
      'I doubt I would order a second.',
  },
  {
    get name() {
      return strings.reviews.samples.poor;
    },
    expect: { appearance: poor, aroma: poor, palate: poor },
    text:
      "A can from the back of a friend's fridge. Pale, watery yellow with big soapy bubbles and no " +
      'head to speak of. It smells of wet cardboard and cooked corn, with something metallic that ' +
      'gets worse as it warms. Tastes about the same: stale grain, sweet in a sugary way, no hops ' +
      'that I can find. The mouthfeel is thin and flat, almost like soda water that has been left ' +
      'open, and the aftertaste sticks around far too long. I poured the second half down the sink.',
  },
  {
    get name() {
      return strings.reviews.samples.divided;
    },
    expect: { appearance: good, aroma: poor, palate: good },
    text:
      'What a looker: hazy golden orange, a huge fluffy white head, and rings of lace that cling to ' +
      'the glass until the very end. I wish I could stop there. The aroma is a let-down, mostly ' +
      'sour milk and burnt rubber. It does taste better than it smells, ripe mango and pine with a ' +
      'firm bitterness. And the body is lovely, creamy and round, lively on the tongue, with a ' +
      'clean dry finish. If they sort out whatever went wrong with the nose, this will be a great ' +
      'beer.',
  },
  {
    get name() {
      return strings.reviews.samples.notBad;
    },
    expect: { appearance: good, aroma: good, palate: good },
    text:
      'Not a bad head for a beer from a can, and the colour is anything but dull. There is nothing ' +
      'wrong with the smell. The body is not thin at all.',
  },
  {
    get name() {
      return strings.reviews.samples.onlySmell;
    },
    expect: { appearance: unmentioned, aroma: good, palate: unmentioned },
    text: 'Smells wonderful, of fresh pine and grapefruit, like a forest after the rain.',
  },
  {
    get name() {
      return strings.reviews.samples.irony;
    },
    expect: { appearance: poor, aroma: poor },
    get knownWeakness() {
      return strings.reviews.samples.ironyWeakness;
    },
    text:
      'What a beautiful head, it was gone before I sat down. And the lovely aroma of a dog that ' +
      'has been out in the rain.',
  },
  {
    get name() {
      return strings.reviews.samples.notBeer;
    },
    expect: 'nothing',
    text:
      'The train to the coast leaves at nine and takes two hours. There is no buffet car, so bring ' +
      'a book and a sandwich.',
  },
];
