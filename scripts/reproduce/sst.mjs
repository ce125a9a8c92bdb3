// Sentiment and other sentence classification: Lei17 table 2.6 and figures 2-2
// and 2-3, Lei15 tables 1 and 2.
import { markdown } from './document.mjs';
import { meanAndDeviation, percent } from './figures.mjs';
import {
  BILSTM,
  LSTM,
  RATES,
  READING,
  SEEDS,
  BASE as SENTENCES,
  SUBJ,
  TRAINING,
  TREC,
  TREEBANK,
  WIDTH,
  labelsMerged,
  rcnn,
  sstFiles,
  stacked,
  withRate,
} from './sentences.mjs';
import { smallClassifier } from './small.mjs';

export const VECTORS = 'runs/vectors-sentiment';

const tensor = (decay, layers = 3) => ({
  layers: [{ type: 'tensor_conv', order: 3, decay, layers, hidden: WIDTH }],
});
// Published test accuracies: fine, binary.
const ROOTS = [
  { row: 'svm', title: 'bigram linear SVM', svm: { order: 2 }, published: [38.3, 81.3] },
  { row: 'nbow', title: 'NBoW', network: { layers: [] }, published: [44.5, 82.0] },
  {
    row: 'cnn',
    title: 'CNN (ReLU, trigrams, 3 layers)',
    network: stacked({ type: 'convolution', order: 3, activation: 'relu' }),
    rate: 0.003,
    published: [47.2, 86.2],
  },
  { row: 'tensor-0', title: 'tensor CNN, λ = 0', network: tensor(0) },
  { row: 'tensor-0.3', title: 'tensor CNN, λ = 0.3', network: tensor(0.3) },
  {
    row: 'tensor-0.5',
    title: 'tensor CNN, λ = 0.5',
    network: tensor(0.5),
    published: [50.6, 87.0],
  },
  { row: 'tensor-0.5-1', title: 'tensor CNN, λ = 0.5, 1 layer', network: tensor(0.5, 1) },
  { row: 'tensor-0.5-2', title: 'tensor CNN, λ = 0.5, 2 layers', network: tensor(0.5, 2) },
  {
    row: 'rcnn-constant',
    title: 'RCNN, λ = 0.5',
    network: rcnn({ type: 'constant', value: 0.5 }),
    rate: RATES.rcnn,
  },
  {
    row: 'rcnn-trained',
    title: 'RCNN, trained λ',
    network: rcnn({ type: 'trained' }),
    rate: RATES.rcnn,
  },
  { row: 'rcnn-x', title: 'RCNN, gate on x', network: rcnn({ type: 'x' }), rate: RATES.rcnn },
  {
    row: 'rcnn-xh',
    title: 'RCNN, gate on x and h',
    network: rcnn({ type: 'xh' }),
    rate: RATES.rcnn,
  },
  LSTM,
  { ...BILSTM, published: [49.1, 87.5] },
  { row: 'gru', title: 'GRU', network: stacked({ type: 'gru' }, 1), rate: 0.003 },
];

const BASE = { ...SENTENCES, vectors: VECTORS };
// A phrase tells less than a sentence, but there are many.
const PHRASES_TRAINING = {
  ...TRAINING,
  epochs: 5,
  batch: 64,
  schedule: { type: 'exponential', factor: 0.8 },
};
// Too few numbers to overfit.
const BAG_TRAINING = {
  ...TRAINING,
  epochs: 40,
  dropout: 0,
  optimiser: { type: 'adam', learning_rate: 0.01 },
};

const PHRASES = [
  {
    row: 'tensor-0.5',
    title: 'tensor CNN, λ = 0.5',
    network: tensor(0.5),
    published: [51.2, 88.6],
  },
  {
    row: 'rcnn-xh',
    title: 'RCNN, gate on x and h',
    network: rcnn({ type: 'xh' }),
    rate: RATES.rcnn,
    published: [53.2, 89.9],
  },
  {
    row: 'rcnn-xh-last',
    title: 'RCNN, gate on x and h, 1 layer, its last state (ours)',
    network: { ...rcnn({ type: 'xh' }, 1), pooling: 'last' },
    rate: 0.003,
    training: { epochs: 8, schedule: { type: 'exponential', factor: 0.85 } },
  },
];

