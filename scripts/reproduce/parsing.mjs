// Parsers of graphs and of transitions, with bidirectional LSTMs and RCNNs below, on two English
// treebanks. All rows of a table have the same vectors and widths, and read words alone. A further
// table has what else a parser of graphs may read and learn: how words are written, tags, given or
// learned beside trees (Goldberg 2015, section 7), and scores of whole trees (section 8).
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { narrow } from './small.mjs';

const SEEDS = [1];
const FURTHER_SEEDS = [1, 2, 3];
const WIDTH = 100;
const WIDTH_OF_FORMS = 40;

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

const LSTM = READERS[0].layers;
const hinge = (title, more) => ({
  row: title,
  title,
  network: {
    layers: LSTM,
    method: 'graph',
    loss: 'hinge',
    surface: { width: WIDTH_OF_FORMS },
    ...more,
  },
});
const FURTHER_ROWS = [
  // That of the table above.
  { ...ROWS[0], title: 'words alone' },
  hinge('words as they are written'),
  hinge('the same, with tags that are right', { tags: { use: 'given' } }),
  hinge('the same without tags, choosing among 8 trees', { rerank: { best: 8 } }),
  hinge('two layers: trees alone', { layers: [...LSTM, ...LSTM] }),
  hinge('two layers, the first shared with tags', { tags: { use: 'shared', layers: LSTM } }),
  hinge('two layers, the second reads tags of the first', {
    tags: { use: 'cascade', layers: LSTM },
  }),
  {
    row: 'one layer: tags alone',
    title: 'one layer: tags alone',
    tagger: { layers: LSTM, loss: 'softmax', surface: { width: WIDTH_OF_FORMS } },
  },
];

const nameOf = (set, { row }, seed) => `${set} ${row} seed ${seed}`;

const cell = (set, row, seed) => ({
  name: nameOf(set, row, seed),
  vectors: { file: 'vectors/glove.6B.50d.union.txt.gz' },
  config: {
    task: row.tagger ? 'tagger' : 'parser',
    train: `parsing/${set}.train.conllu.gz`,
    dev: `parsing/${set}.dev.conllu.gz`,
    add_words: true,
    train_vectors: true,
    seed,
    ...(row.tagger ?? { hidden: WIDTH, ...row.network }),
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
  const { tags, ...more } = config;
  const few = { ...more, add_words: false, dimensions: 16, layers: config.layers.map(narrow) };
  if (config.hidden) few.hidden = 8;
  if (tags) few.tags = tags.layers ? { ...tags, layers: tags.layers.map(narrow) } : tags;
  return { name, config: { ...few, training: { ...config.training, epochs: 1 } } };
}

function cells({ quick }) {
  const cellsOf = (set, rows, seed) => rows.map((row) => cell(set, row, seed));
  const [first, ...others] = FURTHER_ROWS;
  if (quick) return [...ROWS, ...others].map((row) => small(cell(SETS[0], row, 1)));
  return [
    ...SEEDS.flatMap((seed) => SETS.flatMap((set) => cellsOf(set, ROWS, seed))),
    ...FURTHER_SEEDS.flatMap((seed) =>
      cellsOf(SETS[0], SEEDS.includes(seed) ? others : [first, ...others], seed),
    ),
  ];
}

/** What else may be read and learned. */
function furtherTable(results) {
  const lines = FURTHER_ROWS.map((row) => {
    const records = FURTHER_SEEDS.flatMap(
      (seed) => results.named(nameOf(SETS[0], row, seed)) ?? [],
    );
    const figure = (get) =>
      overSeeds(
        records.flatMap(({ dev }) => get(dev) ?? []),
        FURTHER_SEEDS.length,
        percent,
      );
    return [
      row.title,
      figure(({ uas }) => uas),
      figure(({ las }) => las),
      figure(({ accuracy, tag_accuracy }) => accuracy ?? tag_accuracy),
      figure(({ rerank }) => rerank?.first_uas),
      figure(({ rerank }) => rerank?.oracle_uas),
    ];
  });
  const header = ['UAS dev', 'LAS dev', 'tags dev', 'UAS by arcs', 'UAS of the best choice'];
  return markdown([`${SETS[0]}, graph hinge; LSTM both ways`, ...header], lines);
}

/** A table of each set of which there is a figure, and one of what else there is. */
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
  const tables = SETS.filter((set) => ROWS.some((row) => recordsOf(set, row).length > 0)).map(
    (set) =>
      markdown(
        [set, 'UAS dev', 'LAS dev', 'parameters'],
        ROWS.map((row) => line(set, row)),
      ),
  );
  return [...tables, furtherTable(results)].join('\n\n');
}

export const parsing = { cells, table };
