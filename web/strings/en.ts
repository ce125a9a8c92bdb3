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

export interface Comparison {
  alike: string;
  other: string;
  place: number;
  otherAlike: string;
  model: string;
  words: string;
}

export const en = {
  page: {
    locale,
    views: 'Views',
    language: 'Language',
    /** Shown in every language but English. */
    modelsLanguage: 'The models read English, so write in English.',
    /** A part of the page whose code did not arrive. */
    notHere: 'Not here yet',
    partMissing:
      'This part of the page could not be loaded. Check your connection, then try again.',
    tryAgain: 'Try again',
    howItWorks: 'How it works',
    card: 'How it was made, and how good it is',
    documentation: 'Documentation',
    package: 'npm package',
    source: 'Source code',
    licences: 'Licences',
    /** Behind the name of a model. */
    modelSize: (size: string) => `, ${size}`,
  },
  /** The code of what is seen. */
  codeBox: {
    title: 'Use it in your app',
    guide: 'How to use the package',
    terminal: 'In a terminal',
    module: 'In your code',
    copy: 'Copy',
    /** The same, to those who hear it. */
    copyThis: (title: string) => `Copy: ${title}`,
    copied: 'Copied.',
    selected: 'Selected: copy it with Ctrl or ⌘ and C.',
  },
  /** A review within a page of somebody else. */
  embed: {
    title: 'A rated review',
    tooLong: (most: number) =>
      `This review is not rated here: it is longer than ${number(most)} characters.`,
    noSuchModel: 'This review cannot be rated here: it names no model that there is.',
  },
  /** Around the documents, which are in English. */
  documents: {
    title: (title: string) => `${title} · Whylight`,
    navigation: 'Whylight',
    toPage: 'Try it',
    all: 'Documentation',
    table: 'Table',
    code: 'Code',
  },
  wording: {
    stars: (stars: string) => `${stars} of 5`,
    notMentioned: 'not mentioned',
    giveOrTake: (stars: string) => `give or take ${stars}`,
    over: (number: string) => `over ${number}`,
    lessThan: (number: string) => `less than ${number}`,
    /** The same of a percentage. */
    overShare: (share: string) => `over ${share}`,
    lessThanShare: (share: string) => `less than ${share}`,
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
    rarerWords: (loaded: string, total: string) =>
      `Already reading common words. Still loading rare ones: ${loaded} of ${total}`,
    verify: 'Checking the model…',
    start: 'Starting the model…',
    cancelled: 'The model was not loaded.',
    failed: 'The model could not be loaded.',
    cancel: 'Cancel',
    tryAgain: 'Try again',
    reading: 'Reading…',
    stalled: 'Nothing has arrived for a while. You can wait, or try again.',
  },
  offline: {
    newVersion: 'A new version is here.',
    reload: 'Show it',
    later: 'Later',
  },
  /** What is wrong, and what a visitor can do. The button “Try again” stands below. */
  problems: {
    details: 'Details',
    offline:
      'You seem to be offline, and this part was not kept on your device. Connect, then try again.',
    fetch: 'A file did not arrive. Check your connection, then try again.',
    damaged:
      'What arrived is damaged or from another version. Try again; if that does not help, reload the page.',
    program:
      'Your browser could not start the program behind this page. Try again, or use a current version of Chrome, Edge, Firefox or Safari; a strict security setting may also be the cause.',
    tooLong: 'The text is longer than the model can read. Shorten it.',
    memory: 'There is not enough memory. Close other tabs, then try again.',
    list: 'The list of models did not arrive. Check your connection, then try again.',
    noSuchModel: 'There is no model at this address. Choose one of those above.',
    unknown: 'Something unexpected happened. Try again; if that does not help, reload the page.',
    notStarted:
      'The page did not start: a part of it did not arrive, or your browser could not read it. Check your connection and try again. A current version of Chrome, Edge, Firefox or Safari is needed.',
    noSuchView: 'There is nothing at this address. This is the first view instead.',
    notFound: 'Nothing here',
    notFoundSays:
      'There is no page at this address. It may have moved, or the address may have a typo in it.',
    nearest: 'This folder',
    above: 'One folder up',
  },
  record: {
    title: 'What it gets right and wrong',
    says: (tests: number, right: number) =>
      `We wrote ${count(tests, 'short test', 'short tests')}, each about one thing. The model was trained on none of them and gets ${number(right)} right. Below each kind is one of its tests.`,
    right: (right: number, of: number) => `${number(right)} of ${number(of)} right`,
    irony: 'A known weakness is irony: ',
    ironySays: (right: number, of: number) =>
      `${number(right)} of ${number(of)} right. Words that mean the opposite of what they say are often taken literally. `,
    /** In the order of the page. */
    kinds: {
      plain: 'Plain praise and blame',
      'negation near': 'Negation',
      'negation far': 'Negation, words in between',
      negation: 'Negation',
      'double negation': 'Double negation',
      contrast: 'Two sides, of which one counts',
      'other aspect': 'One thing good, another bad',
      degree: 'How much',
      comparison: 'Comparisons',
      opposites: 'Opposites',
      roles: 'Who does what to whom',
      'kinds of things': 'Kinds of things',
      'more said': 'One says more',
      quantities: 'How many',
      passive: 'Active and passive',
      'same meaning': 'In other words',
      'everyday scenes': 'Everyday scenes',
      unrelated: 'Something else',
      'reported speech': 'What others say',
      'overall verdict': 'Verdicts on the whole',
      'written score': 'Scores such as “4 out of 5”',
      'side by side': 'Opinions side by side',
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
    /** What must hold of two texts. */
    relations: {
      follows: (text: string, other: string) => `“${text}” must imply “${other}”`,
      contradicts: (text: string, other: string) =>
        `“${text}” and “${other}” must contradict each other.`,
      neither: (text: string, other: string) =>
        `“${text}” must neither imply “${other}” nor rule it out.`,
    },
  },
  reviews: {
    label: 'Reviews',
    title: 'Whylight: ratings with their reasons',
    heading: 'Every rating, with its reasons',
    privacy: 'Nothing you type leaves this device.',
    needsScript: 'This page computes in your browser and needs JavaScript.',
    models: 'Models',
    samplesLabel: 'Sample reviews',
    editor: 'A review',
    hint: 'Change a word, or paste a review of your own.',
    keys: '<kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> rates at once.',
    ratings: 'Ratings',
    phrases: 'The marked words',
    dropAll: 'Bring all words back',
    dial: 'Words for each rating',
    fewer: 'Fewer words',
    more: 'More words',
    shipped: 'As shipped',
    alarmList: 'Reasons to treat with care',
    record: 'What it gets right and wrong',
    experts: 'For experts',
    tradeOff: 'Few words or exact ratings',
    tradeOffSays:
      'The more words a rating may rest on, the closer it comes to what the writers gave. Each line shows the error of one kind of rating, relative to its largest, against the share of words selected.',
    suffices: 'Are these the words that matter?',
    sufficesSays:
      'Two tests of every rating. If the marked words alone are rated like the whole review, they are enough: <em>sufficiency</em> is near 0. If the rating moves once they are left out, they were needed: <em>comprehensiveness</em> is far from 0. Both are differences on a scale from 0 to 1.',
    aboutModel: (size: string) => `This model has ${size}. `,
    card: 'How it was made, and how good it is',
    chooses: 'It chooses words',
    choosesSays:
      'A first network reads the whole review and keeps a few short stretches of it for each rating.',
    rates: 'It rates those alone',
    ratesSays:
      'A second network sees only the words that were kept, and rates from them: from 1 to 5 or, for a film, how likely the review is to favour it. So the marked words are what the rating rests on, not a story told afterwards. What the review does not mention is not rated.',
    learned: 'It learned from ratings',
    learnedSays:
      'Nobody showed it which words matter. “Give or take 0.4” means that most ratings of this kind are less than 0.4 stars off. Each model knows reviews of one kind, in English, and says so when a text seems to be something else.',
    subjects: {
      beer: {
        name: 'Beer',
        label: 'A beer review',
        placeholder: 'How does it look, smell and feel?',
        kind: 'a beer review in English',
      },
      hotels: {
        name: 'Hotels',
        label: 'A hotel review',
        placeholder: 'How were the room, the people, the place?',
        kind: 'a hotel review in English',
      },
      movies: {
        name: 'Films',
        label: 'A film review',
        placeholder: 'What did you think of the film?',
        kind: 'a film review in English',
        classes: { negative: 'against the film', positive: 'for the film' },
      },
    },
    /** Of a model that the page does not know. */
    anySubject: {
      label: 'A review',
      placeholder: 'What do you think of it?',
      kind: 'the reviews that this model knows',
    },
    /** The names of the samples, and what the models get wrong in some. */
    samples: {
      glowing: 'Glowing',
      mixed: 'Mixed',
      mixedHotelWeakness: 'it takes “clean enough” for clean.',
      poor: 'Poor',
      divided: 'Divided',
      notBad: 'Not bad',
      onlySmell: 'Only the smell',
      irony: 'Irony',
      ironyWeakness: 'it does not hear the irony, and takes every word literally.',
      notBeer: 'Not a beer',
      neverUnfriendly: 'Never unfriendly',
      onlyPlace: 'Only the place',
      notHotel: 'Not a hotel',
      turns: 'Turns around',
      lovedIt: 'Loved it',
      notDull: 'Not a dull moment',
      noOpinion: 'No opinion',
      notFilm: 'Not a film',
    },
    notRated: 'Not rated',
    /** In the place of a rating, and within a sentence. */
    unmentioned: 'The review does not mention it',
    noSide: 'The review takes no side',
    /** A rating and its aspect; `rating` is a class with its probability. */
    rated: (aspect: string, rating: string) => `${aspect} ${rating}`,
    classified: (aspect: string, rating: string) => `${aspect}: ${rating}`,
    /** A class and how likely it is. */
    classText: (name: string, probability: string) => `${name}, ${probability}`,
    /** The size of a difference of ratings, or of probabilities. */
    starsApart: (stars: string) => `${stars} ${stars === '1.0' ? 'star' : 'stars'}`,
    pointsApart: (points: number) => count(points, 'percentage point', 'percentage points'),
    takeWithCare: 'treat with care',
    careFor: (aspects: readonly string[]) => `${aspects.join(', ')}: treat with care. `,
    /** On a card whose words a visitor dropped. */
    withoutDropped: 'without the words you dropped',
    noWordsLeft: 'No words are left',
    /** Beside a rating: how it moved. */
    deltaPoints: (points: string) => `${points}%`,
    /** One line under the text, on what is pointed at. `quote` is in quotation marks. */
    markSays: (quote: string, aspects: readonly string[], sure: string) =>
      `${quote} speaks for ${lists.format(aspects)}, ${sure} sure. Choose it to leave it out.`,
    droppedSays: (quote: string, aspects: readonly string[]) =>
      `${quote} is left out for ${lists.format(aspects)}. Choose it again to bring it back.`,
    cardSays: (rating: string, quotes: readonly string[], more: number) =>
      quotes.length === 0
        ? `${rating}.`
        : `${rating}, because of ${lists.format(more > 0 ? [...quotes, `${number(more)} more`] : quotes)}.`,
    rises: (aspect: string, from: string, to: string, size: string) =>
      `Without what you left out, ${aspect} rises by ${size}: from ${from} to ${to}.`,
    falls: (aspect: string, from: string, to: string, size: string) =>
      `Without what you left out, ${aspect} falls by ${size}: from ${from} to ${to}.`,
    stays: (aspect: string, rating: string) =>
      `Without what you left out, ${aspect} stays as it is: ${rating}.`,
    /** All words of an aspect were left out; what the model says of no words is its prior. */
    noneLeft: (aspect: string, prior: string) =>
      `No words are left for ${aspect}. With none at all the model would say ${prior}, whatever the text.`,
    pointAt: 'Choose a rating to see its words alone, or a mark to leave its words out.',
    /** Whose reason a mark is. */
    aspectList: (aspects: readonly string[]) => lists.format(aspects),
    /** A marked stretch, to those who hear the page. */
    phrase: (quote: string, aspects: readonly string[], sure: string) =>
      `${quote}, ${lists.format(aspects)}, ${sure} sure`,
    /** Words of a long text that are left out of a quote. */
    quote: (words: string) => `“${words}”`,
    quoteCut: (first: string, last: string) => `“${first} … ${last}”`,
    summary: (ratings: readonly string[], reasons: number) =>
      `${ratings.join('; ')}; ${reasons > 0 ? count(reasons, 'reason', 'reasons') : 'no words were selected'}.`,
    noWords: 'There are no words to rate.',
    nothing: 'Write or paste a review to see its ratings and their reasons.',
    strange: (kind: string) => `This does not read like ${kind}, so it is not rated.`,
    knowsNone: 'The model knows none of these words, so the text is not rated.',
    speaksOfNothing: 'This review mentions nothing that is rated here.',
    takesNoSide: 'This review takes no side.',
    silentOn: (aspect: string) => `This review does not mention ${aspect.toLowerCase()}.`,
    failed: 'This text could not be rated.',
    dropFailed: 'The rating without these words could not be computed.',
    /** What the dial chooses. */
    asShipped: 'as shipped',
    asShippedSays: 'As many words as the model was made to choose.',
    ofTheWords: (share: string) => `${share} of the words`,
    pointSays: (share: string) => `About ${share} of the words for each rating.`,
    wordsSelected: 'words selected',
    columnWords: 'Words selected',
    columnError: (aspect: string) => `Error of ${aspect.toLowerCase()}`,
    tableTitle: 'What each point trades: words selected for the mean squared error of the ratings',
    tooLong: 'This text is too long to be measured here.',
    notMeasured: 'This could not be measured.',
    noneMarked: (prior: string) =>
      `No words are marked. With none at all the model would say: ${prior}, whatever the text.`,
    whole: 'Whole review',
    alone: 'Marked words alone',
    others: 'All other words',
    sufficiency: (value: string) => `Sufficiency ${value}: `,
    comprehensiveness: (value: string) => `Comprehensiveness ${value}: `,
    enough: 'the marked words alone say what the whole review says.',
    wholeHigher: (size: string) =>
      `read whole, the review rates ${size} higher than the marked words alone.`,
    wholeLower: (size: string) =>
      `read whole, the review rates ${size} lower than the marked words alone.`,
    notNeeded: 'without the marked words the rating stays; the rest says as much.',
    ratingFalls: (size: string) => `without the marked words the rating falls by ${size}.`,
    ratingRises: (size: string) => `without the marked words the rating rises by ${size}.`,
    inTests: (alarms: readonly string[]) => `In tests, ${alarms.join('; ')}.`,
    /** What an evaluation says -> how a sentence goes on that starts with "In tests,". */
    alarmWords: {
      'almost nothing is selected': 'hardly any words were marked for it',
      'almost everything is selected': 'nearly all words were marked for it',
      'the rationale predicts no better than the mean rating':
        'the marked words said no more about it than the average of all ratings',
      'the words that are not selected tell the rating, and those that are tell no more of it than random spans':
        'the rest of the review said more about it than the marked words',
      'the words that are not selected tell what sets this rating apart from the others, and those that are tell no more of it than random spans':
        'the rest of the review said more about it than the marked words',
      'random spans predict as well as the rationale':
        'words picked at random said as much about it as the marked ones',
      'spans hold no more words of the aspect than random ones':
        'the marked words were about it no more often than words picked at random',
      'most selected words are punctuation': 'most of what was marked was punctuation',
    },
  },
  /** What a review speaks of. */
  opinions: {
    title: 'Opinions',
    says: 'A second model, trained on reviews of restaurants and laptops, underlines what the text talks about: a plain line if it is liked, a wavy one if not, a dotted one if it is only mentioned. It finds most of it, not all, and is sometimes wrong. It is loaded when you open this.',
    positive: 'Liked',
    negative: 'Not liked',
    neutral: 'Mentioned',
    none: 'It finds nothing that this review talks about.',
    failed: 'What the review talks about could not be found.',
  },
  /** The fewest words that would change a rating. */
  changing: {
    title: 'What would change a rating?',
    ask: 'What would change this rating?',
    says: 'The fewest words to leave out or replace to reach the next star up or down, at least half a star away; for a film, the other side. From 4 stars on, only a lower rating is tried, as a few words hardly lift a high one further. The model rereads each changed review.',
    goals: 'Another rating',
    /** `goal` is a number of stars, or a class in quotation marks. */
    whyNot: (goal: string) => `Why not ${goal}?`,
    stars: (stars: number) => count(stars, 'star', 'stars'),
    searching: 'Looking for the fewest words…',
    leaveOut: (words: number) => `Leave out ${count(words, 'word', 'words')}`,
    replace: (words: number) => `Replace ${count(words, 'word', 'words')}`,
    /** Both are in quotation marks. */
    replaced: (from: string, to: string) => `${from} with ${to}`,
    moves: (aspect: string, from: string, to: string) => `${aspect}: from ${from} to ${to}.`,
    tryIt: 'Try it',
    /** Nothing was found; `more`: of more words at once nothing is known. */
    dropFails: (words: number, more: boolean) =>
      `Leaving out ${words === 1 ? 'one word' : `up to ${number(words)} words`} is not enough${more ? '; more were not tried' : ''}.`,
    replaceFails: (words: number, more: boolean) =>
      `Replacing ${words === 1 ? 'one word' : `up to ${number(words)} words`} is not enough${more ? '; more were not tried' : ''}.`,
    noneKnown: 'Nothing to replace: no word in it has an opposite in our list.',
    triedAll: 'Every word was tried alone; in combination, only those with the largest effect.',
    triedNear: (words: number) =>
      `The ${count(words, 'word', 'words')} nearest to the reasons were tried alone; in combination, only those with the largest effect.`,
    tried: 'The review is changed.',
    undo: 'Undo',
    undone: 'The review is as it was.',
    failed: 'The search did not work.',
  },
  /** Two reviews side by side: A was kept, B is in the editor. */
  comparing: {
    start: 'Compare with another review',
    stop: 'Stop comparing',
    heading: 'A and B compared',
    a: 'A: the review you kept',
    b: 'B: the review you edit',
    tooLong: 'This review is too long to be compared.',
    same: 'B is still the same as A. Change a word of it, or paste another review.',
    otherReview: 'B is another review, not an edit of A.',
    edited: (removed: number, added: number) =>
      `From A to B: ${count(removed, 'word', 'words')} removed, ${number(added)} added.`,
    aspect: 'Aspect',
    difference: 'From A to B',
    higher: (size: string) => `${size} higher`,
    lower: (size: string) => `${size} lower`,
    alike: 'the same',
    otherSide: 'the other side',
    sameSide: 'the same side',
    onlyA: 'only A mentions it',
    onlyB: 'only B mentions it',
    neither: 'neither mentions it',
    changes: 'What was changed',
    /** Before words, to those who hear the page. */
    removed: 'removed:',
    added: 'added:',
    failed: 'A could not be rated.',
    changesFailed: 'What was changed could not be shown.',
  },
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
      doubleWeakness: 'it reads “nothing” and “cannot” separately and misses that they cancel out.',
      never: 'Never dull',
      mixed: 'Mixed',
      turn: 'A turn at the end',
      review: 'A whole review',
      irony: 'Irony',
      ironyWeakness: 'it takes irony literally, and this as praise.',
    },
    classes: 'How likely each class is',
    classesNote:
      'The grade comes from the mean of the classes, weighted by these shares. The verdict is the likelier of the two classes around that mean, so it need not be the likeliest of all.',
    /** A grade and where it may lie. */
    onScale: (grade: string, low: string, high: string) =>
      `${grade} on a scale from ${low} to ${high}`,
    nothing: 'Write a sentence to see its sentiment and the reasons.',
    noWords: 'There are no words to read.',
    notEnglish: 'There is no English word in this, so it gets no grade.',
    knowsFew: (share: string) =>
      `The model knows only ${share} of these words, so its grade is a guess.`,
    failed: 'This text could not be read.',
    curve: 'The words, each with its grade',
    curveHint: 'Point at a word or tap it; on a keyboard, use the arrow keys.',
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
      'People graded sentences of film reviews in five classes; texts made from templates, many with a negation, were added. The model knows English, and irony often escapes it.',
    model: 'Model: sentiment<span class="model-size"></span>.',
  },
  /** A classifier that the visitor trained. */
  ownClassifier: {
    heading: (name: string) => `“${name}”: class and reasons`,
    lead: 'Which class does a text belong to, and what makes it so? Whylight shows how likely each class is, and which words together speak for it and against it.',
    editor: 'A text',
    placeholder: 'A text to put into a class',
    hint: 'Change a word; the classes follow as you type.',
    result: 'Class and reasons',
    /** How likely the class is. */
    likely: (share: string) => `${share} likely`,
    classesNote: 'Choose a class to see what speaks for it, and again to deselect it.',
    /** The classes that there is no room for, together. */
    others: (n: number) => count(n, 'more class', 'more classes'),
    nothing: 'Write a text to see its class and the reasons.',
    unknown: 'The model knows none of these words, so it names no class.',
    knowsFew: (share: string) =>
      `The model knows only ${share} of these words, so its class is a guess.`,
    ngramsHint: (name: string) =>
      `What each combination of words adds to the score of “${name}”. Choose one to see it in the text.`,
    gradeHint:
      'What each combination of words adds to the score behind the grade. Choose one to see it in the text.',
    for: (name: string) => `For “${name}”`,
    against: (name: string) => `Against “${name}”`,
    higher: 'For a higher grade',
    lower: 'For a lower grade',
    noReasons:
      'What this model says is no sum over combinations of words, so there are no reasons to show.',
  },
  /** What reviews say to a question. */
  ask: {
    label: 'Ask',
    title: 'Whylight: ask the reviews',
    heading: 'Ask the reviews',
    lead: 'Write a question, and paste one or more reviews. Whylight marks the words that answer it, shows how sure it is, and tells you when a review does not say.',
    privacy:
      'It runs in your browser, without a server. <strong>Nothing you type leaves this device.</strong>',
    editor: 'Question and reviews',
    sampleList: 'Sample reviews',
    question: 'Question',
    questionPlaceholder: 'What would you like to know?',
    questions: 'Questions to try',
    reviews: 'Reviews',
    placeholder: 'Paste a review here, or several.',
    hint: 'Leave an empty line between reviews; without any, each line is a review.',
    keys: '<kbd>Enter</kbd> in the question asks at once.',
    samples: { hotel: 'Hotel', restaurant: 'Restaurant', headphones: 'One review' },
    result: 'Answer',
    quotes: 'What they say',
    nothing: 'Write a question and a review to see what it says.',
    failed: 'The question could not be answered.',
    quoted: (words: string) => `“${words}”`,
    /** How many reviews answer, of at least two. */
    saying: (n: number, of: number) =>
      n === 0
        ? `None of the ${number(of)} reviews answers this.`
        : `${number(n)} of ${number(of)} reviews ${n === 1 ? 'answers' : 'answer'} this.`,
    notSaid: 'The review does not say.',
    sure: (probability: string) => `It is ${probability} likely that the review says it.`,
    unsure: (probability: string, threshold: string) =>
      `It is ${probability} likely that it does; an answer is given only from ${threshold} up.`,
    review: (n: number) => `Review ${number(n)}`,
    theReview: 'The review',
    saysIt: (probability: string) => `says it, ${probability} likely`,
    saysNothing: (probability: string) => `does not say (${probability} likely that it does)`,
    others: 'Next likeliest',
    nearest: 'What comes nearest',
    words: 'Words of the answer',
    nearestWords: 'Words of what comes nearest',
    theQuestion: 'The question',
    /** Of several reviews, as this one reads it. */
    theQuestionTo: (review: string) => `The question, as ${review} reads it`,
    questionWords: 'Words of the question',
    why: 'Why?',
    wordsHint: 'Point at a marked word or tap it to see which words of the question it read.',
    effectsHint:
      'The number below a word says how many times as likely the likeliest place is to be the answer with the word as without it. Point at a word here or in a mark, or tap it, to see more.',
    effectsLong:
      'What each word does is not measured for so long a review. Point at a marked word or tap it to see which words it read.',
    effectsFailed: 'What each word of the question does could not be measured.',
    /** What a word of the question does; said behind it, and before what the answer is without it. */
    makes: (times: string) =>
      `makes the likeliest place ${times} times as likely to be the answer.`,
    doesLittle: 'hardly changes how likely the likeliest place is to be the answer.',
    /** Two probabilities. */
    instead: (now: string, before: string) => `${now} instead of ${before}`,
    /** How likely it is that the review says it without a word, with how likely it was if that differs. */
    without: {
      same: (change: string) => `Without it, the answer stays the same (${change} likely).`,
      none: (change: string) =>
        `Without it, the review does not say (${change} likely that it does).`,
      stillNone: (change: string) =>
        `Without it, the review does not say either (${change} likely that it does).`,
    },
    withoutOther: (quote: string, now: string) =>
      `Without it, the answer would be “${quote}” (${now} likely).`,
    readAlone: (words: string) => `It answers from these words alone: “${words}”`,
    knowsFewOfQuestion: (share: string) =>
      `The model knows only ${share} of the words of the question, so this is a guess.`,
    knowsFewOfReview: (share: string) =>
      `The model knows only ${share} of the words of the review, so this is a guess.`,
    leftOut: (read: number, more: number) =>
      `Only the first ${count(read, 'review', 'reviews')} were read, ${number(more)} more were not.`,
    meet: 'Review and question meet',
    meetSays:
      'Each word of the review reads the whole question, some of its words a little more than others. Point at a word to see how much of each. It tells where the model looked, not why it chose. What a word of the question does is measured: the review is read again without it.',
    places: 'Every place is weighed',
    placesSay:
      'The model estimates how likely each place in the review is to be the answer, and how likely it is that there is none. The likeliest place is marked, if there is an answer at all.',
    learned: 'It learned from questions about reviews',
    learnedSays:
      'People marked what answers a question in English reviews of hotels, restaurants, electronics and groceries, or that nothing does. On other texts its answers are guesses, and it is often wrong: read the words around an answer.',
    model: 'Model: reader<span class="model-size"></span>.',
  },
  /** Two texts compared; not the comparison of two reviews, which is `comparing`. */
  pairs: {
    label: 'Compare',
    title: 'Whylight: how two texts relate',
    heading: 'Does one follow from the other?',
    lead: 'Write two sentences. Whylight says whether the second follows from the first, contradicts it or does neither. It shows which words it read together, and what would change without a word.',
    privacy:
      'It runs in your browser, without a server. <strong>Nothing you type leaves this device.</strong>',
    editor: 'Two texts',
    sampleList: 'Sample pairs',
    first: 'First text',
    second: 'Second text',
    swap: 'Swap the two texts',
    placeholder: 'Write a sentence.',
    hint: 'Change a word; the verdict follows as you type.',
    keys: '<kbd>Ctrl</kbd> or <kbd>⌘</kbd> + <kbd>Enter</kbd> compares at once.',
    samples: {
      follows: 'Follows',
      contradicts: 'Contradicts',
      neither: 'Neither',
      negation: 'Negation',
      same: 'In other words',
      swapped: 'Words swapped',
      opposites: 'Opposites',
      more: 'Says more',
      unrelated: 'Something else',
    },
    result: 'Verdict and reasons',
    directions: {
      forward: 'From the first to the second',
      backward: 'From the second to the first',
    },
    says: {
      forward: {
        follows: 'The second follows from the first',
        contradicts: 'The second contradicts the first',
        neither: 'Neither',
      },
      backward: {
        follows: 'The first follows from the second',
        contradicts: 'The first contradicts the second',
        neither: 'Neither',
      },
    },
    relations: { follows: 'Follows', contradicts: 'Contradicts', neither: 'Neither' },
    bothSay: 'Both say the same: each follows from the other.',
    likely: (probability: string) => `${probability} likely`,
    shares: 'How likely each is',
    nothing: 'Write something in both fields to see how they relate.',
    nothingLeft: 'Each text needs a word. Bring one back by choosing it again.',
    unknown: 'The model knows none of the words of one of these texts, so it gives no verdict.',
    knowsFew: {
      text: (share: string) =>
        `The model knows only ${share} of the words of the first text, so this is a guess.`,
      other: (share: string) =>
        `The model knows only ${share} of the words of the second text, so this is a guess.`,
    },
    knowsFewOfBoth: (first: string, second: string) =>
      `The model knows only ${first} of the words of the first text and ${second} of the second, so this is a guess.`,
    failed: 'These texts could not be compared.',
    words: 'Word by word',
    wordsHint:
      'Point at a word or tap it to see what it reads of the other text. Choose it to leave it out, and again to bring it back.',
    wordsLong: (most: number) =>
      `Words are shown one by one where both texts together have at most ${number(most)}.`,
    effectsHint:
      'Below each word: by how many percentage points the verdict from the first to the second is likelier with the word than without it.',
    firstWords: 'Words of the first text',
    secondWords: 'Words of the second text',
    leftOut: 'left out',
    restore: 'Bring all words back',
    /** One of the words that a word reads, with how much; several stand behind each other. */
    readWord: (word: string, share: string) => `“${word}” ${share}`,
    comma: ', ',
    reads: (words: string) => `reads ${words}.`,
    owes: (verdict: string, points: string) => `It changes “${verdict}” by ${points} points.`,
    matrix: 'All words of both',
    matrixHint: 'How much each word of the first text (rows) reads of each word of the second.',
    matrixLong: (most: number) =>
      `This table is shown where each text has at most ${count(most, 'word', 'words')}.`,
    meet: 'The words meet',
    meetSays:
      'Each word reads the other text, most of all the words that are near to it in meaning. The lines show how much it reads of each.',
    compared: 'Then they are compared',
    comparedSays:
      'The model compares each word with what it read, and makes one verdict of all these comparisons. What a word does to it is measured: the verdict is made again without it.',
    learned: 'It learned from pairs',
    learnedSays:
      'People judged thousands of pairs of short English sentences that describe what can be seen; many more pairs were made from templates. On other texts its verdicts are guesses, and it may miss opposites and the same thing in other words.',
    model: 'Model: pairs<span class="model-size"></span>.',
  },
  questions: {
    label: 'Questions',
    title: 'Whylight: questions that ask the same thing',
    heading: 'Questions that ask the same thing',
    lead: 'Ask in your own words. Whylight finds the questions that mean the same, marks the words that make each match, and says so when nothing fits.',
    privacy:
      'It runs in your browser, without a server. <strong>Nothing you type or open leaves this device.</strong>',
    sets: 'Search in',
    /** The names of the sets that come with the page. */
    setNames: {
      all: 'All subjects',
      travel: 'Travel',
      helpDesk: 'Help desk',
      computers: 'Computers',
    },
    bringOwn: 'Bring your own…',
    question: 'Your question',
    placeholder: 'What would you like to know?',
    hint: 'Answers follow as you type.',
    keys: '<kbd>Enter</kbd> asks at once.',
    examples: 'For example',
    result: 'What asks the same thing',
    ranking: 'Ranking',
    combined: 'Combined',
    apart: 'Side by side',
    model: 'Model: questions<span class="model-size"></span>.',
    opening: (set: string) => `Opening “${set}”…`,
    readingSet: (questions: number) => `Reading ${count(questions, 'question', 'questions')}…`,
    notOpened: 'It was not opened. Choose it again to try once more.',
    openFailed: (set: string) => `“${set}” could not be opened.`,
    reads: 'It reads what is asked',
    readsSays:
      'The model turns each question into a list of numbers, so that questions that ask the same thing have similar numbers, whatever their words. Misspelt words count by their spelling.',
    compares: 'It compares words as well',
    comparesSays:
      'Next to the model, BM25 counts the words that both questions have; rare words count more. Names and numbers match best that way. The two are combined.',
    sure: 'It says how sure it is',
    sureSays:
      'What counts as near differs from set to set, so each set is first asked a hundred questions about other things. What stands out from those is likely the same; if nothing does, nothing fits. It knows English, and is sometimes wrong; “Why” shows what it went by.',
  },
  /** How likely it is that a question asks the same. */
  certainty: {
    almostCertainly: 'almost certainly',
    veryLikely: 'very likely',
    probably: 'probably',
    perhaps: 'perhaps',
    hardly: 'hardly',
  },
  /** The questions that were found. */
  found: {
    searched: (questions: number, time: string) =>
      `${count(questions, 'question', 'questions')} searched in ${time}, on your device`,
    nothingAsked: 'Type a question to find those that ask the same thing.',
    failed: 'This question could not be searched for.',
    byModel: 'By the model',
    byModelSays: 'What is asked, whatever the words',
    byWords: 'By words (BM25)',
    byWordsSays: 'Words that both have',
    noneByWords: 'No question has any of them.',
    nearest: 'The nearest ones',
    nearestList: 'The nearest questions',
    list: 'Questions that ask the same thing',
    lessLikely: 'Less likely',
    lessLikelyOf: (questions: number) => `Less likely (${number(questions)})`,
    nothing: 'Nothing here asks that',
    unknownWords: 'None of its words are known here.',
    nearestChance: (chance: string) =>
      `The nearest question asks the same with a probability of ${chance}.`,
    keep: 'Keep it for later',
    /** For screen readers. */
    nothingSummary: 'Nothing here asks that.',
    nearestSummary: (question: string, chance: string) =>
      `Nothing here asks that. The nearest: “${question}”, ${chance}.`,
    summary: (questions: number, first: string) =>
      `${count(questions, 'question', 'questions')} found. The first: “${first}”.`,
    summaryAndChance: (questions: number, first: string, certainty: string, chance: string) =>
      `${count(questions, 'question', 'questions')} found. The first: “${first}”, ${certainty} the same, ${chance}.`,
    answer: 'Answer',
    why: 'Why',
    score: 'score',
    sameWord: 'the same word',
    alike: 'similar, says the model',
    words: 'Words of your question that match',
    wordsHint: 'Point at a marked word to see what it matches.',
    /** Behind a word of the question: the words that it matches, some of them if `more`. */
    matches: (words: readonly string[], more: boolean, hits: number, all: number) =>
      ` matches ${words.map((word) => `“${word}”`).join(', ')}${more ? ' and others' : ''} in ${number(hits)} of ${number(all)}.`,
  },
  /** Why a question was found. */
  why: {
    looking: 'Looking…',
    failed: 'The reasons could not be found.',
    scoreOfBoth: (model: string, words: string) =>
      `Its score: ${model} from the model and ${words} from words that both have.`,
    scoreOfModel: (model: string) => `Its score: ${model} from the model.`,
    scoreOfWords: (words: string) => `Its score: ${words} from words that both have.`,
    scoreOfNothing: 'Its score: nothing.',
    alike: 'What the model finds alike',
    alikeSays: (score: string, pairs: string, rest: string) =>
      `How alike the model finds them: ${score}, where 1 is the same. All pairs of words, one of each question, add ${pairs}; what is no such pair, ${rest}.`,
    pairs: 'Pairs of words that count most',
    /** Between the two words of a pair. */
    and: ' and ',
    words: 'Words that both have',
    noWords: 'None: they differ in every word.',
    youWrote: 'You wrote',
    itHas: 'It has',
    adds: 'Adds',
    wordsSum: (score: string, share: string) =>
      `In all ${score}, ${share} of the most that any question could reach. Rare words add more.`,
    without: 'If a word is left out',
    /** Around the word that is left out. */
    withoutStays: (place: number): [string, string] => [
      'Without ',
      ` it stays in place ${number(place)} `,
    ],
    withoutMoves: (from: number, to: number): [string, string] => [
      'Without ',
      ` it goes from place ${number(from)} to ${number(to)} `,
    ],
    scoreChange: (change: string) => `score ${change}`,
    above: (place: number) => `Why it is above number ${number(place)}`,
    compare: (place: number) => `Compare with number ${number(place)}`,
    compareFailed: 'They could not be compared.',
    /** Of a hit and the other below it; `model` and `words` are differences of scores. */
    comparison: ({ alike, other, place, otherAlike, model, words }: Comparison) =>
      `The model finds it ${alike} alike, and “${other}”, number ${number(place)}, ${otherAlike}. Of the difference in score, ${model} comes from the model and ${words} from words that both have.`,
    speaksFor: 'speaks for it',
    speaksForOther: (place: number) => `speaks for number ${number(place)}`,
  },
  /** Sets of the visitor's own. */
  ownSet: {
    says: (questions: number) => `${count(questions, 'question', 'questions')} of your own`,
    keep: 'Keep on this device',
    saveAs: 'Save as',
    csv: 'CSV',
    jsonLines: 'JSON lines',
    index: 'Index',
    delete: 'Delete',
    deleteIt: 'Delete it',
    keepIt: 'Keep it',
    askDelete: (set: string) => `Delete “${set}”, here?`,
    askDeleteKept: (set: string) => `Delete “${set}”, here and on this device?`,
    keepFailed: 'It could not be kept.',
    saveFailed: 'It could not be saved.',
    deleteFailed: 'It could not be deleted.',
    gone: (set: string) => `“${set}” is no longer kept on this device. Bring its questions again.`,
  },
  /** Questions that found no answer. */
  unanswered: {
    title: 'Questions without an answer',
    lead: 'Questions that the set does not answer show what to write next. They are kept only if you say so, on this device, and leave it only as a file that you save.',
    keep: 'Keep questions that found no answer, once I press Enter or leave the field',
    saveCsv: 'Save as CSV',
    saveJsonLines: 'Save as JSON lines',
    deleteAll: 'Delete all',
    kept: 'Kept on this device, in the list below.',
    keepFailed: 'It could not be kept.',
    changeFailed: 'This could not be changed.',
    noteFailed: 'A question could not be kept.',
    saveFailed: 'They could not be saved.',
    deleteFailed: 'They could not be deleted.',
    says: (questions: number) =>
      `${count(questions, 'question', 'questions')}, kept on this device`,
    /** Behind a question: the set that was asked, and how likely the nearest asks the same. */
    aboutNearest: (set: string, chance: string) => `${set}, nearest ${chance}`,
  },
  /** Near-duplicates in a set. */
  duplicates: {
    title: 'Near-duplicates in this set',
    lead: 'Questions that say nearly the same, in groups: where one answer would do, or an old entry is left over.',
    threshold: 'How alike, at least',
    comparing: 'Comparing every question with all others…',
    failed: 'Duplicates could not be looked for.',
    stopped: 'Stopped. ',
    again: 'Look again',
    none: (questions: number) =>
      `No two of ${count(questions, 'question', 'questions')} are so alike.`,
    groups: (groups: number, questions: number, all: number) =>
      `${count(groups, 'group', 'groups')} with ${count(questions, 'question', 'questions')} of ${number(all)}.`,
    groupsShown: (groups: number, questions: number, all: number, shown: number) =>
      `${count(groups, 'group', 'groups')} with ${count(questions, 'question', 'questions')} of ${number(all)}; the largest ${number(shown)} are shown.`,
    search: 'Search for it',
    more: (questions: number) => `and ${number(questions)} more`,
    pair: (alike: string) => `2 questions. Alike by ${alike}`,
    group: (questions: number, least: string, most: string) =>
      `${count(questions, 'question', 'questions')}. Alike by ${least} to ${most}`,
  },
  /** How good the model is. */
  evaluation: {
    title: 'How good is it?',
    lead: 'Measured here, on your device, and next to BM25, which compares words alone. The numbers in brackets say where a figure lies in 95 of 100 samples of this size.',
    ownPairs: 'On pairs of your own',
    ownPairsHint:
      'CSV or JSON lines: two questions a row, and 1 or yes where both ask the same, 0 or no where they do not. Nothing is uploaded.',
    ourQuestions: 'On our own questions',
    ourQuestionsHint:
      'We wrote 105 questions for the three shipped sets, worded differently from theirs; 15 of them ask what no set answers.',
    measure: 'Measure',
    measuring: 'Measuring…',
    stopped: 'Stopped. Nothing was measured.',
    failed: 'This could not be measured.',
    rankers: { combined: 'Combined', model: 'Model', bm25: 'BM25' },
    yourPairs: 'On your pairs',
    pairs: (pairs: number, same: number) =>
      `${count(pairs, 'pair', 'pairs')}, of which ${number(same)} ask the same.`,
    leftOut: (measured: number, left: number) =>
      `The first ${number(measured)} were measured; ${number(left)} were left out.`,
    unusable: (rows: number, line: number, problem: string) =>
      `${count(rows, 'row', 'rows')} could not be used. Line ${line}: ${problem}`,
    oneKind:
      'All pairs have the same label, so there is no order to judge, only what is said of each.',
    auc: 'AUC',
    averagePrecision: 'Average precision',
    right: 'Right',
    rightFirst: 'A right question first',
    difference: (value: string, low: string, high: string) =>
      `The model’s AUC less that of BM25, on the same samples: ${value} (${low} to ${high}).`,
    explanation: (probability: string) =>
      `AUC is how often a pair that asks the same has a higher score than one that does not; chance is 0.5. “Right” is the share of pairs of which the verdict is right: this page’s at a probability of ${probability}, the others’ at the threshold that is best on these very pairs, which favours them.`,
    answerable: (questions: number) =>
      `${count(questions, 'question', 'questions')} that a set answers, each in its own set.`,
    refused: (ofOthers: string, others: number, ofAnswerable: string, answerable: number) =>
      `“Nothing here asks that” is said of ${ofOthers} of ${number(others)} questions that no set answers, and, wrongly, of ${ofAnswerable} of the ${number(answerable)}. Where that begins was chosen on these very questions, so others are refused less well.`,
    /** A figure, and where it lies. */
    estimate: (value: string, low: string, high: string) => `${value} (${low} to ${high})`,
    figures: 'Figures',
  },
  /** Bringing questions of one's own. */
  importing: {
    title: 'Questions of your own',
    close: 'Close',
    privacy: 'They are read on this device. <strong>Nothing is uploaded.</strong>',
    hint: 'Tables (CSV), JSON lines, a page with an FAQ (schema.org), one question a line, or an index that was saved here. At most 50 MB and 100,000 questions.',
    chooseFile: 'Choose a file',
    /** Behind the button that chooses a file. */
    orDrop: ' or drop one here',
    /** Where several files were dropped: which of them is read. */
    oneFile: (name: string) => `Only one file is read at a time: “${name}”.`,
    orPaste: 'Or paste',
    readPasted: 'Read what is pasted',
    example: 'question,answer\nWhere is my parcel?,Look at …',
    pairsExample: 'a,b,same\nWhere is my parcel?,My parcel has not come,1',
    name: 'Name of the set',
    ownName: 'My questions',
    division: 'A question is',
    divisions: { line: 'a line', paragraph: 'a paragraph', row: 'a row of a table' },
    separator: 'Separator',
    separators: { comma: 'comma', semicolon: 'semicolon', tab: 'tab', bar: 'bar' },
    header: 'The first row names the columns',
    uses: 'Which column is what',
    useNames: { question: 'Question', answer: 'Answer', category: 'Category', id: 'Id' },
    /** No column. */
    none: 'none',
    preview: 'The first rows',
    keep: 'Keep them on this device, for my next visit',
    back: 'Back',
    reading: 'Reading…',
    readingFile: 'Reading the file…',
    parsing: 'Taking it apart…',
    /** What was read; `format` is one of the next. */
    rowsRead: (rows: number, format: string) => `${count(rows, 'row', 'rows')}, read as ${format}.`,
    formats: {
      table: 'a table',
      'json-lines': 'JSON lines',
      'json-array': 'a JSON array',
      'faq-page': 'an FAQ page',
      'plain-text': 'one question a line',
      paragraphs: 'one question a paragraph',
    },
    search: (questions: number) => `Search these ${count(questions, 'question', 'questions')}`,
    searchThese: 'Search these questions',
    problems: (rows: number) =>
      rows === 1 ? '1 row needs a look' : `${number(rows)} rows need a look`,
    line: (line: number) => `Line ${line}`,
    moreProblems: (problems: number) => `And ${number(problems)} more.`,
    making: (questions: number) => `Reading ${count(questions, 'question', 'questions')}…`,
    made: (done: number, all: number, share: string) =>
      `${number(done)} of ${count(all, 'question', 'questions')} read, ${share}`,
    openingIndex: 'Opening the index…',
    badIndex:
      'This index is damaged, or another model made it. Choose another file, or bring the questions themselves as a table.',
    otherIndex: (fields: readonly string[]) =>
      `Expected an index of the field "question"; found ${fields.map((field) => `"${field}"`).join(', ')}.`,
  },
  /** Many reviews at once. */
  many: {
    label: 'Many reviews',
    title: 'Whylight: many reviews at once',
    heading: 'Many reviews at once',
    lead: 'Bring a table or a list of up to 10,000 reviews. Whylight rates them all, sums up what they say of each aspect, and shows the words behind every rating.',
    privacy:
      'They are read and rated on this device, without a server. <strong>Nothing is uploaded.</strong>',
    source: 'Your reviews',
    hint: 'A table (CSV or TSV), JSON lines, or plain text with a review on each line or in each paragraph. At most 50 MB and 10,000 reviews.',
    gone: (reviews: number) =>
      `You rated ${count(reviews, 'review', 'reviews')} here. What you bring is not kept, so bring it again.`,
    example: 'Spotless room and kind staff.\nThe bed was hard and the street is loud.',
    sample: (reviews: number) => `Try it with ${number(reviews)} hotel reviews`,
    sampleName: 'hotel-reviews',
    ownName: 'reviews',
    setup: 'What to rate, and how',
    model: 'They are about',
    column: 'Column of the reviews',
    division: 'A review is',
    divisions: { line: 'a line', paragraph: 'a paragraph', row: 'a row of a table' },
    firstOnes: 'The first of them',
    /** What was read; `format` is one of the next. */
    rowsRead: (rows: number, format: string) => `${count(rows, 'row', 'rows')}, read as ${format}.`,
    formats: {
      table: 'a table',
      'json-lines': 'JSON lines',
      'json-array': 'a JSON array',
      'faq-page': 'a page',
      'plain-text': 'one review a line',
      paragraphs: 'one review a paragraph',
    },
    leftOut: (most: number, rest: number) =>
      `Only the first ${count(most, 'review', 'reviews')} can be rated at once; ${rest === 1 ? 'the last one is' : `the last ${number(rest)} are`} left out.`,
    rate: (reviews: number) => `Rate ${count(reviews, 'review', 'reviews')}`,
    rateThese: 'Rate these reviews',
    back: 'Back',
    startOver: 'Bring other reviews',
    result: 'What they say',
    failed: 'The reviews could not be rated.',
    /** While they are being rated. */
    progress: (done: number, all: number) =>
      `${number(done)} of ${count(all, 'review', 'reviews')} rated`,
    progressSeconds: (done: number, all: number, seconds: number) =>
      `${number(done)} of ${count(all, 'review', 'reviews')} rated, about ${count(seconds, 'second', 'seconds')} left`,
    progressMinutes: (done: number, all: number, minutes: number) =>
      `${number(done)} of ${count(all, 'review', 'reviews')} rated, about ${count(minutes, 'minute', 'minutes')} left`,
    finished: (reviews: number, time: string) =>
      `${count(reviews, 'review', 'reviews')} rated in ${time}, on your device.`,
    stopped: (done: number, all: number) =>
      `Stopped. ${number(done)} of ${count(all, 'review', 'reviews')} were rated.`,
    rateRest: (reviews: number) =>
      reviews === 1 ? 'Rate the last one' : `Rate the other ${number(reviews)}`,
    seconds: (seconds: string) => `${seconds} s`,
    otherSubject: (reviews: number, kind: string) =>
      reviews === 1
        ? `1 review does not read like ${kind}. It was not rated.`
        : `${number(reviews)} reviews do not read like ${kind}. They were not rated.`,
    byAspect: 'Aspect by aspect',
    mentions: (reviews: number, all: number) =>
      `${number(reviews)} of ${count(all, 'review', 'reviews')} ${reviews === 1 ? 'mentions' : 'mention'} it`,
    nobody: 'No review mentions it',
    mean: (stars: string) => `${stars} of 5 on average`,
    shareOf: (share: string, name: string) => `${share} ${name}`,
    stars: (stars: number) => count(stars, 'star', 'stars'),
    praise: 'Strongest for',
    blame: 'Strongest against',
    outliers: 'Unlike the others',
    far: (aspect: string, found: string, usual: string) =>
      `${aspect} ${found}, where the others are around ${usual}`,
    divided: (high: string, highStars: string, low: string, lowStars: string) =>
      `Of two minds: ${high} ${highStars}, ${low} ${lowStars}`,
    list: 'Review by review',
    search: 'With the words',
    aspect: 'That mention',
    anything: 'anything',
    from: 'Rated from',
    to: 'to',
    sort: 'Sorted by',
    sorts: {
      order: 'their order',
      shortest: 'length, shortest first',
      longest: 'length, longest first',
      lowest: (aspect: string) => `${aspect}, lowest first`,
      highest: (aspect: string) => `${aspect}, highest first`,
    },
    clear: 'Show all',
    shown: (shown: number, all: number) =>
      shown === all
        ? `All ${count(all, 'review', 'reviews')}`
        : `${number(shown)} of ${count(all, 'review', 'reviews')}`,
    none: 'No review matches.',
    columns: { line: 'Line', review: 'Review', words: 'Words' },
    sortBy: (column: string) => `Sort by ${column}`,
    /** Of one of two reviews, on a button that stays pressed. */
    compare: 'Compare with another',
    compareNext: 'Now open another review and press its button, too.',
    notMentioned: 'not mentioned',
    pages: 'Pages of the list',
    previous: 'Previous',
    next: 'Next',
    page: (page: number, pages: number) => `Page ${number(page)} of ${number(pages)}`,
    saveCsv: (reviews: number) => `Save ${count(reviews, 'review', 'reviews')} as CSV`,
    saveJson: (reviews: number) => `Save ${count(reviews, 'review', 'reviews')} as JSON`,
    sure: (share: string) => `${share} sure`,
  },
  /** What is wrong with a text that a visitor brings, each a sentence: what was expected, and what was found. */
  unread: {
    /** What was found: a problem at a line. */
    atLine: (line: number, problem: string) => `line ${line}: ${problem}`,
    tooLarge: (most: number, megabytes: number) =>
      `Expected at most ${number(most)} MB; found ${number(megabytes)} MB or more. Divide the file, or keep only the columns that you need.`,
    tooManyRows: (most: number, line: number) =>
      `Expected at most ${number(most)} rows, but there are more from line ${line} on. Divide the file, or keep only the rows that you need.`,
    tooManyColumns: (most: number, found: number, line: number) =>
      `Expected at most ${number(most)} columns; found ${number(found)} at line ${line}.`,
    endlessRow: (most: number, line: number) =>
      `Expected rows of at most ${number(most)} characters; the row at line ${line} does not end. Most likely a quote opens there that nothing closes.`,
    noText: 'Expected something to read; found no text.',
    emptyFile: 'Expected something to read; found an empty file.',
    noRows: 'Expected at least one row below the header; found none.',
    unreadable: (file: string) =>
      `Expected to read "${file}", but the browser could not. It may have been moved or changed; choose it again.`,
    windows1252:
      'The file is not in UTF-8 and was read as Windows-1252. If accents look wrong, save it as UTF-8.',
    brokenEncoding: (encoding: string, line: number) =>
      `Expected text; found broken ${encoding} after line ${line}.`,
    notText: 'Expected text, such as CSV, JSON or plain lines; found bytes that are no text.',
    workbook:
      'Expected text, such as CSV, JSON or plain lines; found a workbook or another ZIP archive. In Excel, choose "Save as", then CSV UTF-8.',
    oldOffice:
      'Expected text, such as CSV, JSON or plain lines; found an old Office document. In Excel, choose "Save as", then CSV UTF-8.',
    pdf: 'Expected text, such as CSV, JSON or plain lines; found a PDF. Copy its text and paste it.',
    noQuestion: 'Expected a question; found an empty cell. The row was left out.',
    idTaken: (id: string, line: number, made: string) =>
      `Expected an id of its own; found "${id}", as in line ${line}. It is now "${made}".`,
    noId: (made: string) => `Expected an id; found an empty cell. It is now "${made}".`,
    noQuestions: (rows: number) =>
      `Expected a question in at least one of ${count(rows, 'row', 'rows')}; found only empty cells. Choose another column for the question.`,
    noReview: 'Expected a review; found an empty cell. The row was left out.',
    noWords: (found: string) => `Expected a review; found “${found}”. The row was left out.`,
    longReview: (most: number, found: number) =>
      `Expected a review of at most ${count(most, 'character', 'characters')}; found ${number(found)}. The row was left out.`,
    noReviews: (rows: number) =>
      `Expected a review in at least one of ${count(rows, 'row', 'rows')}; found no words. Choose another column for the review.`,
    /** The name of a column that has none. */
    column: (place: number) => `Column ${place}`,
    cellsOfHeader: (expected: number, found: number) =>
      `Expected ${count(expected, 'cell', 'cells')}, as in the header; found ${number(found)}.`,
    cellsOfMost: (expected: number, found: number) =>
      `Expected ${count(expected, 'cell', 'cells')}, as in most rows; found ${number(found)}.`,
    missingQuotes:
      'Expected a quote that closes the cell; found none, so that the cell goes on to the end.',
    invalidQuotes:
      'Expected a separator or the end of the row after a closing quote; found other text. A quote inside of quotes is written twice.',
    unnamedQuestion: 'Expected a Question with a "name"; found one without.',
    unanswered: (question: string) => `Expected an "acceptedAnswer" to "${question}"; found none.`,
    faqPage: (found: string) =>
      `Expected a schema.org FAQPage whose "mainEntity" has Questions; found ${found}`,
    faqPageWithoutJson: 'a page without any <script type="application/ld+json">.',
    faqPageWithoutQuestion: 'JSON-LD without a Question.',
    jsonLines: (found: string) => `Expected one JSON object per line; found ${found}`,
    jsonArray: (found: string) => `Expected an array of JSON objects; found ${found}`,
    nothingInIt: 'nothing in it.',
    notObject: (found: string) => `Expected an object in braces; found ${found}.`,
    afterArray:
      'Expected nothing after the bracket that closes the array; what follows was left out.',
    openArray: 'Expected a bracket that closes the array; found the end of the text.',
    singleObject:
      'Expected one JSON object per line, or one array of objects; found a single object.',
    singleObjectWithList: (list: string) =>
      `Expected one JSON object per line, or one array of objects; found a single object with a list named "${list}". Keep only that list.`,
    /** What stands in the place of an object. */
    kinds: {
      list: 'a list in brackets',
      null: 'null',
      number: 'a number',
      boolean: 'a boolean',
    },
    notJson: (expected: string, found: string) =>
      `This is not valid JSON: expected ${expected}, found ${found}.`,
    expected: {
      value: 'a value',
      valueOrBracket: 'a value or "]"',
      name: 'a name in quotes',
      nameOrBrace: 'a name in quotes or "}"',
      colon: 'a colon',
      commaOrBrace: 'a comma or "}"',
      commaOrBracket: 'a comma or "]"',
      end: 'the end',
      escape: 'an escape such as \\n or \\"',
      quote: 'a quote that closes the text',
    },
    found: {
      end: 'the end',
      lineBreak: 'a line break',
      quote: 'a quote',
      text: (text: string) => `"${text}"`,
    },
    emptyQuestion: 'Expected two questions; found an empty cell. The row was left out.',
    noLabel:
      'Expected a label such as 1 or 0, yes or no; found an empty cell. The row was left out.',
    otherLabel: (found: string) =>
      `Expected a label such as 1 or 0, yes or no; found "${found}". The row was left out.`,
    noPairs: 'Expected rows with two questions and whether they ask the same; found none.',
    noPairsBut: (line: number, problem: string) =>
      `Expected rows with two questions and whether they ask the same; found none. Line ${line}: ${problem}`,
    onePairColumn: (column: string) =>
      `Expected two columns of questions and, if some do not ask the same, one of labels; found one column, "${column}".`,
    otherPairColumns: (columns: readonly string[]) =>
      `Expected two columns of questions and, if some do not ask the same, one of labels; found ${columns.map((name) => `"${name}"`).join(', ')}.`,
  },
  /** Taking a rated review elsewhere. */
  share: {
    heading: 'Take it with you',
    link: 'Copy a link',
    image: 'Copy as a picture',
    json: 'Copy as JSON',
    html: 'Copy as HTML',
    print: 'Print',
    linkCopied: 'The link is copied. It carries the text itself, which no server sees.',
    linkWithoutA: 'The link is copied, without review A: a link has no room for both.',
    linkInAddress: 'The browser did not let the page copy. The link is in the address bar now.',
    tooLong: 'This text is too long for a link. Copy it as JSON or HTML instead.',
    imageCopied: 'The picture is copied.',
    jsonCopied: 'The JSON is copied.',
    htmlCopied: 'The HTML is copied.',
    saved: (file: string) => `The browser did not let the page copy. It was saved as ${file}.`,
    notRated: 'There are no ratings yet.',
    failed: 'This did not work in this browser.',
    ratedBy: 'Rated by Whylight, from the marked words alone.',
    nothingRated: 'Not rated: Whylight found nothing in it to rate.',
    fromLink: 'This text came with a link.',
    linkBroken: 'This link is damaged or cut short, so its text is not here.',
    linkNewer:
      'This link was made by a newer version of the page. Reload the page, and open it again.',
  },
  /** A model that the visitor trained, in the view of reviews. */
  ownModel: {
    bring: 'Your model…',
    says: 'Show a rationale model or a classifier that you trained. It stays on this device.',
    guide: 'How to train one',
    choose: 'Choose its three files',
    orDrop: ' or drop its folder here',
    /** The model that is shown. */
    shown: (name: string, size: string) => `“${name}” is your own model, ${size}.`,
    keep: 'Keep it on this device',
    remove: 'Remove it from here',
    keepFailed: 'It could not be kept.',
    removeFailed: 'It could not be removed.',
    gone: (name: string) =>
      `“${name}” was brought as files, and is not on this device. Bring its files once more, or choose another model.`,
    missing: (expected: readonly string[], missing: readonly string[]) =>
      `Expected the three files of a model, ${lists.format(expected)}; did not find ${lists.format(missing)}.`,
    tooLarge: (most: number, megabytes: number) =>
      `Expected a model of at most ${number(most)} MB; found ${number(megabytes)} MB.`,
    unreadable: (file: string) =>
      `Expected to read “${file}”, but the browser could not. It may have been moved or changed; choose it again.`,
    notOurs: 'Expected a model of Whylight; its config.json is of something else.',
    otherTask: (task: string) =>
      `Expected a rationale model or a classifier; found a model of the kind “${task}”.`,
  },
  /** Why the browser keeps nothing. */
  keeping: {
    noRoom:
      'This browser has no room left for it. Delete something that is kept, or free space on the device.',
    notKept:
      'This browser keeps nothing for the page, as in private windows or where it is switched off. Use another window, or let the page keep data, then try again.',
    otherTab: 'Another tab shows an older version of this page. Close it, then try again.',
    newerTab: 'Another tab shows a newer version of this page. Reload this one.',
  },
  kept: {
    heading: 'Kept on this device',
    none: 'Nothing that you wrote is kept.',
    texts: (places: number) =>
      `What you wrote at ${count(places, 'place', 'places')} of this tab’s history. It goes with the tab.`,
    delete: 'Delete what I wrote',
    deleted:
      'It is deleted, in other tabs of this page, too. What you write from now on is kept again until the tab is closed.',
    device: (sets: number, questions: number) =>
      `For all tabs: ${count(sets, 'set of questions', 'sets of questions')} of yours and ${count(questions, 'question', 'questions')} without an answer.`,
    deleteDevice: 'Delete these sets and questions',
    deletedDevice: 'They are deleted. A tab that shows one of the sets has it until it is closed.',
    deleteFailed: 'They could not be deleted.',
    models: (models: number, size: string) =>
      `For all tabs: ${count(models, 'model', 'models')} of yours, ${size}.`,
    deleteModels: 'Delete these models',
    deletedModels: 'They are deleted. A tab that shows one of them has it until it is closed.',
  },
};
