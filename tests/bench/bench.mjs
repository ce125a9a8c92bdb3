// `npm run bench`: how fast Whylight is here, in one table. scripts/bench.sh
// builds what this runs.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { loadPairs } from '../../wasm/dist/systems/pairs/node.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { loadReader } from '../../wasm/dist/systems/reader/node.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/node.js';
import {
  describeCompiler,
  explainNatively,
  timeNatively,
  timeProducts,
  timeTraining,
} from './native.mjs';
import { readOptions } from './options.mjs';
import { timeInNode, weigh } from './package.mjs';
import { digits, median } from './report.mjs';
import { textsOfLengths, textsToTrainOn } from './texts.mjs';

const HELP = `usage: npm run bench -- [--quick] [--model DIR] [--json FILE]

Measures how fast reviews are explained and models trained on this machine.

  --quick      short texts, one sample of each: shows that all of it runs
  --model DIR  the model to measure with (default models/beer)
  --json FILE  write the figures to FILE as well
  --help       print this`;

const TEXTS_A_LENGTH = 4;
// Times are of as many samples of at least so many seconds each.
const EFFORTS = {
  full: {
    lengths: [20, 145, 500, 2000],
    ngramLengths: [20, 200],
    pairLengths: [20, 100],
    otherLengths: [20, 145],
    trainingTexts: 640,
    trainings: 5,
    timing: { repetitions: 15, seconds: 0.05 },
  },
  quick: {
    lengths: [20, 145],
    ngramLengths: [20],
    pairLengths: [20],
    otherLengths: [20],
    trainingTexts: 400,
    trainings: 1,
    timing: { repetitions: 1, seconds: 0.001 },
  },
};
const TOLERANCE = 1e-5;

class BenchError extends Error {}

function readWords(folder) {
  return readFileSync(join(folder, 'vocab.txt'), 'utf8').trimEnd().split('\n');
}

function options() {
  const { quick, model, json } = readOptions('bench', HELP, { model: { type: 'string' } }, [
    'model',
  ]);
  return {
    effort: quick ? EFFORTS.quick : EFFORTS.full,
    model: model ?? shipped('beer'),
    modelName: model ?? 'models/beer',
    json,
  };
}

/** The summary of samples; `best` is the Math function that picks it. */
function summarise(samples, best) {
  const walls = samples.map(({ wall }) => wall);
  return {
    median: median(walls),
    best: best(...walls),
    cpu: median(samples.map(({ cpu }) => cpu)),
    samples: samples.length,
  };
}

/**
 * The largest difference between the ratings of the native program and of the
 * package. Throws if the two do not agree, or do not see the words we meant.
 */
async function compare(texts, native, model) {
  let largest = 0;
  for (const [index, { words, text }] of texts.entries()) {
    const { ratings, tokens } = await model.explain(text);
    if (tokens.length !== words) {
      throw new BenchError(`expected ${words} words in a text, found ${tokens.length}`);
    }
    for (const aspect of model.aspects) {
      const difference = Math.abs(ratings[aspect] - native[index].ratings[aspect]);
      if (!(difference <= TOLERANCE)) {
        throw new BenchError(
          `the native program and the package disagree on ${aspect} of text ${index + 1}, of ` +
            `${words} words: ${native[index].ratings[aspect]} and ${ratings[aspect]}`,
        );
      }
      largest = Math.max(largest, difference);
    }
  }
  return largest;
}

function describeMachine() {
  const cpus = os.cpus();
  const emscripten = execFileSync('em++', ['--version'], { encoding: 'utf8' });
  return {
    cpu: cpus[0]?.model.trim() ?? os.arch(),
    cores: cpus.length,
    load: os.loadavg()[0],
    compiler: describeCompiler(),
    emscripten: /\d+\.\d+\.\d+/.exec(emscripten)?.[0] ?? 'unknown',
    node: process.version,
  };
}

/** Prints lines of cells: the first to the left, the others to the right. */
function printTable(title, columns, lines) {
  console.log(`\n${title.padEnd(44)}${columns.map((name) => name.padStart(11)).join('')}`);
  for (const [name, ...cells] of lines) {
    console.log(`  ${name.padEnd(42)}${cells.map((cell) => cell.padStart(11)).join('')}`);
  }
}

function printTimes(title, rows) {
  printTable(
    title,
    ['median', 'best', 'by CPU', 'samples'],
    rows.map((row) => [
      row.label,
      ...[row.median, row.best, row.cpu].map(digits),
      String(row.samples),
    ]),
  );
}

const shipped = (model) => fileURLToPath(new URL(`../../models/${model}`, import.meta.url));

/** Times what the other systems are asked of one text. */
async function timeOthers({ otherLengths, timing }) {
  const question = 'how long does it last';
  const systems = [
    ['classify', 'sentiment', loadClassifier, (model, text) => model.classify(text)],
    ['tag', 'opinions', loadTagger, (model, text) => model.tag(text)],
    ['embed', 'questions', loadRetriever, (model, text) => model.embed(text)],
    ['answer', 'reader', loadReader, (model, text) => model.answer(question, text)],
  ];
  const rows = [];
  for (const [what, name, open, ask] of systems) {
    const folder = shipped(name);
    const model = await open(folder);
    const texts = textsOfLengths(readWords(folder), otherLengths, TEXTS_A_LENGTH);
    const times = await timeInNode(texts, (text) => ask(model, text), timing);
    rows.push(...answered('others', `${what} (models/${name})`, times));
    await model.dispose();
  }
  return rows;
}

