// Which function opens the models of a system, for messages: who loads a model of another
// system learns where to turn, without the code of all.

const OPENERS: Readonly<Record<string, string>> = {
  rationale: 'load() of whylight',
  classifier: 'loadClassifier() of whylight/classifier',
  questions: 'loadRetriever() of whylight/questions',
  pairs: 'loadPairs() of whylight/pairs',
  tagger: 'loadTagger() of whylight/tagger',
  reader: 'loadReader() of whylight/reader',
  recommender: 'loadRecommender() of whylight/recommender',
  layers: 'loadLayers() of whylight/layers',
};

/** The function that opens models of `task`, as config.json calls it, and its entry point. */
export function openerOf(task: string): string | undefined {
  return Object.hasOwn(OPENERS, task) ? OPENERS[task] : undefined;
}
