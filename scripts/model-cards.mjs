// Writes the figures of models into the tables of their cards, from what `eval` and `probes` printed:
// evaluation.json, probes.json and chosen_probes.json, and from the points of config.json. A table of
// aspects or operating points keeps its rows and columns. With --check nothing is written, and cards
// that say otherwise are named.
//
//   node scripts/model-cards.mjs [--check]
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

import { readOptions } from './options.mjs';

const MODELS = ['beer', 'hotels', 'movies', 'pairs', 'sentiment'];
const USAGE = 'usage: node scripts/model-cards.mjs [--check]';

const percent = (share) => `${Math.round(share * 100)} %`;
const tenths = (share) => `${(share * 100).toFixed(1)} %`;
const error = (name) => (aspect) => aspect[name].toFixed(4);
const correlation = (name) => (aspect) => aspect.own[name].toFixed(2);
const signed = (number) => `${number < 0 ? '-' : '+'}${Math.abs(number).toFixed(2)}`;

/** A figure, and in brackets that of random spans. */
const beside = (write, found, random) => `${write(found)} (${write(random)})`;
const keywords = (name, write) => (aspect) =>
  beside(write, aspect.keywords[name], aspect.keywords_random_spans[name]);

// What a column of a table of aspects says.
const columns = {
  'words selected': (aspect) => tenths(aspect.selected),
  'words per span': (aspect) => aspect.mean_run.toFixed(1),
  'reviews with a span': (aspect) => percent(aspect.reviews_with_spans),
  'error from the rationale': error('mse_rationale'),
  'same encoder, all words': error('mse_all_words'),
  'predicting the mean': error('mse_mean'),
  'full-text encoder': error('mse_full_text'),
  'explained variance kept': (aspect) => percent(aspect.kept),
  complement: error('mse_complement'),
  'random spans of the same lengths': error('mse_random_spans'),
  'clean edges': (aspect) => beside(percent, aspect.clean_edges, aspect.clean_edges_random_spans),
  'spans with a keyword': (aspect) =>
    beside(percent, aspect.keyword_spans, aspect.keyword_random_spans),
  'keywords among the words': keywords('precision', percent),
  'keywords selected': keywords('recall', percent),
  kappa: keywords('kappa', (kappa) => kappa.toFixed(2)),
  'all words': correlation('all_words'),
  rationale: correlation('rationale'),
  'other words': correlation('complement'),
  'random spans': correlation('random_spans'),
  'other words − rationale': (aspect) =>
    aspect.own.complement_above_rationale.interval.map(signed).join(' to '),
  'reviews that mention it': (aspect) => percent(aspect.mentioned),
  'ratings within one spread': (aspect) => percent(aspect.spread.within_one),
  'within two': (aspect) => percent(aspect.spread.within_two),
  'class right, calibration error': ({ labels: { accuracy, calibration } }) =>
    `${tenths(accuracy)}, ${calibration.error.toFixed(3)}`,
};

const read = (model, name) =>
  readFileSync(new URL(`../models/${model}/${name}`, import.meta.url), 'utf8');

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const rowOf = (cells) => `| ${cells.join(' | ')} |`;

/** `value`, which a table asks for by `name`; an error where `file` has none. */
function expected(value, name, file) {
  if (value === undefined) throw new Error(`expected "${name}" in ${file}, found none`);
  return value;
}

/** What the column `title` says of an aspect. */
function aspectCell({ evaluation }, name, title) {
  const write = expected(columns[title], title, 'the columns of scripts/model-cards.mjs');
  return write(expected(evaluation.aspects[name], name, 'evaluation.json'));
}

/** The error of the aspect `title` at an operating point. */
function pointCell({ evaluation, points }, name, title) {
  const aspect = Object.keys(evaluation.aspects).indexOf(title);
  const point = points.find(({ rate }) => percent(rate) === name);
  return expected(
    expected(point, name, 'config.json').errors[aspect],
    title,
    'evaluation.json',
  ).toFixed(4);
}

