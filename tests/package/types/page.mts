// Code that a page may contain, and code that its compiler must refuse.
import {
  load,
  WhylightError,
  type Explanation,
  type Model,
  type Progress,
  type RatingFaithfulness,
} from 'whylight';
import core from 'whylight/core.wasm';
import { loadClassifier, type Classification } from 'whylight/classifier';
import { loadLayers, type LayerSpec } from 'whylight/layers';
import {
  loadPairs,
  type Comparison,
  type Features,
  type WordEffects,
  type WordFeature,
} from 'whylight/pairs';
import {
  loadReader,
  type QuestionEffects,
  type QuestionWord,
  type TextAnswer,
} from 'whylight/reader';
import {
  loadRecommender,
  type GivenReview,
  type Recommendation,
  type Recommendations,
  type ReviewCollection,
} from 'whylight/recommender';
import { loadRetriever, type Hit, type QuestionIndex } from 'whylight/questions';
import { loadTagger, type TaggedSpan, type TaggedText } from 'whylight/tagger';

const worker = new Worker(new URL('whylight/worker', import.meta.url), { type: 'module' });
const model: Model = await load('models/beer', {
  worker,
  signal: AbortSignal.timeout(1000),
  onProgress: ({ phase, loaded, total }: Progress) => {
    const text: string = phase === 'download' ? `${loaded / total}` : phase;
    return text;
  },
});
const address: string = core;
await load('models/beer', { wasm: address });
await load(new URL('models/beer/', location.href), {
  fetch,
  wasm: await WebAssembly.compile(new Uint8Array()),
});

const explanation: Explanation = await model.explain('hop', {
  signal: new AbortController().signal,
});
for (const { start, end, probability, selected } of explanation.tokens) {
  const word: string = explanation.text.slice(start, end);
  const sure: boolean = selected.aroma && (probability.aroma ?? 0) > 0.5;
  console.log(word, sure);
}

const [first]: Explanation[] = await model.explainMany(['hop', 'malt'] as const, {
  onExplanation: ({ ratings }, index) => console.log(index.toFixed(), ratings['aroma']),
});
console.log(first?.text);

const { aroma } = explanation.rationales;
const scores: RatingFaithfulness = await model.faithfulness('hop', {
  aspect: 'aroma',
  ...(aroma && { selection: aroma }),
});
// Words that say more than where they are will do.
await model.faithfulness('hop', { aspect: 'aroma', selection: explanation.tokens });
const { ngrams, words } = await model.ngrams('hop', { aspect: 'aroma', read: 'all', top: 3 });
for (const { spans, contribution } of ngrams) {
  console.log(
    spans.map(({ start, end }) => 'hop'.slice(start, end)),
    contribution.toFixed(2),
  );
}
const { matches } = await model.match('hop', 'hops', { weighting: 'end', signal: undefined });
console.log(scores.aopc.bins[0]?.fraction, words[0]?.contribution, matches[0]?.x[0]?.start);
const { words: curve } = await model.curve('hop', { aspect: 'aroma' });
const { words: gates } = await model.gates('hop', { aspect: 'aroma' });
console.log(curve[0]?.rating, gates[0]?.backward.memory);

try {
  await model.dispose();
} catch (error) {
  if (error instanceof WhylightError && error.code === 'disposed') console.log(error.cause);
  // @ts-expect-error: there is no such code
  if (error instanceof WhylightError && error.code === 'fetch-filed') console.log();
}

const classifier = await loadClassifier(new URL('https://a.test/sentiment/'), { fetch });
await loadClassifier('models/sentiment', { worker });
const sorted: Classification = await classifier.classify('hop', { ngrams: 3, label: '4' });
const local: number | undefined = sorted.words[0]?.grade;
const start: number | undefined = sorted.ngrams[0]?.spans[0]?.start;
console.log(classifier.labels[0]?.name, sorted.probabilities['4'], local, start);
const [one]: Classification[] = await classifier.classifyMany(['hop', 'malt'] as const, {
  ngrams: 0,
  onClassification: ({ label }, index) => console.log(label, index.toFixed()),
});
console.log(one?.label, await classifier.ask('classify', 'hop', { ngrams: 1 }));
// @ts-expect-error: labels may have no grades
sorted.grade.toFixed();
// @ts-expect-error: a label is a string
await classifier.classify('hop', { label: 4 });

