// Rationales by several methods on equal terms: every method selects the same share of
// the words. Of beer, Lei17 section 3.4.1 has figures. There are no test sets: all
// figures are of dev, on which the thresholds were set, but for the words that people
// marked in other film reviews.
import { readFileSync } from 'node:fs';

import { markdown } from './document.mjs';
import { mean, meanAndDeviation, percent } from './figures.mjs';

const SEEDS = [1, 2, 3];
const FULL_TEXT = 'full text';
const LEAVE_ONE_OUT = { estimator: 'reinforce', samples: 4, baseline: 'leave_one_out' };

// What each method changes of a config. The first is ours.
const METHODS = [
  { row: 'competing', title: 'competing, straight-through (ours)' },
  {
    row: 'independent',
    title: 'independent, straight-through',
    config: { choice: 'independent' },
  },
  {
    row: 'hard-kuma',
    title: 'independent, HardKuma',
    config: { choice: 'hard_kuma' },
    selection: { control: 'lagrangian' },
  },
  {
    row: 'reinforce',
    title: 'independent, REINFORCE, 4 samples, leave-one-out',
    config: { choice: 'independent' },
    selection: LEAVE_ONE_OUT,
  },
  {
    row: 'competing-reinforce',
    title: 'competing, REINFORCE, 4 samples, leave-one-out',
    selection: LEAVE_ONE_OUT,
  },
  {
    row: 'dependent',
    title: 'competing, dependent on 30 states, straight-through',
    config: { dependent: 30, points: [] },
  },
  {
    row: 'attention',
    title: 'attention, words by weight',
    config: { choice: 'independent' },
    selection: { estimator: 'attention', decoding_cost: 0 },
  },
];
const [OURS] = METHODS;

// Words that somebody else chooses at the rates of the first row's model, whose
// encoder rates them.
const CHOOSERS = {
  linear: 'words by weight in a linear regression',
  keywords: 'keywords and their neighbours',
};

const methods = (...rows) => METHODS.filter(({ row }) => rows.includes(row));
const chosenBy = ({ row }, seed) => `${row} seed ${seed}`;

// Columns: a head and what of a record's figures stands below it.
const WORDS = ['words', ({ selected }) => selected];
const VARIANCE = ['variance', ({ explained }) => explained];
const KEPT = ['kept', ({ kept }) => kept];
const KEYWORDS = ['keywords', ({ keyword_spans: share }) => share];
const CLASS = ['class right', ({ accuracy }) => accuracy];

/** The columns for each aspect, whose name stands before its first. */
const ofAspects = (aspects, columns) =>
  aspects.flatMap((aspect) =>
    columns.map(([head, figure], index) => [
      index === 0 && aspects.length > 1 ? `${aspect}: ${head}` : head,
      ({ dev }) => dev[aspect] && figure(dev[aspect]),
    ]),
  );

/**
 * Figures of every method of `rows` and every chooser. `marked` are a data file in which
 * people marked words and the flags to read it.
 */
