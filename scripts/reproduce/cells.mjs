// Runs the cells of a table one by one. A cell is what one training, or one
// cross-validation, comes to:
//
//   { name, config, test, folds?, svm?, reading?, ensemble?, vectors?, measure?,
//     targets?, lines?, ranking?, reader? }
//
// `config` is that of `whylight train`, whose "train" and "dev" are looked for
// below the data folder, as is `test`; `reading` are flags by which `eval` reads
// that. With `folds`, "train" is cut: one fold is dev, another is tested on
// unless there is a test set, and the rest is trained on. With `ensemble`,
// nothing is trained: models of the cells of these names answer together. With
// `measure`, rationales are measured on dev, perhaps against the model of the
// cell `fullText` and with words that are recognised by `keywords`; those of the
// model of another cell, if there is one, as `chooser` chooses; and, but for `fullText`
// itself, beside what people marked in the data `marked`. With `targets`,
// "train" and "dev" get ratings of 0 and 1, each made of a field as `prepare
// targets` does. With `lines`, so many lines of "train" are trained on, from all
// over it. `vectors` names the cell whose word vectors are used, as { model } the
// cell whose model has them, or as { file } a file of them below the data folder;
// if it is true, the cell learns them. With `ranking`, "train" and "dev" are
// lists, and candidates are ranked on each file of dev, and of test if there is
// one; by its `rankers` for the model of its cell `model`, if it has them. With
// `reader`, "train" and "dev" are lists, too, and answers are measured on the
// questions of all of dev and of each file that is `unseen`, beside baselines.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { joinLines, someLines, splitOffDev, writeFolds } from './data.mjs';
import { mean } from './figures.mjs';

const QUICK_LINES = 400;

/**
 * Runs what is not done; false if that was interrupted. What a cell builds on is
 * made once more where it is not there, as in a new clone, whose figures are done
 * but whose runs are not: `options.every` are all cells there are.
 */
export async function runCells(cells, options) {
  const { results, runs, quick } = options;
  if (quick) rmSync(runs, { recursive: true, force: true });
  mkdirSync(runs, { recursive: true });
  for (const [index, cell] of cells.entries()) {
    const found = results.find(cell);
    if (found && !found.cutShort) continue;
    console.error(`[${index + 1}/${cells.length}] ${cell.name}`);
    if (!(await makeNeeds(cell, options))) return false;
    const record = await runCell(cell, options);
    if (record.dev) results.note({ name: cell.name, config: cell.config, ...record });
    if (record.cutShort) return false;
  }
  return true;
}

/** The names of the cells whose vectors or models a cell uses. */
export function needsOf({ vectors, ensemble = [], measure = {}, ranking = {} }) {
  const learned = typeof vectors === 'string' ? vectors : vectors?.model;
  const all = [learned, ...ensemble, measure.model, measure.fullText, ranking.model];
  return all.filter((name) => name !== undefined);
}

/** Makes what a cell uses and is not there; false if that was interrupted. */
async function makeNeeds(cell, options) {
  for (const name of needsOf(cell)) {
    const needed = options.every.find((other) => other.name === name);
    const folder = folderOf(name, options);
    if (existsSync(needed.vectors === true ? folder : modelIn(folder))) continue;
    console.error(`      ${name}, which is not there`);
    if (!(await makeNeeds(needed, options))) return false;
    if ((await runCell(needed, options)).cutShort) return false;
  }
  return true;
}

const folderOf = (name, { runs }) => join(runs, name.replaceAll(' ', '-'));
const modelIn = (folder) => join(folder, 'model');

function vectorsOf(vectors, options) {
  const { model, file } = vectors;
  if (file) return join(options.data, file);
  return model ? modelIn(folderOf(model, options)) : folderOf(vectors, options);
}

async function runCell(cell, options) {
  const out = folderOf(cell.name, options);
  if (cell.ensemble) return askTogether(cell, options);
  if (cell.vectors === true) return learnVectors(cell, out, options);
  if (cell.measure) return measureRationales(cell, out, options);
  if (cell.reader) return answerQuestions(cell, out, options);
  if (cell.ranking) return rankQuestions(cell, out, options);
  if (cell.folds && !cell.test) return crossValidate(cell, out, options);
  if (cell.svm) return runSvm(cell, pathsOf(cell, options), options);
  return trainAndTest(cell, pathsOf(cell, options), out, options);
}

/** Where a file of the data is; of a quick run some of its lines. */
const pathIn =
  ({ data, quick, runs }) =>
  (file) =>
    quick ? someLines(join(data, file), QUICK_LINES, join(runs, 'data', file)) : join(data, file);

