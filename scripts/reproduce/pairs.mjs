// Two texts: entailment and relatedness of SICK, paraphrases of MSR. All rows have
// the same vectors and widths; settings were chosen on dev.
import { markdown } from './document.mjs';
import { meanAndDeviation, percent } from './figures.mjs';

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

const ROWS = [
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
    network: {
      layers: [{ type: 'bidirectional', layer: { type: 'lstm', hidden: WIDTH } }],
      pooling: 'max',
    },
  },
  { row: 'decomposable', network: { kind: 'decomposable', layers: [] } },
  {
    row: 'ESIM',
    network: {
      kind: 'esim',
      layers: [{ type: 'bidirectional', layer: { type: 'lstm', hidden: WIDTH } }],
      align: 0,
      composition: [{ type: 'bidirectional', layer: { type: 'lstm', hidden: WIDTH } }],
    },
  },
  {
    row: 'CAFE',
    network: {
      kind: 'cafe',
      layers: [{ type: 'highway' }, { type: 'highway' }],
      composition: [{ type: 'lstm', hidden: 2 * WIDTH }],
    },
  },
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
  config: {
    task: 'pairs',
    ...of.config,
    words: 20000,
    seed,
    hidden: WIDTH,
    ...row.network,
    training: { ...TRAINING, ...of.training },
  },
});

/** A cell whose run takes seconds: random vectors, few units, one epoch. */
function small(cell) {
  const narrow = ({ layer, ...spec }) => {
    if (layer) return { ...spec, layer: narrow(layer) };
    return spec.hidden ? { ...spec, hidden: 8 } : spec;
  };
  const config = { ...cell.config, dimensions: 16, hidden: 8 };
  for (const layers of ['layers', 'composition']) {
    if (config[layers]) config[layers] = config[layers].map(narrow);
  }
  config.training = { ...config.training, epochs: 1 };
  return { ...cell, vectors: undefined, config };
}

function cells({ quick }) {
  const of = (seeds) =>
    seeds.flatMap((seed) => SETS.flatMap((set) => ROWS.map((row) => cell(set, row, seed))));
  return quick ? of([1]).map(small) : [VECTORS, ...of(SEEDS)];
}

function figure(records, part, key, show) {
  if (records.length === 0) return '';
  const { mean, deviation } = meanAndDeviation(records.map((record) => record[part][key]));
  const seeds =
    records.length === SEEDS.length ? '' : ` (${records.length} of ${SEEDS.length} seeds)`;
  return `${show(mean)}${records.length > 1 ? ` ± ${show(deviation)}` : ''}${seeds}`;
}

function table(results) {
  return SETS.map((set) => {
    const keys = Object.entries(set.figures);
    const lines = ROWS.map((row) => {
      const records = SEEDS.map((seed) => results.named(nameOf(set, row, seed))).filter(
        (record) => record?.test,
      );
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
  }).join('\n\n');
}

export const pairs = { cells, table };
