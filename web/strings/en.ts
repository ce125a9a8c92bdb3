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
    howItWorks: 'How it works',
    card: 'How it was made, and how good it is',
    licences: 'Licences',
    /** Behind the name of a model. */
    modelSize: (size: string) => `, ${size}`,
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
    heading: 'Sentiment, word by word',
    lead: 'How positive is a sentence, and what makes it so? Whylight shows how its judgement rises and falls along the words, and which of them count together, such as “not … good”.',
    privacy:
      'It runs in your browser, without a server. <strong>Nothing you type leaves this device.</strong>',
    editor: 'A sentence or two',
    sampleList: 'Sample sentences',
    placeholder: 'What did you think of the film?',
    hint: 'Add a “not” or take one away; the curve follows as you type.',
    keys: '<kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> reads it at once.',
    result: 'Sentiment and reasons',
    /** The names of the samples, and what the model gets wrong in some. */
    samples: {
      notNearly: 'Not nearly as good as',
      good: 'Good',
      notGood: 'Not good',
      notBad: 'Not bad',
      double: 'Double negation',
      never: 'Never dull',
      mixed: 'Mixed',
      mixedWeakness: 'of two sides it hears the praise more.',
      turn: 'A turn at the end',
      review: 'A whole review',
      reviewWeakness: 'it grades sentences; in a review with two sides it hears the blame more.',
      irony: 'Irony',
      ironyWeakness: 'it takes irony as it stands, and this as praise.',
    },
    classes: 'How likely each class is',
    classesNote: 'The grade follows from the mean of the classes, by these shares.',
    /** A grade and where it may lie. */
    onScale: (grade: string, low: string, high: string) =>
      `${grade} on a scale from ${low} to ${high}`,
    nothing: 'Write a sentence to see its sentiment and the reasons.',
    noWords: 'There are no words to read.',
    failed: 'This text could not be read.',
    curve: 'The words, each with its grade',
    curveHint: 'Point at a word or tap it; with the keyboard, walk along them with the arrow keys.',
    curveEnds: (shown: number, all: number) =>
      `The curve ends after ${count(shown, 'word', 'words')} of ${number(all)}; class and reasons are those of the whole text.`,
    list: 'The curve as a list',
    columnWord: 'Word',
    columnGrade: 'Grade',
    columnName: 'In words',
    ngrams: 'Words that count together',
    ngramsHint:
      'What each combination of words adds to the score behind the grade. Choose one to see it in the text.',
    for: 'For: more positive',
    against: 'Against: more negative',
    none: 'Nothing.',
    /** For screen readers. */
    summary: (verdict: string, grade: string) => `${verdict}, ${grade}.`,
    summaryAndMost: (verdict: string, grade: string, words: string, adds: string) =>
      `${verdict}, ${grade}. What counts most: “${words}”, ${adds}.`,
    balance: (sum: string, bias: string, score: string) =>
      `All combinations together add ${sum} and the bias ${bias}, in all a score of ${score}.`,
    balanceAndRest: (sum: string, bias: string, rest: string, score: string) =>
      `All combinations together add ${sum} and the bias ${bias}; what is no such sum adds ${rest}, in all a score of ${score}.`,
    together: 'It reads words together',
    togetherSays:
      'The model weighs combinations of words, next to each other or with others in between; the wider the gap, the less they count. That is how “not” reaches “good” across “nearly as”.',
    everyWord: 'It judges at every word',
    everyWordSays:
      'After each word it has an opinion of what it has read so far, from very negative (−2) to very positive (2). Those are the points of the curve; where it ends is the verdict.',
    learned: 'It learned from graded sentences',
    learnedSays:
      'People graded sentences of film reviews in five classes; nobody told it what negation is. It knows English, and irony often escapes it.',
    model: 'Model: sentiment<span class="model-size"></span>.',
  },
  questions: {
    label: 'Questions',
    title: 'Whylight: questions that ask the same',
  },
  offline: {},
  problems: {},
  embed: {},
};
