// Parsers of graphs and of transitions, with bidirectional LSTMs and RCNNs below, on two English
// treebanks. All rows of a table have the same vectors and widths, and read words alone.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { narrow } from './small.mjs';

const SEEDS = [1];
const WIDTH = 100;

const SETS = ['en_partut', 'en_lines'];

const both = (layer) => [{ type: 'bidirectional', layer: { ...layer, hidden: WIDTH } }];
const READERS = [
  { reader: 'bilstm', title: 'LSTM', layers: both({ type: 'lstm' }) },
  {
    reader: 'rcnn',
    title: 'RCNN',
    layers: both({ type: 'rcnn', order: 2, decay: { type: 'xh' } }),
  },
];

const transitions = (loss, more) => ({ method: 'transition', loss, transitions: more });
const METHODS = [
  { row: 'graph hinge', network: { method: 'graph', loss: 'hinge' } },
  { row: 'graph softmax', network: { method: 'graph', loss: 'softmax' } },
  {
    row: 'transitions, static oracle',
    network: transitions('softmax', { oracle: 'static' }),
  },
  {
    row: 'transitions, dynamic oracle',
    network: transitions('softmax', { oracle: 'dynamic' }),
  },
  { row: 'transitions, beam of 8, hinge', network: transitions('hinge', { beam: 8 }) },
];

const ROWS = METHODS.flatMap(({ row, network }) =>
  READERS.map(({ reader, title, layers }) => ({
    row: `${row} ${reader}`,
    title: `${row}; ${title} both ways`,
    network: { layers, ...network },
  })),
);

const nameOf = (set, { row }, seed) => `${set} ${row} seed ${seed}`;

const cell = (set, row, seed) => ({
  name: nameOf(set, row, seed),
  vectors: { file: 'vectors/glove.6B.50d.union.txt.gz' },
  config: {
    task: 'parser',
    train: `parsing/${set}.train.conllu.gz`,
    dev: `parsing/${set}.dev.conllu.gz`,
    add_words: true,
    train_vectors: true,
    seed,
    hidden: WIDTH,
    ...row.network,
    training: {
      epochs: 8,
      batch: 16,
      dropout: 0.3,
      optimiser: { type: 'adam', learning_rate: 0.002 },
      schedule: { type: 'exponential', factor: 0.85 },
      keep_best: true,
    },
  },
});

/** A cell whose run takes seconds: random vectors, few units, one epoch. */
function small({ name, config }) {
  const layers = config.layers.map(narrow);
  const training = { ...config.training, epochs: 1 };
  const add_words = false;
  return { name, config: { ...config, add_words, dimensions: 16, hidden: 8, layers, training } };
}

function cells({ quick }) {
  if (!quick)
    return SEEDS.flatMap((seed) => SETS.flatMap((set) => ROWS.map((row) => cell(set, row, seed))));
  return ROWS.map((row) => small(cell(SETS[0], row, 1)));
}

/** A table of each set of which there is a figure. */
function table(results) {
  const recordsOf = (set, row) =>
    SEEDS.map((seed) => results.named(nameOf(set, row, seed))).filter(Boolean);
  const line = (set, row) => {
    const records = recordsOf(set, row);
    const figure = (key) =>
      overSeeds(
        records.flatMap(({ dev }) => dev[key] ?? []),
        SEEDS.length,
        percent,
      );
    const parameters = records.length > 0 ? `${Math.round(records[0].parameters / 1000)}k` : '';
    return [row.title, figure('uas'), figure('las'), parameters];
  };
  return SETS.filter((set) => ROWS.some((row) => recordsOf(set, row).length > 0))
    .map((set) =>
      markdown(
        [set, 'UAS dev', 'LAS dev', 'parameters'],
        ROWS.map((row) => line(set, row)),
      ),
    )
    .join('\n\n');
}

export const parsing = { cells, table };
