// Several binary categories of a document, each told from whole sentences of it
// by convolutions: what Lei's slides of 2017 tell of pathology reports. Those are
// not public, so these are film reviews, and the categories are made of their
// stars. There is no test set: all figures are of dev, on which thresholds were set.
import { markdown } from './document.mjs';
import { percent } from './figures.mjs';
import { narrow } from './small.mjs';

const TARGETS = {
  recommended: 'label:pos',
  strong: 'stars:1,2,9,10',
  worst: 'stars:1',
};
const NAMES = Object.keys(TARGETS);

// Of the reviews to train on, all over the file.
const LINES = 8000;

const part = (epochs) => ({
  epochs,
  batch: 32,
  dropout: 0.2,
  optimiser: { learning_rate: 2e-3 },
});

const CONFIG = {
  task: 'rationale',
  train: 'imdb/train.jsonl.gz',
  dev: 'imdb/dev.jsonl.gz',
  words: 20000,
  aspects: NAMES.map((name) => ({
    name,
    labels: [`not ${name}`, name],
    rate: 0.15,
    coherence: 0,
    shown_rate: 0.15,
  })),
  choice: 'independent',
  generator: {
    layers: [
      {
        type: 'bidirectional',
        layer: { type: 'convolution', order: 3, hidden: 30, activation: 'relu' },
      },
    ],
  },
  encoder: {
    layers: [{ type: 'convolution', order: 3, hidden: 50, activation: 'relu' }],
    pooling: 'max',
  },
  boundaries: { whole_sentences: true },
  full_text: part(3),
  selection: {
    ...part(3),
    reviews: 0,
    residual_share: 0,
    residual_stretch: 1,
    decoding_cost: 0,
  },
  refit: part(2),
  stages: ['full_text', 'selection', 'refit'],
};

const FULL_TEXT = 'full text';
const ROWS = [
  { row: 'sentences', title: 'rationales of whole sentences', config: {} },
  {
    row: 'runs',
    title: 'rationales of any runs of words',
    config: {
      boundaries: undefined,
      aspects: CONFIG.aspects.map((aspect) => ({ ...aspect, coherence: 1 })),
      selection: { ...CONFIG.selection, decoding_cost: 0.3 },
    },
  },
];

function cells({ quick }) {
  const vectors = {
    name: 'vectors',
    vectors: true,
    config: {
      input: [CONFIG.train],
      flags: quick ? { epochs: 1, dimension: 16 } : { epochs: 3, dimension: 100 },
    },
  };
  const cell = (name, config) => ({
    name,
    vectors: vectors.name,
    targets: TARGETS,
    lines: LINES,
    measure: {},
    config: { ...CONFIG, ...config },
  });
  const all = [
    cell(FULL_TEXT, { stages: ['full_text'] }),
    ...ROWS.map(({ row, config }) => cell(row, config)),
  ];
  return [vectors, ...(quick ? all.map(small) : all)];
}

/** A config whose run takes seconds. */
function small({ config, ...rest }) {
  const brief = { epochs: 1, batch: 16 };
  const few = ({ layers, ...reader }) => ({ ...reader, layers: layers.map(narrow) });
  return {
    ...rest,
    config: {
      ...config,
      generator: few(config.generator),
      encoder: few(config.encoder),
      full_text: brief,
      selection: { ...config.selection, ...brief },
      refit: brief,
    },
  };
}

const f1 = ({ f1: figure }) => percent(figure);

function table(results) {
  const heads = NAMES.flatMap((name) => [`${name}: F1`, 'words']);
  const full = results.named(FULL_TEXT);
  const lines = ROWS.flatMap(({ row, title }) => {
    const record = results.named(row);
    if (!record) return [];
    const figures = NAMES.map((name) => record.dev[name]);
    return [
      [title, ...figures.flatMap((of) => [f1(of.second_label), percent(of.selected)])],
      [
        'the same encoder, all words',
        ...figures.flatMap((of) => [f1(of.second_label_all_words), '100.0']),
      ],
    ];
  });
  if (full) {
    const figures = NAMES.map((name) => full.dev[name]);
    // Of those that have a category, all are found, and of those found its share is right.
    const always = ({ second_label: { n }, n: reviews }) => percent((2 * n) / (n + reviews));
    lines.push(
      [
        'encoder of the full text',
        ...figures.flatMap((of) => [f1(of.second_label_all_words), '100.0']),
      ],
      ['every review is one', ...figures.flatMap((of) => [always(of), '0.0'])],
    );
  }
  return markdown(['%', ...heads], lines);
}

export const pathology = { cells, table };
