// Networks along the trees of SST, which also read its phrases: those that primer
// G-12 names and its extensions. The trees of the test sentences are not among our
// data, so that all figures are of dev.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { SEEDS, labelsMerged } from './sentences.mjs';
import { smallTrees } from './small.mjs';

// A tree has as many labels as phrases.
const TRAINING = {
  batch: 25,
  dropout: 0.2,
  schedule: { type: 'exponential', factor: 0.9 },
  l2: { weight: 1e-4 },
  keep_best: true,
};

// Published test accuracies: fine, binary.
const ROWS = [
  {
    row: 'plain',
    title: 'recursive network',
    network: { cell: 'plain', hidden: 30 },
    training: { epochs: 15, optimiser: { type: 'adam', learning_rate: 0.005 } },
    published: [43.2, 82.4],
  },
  {
    row: 'matrix-vector',
    title: 'matrix-vector recursive network',
    network: { cell: 'matrix-vector', hidden: 25 },
    training: { epochs: 8, optimiser: { type: 'adam', learning_rate: 0.003 } },
    published: [44.4, 82.9],
  },
  {
    row: 'tensor',
    title: 'recursive tensor network',
    network: { cell: 'tensor', hidden: 25 },
    training: { epochs: 12, optimiser: { type: 'adam', learning_rate: 0.001 } },
    published: [45.7, 85.4],
  },
  {
    row: 'lstm',
    title: 'tree-LSTM',
    network: { cell: 'lstm', hidden: 100 },
    training: {
      epochs: 8,
      dropout: 0.4,
      optimiser: { type: 'adam', learning_rate: 0.003 },
    },
    published: [51.0, 88.0],
  },
];

const SETS = ['fine', 'binary'];

const nameOf = ({ row }, set, seed) => `${row} ${set} seed ${seed}`;

const cell = (network, set, seed) => ({
  name: nameOf(network, set, seed),
  vectors: { file: 'vectors/glove.6B.50d.union.txt.gz' },
  config: {
    task: 'tree-classifier',
    train: 'sst/trees.train.txt.gz',
    dev: 'sst/trees.dev.txt.gz',
    data: { format: 'trees', merge: labelsMerged(set) },
    unit_vectors: true,
    add_words: true,
    train_vectors: true,
    seed,
    ...network.network,
    training: { ...TRAINING, ...network.training },
  },
});

function cells({ quick }) {
  const seeds = quick ? [1] : SEEDS;
  const all = seeds.flatMap((seed) =>
    SETS.flatMap((set) => ROWS.map((network) => cell(network, set, seed))),
  );
  return quick ? all.map(smallTrees) : all;
}

function table(results) {
  const heads = ['', 'fine dev', 'published, test', 'binary dev', 'published, test'];
  const accuracy = (network, set) =>
    overSeeds(
      SEEDS.flatMap((seed) => results.named(nameOf(network, set, seed))?.dev.accuracy ?? []),
      SEEDS.length,
      percent,
    );
  const lines = ROWS.map((network) => [
    network.title,
    ...SETS.flatMap((set, index) => [accuracy(network, set), network.published[index].toFixed(1)]),
  ]);
  return markdown(heads, lines);
}

export const trees = { cells, table };
