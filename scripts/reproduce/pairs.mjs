// Two texts: entailment and relatedness of SICK, paraphrases of MSR; and answers to
// the questions of WikiQA and TrecQA, which are ranked. All rows of a table have the
// same vectors and widths; settings were chosen on dev.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { narrow, smallVectors } from './small.mjs';

const VECTORS = {
  name: 'vectors',
  vectors: true,
  config: {
    input: [
      ...['quora', 'yahoo', 'semeval2016'].map((set) => `questions/${set}.train.jsonl.gz`),
      'questions/stackoverflow_titles.txt.gz',
      'hotels/train.jsonl.gz',
      'imdb/train.jsonl.gz',
      'imdb/unlabelled.txt.gz',
    ],
    flags: { dimension: 200, 'min-count': 5, subsample: 0.0001, epochs: 3 },
  },
};

const SEEDS = [1, 2, 3];
const WIDTH = 100;

const CAFE = {
  row: 'CAFE',
  network: {
    kind: 'cafe',
    layers: [{ type: 'highway' }, { type: 'highway' }],
    composition: [{ type: 'lstm', hidden: 2 * WIDTH }],
    head: [{ type: 'highway' }, { type: 'highway' }],
  },
};

const BIDIRECTIONAL = { type: 'bidirectional', layer: { type: 'lstm', hidden: WIDTH } };

const MEETINGS = [
  { row: 'bag of words', network: { layers: [] } },
  {
    row: 'siamese, RCNN, maximum',
    network: {
      layers: [{ type: 'rcnn', hidden: 2 * WIDTH, order: 2, decay: { type: 'xh' } }],
      pooling: 'max',
    },
  },
  {
    row: 'siamese, bidirectional LSTM, maximum',
    network: { layers: [BIDIRECTIONAL], pooling: 'max' },
  },
  { row: 'decomposable', network: { kind: 'decomposable', layers: [] } },
  {
    row: 'decomposable, matches beside words',
    network: { kind: 'decomposable', layers: [], match: true, similarity: true },
  },
  {
    row: 'decomposable, half of the words selected',
    network: {
      kind: 'decomposable',
      layers: [],
      selector: {
        hidden: WIDTH / 2,
        layers: [{ type: 'bidirectional', layer: { type: 'rcnn', hidden: WIDTH / 2 } }],
      },
      selection: {
        epochs: 16,
        batch: 32,
        dropout: 0.2,
        share: 0.5,
        coherence: 0.1,
        optimiser: { type: 'adam', learning_rate: 0.001 },
      },
    },
  },
  {
    row: 'ESIM',
    network: {
      kind: 'esim',
      layers: [BIDIRECTIONAL],
      align: 0,
      composition: [BIDIRECTIONAL],
    },
  },
  {
    row: 'ESIM, matches beside words',
    network: {
      kind: 'esim',
      match: true,
      similarity: true,
      layers: [BIDIRECTIONAL],
      align: 0,
      composition: [BIDIRECTIONAL],
    },
  },
  CAFE,
  {
    row: 'CSRAN',
    network: {
      kind: 'csran',
      layers: [],
      stack: [BIDIRECTIONAL, BIDIRECTIONAL],
      composition: [BIDIRECTIONAL],
    },
  },
];

// One projection of each word, summed and compared (Tay19 chapter 10), which the
// system of questions does.
const summed = (similarity, training) => ({
  system: 'questions',
  network: {
    layers: [
      { type: 'convolution', order: 1, activation: 'relu', hidden: 3 * WIDTH },
      { type: 'bag', mode: 'sum' },
    ],
    similarity,
  },
  training,
});
const RANKERS = [
  { row: 'CosineQA', ...summed('cosine', { margin: 0.2 }) },
  { row: 'HyperQA', ...summed('poincare', { margin: 5 }) },
  ...MEETINGS,
  { row: 'MCAN', network: { ...CAFE.network, kind: 'mcan' } },
];

const SICK = {
  train: 'pairs/sick/SICK_train.txt.gz',
  dev: 'pairs/sick/SICK_trial.txt.gz',
  data: {
    format: 'tsv',
    first: 'sentence_A',
    second: 'sentence_B',
    label: 'entailment_judgment',
    grade: 'relatedness_score',
  },
};
const SICK_TEST = 'pairs/sick/SICK_test_annotated.txt.gz';
const SICK_READING = [
  ...['--format', 'tsv', '--first-key', 'sentence_A', '--second-key', 'sentence_B'],
  ...['--label-key', 'entailment_judgment', '--grade-key', 'relatedness_score'],
];

// The published figures are of bidirectional LSTMs for relatedness (Tai and others,
// ACL 2015, table 3), and of the best system of SemEval-2014 for entailment.
const SETS = [
  {
    set: 'sick entailment',
    test: SICK_TEST,
    reading: SICK_READING,
    config: { ...SICK, difference: 'signed' },
    figures: { accuracy: percent },
    published: ['84.6'],
  },
  {
    set: 'sick relatedness',
    test: SICK_TEST,
    reading: SICK_READING,
    config: { ...SICK, grades: [1, 2, 3, 4, 5] },
    training: { both_orders: true },
    figures: { pearson: percent, spearman: percent, mse: (error) => error.toFixed(3) },
    published: ['85.7', '79.7', '0.274'],
  },
  {
    set: 'msr',
    test: 'pairs/msr/msr-para-test.tsv.gz',
    reading: [
      ...['--first-key', '#1 String', '--second-key', '#2 String', '--label-key', 'Quality'],
      '--no-quotes',
    ],
    config: {
      train: 'pairs/msr/msr-para-train.tsv.gz',
      dev: 'pairs/msr/msr-para-val.tsv.gz',
      data: { first: '#1 String', second: '#2 String', label: 'Quality', quotes: false },
      positive: '1',
    },
    training: { both_orders: true },
    figures: { accuracy: percent, f1: percent },
  },
];