// Rows that err differently, to answer together.
const DIFFERENT = PHRASES.filter(({ row }) => row === 'tensor-0.5' || row === 'rcnn-xh-last');

// The networks that are compared, and our best of whole sentences and of phrases.
const OTHERS = ['cnn', 'lstm', 'rcnn-xh', 'tensor-0.5', 'rcnn-xh-last'].map((row) =>
  [...ROOTS, ...PHRASES].find((network) => network.row === row),
);
const OTHER_SETS = [
  TREC,
  SUBJ,
  { set: 'MR', train: 'classification/rt-polarity.txt.gz' },
  { set: 'CR', train: 'classification/custrev.txt.gz' },
  { set: 'MPQA', train: 'classification/mpqa.txt.gz' },
];

function rootsCell({ row, svm, network, rate }, set, seed) {
  const { test, ...files } = sstFiles(set);
  const name = `roots ${row} ${set} seed ${seed}`;
  if (svm) return { name, svm: true, config: { ...files, ...svm }, test, reading: READING };
  return {
    name,
    test,
    reading: READING,
    config: {
      ...BASE,
      ...files,
      data: TREEBANK,
      seed,
      ...network,
      training: row === 'nbow' ? BAG_TRAINING : withRate(TRAINING, rate),
    },
  };
}

function phrasesCell({ row, network, rate, training }, set, seed) {
  return {
    name: `phrases ${row} ${set} seed ${seed}`,
    test: `sst/${set}.test.txt.gz`,
    reading: READING,
    config: {
      ...BASE,
      train: 'sst/trees.train.txt.gz',
      dev: `sst/${set}.dev.txt.gz`,
      data: {
        format: 'trees',
        phrases: true,
        distinct: true,
        treebank: true,
        merge: labelsMerged(set),
      },
      dev_data: { format: 'labelled', phrases: false, distinct: false, merge: {} },
      held_out: [`sst/fine.dev.txt.gz`, `sst/fine.test.txt.gz`],
      seed,
      ...network,
      training: withRate({ ...PHRASES_TRAINING, ...training }, rate),
    },
  };
}

/** Models of one row, or of several, that answer together. */
function ensembleCell(rows, set, seeds) {
  const ensemble = rows.flatMap(({ row }) =>
    seeds.map((seed) => `phrases ${row} ${set} seed ${seed}`),
  );
  return {
    name: `phrases ${rows.map(({ row }) => row).join(' + ')} ${set} ensemble`,
    test: `sst/${set}.test.txt.gz`,
    reading: READING,
    ensemble,
    // With what its members are, so that others are asked anew.
    config: {
      dev: `sst/${set}.dev.txt.gz`,
      ensemble,
      like: rows.map((row) => phrasesCell(row, set, seeds[0]).config),
    },
  };
}

function otherCell({ row, network, rate, training }, { set, train, test }) {
  return {
    name: `others ${row} ${set} seed 1`,
    test,
    folds: 10,
    reading: READING,
    config: {
      ...BASE,
      train,
      data: TREEBANK,
      seed: 1,
      ...network,
      training: withRate({ ...TRAINING, ...training }, rate),
    },
  };
}

function small(cell) {
  return cell.svm || cell.ensemble ? cell : smallClassifier(cell);
}

function cells({ quick }) {
  const seeds = quick ? [1] : SEEDS;
  const each = (rows, make, seeded) =>
    ['fine', 'binary'].flatMap((set) => rows.map((row) => make(row, set, seeded)));
  const all = [
    ...seeds.flatMap((seed) => [
      // A cell that does not depend on a seed runs once.
      ...each(seed === 1 ? ROOTS : ROOTS.filter(({ svm }) => !svm), rootsCell, seed),
      ...each(PHRASES, phrasesCell, seed),
    ]),
    ...each([...PHRASES.map((row) => [row]), DIFFERENT], ensembleCell, seeds),
    ...OTHER_SETS.flatMap((set) => OTHERS.map((row) => otherCell(row, set))),
  ];
  return quick ? all.map(small) : all;
}

