// What the page says, in English. A string with a gap in it is a function. Strings that stand
// in markup may hold markup themselves. Numbers that are counted come as numbers, others as they are
// shown; texts and names stand in “these” quotes.
import { countingIn } from './counting';

/** Of numbers and lists. */
const locale = 'en-GB';
const { count, number } = countingIn(locale);
const lists = new Intl.ListFormat(locale);

/** Of an aspect, in the midst of a sentence; '' where a model has only one. */
const about = (aspect: string) => (aspect ? ` for ${aspect.toLowerCase()}` : '');

export const en = {
  page: {
    locale,
    views: 'Views',
    /** A part of the page whose code did not arrive. */
    notHere: 'Not here yet',
    partMissing: 'This part of the page could not be loaded.',
    tryAgain: 'Try again',
  },
  wording: {
    stars: (stars: string) => `${stars} of 5`,
    notMentioned: 'not mentioned',
    giveOrTake: (stars: string) => `give or take ${stars}`,
    over: (number: string) => `over ${number}`,
    lessThan: (time: string) => `less than ${time}`,
    read: (words: number, time: string) =>
      `${count(words, 'word', 'words')} in ${time}, on your device`,
  },
  /** What the page calls what models name; of other names it shows the models' own. */
  names: {
    aspects: {
      appearance: 'Appearance',
      aroma: 'Aroma',
      palate: 'Palate',
      taste: 'Taste',
      overall: 'Overall',
      location: 'Location',
      cleanliness: 'Cleanliness',
      service: 'Service',
      room: 'Room',
      value: 'Value',
      polarity: 'Polarity',
    },
    classes: {
      'very negative': 'very negative',
      negative: 'negative',
      neutral: 'neutral',
      positive: 'positive',
      'very positive': 'very positive',
    },
  },
  editor: {
    /** The button of the visitor's own text. */
    own: 'Yours',
    knownWeakness: 'known weakness',
    /** Before what is wrong. */
    weakness: 'A known weakness: ',
  },
  loading: {
    model: 'Loading the model…',
    download: (loaded: string, total: string) => `Loading the model: ${loaded} of ${total}`,
    verify: 'Checking the model…',
    start: 'Starting the model…',
    cancelled: 'The model was not loaded.',
    failed: 'The model could not be loaded.',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    reading: 'Reading…',
    listStatus: (address: string, status: number) =>
      `The list of models, ${address}, answered with status ${status}.`,
    listBroken: (address: string) => `The list of models, ${address}, is no JSON.`,
  },
  record: {
    title: 'What it gets right and wrong',
    says: (tests: number, right: number) =>
      `We wrote ${count(tests, 'short test', 'short tests')}, each of one thing. The model learned from none of them, and gets ${number(right)} right. Below each kind stands one of its tests.`,
    right: (right: number, of: number) => `${number(right)} of ${number(of)} right`,
    irony: 'A known weakness is irony: ',
    ironySays: (right: number, of: number) =>
      `${number(right)} of ${number(of)} right. Words that mean the opposite of what they say are often taken as they stand. `,
    /** In the order of the page. */
    kinds: {
      plain: 'Plain praise and blame',
      'negation near': 'Negation',
      'negation far': 'Negation, words in between',
      'double negation': 'Double negation',
      contrast: 'Two sides, of which one counts',
      'other aspect': 'One thing good, another bad',
      degree: 'How much',
      comparison: 'Comparisons',
      'reported speech': 'What others say',
      idiom: 'Figures of speech',
      neutral: 'Neither praise nor blame',
      'not mentioned': 'Silent on what is not mentioned',
      'other subject': 'Texts about something else',
      'other language': 'Other languages',
      names: 'Names do not matter',
      numbers: 'Numbers do not matter',
      punctuation: 'Punctuation does not matter',
      case: 'Capital letters do not matter',
      typos: 'Misspelled words',
      irony: 'Irony',
    },
    /** What must hold of texts; `aspect` is '' where a model has only one. */
    higher: (higher: string, lower: string, aspect: string) =>
      `“${higher}” must be rated higher${about(aspect)} than “${lower}”`,
    alike: (texts: readonly string[], aspect: string) =>
      `${lists.format(texts.map((text) => `“${text}”`))} must be rated alike${about(aspect)}.`,
    unrated: (text: string, aspect: string) => `“${text}” must get no rating${about(aspect)}.`,
    middle: (text: string, aspect: string) =>
      `“${text}” must be rated in the middle${about(aspect)}.`,
    low: (text: string, aspect: string) => `“${text}” must be rated low${about(aspect)}.`,
    high: (text: string, aspect: string) => `“${text}” must be rated high${about(aspect)}.`,
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