/** Where the file is with ratings made of its fields. */
function withTargets(file, targets, options) {
  const made = join(options.runs, 'targets', file.replace(/\.gz$/, ''));
  mkdirSync(dirname(made), { recursive: true });
  const flags = Object.entries(targets).flatMap(([name, of]) => ['--target', `${name}=${of}`]);
  const places = ['--input', pathIn(options)(file), '--output', made];
  run(options.program, ['prepare', 'targets', ...places, ...flags]);
  return made;
}

/** The files of a cell. */
function pathsOf({ name, config, test, folds, targets, lines }, options) {
  const { runs } = options;
  const path = targets ? (file) => withTargets(file, targets, options) : pathIn(options);
  const whole = config.train && path(config.train);
  const train = lines ? someLines(whole, lines, `${runs}/${lines}-${basename(whole)}`) : whole;
  const paths = { train, dev: config.dev && path(config.dev), test: test && path(test) };
  if (!folds || !test) return onOneSample(paths, config, options);
  const split = splitOffDev(train, folds, join(runs, `${name.replaceAll(' ', '-')}-data`));
  return onOneSample({ ...paths, ...split }, config, options);
}

// A rare label may be in one small sample and not in another, so a quick run is tuned and tested on
// what it is trained on, where all are read alike.
function onOneSample(paths, { dev_data: readOtherwise }, { quick }) {
  const { train, dev, test } = paths;
  if (!quick || !train || readOtherwise) return paths;
  return { train, dev: dev && train, test: test && train };
}

async function crossValidate(cell, out, options) {
  const { train } = pathsOf(cell, options);
  const folds = writeFolds(train, cell.folds, `${out}-data`);
  const records = [];
  for (const [index, fold] of folds.entries()) {
    const paths = onOneSample(fold, cell.config, options);
    const record = cell.svm
      ? runSvm(cell, paths, options)
      : await trainAndTest(cell, paths, join(`${out}-folds`, `${index + 1}`), options);
    if (record.cutShort) return { cutShort: true };
    records.push(record);
    if (options.quick) break;
  }
  const meanOf = (read) => mean(records.map(read));
  return {
    dev: { accuracy: meanOf(({ dev }) => dev.accuracy) },
    test: { accuracy: meanOf(({ test }) => test.accuracy) },
    folds: records.map(({ dev, test, epoch }) => ({
      dev: dev.accuracy,
      test: test.accuracy,
      epoch,
    })),
    seconds: records.reduce((sum, { seconds }) => sum + seconds, 0),
    ...(cell.svm ? {} : { parameters: Math.round(mean(records.map((of) => of.parameters))) }),
  };
}

async function trainAndTest(cell, paths, out, options) {
  const { log, interrupted } = await trainOn(cell, paths, out, options);
  if (log.length === 0) return { cutShort: true };
  const best = log.findLast((epoch) => epoch.best);
  const record = {
    dev: figures(best.dev),
    epoch: best.epoch,
    epochs: log.length,
    seconds: Math.round(log.at(-1).seconds),
    parameters: parametersOf(modelIn(out)),
    curve: log.map(
      ({ dev }) => dev.perplexity ?? dev.pearson ?? dev.las ?? dev.accuracy ?? dev.mse,
    ),
  };
  // Half a language model is still a figure; half a classifier is not.
  if (interrupted && best.dev.perplexity === undefined) return { cutShort: true };
  if (interrupted) record.cutShort = true;
  if (!paths.test) return record;
  const tested = evaluate(options.program, [modelIn(out)], paths.test, cell.reading);
  return { ...record, test: figures(tested) };
}