const QAPAIRS = { format: 'qapairs', treebank: true };
const rank = (figure) => figure.toFixed(1);
// The published figures are those of the thesis: HyperQA of WikiQA's test set, MCAN of
// TrecQA's without questions that have one kind of sentences only.
const RANKED = [
  {
    set: 'wikiqa',
    config: { train: 'answers/wikiqa.train.jsonl.gz', dev: 'answers/wikiqa.dev.jsonl.gz' },
    figures: { map: rank, mrr: rank },
    published: ['71.2', '72.7'],
  },
  {
    set: 'trecqa',
    test: 'answers/trecqa/TEST.xml.gz',
    reading: ['--format', 'qapairs', '--treebank'],
    config: {
      train: 'answers/trecqa/TRAIN.xml.gz',
      dev: 'answers/trecqa/DEV.xml.gz',
      data: QAPAIRS,
    },
    figures: { map: rank, mrr: rank },
    published: ['83.8', '90.4'],
  },
].map((set) => ({
  ...set,
  training: { early_stopping: { metric: 'map', goal: 'max' } },
}));

const TRAINING = {
  epochs: 12,
  batch: 32,
  dropout: 0.2,
  optimiser: { type: 'adam', learning_rate: 0.001 },
  schedule: { type: 'exponential', factor: 0.9 },
  keep_best: true,
};

const nameOf = ({ set }, { row }, seed) => `${set} ${row} seed ${seed}`;

const cell = (of, row, seed) => ({
  name: nameOf(of, row, seed),
  vectors: VECTORS.name,
  test: of.test,
  reading: of.reading,
  ...(row.system === 'questions'
    ? rankingCell(of, row, seed)
    : {
        config: {
          task: 'pairs',
          ...of.config,
          words: 20000,
          seed,
          hidden: WIDTH,
          ...row.network,
          training: { ...TRAINING, ...of.training },
        },
      }),
});

const rankingCell = ({ config: { train, dev, ...rest } }, { network, training }, seed) => ({
  ranking: true,
  config: {
    task: 'questions',
    train: [train],
    dev: [dev],
    ...rest,
    words: 20000,
    seed,
    without_positives: 'skip',
    ...network,
    training: {
      epochs: 25,
      batch: 50,
      loss: 'every',
      in_batch: false,
      negatives: 4,
      optimiser: { type: 'adagrad', learning_rate: 0.05 },
      ...training,
    },
  },
});

/** A cell whose run takes seconds: random vectors or a few, few units, one epoch. */
function small(cell) {
  const { config } = cell;
  const brief = { ...config, words: 500, training: { ...config.training, epochs: 1 } };
  if (config.selection) brief.selection = { ...config.selection, epochs: 1 };
  for (const layers of ['layers', 'stack', 'composition']) {
    if (config[layers]) brief[layers] = config[layers].map(narrow);
  }
  return config.task === 'questions'
    ? { ...cell, config: brief }
    : {
        ...cell,
        vectors: undefined,
        config: { train_vectors: false, ...brief, dimensions: 16, hidden: 8 },
      };
}

/** The figure of a part of the data, such as dev, over the seeds that are done. */
const figure = (records, part, key, show) =>
  overSeeds(
    records.flatMap((record) => record[part]?.[key] ?? []),
    SEEDS.length,
    show,
  );

/** Every row on every set, with each seed. */
function experiment(sets, rows) {
  const cellsOf = (seeds) =>
    seeds.flatMap((seed) => sets.flatMap((set) => rows.map((row) => cell(set, row, seed))));

  function cells({ quick }) {
    if (!quick) return [VECTORS, ...cellsOf(SEEDS)];
    const all = cellsOf([1]).map(small);
    const needed = all.some(({ vectors }) => vectors);
    const input = sets.map(({ config }) => config.train).filter((file) => file.includes('.jsonl'));
    return needed ? [smallVectors(VECTORS, input), ...all] : all;
  }

  // Of sets of which something is done.
  function table(results) {
    const recordsOf = (set, row) =>
      SEEDS.map((seed) => results.named(nameOf(set, row, seed))).filter(Boolean);
    return sets
      .filter((set) => rows.some((row) => recordsOf(set, row).length > 0))
      .map((set) => {
        const keys = Object.entries(set.figures);
        const lines = rows.map((row) => {
          const records = recordsOf(set, row);
          return [
            row.row,
            ...keys.flatMap(([key, show]) => [
              figure(records, 'dev', key, show),
              figure(records, 'test', key, show),
            ]),
          ];
        });
        const published = set.published
          ? [['published', ...set.published.flatMap((number) => ['', number])]]
          : [];
        const heads = [set.set, ...keys.flatMap(([key]) => [`${key} dev`, `${key} test`])];
        return markdown(heads, [...lines, ...published]);
      })
      .join('\n\n');
  }
  return { cells, table };
}

export const pairs = experiment(SETS, MEETINGS);
export const answers = experiment(RANKED, RANKERS);