/** The records of a row, over seeds. */
const recordsOf = (results, kind, row, set, part = 'test') =>
  SEEDS.map((seed) => results.named(`${kind} ${row} ${set} seed ${seed}`)).filter(
    (record) => record?.[part],
  );

function figure(records, part) {
  if (records.length === 0) return '';
  const { mean, deviation } = meanAndDeviation(records.map((record) => record[part].accuracy));
  const spread = records.length > 1 ? ` ± ${percent(deviation)}` : '';
  return `${percent(mean)}${spread}${records.length === 2 ? ' (2 seeds)' : ''}`;
}

function accuracies(results, kind, rows) {
  const heads = [
    '',
    'fine dev',
    'fine test',
    'published',
    'binary dev',
    'binary test',
    'published',
  ];
  const line = (title, published, of) => [
    title,
    ...['fine', 'binary'].flatMap((set, index) => [
      figure(of(set), 'dev'),
      figure(of(set), 'test'),
      published?.[index].toFixed(1) ?? '',
    ]),
  ];
  const together = (members, title) => {
    const of = (set) => [results.named(`${kind} ${members} ${set} ensemble`)].filter(Boolean);
    return of('fine').length > 0 ? [line(title, undefined, of)] : [];
  };
  const lines = rows.flatMap(({ row, title, published }) => [
    line(title, published, (set) => recordsOf(results, kind, row, set)),
    ...together(row, `the same, ${SEEDS.length} seeds together`),
  ]);
  const different = DIFFERENT.map(({ row }) => row).join(' + ');
  return markdown(heads, [
    ...lines,
    ...together(different, 'the first and the last row, all seeds together (ours)'),
  ]);
}

// The orderings that the sources claim, and the rows that show them.
const ORDERINGS = [
  ['deeper beats shallower', ['tensor-0.5-1', 'tensor-0.5-2', 'tensor-0.5']],
  ['λ > 0 beats λ = 0', ['tensor-0', 'tensor-0.3']],
  ['λ > 0 beats λ = 0', ['tensor-0', 'tensor-0.5']],
  ['adaptive beats constant', ['rcnn-constant', 'rcnn-x']],
  ['adaptive beats constant', ['rcnn-constant', 'rcnn-xh']],
];

function orderings(results) {
  const accuracy = (row, set, part) => {
    const records = recordsOf(results, 'roots', row, set);
    if (records.length === 0) return undefined;
    return meanAndDeviation(records.map((record) => record[part].accuracy)).mean;
  };
  const lines = ORDERINGS.map(([claim, rows]) => {
    const verdict = (set, part) => {
      const found = rows.map((row) => accuracy(row, set, part));
      if (found.includes(undefined)) return '';
      const holds = found.every((value, index) => index === 0 || value > found[index - 1]);
      return `${found.map(percent).join(' → ')}: ${holds ? 'holds' : 'does not hold'}`;
    };
    const titles = rows.map((row) => ROOTS.find((other) => other.row === row).title);
    return [
      `${claim} (${titles.join(' → ')})`,
      verdict('fine', 'dev'),
      verdict('fine', 'test'),
      verdict('binary', 'dev'),
      verdict('binary', 'test'),
    ];
  });
  return markdown(['from roots', 'fine dev', 'fine test', 'binary dev', 'binary test'], lines);
}

function others(results) {
  const lines = OTHERS.map(({ row, title }) => [
    title,
    ...OTHER_SETS.map(({ set }) => figure(recordsOf(results, 'others', row, set), 'test')),
  ]);
  const measured = lines.filter(([, ...figures]) => figures.some((value) => value !== ''));
  return markdown(['test', ...OTHER_SETS.map(({ set }) => set)], measured);
}

function table(results) {
  return [
    `From roots:\n\n${accuracies(results, 'roots', ROOTS)}`,
    `With phrase labels:\n\n${accuracies(results, 'phrases', PHRASES)}`,
    `Orderings:\n\n${orderings(results)}`,
    `Other sets, one seed:\n\n${others(results)}`,
  ].join('\n\n');
}

export const sst = { cells, table };
