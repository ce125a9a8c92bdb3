// Questions that ask the same: Lei17 section 2.5.3 on other data, as the texts of
// its own are not at hand. All figures are of dev; every row has the same vectors,
// width and number of epochs.
import { markdown } from './document.mjs';

const SETS = ['quora', 'yahoo', 'semeval2016', 'wikiqa'];
const fileOf = (set, part) =>
  `${set === 'wikiqa' ? 'answers' : 'questions'}/${set}.${part}.jsonl.gz`;

const VECTORS = {
  name: 'vectors',
  vectors: true,
  config: {
    input: [
      ...SETS.map((set) => fileOf(set, 'train')),
      'questions/stackoverflow_titles.txt.gz',
      'questions/ubuntu_irc.txt.gz',
      'hotels/train.jsonl.gz',
      'imdb/train.jsonl.gz',
    ],
    flags: { dimension: 100, 'min-count': 5, subsample: 0.0001, epochs: 3 },
  },
};

const WIDTH = 60;
const EPOCHS = 3;

const BASE = {
  task: 'questions',
  train: SETS.map((set) => fileOf(set, 'train')),
  dev: SETS.map((set) => fileOf(set, 'dev')),
  words: 20000,
  longest: 50,
  subwords: { buckets: 4096 },
  train_vectors: true,
};
const SOFTMAX = {
  epochs: EPOCHS,
  loss: 'softmax',
  in_batch: true,
  negatives: 5,
  dropout: 0.3,
  optimiser: { learning_rate: 0.002 },
};

const layer = (type, more = {}) => ({ type, hidden: WIDTH, ...more });
const RCNN = layer('rcnn', {
  order: 2,
  mapping: 'additive',
  decay: { type: 'xh' },
  activation: 'identity',
});

const BASELINES = [
  { row: 'given', title: 'the order of the file' },
  { row: 'tfidf', title: 'TF-IDF' },
  { row: 'bm25', title: 'BM25' },
  { row: 'softcosine', title: 'soft cosine over the vectors of the bag of words' },
  { row: 'svm', title: 'support vector machine over similarities, trained on each set' },
];

const BAG = 'bag of words';
const ENCODERS = [
  { row: BAG },
  { row: 'bag of words, vectors as they are', network: { train_vectors: false } },
  {
    row: 'CNN, trigrams, maximum',
    network: {
      layers: [layer('convolution', { order: 3, activation: 'tanh' })],
      pooling: 'max',
    },
  },
  { row: 'LSTM, mean', network: { layers: [layer('lstm')] } },
  { row: 'LSTM, last state', network: { layers: [layer('lstm')], pooling: 'last' } },
  { row: 'GRU, mean', network: { layers: [layer('gru')] } },
  { row: 'GRU, last state', network: { layers: [layer('gru')], pooling: 'last' } },
  { row: 'RCNN, mean', network: { layers: [RCNN] } },
  { row: 'RCNN, last state', network: { layers: [RCNN], pooling: 'last' } },
  { row: 'RCNN, maximum', network: { layers: [RCNN], pooling: 'max' } },
  { row: 'RCNN, tanh, mean', network: { layers: [{ ...RCNN, activation: 'tanh' }] } },
  {
    row: 'RCNN, λ = 0.5, mean',
    network: { layers: [{ ...RCNN, decay: { type: 'constant', value: 0.5 } }] },
  },
  {
    row: 'RCNN, mean, from the trained bag of words',
    network: { layers: [RCNN] },
    vectors: { model: `encoder ${BAG}` },
  },
  {
    row: 'RCNN, mean, beside the words',
    network: { layers: [RCNN], with_words: true },
  },
];

const LOSSES = [
  { row: 'hinge, hardest negative', training: { loss: 'hardest' } },
  { row: 'hinge, every negative', training: { loss: 'every' } },
  { row: 'softmax', training: {} },
  { row: 'softmax, no negatives of the batch', training: { in_batch: false } },
  {
    row: 'hinge, every negative, Poincaré ball',
    training: { loss: 'every', margin: 1 },
    network: { similarity: 'poincare' },
  },
];

