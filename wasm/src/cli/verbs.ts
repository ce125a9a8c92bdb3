// The verbs of the program: the questions of all systems, and those about files and models.

/** Each question, and the model it is asked of unless one is named; some have none. */
const QUESTIONS: Readonly<Record<string, string | undefined>> = {
  explain: 'beer',
  ngrams: 'beer',
  curve: 'beer',
  gates: 'beer',
  faithfulness: 'beer',
  match: 'beer',
  classify: 'sentiment',
  rank: 'questions',
  prefer: 'questions',
  embed: 'questions',
  keywords: 'questions',
  compare: 'pairs',
  'word-effects': 'pairs',
  alignment: 'pairs',
  features: 'pairs',
  tag: 'opinions',
  answer: 'reader',
  'question-effects': 'reader',
  recommend: undefined,
};

export const VERBS: readonly string[] = [
  ...Object.keys(QUESTIONS),
  ...['index', 'search', 'questions', 'models', 'copy-model', 'help'],
];

/** The name of the model that `verb` is asked of, if one of ours answers it. */
export function modelFor(verb: string): string | undefined {
  return QUESTIONS[verb];
}
