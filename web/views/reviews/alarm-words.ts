// The alarms of an evaluation in a visitor's words: why marked words may be no good reasons.

// What `whylight eval` says -> how a sentence goes on that starts with "In tests,".
const words: Readonly<Record<string, string>> = {
  'almost nothing is selected': 'hardly any words were marked for it',
  'almost everything is selected': 'nearly all words were marked for it',
  'the rationale predicts no better than the mean rating':
    'the marked words said no more of it than the average of all ratings',
  'the words that are not selected tell the rating, and those that are tell no more of it than random spans':
    'the rest of the review said more of it than the marked words',
  'the words that are not selected tell what sets this rating apart from the others, and those that are tell no more of it than random spans':
    'the rest of the review said more of it than the marked words',
  'random spans predict as well as the rationale':
    'words picked at random said as much of it as the marked ones',
  'spans hold no more words of the aspect than random ones':
    'the marked words were about it no more often than words picked at random',
  'most selected words are punctuation': 'most of what was marked was punctuation',
};

/** One sentence of the alarms; what is not known is told as the evaluation has it. */
export function alarmText(alarms: readonly string[]): string {
  const told = alarms.map((alarm) => (Object.hasOwn(words, alarm) ? words[alarm]! : alarm));
  return `In tests, ${[...new Set(told)].join('; ')}.`;
}