const PRETRAINED = { layers: [RCNN], pooling: 'last', title_and_body: true };
const PRETRAINING = [
  { row: 'none', pretraining: undefined },
  { row: 'a question from one that asks the same', pretraining: { pairs: ['question'] } },
  { row: 'a title from its body', pretraining: { pairs: ['body'] } },
  { row: 'a text from itself', pretraining: { pairs: ['text'] } },
];

const cell = (kind, { row, network, vectors, training, pretraining }) => ({
  name: `${kind} ${row}`,
  vectors: vectors ?? VECTORS.name,
  ranking: true,
  config: {
    ...BASE,
    layers: [],
    ...network,
    ...(pretraining && {
      pretraining: {
        epochs: 3,
        decoder: { type: 'rcnn', hidden: WIDTH },
        words: 2000,
        optimiser: { learning_rate: 0.001 },
        ...pretraining,
      },
    }),
    training: { ...SOFTMAX, ...training },
  },
});

function cells({ quick }) {
  const all = [
    ...ENCODERS.map((row) => cell('encoder', row)),
    ...LOSSES.map((row) => cell('loss', row)),
    ...PRETRAINING.map((row) => cell('pre-training', { ...row, network: PRETRAINED })),
  ];
  const bag = all.find(({ name }) => name === `encoder ${BAG}`);
  const baselines = {
    name: 'baselines',
    ranking: { model: bag.name, rankers: BASELINES.map(({ row }) => row) },
    config: { dev: BASE.dev, rankers: BASELINES.map(({ row }) => row), like: bag.config },
  };
  if (!quick) return [VECTORS, ...all, baselines];
  const brief = { ...VECTORS.config.flags, dimension: 8, epochs: 1 };
  return [
    { ...VECTORS, config: { input: BASE.train, flags: brief } },
    ...all.map(small),
    baselines,
  ];
}

/** A config whose run takes seconds. */
function small({ config, ...rest }) {
  const narrow = (spec) => ({ ...spec, hidden: 8 });
  const { pretraining } = config;
  return {
    ...rest,
    config: {
      ...config,
      words: 500,
      subwords: { buckets: 64 },
      layers: config.layers.map(narrow),
      training: { ...config.training, epochs: 1 },
      ...(pretraining && {
        pretraining: { ...pretraining, epochs: 1, decoder: narrow(pretraining.decoder) },
      }),
    },
  };
}

const figure = ({ map, standard_error: error }) => `${map.toFixed(1)} ± ${error.map.toFixed(1)}`;
const meanOf = (sets, read) =>
  (sets.reduce((sum, set) => sum + read(set), 0) / sets.length).toFixed(1);

function line(title, sets) {
  return [
    title,
    ...sets.map(figure),
    meanOf(sets, ({ map }) => map),
    meanOf(sets, ({ mrr }) => mrr),
    meanOf(sets, ({ p_at_1: first }) => first),
    meanOf(sets, ({ p_at_5: five }) => five),
  ];
}

function rowsOf(results, kind, rows) {
  return rows.flatMap(({ row }) => {
    const record = results.named(`${kind} ${row}`);
    return record ? [line(row, record.dev.sets)] : [];
  });
}

const HEADS = ['Quora', 'Yahoo', 'SemEval', 'WikiQA', 'MAP', 'MRR', 'P@1', 'P@5'];

function curves(results) {
  const lines = PRETRAINING.flatMap(({ row }) => {
    const curve = results.named(`pre-training ${row}`)?.pretraining;
    if (!curve) return [];
    const points = curve.map(({ perplexity, mrr }) => [perplexity.toFixed(0), mrr.toFixed(1)]);
    return [`- ${row}: ${points.map(([perplexity, mrr]) => `${perplexity} → ${mrr}`).join(', ')}`];
  });
  return lines.join('\n');
}

function table(results) {
  const baselines = results.named('baselines')?.dev;
  const known = BASELINES.flatMap(({ row, title }) =>
    baselines?.[row] ? [line(title, baselines[row].sets)] : [],
  );
  const section = (kind, rows) => markdown([kind, ...HEADS], rowsOf(results, kind, rows));
  return [
    markdown(['baseline', ...HEADS], known),
    section('encoder', ENCODERS),
    section('loss', LOSSES),
    section('pre-training', PRETRAINING),
    'Perplexity of dev pairs → mean MRR, by epoch of pre-training:',
    curves(results),
  ].join('\n\n');
}

export const questions = { cells, table };
