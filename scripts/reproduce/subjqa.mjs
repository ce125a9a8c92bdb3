// What the rows about questions on reviews have in common: trained on four domains of
// SubjQA, measured on these and on two that none has seen, with the same vectors.
import { markdown } from './document.mjs';
import { overSeeds, percent } from './figures.mjs';

const fileOf = (part) => (domain) => `reading/subjqa/${domain}.${part}.jsonl.gz`;
const DOMAINS = ['electronics', 'grocery', 'restaurants', 'tripadvisor'];
const TRAIN = DOMAINS.map(fileOf('train'));
const DEV = DOMAINS.map(fileOf('dev'));
const UNSEEN = ['movies', 'books'];

export const VECTORS = {
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

export const SEEDS = [1, 2, 3];

const nameOf = ({ row }, seed) => `${row} seed ${seed}`;

/** The cell of a row, whose config goes on with `config`. */
export const cellOf = (row, seed, { task, ...config }) => ({
  name: nameOf(row, seed),
  vectors: VECTORS.name,
  // Three questions have an answer that ends beyond the text.
  reading: ['--max-errors', '10', '--baselines'],
  reader: { unseen: UNSEEN.map(fileOf('dev')) },
  config: {
    task,
    train: TRAIN,
    dev: DEV,
    data: { max_errors: 10 },
    words: 30000,
    add_words: true,
    seed,
    ...config,
  },
});

// Of the sets that a model is asked about, its figures or those of a baseline.
const SETS = [
  { set: 'four domains', of: ({ dev }) => dev },
  ...UNSEEN.map((domain, index) => ({ set: domain, of: ({ unseen }) => unseen[index] })),
];

/**
 * A table for each set. `figures` are heads of columns and what each reads of the
 * figures of a model or of one of the `baselines`; the last column, `ofModels`, is of
 * models alone.
 */
export function tablesOfSets(results, { rows, figures, ofModels, baselines }) {
  const recordsOf = (row) => SEEDS.map((seed) => results.named(nameOf(row, seed))).filter(Boolean);
  const any = rows.flatMap(recordsOf)[0];
  if (!any) return '';
  return SETS.map(({ set, of }) => {
    const heads = [set, ...[...figures, ofModels].map(([head]) => head)];
    const lines = rows.map((row) => {
      const found = recordsOf(row).map(of);
      const show = ([, read]) => overSeeds(found.map(read), SEEDS.length, percent);
      return [row.row, ...[...figures, ofModels].map(show)];
    });
    const others = baselines.map(([name, key]) => [
      name,
      ...figures.map(([, read]) => percent(read(of(any).baselines[key]))),
      '',
    ]);
    return markdown(heads, [...others, ...lines]);
  }).join('\n\n');
}
