// Questions about reviews: readers by how question and text meet (Tay 2019, chapters 5, 6
// and 8), trained on four domains of SubjQA and measured on these and on two that none has
// seen. All rows have the same vectors and widths; settings were chosen on dev.
import { narrow } from './small.mjs';
import { SEEDS, VECTORS, cellOf, tablesOfSets } from './subjqa.mjs';

const WIDTH = 64;

const both = (layer) => ({ type: 'bidirectional', layer });
const rcnn = (hidden) => both({ type: 'rcnn', hidden, order: 2, decay: { type: 'xh' } });
const RCNN = rcnn(WIDTH);

const ROWS = [
  { row: 'alignment, RCNN', network: { layers: [RCNN] } },
  { row: 'alignment, RCNN, words read 50 around them', network: { layers: [RCNN], band: 50 } },
  {
    row: 'alignment, RCNN, of words it selects',
    network: { layers: [RCNN], selector: { hidden: WIDTH, layers: [rcnn(WIDTH / 2)] } },
  },
  {
    row: 'alignment, DCU',
    network: { layers: [{ type: 'dcu' }] },
  },
  {
    row: 'connectors (BAC), RCNN',
    network: { layers: [RCNN, RCNN], connectors: 'bac', factors: 16 },
  },
  {
    row: 'dense connectors (DecaProp), RCNN',
    network: {
      layers: [RCNN, RCNN],
      connectors: 'decaprop',
      factors: 16,
      core: [RCNN],
      band: 200,
    },
  },
];

const TRAINING = {
  epochs: 8,
  batch: 16,
  dropout: 0.4,
  average: 0.99,
  keep_best: true,
  optimiser: { type: 'adam', learning_rate: 0.002 },
  schedule: { type: 'exponential', factor: 0.85 },
};

// The second stage of readers that select.
const SELECTION = {
  epochs: 8,
  batch: 16,
  dropout: 0.4,
  share: 0.3,
  optimiser: { type: 'adam', learning_rate: 0.001 },
};

const cell = (row, seed) =>
  cellOf(row, seed, {
    task: 'reader',
    similarity: true,
    align: WIDTH,
    compare: WIDTH,
    after: [RCNN],
    longest: 25,
    ...row.network,
    training: TRAINING,
    ...(row.network.selector ? { selection: SELECTION } : {}),
  });

/** A cell whose run takes seconds: random vectors, few units, one epoch. */
function small(given) {
  const few = { words: 500, dimensions: 16, align: 8, compare: 8 };
  const config = { train_vectors: false, ...given.config, ...few };
  for (const layers of ['layers', 'core', 'after']) {
    if (config[layers]) config[layers] = config[layers].map(narrow);
  }
  config.training = { ...TRAINING, epochs: 1 };
  if (config.selector) {
    config.selector = { hidden: 8, layers: config.selector.layers.map(narrow) };
    config.selection = { ...SELECTION, epochs: 1 };
  }
  return { ...given, vectors: undefined, config };
}

function cells({ quick }) {
  if (quick) return ROWS.map((row) => small(cell(row, 1)));
  return [VECTORS, ...SEEDS.flatMap((seed) => ROWS.map((row) => cell(row, seed)))];
}

const table = (results) =>
  tablesOfSets(results, {
    rows: ROWS,
    figures: [
      ['exact match', ({ exact_match }) => exact_match],
      ['F1', ({ f1 }) => f1],
      ['F1 of answers', ({ answerable_f1 }) => answerable_f1],
      ['F1 of none', ({ no_answer_f1 }) => no_answer_f1],
    ],
    ofModels: ['words read', ({ selected }) => selected ?? 1],
    baselines: [
      ['never an answer', 'no_answer'],
      ['the nearest sentence by its words', 'nearest_sentence'],
      ['the nearest sentence by soft cosine', 'soft_cosine'],
    ],
  });

export const reading = { cells, table };
