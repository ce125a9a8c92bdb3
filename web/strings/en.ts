// What the page says, in English. A string with a gap in it is a function. Strings that stand
// in markup may hold markup themselves.
export const en = {
  page: {
    /** Of numbers and lists. */
    locale: 'en-GB',
    views: 'Views',
    /** A part of the page whose code did not arrive. */
    notHere: 'Not here yet',
    partMissing: 'This part of the page could not be loaded.',
    tryAgain: 'Try again',
  },
  reviews: {
    label: 'Reviews',
    title: 'Whylight: ratings with their reasons',
  },
  many: {},
  compare: {},
  keep: {},
  sentiment: {
    label: 'Sentiment',
    title: 'Whylight: sentiment, word by word',
  },
  questions: {
    label: 'Questions',
    title: 'Whylight: questions that ask the same',
  },
  offline: {},
  problems: {},
  embed: {},
};