const countOf = ({ right, n }) => `${right} of ${n}`;

/** A row for each kind of probes, and the sums below. */
function probeRows({ probes, chosen }) {
  const kinds = Object.keys({ ...probes.kinds, ...chosen.kinds });
  const row = (kind) => [
    kind,
    countOf(expected(probes.kinds[kind], kind, 'probes.json')),
    countOf(expected(chosen.kinds[kind], kind, 'chosen_probes.json')),
  ];
  const sum = (title, name) => [
    `**${title}**`,
    `**${percent(probes[name].share)}**`,
    percent(chosen[name].share),
  ];
  return [...kinds.map(row), sum('negation in all', 'negation'), sum('total but irony', 'total')];
}

/** The table of these lines with the figures of a model, if it has such figures. */
function rewrite([heading, rule, ...rows], figures) {
  const [table, ...titles] = cellsOf(heading);
  if (table === 'kind') {
    const known = ['only counted', 'chosen by'];
    if (titles.join() !== known.join()) {
      throw new Error(`expected the columns ${known.join(', ')}, found ${titles.join(', ')}`);
    }
    return [heading, rule, ...probeRows(figures).map(rowOf)];
  }
  const cell = { aspect: aspectCell, 'words selected': pointCell }[table];
  if (!cell) return [heading, rule, ...rows];
  const fresh = rows.map((row) => {
    const [name] = cellsOf(row);
    return rowOf([name, ...titles.map((title) => cell(figures, name, title))]);
  });
  return [heading, rule, ...fresh];
}

/** `card` with `text` in the one place that `pattern` finds. */
function replaceOnce(card, pattern, text) {
  const found = [...card.matchAll(pattern)].length;
  if (found !== 1) throw new Error(`expected ${pattern} once, found it ${found} times`);
  return card.replace(pattern, text);
}

/** What the rationale and the full-text encoder explain of each aspect. */
const explained = (aspects) =>
  Object.entries(aspects).map(
    ([name, { mse_rationale: rationale, mse_full_text: full, mse_mean: mean }]) =>
      `${name} ${((1 - rationale / mean) * 100).toFixed(1)} and ${tenths(1 - full / mean)}`,
  );

function cardOf(model) {
  const json = (name) => JSON.parse(read(model, name));
  const evaluation = json('evaluation.json');
  const figures = {
    evaluation,
    probes: json('probes.json'),
    chosen: json('chosen_probes.json'),
    points: json('config.json').points,
  };
  const card = read(model, 'README.md').replace(
    /(?:^\|.*\n)+/gm,
    (table) => `${rewrite(table.trimEnd().split('\n'), figures).join('\n')}\n`,
  );
  if (!evaluation.aspects) return card;
  return replaceOnce(
    replaceOnce(
      card,
      /(?<=full-text encoder explain: ).*(?=\.\n)/g,
      explained(evaluation.aspects).join('; '),
    ),
    /(?<=Of all spans, ).*(?= have \[clean edges\])/g,
    tenths(evaluation.clean_edges),
  );
}

const { values } = readOptions(USAGE, { check: { type: 'boolean', default: false } });
const stale = [];
for (const model of MODELS) {
  const name = `models/${model}/README.md`;
  const path = fileURLToPath(new URL(`../${name}`, import.meta.url));
  const config = await prettier.resolveConfig(path);
  let card;
  try {
    card = await prettier.format(cardOf(model), { ...config, parser: 'markdown' });
  } catch ({ message }) {
    console.error(`${name}: ${message}`);
    process.exit(1);
  }
  if (card === readFileSync(path, 'utf8')) continue;
  if (values.check) stale.push(name);
  else writeFileSync(path, card);
}
if (stale.length > 0) {
  console.error(
    `expected what node scripts/model-cards.mjs writes, found something else: ${stale.join(', ')}`,
  );
  process.exitCode = 1;
}
