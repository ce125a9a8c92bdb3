// Ratings of beers from the reviews of people and beers (Tay 2019, chapter 7), and
// from their names alone. The published figures are of other data. Settings were
// chosen on dev, which is all there is.
import { markdown } from './document.mjs';
import { overSeeds } from './figures.mjs';
import { narrow } from './small.mjs';

const SEEDS = [1, 2, 3];
const WIDTH = 50;

// Few numbers of each name learn fast and need to be kept small.
const byName = (network) => ({
  ...network,
  training: { epochs: 10, l2: { weight: 0.001 }, optimiser: { type: 'adam', learning_rate: 0.01 } },
});
const byReviews = (network, training) => ({
  dimensions: WIDTH,
  min_count: 10,
  vector_length: 0.1,
  ...network,
  training: {
    epochs: 6,
    dropout: 0.2,
    l2: { weight: 1e-6 },
    optimiser: { type: 'adam', learning_rate: 0.001 },
    ...training,
  },
});
const mpcn = (network, training) =>
  byReviews({ kind: 'mpcn', biases: false, ...network }, training);

const ROWS = [
  { row: 'biases of people and beers', ...byName({ kind: 'mean' }) },
  { row: 'MF', ...byName({ kind: 'mf', dimensions: WIDTH }) },
  { row: 'FM', ...byName({ kind: 'fm', dimensions: WIDTH }) },
  {
    row: 'like DeepCoNN',
    ...byReviews({
      kind: 'deep',
      biases: false,
      layers: [{ type: 'convolution', order: 3, hidden: WIDTH, activation: 'relu' }],
    }),
  },
  { row: 'MPCN, 1 pointer', ...mpcn({ pointers: 1 }) },
  { row: 'MPCN, 3 pointers', ...mpcn({ pointers: 3 }) },
  { row: 'MPCN, 5 pointers', ...mpcn({ pointers: 5 }) },
  { row: 'the same of 3, without words', ...mpcn({ pointers: 3, word_level: false }) },
  { row: 'the same of 3, without noise', ...mpcn({ pointers: 3 }, { noise: false }) },
  { row: 'MPCN, 3 pointers, with biases', ...mpcn({ pointers: 3, biases: true }) },
];

const nameOf = ({ row }, seed) => `beer ${row} seed ${seed}`;

const cell = ({ row, training, ...network }, seed) => ({
  name: nameOf({ row }, seed),
  config: {
    task: 'recommender',
    train: 'recommend/beer.train.jsonl.gz',
    dev: 'recommend/beer.dev.jsonl.gz',
    seed,
    ...network,
    training: { batch: 128, keep_best: true, ...training },
  },
});

/** A cell whose run takes a second. */
function small({ config, ...rest }) {
  const brief = { ...config, training: { ...config.training, epochs: 1 } };
  if (config.dimensions) brief.dimensions = 8;
  if (config.layers) brief.layers = config.layers.map(narrow);
  return { ...rest, config: brief };
}

function cells({ quick }) {
  if (quick) return ROWS.map((row) => small(cell(row, SEEDS[0])));
  return SEEDS.flatMap((seed) => ROWS.map((row) => cell(row, seed)));
}

const show = (error) => error.toFixed(3);
const thousands = (count) => (count === undefined ? '' : `${Math.round(count / 1000)}k`);

function table(results) {
  const lines = ROWS.map((row) => {
    const records = SEEDS.map((seed) => results.named(nameOf(row, seed))).filter(Boolean);
    const figure = (key) =>
      overSeeds(
        records.map(({ dev }) => dev[key]),
        SEEDS.length,
        show,
      );
    return [row.row, figure('mse'), figure('mae'), thousands(records[0]?.parameters)];
  });
  const [mean] = SEEDS.flatMap((seed) =>
    ROWS.flatMap((row) => results.named(nameOf(row, seed))?.dev.mean_mse ?? []),
  );
  const baseline = mean === undefined ? [] : [['the mean of all ratings', show(mean), '', '']];
  return markdown(['recommend/beer', 'MSE', 'MAE', 'parameters'], [...baseline, ...lines]);
}

export const recommend = { cells, table };
