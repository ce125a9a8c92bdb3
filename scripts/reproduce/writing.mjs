// Answers to questions about reviews in words that are copied or generated (Tay 2019,
// chapter 6): what the parts of the model and its curriculum are worth. Settings are
// those of one try; only the rows differ.
import { narrow } from './small.mjs';
import { SEEDS, VECTORS, cellOf, tablesOfSets } from './subjqa.mjs';

const WIDTH = 48;
const RCNN = { type: 'bidirectional', layer: { type: 'rcnn', hidden: WIDTH } };
const CURRICULUM = { chunks: [10, 20, 40], words: 80, swap: 0.25 };

const ROWS = [
  { row: 'alignment', network: {} },
  { row: 'alignment, words read 50 around them', network: { band: 50 } },
  { row: 'alignment, each slot a choice of its own', network: { sum_slots: false } },
  { row: 'alignment, from easy excerpts to hard ones', network: {}, curriculum: CURRICULUM },
];

const TRAINING = {
  epochs: 12,
  batch: 16,
  dropout: 0.3,
  keep_best: true,
  optimiser: { type: 'adam', learning_rate: 0.002 },
};

const cell = (row, seed) =>
  cellOf(row, seed, {
    task: 'answer-generator',
    similarity: true,
    layers: [RCNN],
    align: WIDTH,
    after: [RCNN],
    state: 2 * WIDTH,
    attention: WIDTH,
    generated: 1000,
    ...row.network,
    training: { ...TRAINING, ...(row.curriculum ? { curriculum: row.curriculum } : {}) },
  });

/** A cell whose run takes seconds: random vectors, few units, one epoch. */
const small = ({ config, ...given }) => ({
  ...given,
  vectors: undefined,
  config: {
    train_vectors: false,
    ...config,
    words: 500,
    dimensions: 16,
    min_texts: 1,
    generated: 50,
    layers: config.layers.map(narrow),
    after: config.after.map(narrow),
    align: 8,
    state: 8,
    attention: 8,
    training: { ...config.training, epochs: 1 },
  },
});

function cells({ quick }) {
  if (quick) return ROWS.map((row) => small(cell(row, 1)));
  return [VECTORS, ...SEEDS.flatMap((seed) => ROWS.map((row) => cell(row, seed)))];
}

const table = (results) =>
  tablesOfSets(results, {
    rows: ROWS,
    figures: [
      ['BLEU-1', ({ bleu_1 }) => bleu_1],
      ['BLEU-4', ({ bleu_4 }) => bleu_4],
      ['ROUGE-L', ({ rouge_l }) => rouge_l],
      ['F1', ({ f1 }) => f1],
    ],
    ofModels: ['words copied', ({ copied }) => copied],
    baselines: [
      ['the nearest sentence by its words', 'nearest_sentence'],
      ['the nearest sentence by soft cosine', 'soft_cosine'],
    ],
  });

export const writing = { cells, table };