/** Times what the page asks of two texts that are equally long. */
async function timePairs({ pairLengths, timing }) {
  const folder = shipped('pairs');
  const vocabulary = readWords(folder);
  const pairs = await loadPairs(folder);
  const texts = textsOfLengths(vocabulary, pairLengths, 2 * TEXTS_A_LENGTH);
  const firsts = texts.filter((_, index) => index % 2 === 0);
  const second = new Map(firsts.map(({ text }, index) => [text, texts[2 * index + 1].text]));
  const asked = {
    compare: (text) => pairs.compare(text, second.get(text)),
    alignment: (text) => pairs.alignment(text, second.get(text)),
    'word effects': (text) => pairs.wordEffects(text, second.get(text)),
  };
  const rows = [];
  for (const [question, ask] of Object.entries(asked)) {
    rows.push(...answered('pairs', question, await timeInNode(firsts, ask, timing)));
  }
  await pairs.dispose();
  return rows.map(({ words, where, ...row }) => ({
    ...row,
    label: `${where}, ${words} and ${words} words`,
    question: where,
    words,
  }));
}

function printMachine(machine) {
  console.log(`processor   ${machine.cpu}, ${machine.cores} cores`);
  console.log(`load        ${machine.load.toFixed(1)} in the minute before the run`);
  console.log(`compilers   ${machine.compiler}`);
  console.log(`            Emscripten ${machine.emscripten}`);
  console.log(`Node        ${machine.node}`);
}

function answered(measure, where, times) {
  return times.map(({ words, samples }) => ({
    measure,
    label: `${where}, ${words.toLocaleString('en')} words`,
    where,
    words,
    unit: 'ms',
    ...summarise(samples, Math.min),
  }));
}

async function bench({ effort, model: folder, modelName, json }, scratch) {
  if (!existsSync(join(folder, 'config.json'))) {
    throw new BenchError(`${modelName}: no model is there; name one by --model DIR`);
  }
  const machine = describeMachine();
  printMachine(machine);

  const vocabulary = readWords(folder);
  const writeTexts = (name, texts) => {
    const path = join(scratch, name);
    writeFileSync(path, texts.map(({ text }) => `${JSON.stringify({ text })}\n`).join(''));
    return path;
  };
  const texts = textsOfLengths(vocabulary, effort.lengths, TEXTS_A_LENGTH);
  const textsFile = writeTexts('texts.jsonl', texts);
  const trainingTexts = textsToTrainOn(vocabulary, effort.trainingTexts);
  const trainingFile = writeTexts('training.jsonl', trainingTexts);

  const model = await load(folder);
  const native = explainNatively(folder, textsFile, join(scratch, 'explained.jsonl'));
  const difference = await compare(texts, native, model);
  console.log(`model       ${modelName}, ${vocabulary.length.toLocaleString('en')} words`);
  console.log(
    `agreement   ratings of ${texts.length} texts, native and in Node: ` +
      `largest difference ${difference.toExponential(1)}`,
  );

  const explained = [
    ...answered('explain', 'native', timeNatively(folder, textsFile, effort.timing)),
    ...answered(
      'explain',
      'Node',
      await timeInNode(texts, (text) => model.explain(text), effort.timing),
    ),
  ];
  printTimes('Explaining a review, ms', explained);

  const [aspect] = model.aspects;
  const askedAbout = textsOfLengths(vocabulary, effort.ngramLengths, TEXTS_A_LENGTH);
  const ngrams = answered(
    'ngrams',
    'Node',
    await timeInNode(
      askedAbout,
      (text) => model.ngrams(text, { aspect, read: 'all' }),
      effort.timing,
    ),
  );
  await model.dispose();
  printTimes('n-grams of all words of a review, ms', ngrams);

  const compared = await timePairs(effort);
  printTimes('Two texts in Node, ms', compared);

  const others = await timeOthers(effort);
  printTimes('Other systems in Node, ms', others);

  const trained = timeTraining(folder, trainingFile, effort.trainings).map(
    ({ threads, samples }) => ({
      measure: 'train',
      label: threads === 1 ? '1 thread' : `${threads} threads`,
      threads,
      unit: 'words/s',
      ...summarise(samples, Math.max),
    }),
  );
  printTimes('Training (first stage), words/s', trained);

  const { products, openblas } = timeProducts(effort.timing);
  const libraries = {
    whylight: 'Whylight',
    quaternion: 'Whylight, of quaternions',
    eigen: 'Eigen',
    openblas: 'OpenBLAS',
  };
  const multiplied = Object.entries(libraries).flatMap(([library, label]) =>
    products
      .filter(({ library: name }) => name === library)
      .map(({ size, samples }) => ({
        measure: 'gemm',
        label: `${label}, ${size} x ${size}`,
        library,
        size,
        unit: 'GFLOP/s',
        ...summarise(samples, Math.max),
      })),
  );
  printTimes('Matrix product, 1 thread, GFLOP/s', multiplied);
  console.log(`  OpenBLAS: ${openblas ?? 'not installed'}`);

  const weights = weigh().map((row) => ({ measure: 'size', unit: 'bytes', ...row }));
  printTable(
    'Size, bytes',
    ['raw', 'gzip -9'],
    weights.map(({ file, raw, gzip }) => [
      file,
      raw.toLocaleString('en'),
      gzip.toLocaleString('en'),
    ]),
  );

  if (json) {
    const rows = [
      ...explained,
      ...ngrams,
      ...compared,
      ...others,
      ...trained,
      ...multiplied,
      ...weights,
    ];
    writeFileSync(
      json,
      `${JSON.stringify({ machine: { ...machine, openblas }, model: modelName, difference, rows }, null, 2)}\n`,
    );
  }
}

const chosen = options();
const scratch = mkdtempSync(join(os.tmpdir(), 'whylight-bench-'));
try {
  await bench(chosen, scratch);
} catch (error) {
  // An expected error needs no trace.
  console.error(`bench: ${error instanceof BenchError ? error.message : error.stack}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