async function rankQuestions(cell, out, options) {
  const { program } = options;
  const path = pathIn(options);
  const dev = cell.config.dev.map(path);
  const { model, rankers } = cell.ranking;
  if (rankers) {
    const folder = modelIn(folderOf(model, options));
    // One ranker learns, from what belongs to the set.
    const flagsOf = (ranker, file) => [
      ...['--ranker', ranker],
      ...(ranker === 'svm' ? ['--train', path(file.replace('.dev.', '.train.'))] : []),
    ];
    const by = (ranker) => ({
      sets: dev.map((file, index) =>
        rankingFigures(evaluate(program, [folder], file, flagsOf(ranker, cell.config.dev[index]))),
      ),
    });
    return { dev: Object.fromEntries(rankers.map((ranker) => [ranker, by(ranker)])) };
  }
  const train = (cell.config.train ?? []).map(path);
  const given = { ...cell, config: { ...cell.config, train, dev } };
  const { log, interrupted } = await trainOn(given, {}, out, options);
  if (log.length === 0 || interrupted) return { cutShort: true };
  const ranked = log.filter(({ stage }) => stage === 'rank');
  const best = ranked.findLast((epoch) => epoch.best);
  const record = {
    dev: { ...meanOver(best.dev.sets), sets: best.dev.sets.map(rankingFigures) },
    epoch: best.epoch,
    epochs: ranked.length,
    seconds: Math.round(log.at(-1).seconds),
  };
  if (cell.test) {
    const protocol = ['--without-positives', cell.config.without_positives];
    const flags = [...(cell.reading ?? []), ...protocol];
    record.test = rankingFigures(evaluate(program, [modelIn(out)], path(cell.test), flags));
  }
  const pretraining = log.filter(({ dev: { perplexity } }) => perplexity !== undefined);
  if (pretraining.length > 0) {
    record.pretraining = pretraining.map(({ dev: { perplexity, mrr } }) => ({ perplexity, mrr }));
  }
  return record;
}

async function answerQuestions(cell, out, options) {
  const path = pathIn(options);
  const [train, dev, unseen] = [cell.config.train, cell.config.dev, cell.reader.unseen].map(
    (files) => files.map(path),
  );
  const given = { ...cell, config: { ...cell.config, train, dev } };
  const { log, interrupted } = await trainOn(given, {}, out, options);
  if (log.length === 0 || interrupted) return { cutShort: true };
  const measure = (file) => evaluate(options.program, [modelIn(out)], file, cell.reading);
  return {
    dev: measure(joinLines(dev, `${out}-dev.jsonl`)),
    unseen: unseen.map(measure),
    epoch: log.findLast(({ best }) => best).epoch,
    epochs: log.length,
    seconds: Math.round(log.at(-1).seconds),
    parameters: parametersOf(modelIn(out)),
  };
}

const meanOver = (sets) => ({
  map: mean(sets.map(({ map }) => map)),
  mrr: mean(sets.map(({ mrr }) => mrr)),
});

const rankingFigures = ({ n, map, mrr, p_at_1, p_at_5, standard_error }) => ({
  n,
  map,
  mrr,
  p_at_1,
  p_at_5,
  standard_error,
});

/** Trains, or goes on with what is there; {log, interrupted}. */
async function trainOn({ config, vectors }, paths, out, options) {
  const { program, threads } = options;
  mkdirSync(join(out, '..'), { recursive: true });
  const file = `${out}.json`;
  const text = `${JSON.stringify(config, null, 2)}\n`;
  const goesOn = existsSync(file) && existsSync(out) && readFileSync(file, 'utf8') === text;
  writeFileSync(file, text);
  const flags = goesOn ? ['--resume'] : existsSync(out) ? ['--overwrite'] : [];
  const given = ['train', 'dev'].flatMap((part) => (paths[part] ? [`--${part}`, paths[part]] : []));
  if (vectors) {
    given.push('--vectors', vectorsOf(vectors, options));
  }
  const interrupted = await train(
    program,
    ['train', '--config', file, '--out', out, '--threads', threads, ...given, ...flags],
    `${out}.log`,
  );
  const log = existsSync(join(out, 'log.jsonl')) ? readLog(join(out, 'log.jsonl')) : [];
  return { log, interrupted };
}

function learnVectors({ config }, out, { data, program, threads }) {
  const begun = Date.now();
  const inputs = config.input.flatMap((file) => ['--input', join(data, file)]);
  const flags = Object.entries(config.flags).flatMap(([flag, value]) => [`--${flag}`, `${value}`]);
  run(program, ['vectors', ...inputs, ...flags, '--threads', threads, '--output', out]);
  return { dev: {}, seconds: Math.round((Date.now() - begun) / 1000) };
}

