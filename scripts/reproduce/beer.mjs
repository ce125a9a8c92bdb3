// Rationales of beer reviews: Lei17 section 3.4.1, with the methods of later work
// on equal terms. There is no test set: all figures are of dev, on which the
// thresholds were set, and every method selects the same share of the words.
import { readFileSync } from 'node:fs';

import { markdown } from './document.mjs';
import { meanAndDeviation, percent } from './figures.mjs';

const read = (path) => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));

// Of reviews alone: models/beer learns from more than published methods do.
const OURS = read('scripts/reproduce/beer.json');
const ASPECTS = OURS.aspects.filter(({ reported = true }) => reported).map(({ name }) => name);
const SEEDS = [1, 2, 3];
const FULL_TEXT = 'full text';

const selection = (options) => ({ selection: { ...OURS.selection, ...options } });
const LEAVE_ONE_OUT = { estimator: 'reinforce', samples: 4, baseline: 'leave_one_out' };

const METHODS = [
  { row: 'competing', title: 'competing, straight-through (ours)', config: {} },
  { row: 'independent', title: 'independent, straight-through', config: { choice: 'independent' } },
  {
    row: 'hard-kuma',
    title: 'independent, HardKuma',
    config: { choice: 'hard_kuma', ...selection({ control: 'lagrangian' }) },
  },
  {
    row: 'reinforce',
    title: 'independent, REINFORCE, 4 samples, leave-one-out',
    config: { choice: 'independent', ...selection(LEAVE_ONE_OUT) },
  },
  {
    row: 'competing-reinforce',
    title: 'competing, REINFORCE, 4 samples, leave-one-out',
    config: selection(LEAVE_ONE_OUT),
  },
  {
    row: 'dependent',
    title: 'competing, dependent on 30 states, straight-through',
    config: { dependent: 30, points: [] },
  },
  {
    row: 'attention',
    title: 'attention, words by weight',
    config: {
      choice: 'independent',
      ...selection({ estimator: 'attention', decoding_cost: 0 }),
    },
  },
];

// Words that somebody else chooses at the rates of the first row's model, whose
// encoder rates them.
const CHOOSERS = [
  { row: 'linear', title: 'words by weight in a linear regression' },
  { row: 'keywords', title: 'keywords and their neighbours' },
];

const KEYWORDS = 'models/beer/keywords.json';
const chosenBy = ({ row }, seed) => `${row} seed ${seed}`;

function cells({ quick }) {
  const vectors = {
    name: 'vectors',
    vectors: true,
    config: {
      input: ['beer/train.jsonl.gz', 'beer/unlabelled.txt.gz'],
      flags: quick ? { epochs: 1, dimension: 16 } : { epochs: 5 },
    },
  };
  const cell = (name, config, measure = {}) => ({
    name,
    vectors: vectors.name,
    measure: { keywords: KEYWORDS, fullText: FULL_TEXT, ...measure },
    config: { ...OURS, ...config },
  });
  const seeds = quick ? [1] : SEEDS;
  const all = [
    cell(FULL_TEXT, { stages: ['full_text'], points: [] }, { fullText: undefined }),
    // One seed of everything first.
    ...METHODS.map((method) => cell(chosenBy(method, 1), method.config)),
    ...CHOOSERS.map(({ row }) =>
      cell(row, {}, { model: chosenBy(METHODS[0], 1), chooser: row, train: OURS.train }),
    ),
    ...seeds
      .filter((seed) => seed > 1)
      .map((seed) => cell(chosenBy(METHODS[0], seed), { ...METHODS[0].config, seed })),
  ];
  return [vectors, ...(quick ? all.map(small) : all)];
}

/** A config whose run takes seconds. */
function small({ config, ...rest }) {
  const brief = { epochs: 1, batch: 16 };
  const narrow = { order: 2, hidden: 8 };
  return {
    ...rest,
    config: {
      ...config,
      generator: narrow,
      encoder: narrow,
      full_text: brief,
      selection: { ...config.selection, ...brief },
      refit: brief,
    },
  };
}

function figures(records) {
  const one = (read) => {
    const numbers = records.map(read);
    if (numbers.some((number) => number === undefined)) return '';
    const { mean, deviation } = meanAndDeviation(numbers);
    return records.length > 1 ? `${percent(mean)} ± ${percent(deviation)}` : percent(mean);
  };
  return ASPECTS.flatMap((aspect) => [
    one(({ dev }) => dev[aspect].selected),
    one(({ dev }) => dev[aspect].explained),
    one(({ dev }) => dev[aspect].kept),
    one(({ dev }) => dev[aspect].keyword_spans),
  ]);
}

function table(results) {
  const heads = ASPECTS.flatMap((aspect) => [`${aspect}: words`, 'variance', 'kept', 'keywords']);
  const full = results.named(FULL_TEXT);
  const seeded = (method) =>
    SEEDS.map((seed) => results.named(chosenBy(method, seed))).filter(Boolean);
  const lines = [
    ...METHODS.map((method) => [method.title, seeded(method)]),
    ...CHOOSERS.map(({ row, title }) => [title, [results.named(row)].filter(Boolean)]),
  ].flatMap(([title, records]) =>
    records.length === 0
      ? []
      : [[`${title}${records.length > 1 ? `, ${records.length} seeds` : ''}`, ...figures(records)]],
  );
  if (full) {
    const explained = ASPECTS.flatMap((aspect) => [
      '100.0',
      percent(full.dev[aspect].explained_all_words),
      '100.0',
      '',
    ]);
    lines.push(['encoder of the full text', ...explained]);
  }
  const random = results.named(chosenBy(METHODS[0], 1));
  if (random) {
    const explained = ASPECTS.flatMap((aspect) => [
      percent(random.dev[aspect].selected),
      percent(random.dev[aspect].explained_random_spans),
      '',
      percent(random.dev[aspect].keyword_random_spans),
    ]);
    lines.push(['random spans of the same lengths', ...explained]);
  }
  return markdown(['%', ...heads], lines);
}

export const beer = { cells, table };