const pairs = await loadPairs('models/pairs', { worker: [worker] });
const compared: Comparison = await pairs.compare('hop', 'malt');
console.log(
  compared.label?.length,
  compared.probabilities?.['yes'],
  compared.known.other.toFixed(),
);
const effects: WordEffects = await pairs.wordEffects('hop', 'malt', { label: pairs.labels[0] });
const { words: readers } = await pairs.alignment('hop', 'malt');
console.log(effects.otherWords[0]?.effect.toFixed(), readers[0]?.weights[0]?.toFixed());
const { otherWords: featured }: Features = await pairs.features('hop', 'malt');
const feature: WordFeature | undefined = featured[0]?.features[0];
console.log(feature?.reads === 'other' && feature.operator === 'product', feature?.parts[0]);
const [both]: Comparison[] = await pairs.compareMany([{ text: 'hop', other: 'malt' }] as const, {
  onComparison: ({ grade }, index) => console.log(grade, index.toFixed()),
});
for await (const { known } of pairs.compareStream([{ text: 'hop', other: 'malt' }])) {
  console.log(known.text.toFixed(), both?.other);
}
// @ts-expect-error: two texts are compared
await pairs.compare('hop');
// @ts-expect-error: models with grades have no labels
compared.label.length;

const tagger = await loadTagger('models/opinions', { worker: [worker] });
const tagged: TaggedText = await tagger.tag('hop', { sentences: true });
const spoken: TaggedSpan | undefined = tagged.spans?.[0];
console.log(tagged.words[0]?.tag, spoken?.label, tagger.labels.length, tagger.marksSpans);
const [mentioned]: TaggedText[] = await tagger.tagMany(['hop'] as const, {
  onTagged: ({ words }, index) => console.log(words.length, index.toFixed()),
});
for await (const { text } of tagger.tagStream(['hop'])) console.log(text, mentioned?.text);
// @ts-expect-error: taggers without spans have none
tagged.spans.length;
// @ts-expect-error: a single text is tagged
await tagger.tag('hop', 'malt');

const reader = await loadReader('models/reader', { worker: [worker] });
const answered: TextAnswer = await reader.answer('how is the bar?', 'loud', { threshold: 0.5 });
console.log(answered.answer?.probability.toFixed(), answered.reads.words[0]?.weights[0]);
const asked: QuestionEffects = await reader.questionEffects('how is the bar?', 'loud');
const askedWord: QuestionWord | undefined = asked.words[0];
console.log(asked.place.probability.toFixed(), askedWord?.effect, answered.rationale?.[0]?.start);
const [said]: TextAnswer[] = await reader.answerMany('how is the bar?', ['loud'] as const, {
  alternatives: 1,
  onAnswer: ({ says }, index) => console.log(says.toFixed(), index.toFixed()),
});
await reader.answerMany([{ question: 'how is the bar?', text: 'loud' }] as const, { threshold: 0 });
for await (const { known } of reader.answerStream([{ question: 'what?', text: 'loud' }])) {
  console.log(known.question.toFixed(), said?.question);
}
// @ts-expect-error: a question is asked of a text
await reader.answer('how is the bar?');
// @ts-expect-error: of one question there are texts
await reader.answerMany('how is the bar?');
// @ts-expect-error: a text may not say
answered.answer.probability.toFixed();