async function measureRationales(cell, out, options) {
  const { keywords, fullText, marked, model, chooser, train } = cell.measure;
  const paths = pathsOf(cell, options);
  const record = {};
  if (!model) {
    const { log, interrupted } = await trainOn(cell, paths, out, options);
    if (log.length === 0 || interrupted) return { cutShort: true };
    Object.assign(record, { epochs: log.length, seconds: Math.round(log.at(-1).seconds) });
  }
  const flags = keywords ? ['--keywords', join(options.root, keywords)] : [];
  if (fullText) flags.push('--full-text', modelIn(folderOf(fullText, options)));
  if (chooser) flags.push('--chooser', chooser, '--train', pathIn(options)(train));
  const measured = modelIn(model ? folderOf(model, options) : out);
  const reading = cell.reading ?? [];
  const { n, aspects } = evaluate(options.program, [measured], paths.dev, [...flags, ...reading]);
  const dev = Object.entries(aspects).map(([name, found]) => [
    name,
    rationaleFigures({ n, ...found }),
  ]);
  if (marked && fullText) {
    const data = pathIn(options)(marked.data);
    record.marked = markedFigures(evaluate(options.program, [measured], data, marked.reading));
  }
  return { dev: Object.fromEntries(dev), ...record };
}

/** Of a model of one aspect: how far the words it selects are those that people marked. */
function markedFigures({ aspects }) {
  const [{ selected, gold, gold_random_spans: random }] = Object.values(aspects);
  return { selected, ...gold.all, random_spans: { selected, ...random.all } };
}

function rationaleFigures(found) {
  const explained = (error) => 1 - error / found.mse_mean;
  return {
    n: found.n,
    selected: found.selected,
    explained: explained(found.mse_rationale),
    explained_all_words: explained(found.mse_all_words),
    explained_random_spans: explained(found.mse_random_spans),
    kept: found.kept,
    mean_run: found.mean_run,
    reviews_with_spans: found.reviews_with_spans,
    keyword_spans: found.keyword_spans,
    keyword_random_spans: found.keyword_random_spans,
    accuracy: found.accuracy,
    accuracy_all_words: found.accuracy_all_words,
    second_label: found.second_label,
    second_label_all_words: found.second_label_all_words,
  };
}

function askTogether(cell, options) {
  const { dev, test } = pathsOf(cell, options);
  const models = cell.ensemble.map((name) => modelIn(folderOf(name, options)));
  const missing = models.find((model) => !existsSync(model));
  if (missing) throw new Error(`${cell.name}: expected ${missing}, found nothing`);
  const measure = (data) => figures(evaluate(options.program, models, data, cell.reading));
  return { dev: measure(dev), test: measure(test), seconds: 0 };
}

const readLog = (path) =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** How many numbers a model has but those of its word vectors, as its tensors say. */
function parametersOf(model) {
  const bytes = readFileSync(join(model, 'model.safetensors'));
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE())));
  const tensors = Object.entries(header).filter(([name]) => !/^(embedding|__)/.test(name));
  return tensors.reduce((sum, [, { shape }]) => sum + shape.reduce((size, n) => size * n, 1), 0);
}

// The figures of an evaluation that tables need.
const FIGURES = [
  ...['n', 'accuracy', 'perplexity', 'f1', 'pearson', 'spearman', 'mse', 'mae', 'mean_mse'],
  ...['map', 'mrr', 'uas', 'las', 'tag_accuracy', 'rerank', 'without_punctuation'],
];
const figures = (all) =>
  Object.fromEntries(FIGURES.filter((key) => key in all).map((key) => [key, all[key]]));

/** Whether the training was interrupted. Fails if it failed. */
function train(program, args, log) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const lines = [];
    child.stderr.setEncoding('utf8').on('data', (text) => lines.push(text));
    // The program gets the signal from the terminal as well, and ends with a
    // checkpoint; we stay to note what there is.
    let interrupted = false;
    const stop = () => {
      interrupted = true;
      child.kill('SIGINT');
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    child.on('error', reject).on('close', (code) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      writeFileSync(log, lines.join(''));
      if (code === 0 || interrupted) resolve(interrupted);
      else reject(new Error(`${args.join(' ')}\n${lines.join('').trimEnd().split('\n').at(-1)}`));
    });
  });
}

function evaluate(program, models, data, reading = []) {
  const flags = models.flatMap((model) => ['--model', model]);
  return JSON.parse(run(program, ['eval', ...flags, '--data', data, ...reading]));
}

function runSvm({ config, reading = [] }, paths, options) {
  const args = ['--train', paths.train, '--dev', paths.dev, '--test', paths.test, '--json'];
  const begun = Date.now();
  const {
    dev,
    test: tested,
    ...chosen
  } = JSON.parse(
    run(options.program, ['svm', ...args, '--order', String(config.order), ...reading]),
  );
  return {
    dev: figures(dev),
    test: figures(tested),
    chosen,
    seconds: Math.round((Date.now() - begun) / 1000),
  };
}

function run(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr.trimEnd()}`);
  return stdout;
}
