// Tags of words: parts of speech of two treebanks, names of W-NUT 2017, and what reviews of
// restaurants speak of, with its polarity (MAMS). Each loss of a tagger with each of three
// encoders, which all see how words are written (Goldberg 2015, sections 3 and 8). Settings
// were not tuned: they are the same everywhere but for the number of epochs.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { narrow } from './small.mjs';

const SEEDS = [1, 2, 3];
const WIDTH = 100;

const both = (layer) => [{ type: 'bidirectional', layer: { ...layer, hidden: WIDTH } }];
const ENCODERS = [
  {
    encoder: 'five words',
    layers: both({ type: 'convolution', order: 3, activation: 'relu' }),
  },
  { encoder: 'RCNN', layers: both({ type: 'rcnn', order: 2, decay: { type: 'xh' } }) },
  { encoder: 'LSTM', layers: both({ type: 'lstm' }) },
];
const LOSSES = ['perceptron', 'hinge', 'softmax', 'crf'];
const ROWS = ENCODERS.flatMap(({ encoder, layers }) =>
  LOSSES.map((loss) => ({ row: `${encoder}, ${loss}`, config: { layers, loss } })),
);

const treebank = (name) => ({
  set: name,
  config: { train: `parsing/${name}.train.conllu.gz`, dev: `parsing/${name}.dev.conllu.gz` },
  epochs: 8,
  figure: 'accuracy',
});
const mams = (part) => `aspects/mams_atsa/${part}.xml.gz`;
const SETS = [
  treebank('en_lines'),
  treebank('en_partut'),
  {
    set: 'wnut17',
    config: {
      train: 'tagging/wnut17.train.conll.gz',
      dev: 'tagging/wnut17.dev.conll.gz',
      bio: true,
    },
    epochs: 12,
    figure: 'f1',
  },
  {
    set: 'mams',
    test: mams('test'),
    reading: ['--format', 'aspects'],
    config: { train: mams('train'), dev: mams('val'), data: { format: 'aspects' }, bio: true },
    epochs: 8,
    figure: 'f1',
  },
];

const nameOf = ({ set }, { row }, seed) => `${set} ${row} seed ${seed}`;

const cell = ({ test, reading, epochs, ...of }, row, seed) => ({
  name: nameOf(of, row, seed),
  vectors: { file: 'vectors/glove.6B.50d.union.txt.gz' },
  test,
  reading,
  config: {
    task: 'tagger',
    ...of.config,
    add_words: true,
    train_vectors: true,
    seed,
    surface: { width: 40 },
    ...row.config,
    training: {
      epochs,
      batch: 16,
      dropout: 0.4,
      optimiser: { type: 'adam', learning_rate: 0.002 },
      schedule: { type: 'exponential', factor: 0.9 },
    },
  },
});

/** A cell whose run takes seconds. */
function small({ config, ...cell }) {
  const training = { ...config.training, epochs: 1 };
  const layers = config.layers.map(narrow);
  return { ...cell, vectors: undefined, config: { ...config, dimensions: 16, layers, training } };
}

function cells({ quick }) {
  const cellsOf = (sets, rows, seed) =>
    sets.flatMap((set) => rows.map((row) => cell(set, row, seed)));
  if (!quick) return SEEDS.flatMap((seed) => cellsOf(SETS, ROWS, seed));
  // Every row and every set.
  const [first, ...sets] = SETS;
  return [...cellsOf([first], ROWS, 1), ...cellsOf(sets, ROWS.slice(-1), 1)].map(small);
}

/** Accuracies of parts of speech, and the F1 of spans. */
function table(results) {
  const columns = SETS.flatMap(({ test, ...set }) =>
    ['dev', ...(test ? ['test'] : [])].map((part) => ({ ...set, part })),
  );
  const lines = ROWS.map((row) => [
    row.row,
    ...columns.map(({ part, figure, ...set }) => {
      const records = SEEDS.map((seed) => results.named(nameOf(set, row, seed)));
      const figures = records.flatMap((record) => record?.[part]?.[figure] ?? []);
      return overSeeds(figures, SEEDS.length, percent);
    }),
  ]);
  return markdown(['', ...columns.map(({ set, part }) => `${set} ${part}`)], lines);
}

export const tagging = { cells, table };
