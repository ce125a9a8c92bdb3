// Questions about reviews: readers by how question and text meet (Tay 2019, chapters 5, 6
// and 8), trained on four domains of SubjQA and measured on these and on two that none has
// seen. All rows have the same vectors and widths; settings were chosen on dev.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';
import { narrow } from './small.mjs';

const fileOf = (part) => (domain) => `reading/subjqa/${domain}.${part}.jsonl.gz`;
const DOMAINS = ['electronics', 'grocery', 'restaurants', 'tripadvisor'];
const TRAIN = DOMAINS.map(fileOf('train'));
const DEV = DOMAINS.map(fileOf('dev'));
const UNSEEN = ['movies', 'books'];

const VECTORS = {
  name: 'vectors',
  vectors: true,
  config: {
    input: [
      'hotels/train.jsonl.gz',
      'imdb/train.jsonl.gz',
      'imdb/unlabelled.txt.gz',
      'beer/train.jsonl.gz',
      ...TRAIN,
    ],
    flags: { dimension: 100, 'min-count': 5, 'max-words': 40000, subsample: 0.0003, epochs: 2 },
  },
};

const SEEDS = [1, 2, 3];
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

const nameOf = ({ row }, seed) => `${row} seed ${seed}`;

const cell = (row, seed) => ({
  name: nameOf(row, seed),
  vectors: VECTORS.name,
  // Three questions have an answer that ends beyond the text.
  reading: ['--max-errors', '10', '--baselines'],
  reader: { unseen: UNSEEN.map(fileOf('dev')) },
  config: {
    task: 'reader',
    train: TRAIN,
    dev: DEV,
    data: { max_errors: 10 },
    words: 30000,
    add_words: true,
    seed,
    similarity: true,
    align: WIDTH,
    compare: WIDTH,
    after: [RCNN],
    longest: 25,
    ...row.network,
    training: TRAINING,
    ...(row.network.selector ? { selection: SELECTION } : {}),
  },
});

/** A cell whose run takes seconds: random vectors, few units, one epoch. */
function small(given) {
  const config = { ...given.config, words: 500, dimensions: 16, align: 8, compare: 8 };
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

const KEYS = ['exact_match', 'f1', 'answerable_f1', 'no_answer_f1'];
const HEADS = ['exact match', 'F1', 'F1 of answers', 'F1 of none', 'words read'];

// Of the sets that a model is asked about, its figures or those of a baseline.
const SETS = [
  { set: 'four domains', of: ({ dev }) => dev },
  ...UNSEEN.map((domain, index) => ({ set: domain, of: ({ unseen }) => unseen[index] })),
];
const BASELINES = [
  ['never an answer', 'no_answer'],
  ['the nearest sentence by its words', 'nearest_sentence'],
  ['the nearest sentence by soft cosine', 'soft_cosine'],
];

function table(results) {
  const recordsOf = (row) => SEEDS.map((seed) => results.named(nameOf(row, seed))).filter(Boolean);
  const any = ROWS.flatMap(recordsOf)[0];
  if (!any) return '';
  return SETS.map(({ set, of }) => {
    const lines = ROWS.map((row) => {
      const found = recordsOf(row).map(of);
      const show = (read) => overSeeds(found.map(read), SEEDS.length, percent);
      return [
        row.row,
        ...KEYS.map((key) => show((figures) => figures[key])),
        show(({ selected }) => selected ?? 1),
      ];
    });
    const baselines = BASELINES.map(([name, key]) => [
      name,
      ...KEYS.map((figure) => percent(of(any).baselines[key][figure])),
      '',
    ]);
    return markdown([set, ...HEADS], [...baselines, ...lines]);
  }).join('\n\n');
}

export const reading = { cells, table };