function experiment({
  name,
  vectors: vectorInput,
  epochs,
  rows,
  seeds = SEEDS,
  choosers = Object.keys(CHOOSERS),
  keywords,
  reading,
  marked,
  columns,
}) {
  // Of reviews alone: the models we ship learn from more than published methods do.
  const ours = JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
  const aspects = ours.aspects.filter(({ reported = true }) => reported).map((of) => of.name);
  const shown = columns(aspects);
  const configOf = ({ config = {}, selection }) => ({
    ...config,
    ...(selection ? { selection: { ...ours.selection, ...selection } } : {}),
  });

  function cells({ quick }) {
    const vectors = {
      name: 'vectors',
      vectors: true,
      config: {
        input: vectorInput,
        flags: quick ? { epochs: 1, dimension: 16 } : { epochs },
      },
    };
    const cell = (cellName, config, measure = {}) => ({
      name: cellName,
      vectors: vectors.name,
      reading,
      measure: { keywords, fullText: FULL_TEXT, marked, ...measure },
      config: { ...ours, ...config },
    });
    const all = [
      cell(FULL_TEXT, { stages: ['full_text'], points: [] }, { fullText: undefined }),
      // One seed of everything first.
      ...rows.map((method) => cell(chosenBy(method, 1), configOf(method))),
      ...choosers.map((chooser) =>
        cell(chooser, {}, { model: chosenBy(OURS, 1), chooser, train: ours.train }),
      ),
      ...(quick ? [1] : seeds)
        .filter((seed) => seed > 1)
        .map((seed) => cell(chosenBy(OURS, seed), { ...configOf(OURS), seed })),
    ];
    return [vectors, ...(quick ? all.map(small) : all)];
  }

  // The figures of a line, each the mean of its records.
  const figures = (records) =>
    shown.map(([, figure]) => {
      const numbers = records.map(figure);
      if (numbers.some((number) => number === undefined)) return '';
      const { mean: middle, deviation } = meanAndDeviation(numbers);
      return records.length > 1 ? `${percent(middle)} ± ${percent(deviation)}` : percent(middle);
    });

  // A record whose figures are others of the same model.
  const instead = ({ dev, marked: people }, change) => ({
    dev: Object.fromEntries(Object.entries(dev).map(([of, found]) => [of, change(found)])),
    marked: people?.random_spans,
  });

  function table(results) {
    const seeded = (method) =>
      SEEDS.map((seed) => results.named(chosenBy(method, seed))).filter(Boolean);
    const lines = [
      ...rows.map((method) => [method.title, seeded(method)]),
      ...choosers.map((chooser) => [CHOOSERS[chooser], [results.named(chooser)].filter(Boolean)]),
    ].flatMap(([title, records]) =>
      records.length === 0
        ? []
        : [
            [
              `${title}${records.length > 1 ? `, ${records.length} seeds` : ''}`,
              ...figures(records),
            ],
          ],
    );
    const full = results.named(FULL_TEXT);
    if (full) {
      const ofAll = instead({ dev: full.dev }, (found) => ({
        selected: 1,
        explained: found.explained_all_words,
        kept: 1,
        accuracy: found.accuracy_all_words,
      }));
      lines.push(['encoder of the full text', ...figures([ofAll])]);
    }
    const first = results.named(chosenBy(OURS, 1));
    if (first) {
      const random = instead(first, (found) => ({
        selected: found.selected,
        explained: found.explained_random_spans,
        keyword_spans: found.keyword_random_spans,
      }));
      lines.push(['random spans of the same lengths', ...figures([random])]);
    }
    return markdown(['%', ...shown.map(([head]) => head)], lines);
  }
  return { cells, table };
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

export const beer = experiment({
  name: 'beer',
  vectors: ['beer/train.jsonl.gz', 'beer/unlabelled.txt.gz'],
  epochs: 5,
  rows: METHODS,
  keywords: 'models/beer/keywords.json',
  columns: (aspects) => ofAspects(aspects, [WORDS, VARIANCE, KEPT, KEYWORDS]),
});

export const hotels = experiment({
  name: 'hotels',
  vectors: ['hotels/train.jsonl.gz'],
  epochs: 3,
  rows: methods('competing', 'independent', 'hard-kuma', 'attention'),
  keywords: 'models/hotels/keywords.json',
  columns: (aspects) => [
    ['words', ({ dev }) => mean(aspects.map((aspect) => dev[aspect].selected))],
    ...ofAspects(aspects, [KEPT, KEYWORDS]),
  ],
});

const people = (head, figure) => [head, ({ marked }) => marked && figure(marked)];

export const movies = experiment({
  name: 'movies',
  vectors: ['imdb/train.jsonl.gz', 'imdb/unlabelled.txt.gz'],
  epochs: 4,
  rows: methods('competing', 'independent', 'hard-kuma', 'reinforce', 'attention'),
  choosers: [],
  reading: ['--ratings-key', 'label', '--values', 'neg=0,pos=1'],
  marked: {
    data: 'movies/dev.jsonl.gz',
    reading: [...['--text-key', 'tokens', '--ratings-key', 'label', '--values', 'NEG=0,POS=1']],
  },
  columns: (aspects) => [
    ...ofAspects(aspects, [WORDS, VARIANCE, KEPT, CLASS]),
    people('marked: words', ({ selected }) => selected),
    people('token F1', ({ f1_macro: f1 }) => f1),
    people('IOU F1', ({ iou_f1_macro: f1 }) => f1),
    people('AUPRC', ({ auprc }) => auprc),
  ],
});
