// Titles of Chinese news in ten classes, as characters: Lei15 table 3, whose articles and
// segmented words are others.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import {
  BASE,
  BILSTM,
  LSTM,
  RATES,
  SEEDS,
  TRAINING,
  rcnn,
  stacked,
  withRate,
} from './sentences.mjs';
import { smallClassifier } from './small.mjs';

// Published test accuracies, of words.
const svm = (order) => ({
  row: `svm-${order}`,
  title: `linear SVM, ${order > 1 ? `up to ${order}` : 'single'} characters`,
  order,
});
const tensor = (decay) => ({
  layers: [{ type: 'tensor_conv', order: 2, decay, layers: 2, hidden: 200 }],
});
const gated = (type, title) => ({
  row: `rcnn-${type}`,
  title,
  network: rcnn({ type }, 2),
  rate: RATES.rcnn,
});
const ROWS = [
  { ...svm(1), published: 77.4 },
  { ...svm(2), published: 78.0 },
  { ...svm(3), published: 78.5 },
  { row: 'nbow', title: 'NBoW', network: { layers: [] }, published: 74.4 },
  {
    row: 'cnn',
    title: 'CNN (ReLU, trigrams, 3 layers)',
    network: stacked({ type: 'convolution', order: 3, activation: 'relu' }),
    published: 79.2,
  },
  { row: 'tensor-0', title: 'tensor CNN, λ = 0, 2 layers', network: tensor(0) },
  {
    row: 'tensor-0.5',
    title: 'tensor CNN, λ = 0.5, 2 layers',
    network: tensor(0.5),
    published: 80.0,
  },
  gated('x', 'RCNN, gate on x, 2 layers'),
  gated('xh', 'RCNN, gate on x and h, 2 layers'),
  LSTM,
  BILSTM,
];

// A character that is rare in so few titles is known by its title alone; all vectors are learned.
const VECTORS = { unit_vectors: false, dimensions: 100, train_vectors: true };

const nameOf = ({ row }, seed) => `${row} seed ${seed}`;

function cell({ row, order, network, rate }, seed) {
  const name = nameOf({ row }, seed);
  const train = 'chinese/thucnews_titles/dev.txt.gz';
  if (order) return { name, svm: true, folds: 10, config: { train, order } };
  const training = withRate(TRAINING, rate);
  return { name, folds: 10, config: { ...BASE, ...VECTORS, train, seed, ...network, training } };
}

function cells({ quick }) {
  // What learns without chance has one seed.
  const all = SEEDS.flatMap((seed) =>
    ROWS.filter(({ order }) => seed === 1 || !order).map((row) => cell(row, seed)),
  );
  if (!quick) return all;
  const first = all.slice(0, ROWS.length);
  return first.map((one) => (one.svm ? one : smallClassifier(one)));
}

function table(results) {
  const lines = ROWS.map(({ row, title, order, published }) => {
    const seeds = order ? [1] : SEEDS;
    const records = seeds.map((seed) => results.named(nameOf({ row }, seed))).filter(Boolean);
    const figure = (part) =>
      overSeeds(
        records.map((record) => record[part].accuracy),
        seeds.length,
        percent,
      );
    return [title, figure('dev'), figure('test'), published?.toFixed(1) ?? ''];
  });
  return markdown(['THUCNews titles', 'dev', 'test', 'published'], lines);
}

export const news = { cells, table };