const recommender = await loadRecommender('models/beers', { worker });
const reviews: readonly GivenReview[] = [{ user: 7, item: 'ale', text: 'hazy' }, { text: 'gold' }];
const rated: Recommendation = await recommender.rate('ann', 'ale', { reviews });
console.log(rated.rating.toFixed(), rated.parts.match, rated.pointers[0]?.user?.weight.toFixed());
const kept: ReviewCollection = await recommender.keepReviews(reviews, {
  onProgress: ({ done, total }) => console.log(done / total),
});
const written = { user: undefined, item: 'ale', text: 'flat', stars: 3 };
await kept.add([written]);
const liked: Recommendations = await kept.recommend({ user: 'ann', count: 3 });
const because = liked.items[0]?.pointers[0]?.item;
console.log(kept.size, because && reviews[because.review]?.text, because?.words[0]?.start);
// @ts-expect-error: a rating is of an item
await kept.rate('ann');
// @ts-expect-error: its reviews are there
await kept.recommend({ reviews });
// @ts-expect-error: a side without reviews has none
rated.pointers[0]!.user.review.toFixed();
// @ts-expect-error: reviews are kept in one place
await loadRecommender('models/beers', { worker: [worker] });

interface Faq {
  id: string;
  question: string;
  stars?: number;
}
const retriever = await loadRetriever('models/questions', { worker });
const index: QuestionIndex<Faq> = await retriever.createIndex<Faq>({
  fields: ['question'],
  boost: { question: 2 },
});
await index.addAll([{ id: 'a', question: 'Who?' }] as const, {
  onProgress: ({ done, total }) => console.log(done / total),
  signal: AbortSignal.timeout(1000),
});
const hits: Hit<Faq>[] = await index.search('who', {
  prefix: true,
  fuzzy: 0.2,
  mode: 'hybrid',
  filter: ({ stars = 0 }) => stars > 3,
});
console.log(hits[0]?.document.stars, hits[0]?.spans['question']?.[0]?.start, index.get('a')?.id);
const { queryWords } = await index.explain('who', 'a');
console.log(queryWords[0]?.contribution, (await index.withoutWords('who', 'a'))[0]?.rank);
const again = await retriever.fromBytes<Faq>(await index.toBytes());
console.log(again.size, (await again.duplicates())[0]?.ids.length);
const plain = await retriever.createIndex({ fields: ['question'] });
const [found] = await plain.search('who');
const question: string | undefined = found?.document.question;
const stars: unknown = found?.document['stars'];
console.log(question, stars);
// @ts-expect-error: what is searched is a string
await plain.add({ id: 'b', question: 7 });
// @ts-expect-error: what else is there may be anything
found?.document['stars'].toFixed();
// @ts-expect-error: there is no such mode
await index.search('who', { mode: 'words' });
// @ts-expect-error: a document has an id
await index.add({ question: 'Who?' });
// @ts-expect-error: models without calibration have no probabilities
hits[0]?.probability.toFixed();

const stack: LayerSpec = { type: 'stacked', layers: [{ type: 'lstm' }, { type: 'attention' }] };
const layers = await loadLayers({ fetch, signal: AbortSignal.timeout(1000) });
const { h, alpha } = (await layers.run(stack, {})).output;
console.log(h.shape, alpha?.data);

// @ts-expect-error: an option of another layer
await layers.run({ type: 'lstm', order: 2 }, {});
// @ts-expect-error: there is no such layer
await layers.shapes({ type: 'rnn' });
// @ts-expect-error: numbers come in a typed array
await layers.run({ type: 'bag' }, { x: { shape: [1], data: [1] } });
// @ts-expect-error: a page has no model by default
await load();
// @ts-expect-error: the phase is no number
await load('models/beer', { onProgress: ({ phase }) => phase + 1 > 2 });
// @ts-expect-error: a text is a string
await model.explain(7);
// @ts-expect-error: what an aspect rests on is a list of spans
explanation.rationales.aroma?.start.toFixed();
// @ts-expect-error: words are read by the rationale, or all
await model.curve('hop', { aspect: 'aroma', read: 'some' });
// @ts-expect-error: there is a second text
await model.match('hop', { top: 3 });
// @ts-expect-error: it was not asked for, so it may not be there
scores.words.length.toFixed();
