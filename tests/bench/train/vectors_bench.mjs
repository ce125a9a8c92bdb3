// Word vectors, ours beside gensim's: words per second, and how good they are.
//
//   WHYLIGHT_DATA=... node tests/bench/train/vectors_bench.mjs
//     [--quick] [--program FILE] [--documents N] [--epochs N] [--rounds N]
//
// prints a JSON object per line for each engine and number of threads. Both read
// the same words, those of letters alone, so that our tokenizer and a split at
// blanks agree. Words a second count words of the text before any is left out,
// as gensim does, and the time of learning alone. Rounds take turns, so that
// what disturbs the machine for a while does not fall on one engine alone; each
// row is the fastest of its rounds.
//
// Quality needs nothing but the text: how often words of a hand-written pair
// are among each other's ten nearest (beer_pairs.txt), and how many of the ten
// nearest words of 500 frequent ones are the same in two runs. Two seeds of one
// engine agree no better than that engine knows, which says what to expect of
// two engines.
//
// With --quick few documents are read once, made-up ones where WHYLIGHT_DATA is
// not set: it shows that all of it runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { textsToTrainOn } from '../texts.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    program: { type: 'string', default: join(here, '../../../build/native/core/whylight') },
    documents: { type: 'string' },
    epochs: { type: 'string' },
    rounds: { type: 'string' },
  },
});
const documents = Number(flags.documents ?? (flags.quick ? 10_000 : 60_000));
const epochs = Number(flags.epochs ?? (flags.quick ? 1 : 3));
const rounds = Number(flags.rounds ?? (flags.quick ? 1 : 3));

const data = process.env.WHYLIGHT_DATA;
if (!data && !flags.quick) {
  console.error('WHYLIGHT_DATA is not set (docs/guides/data.md); going without word vectors');
  process.exit();
}

const settings = {
  dimension: 200,
  window: 5,
  negatives: 5,
  subsample: 1e-3,
  minCount: 5,
  epochs,
};

const home = mkdtempSync(join(tmpdir(), 'whylight-bench-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

/** The documents, one to a line. */
function readLines() {
  if (data) {
    const bytes = gunzipSync(readFileSync(join(data, 'beer/unlabelled.txt.gz')));
    return bytes.toString('utf8').split('\n').slice(0, documents);
  }
  const vocabulary = readFileSync(join(here, '../../../models/beer/vocab.txt'), 'utf8');
  return textsToTrainOn(vocabulary.split('\n'), documents).map(({ text }) => text);
}

/** Writes the text that all engines read, and returns its path. */
function writeText() {
  const lines = readLines();
  const words = lines.map((line) => (line.toLowerCase().match(/[a-z]+/g) ?? []).join(' '));
  const path = join(home, 'text.txt');
  writeFileSync(path, words.join('\n') + '\n');
  return path;
}

function whylight(...parameters) {
  return JSON.parse(
    execFileSync(flags.program, ['vectors', ...parameters], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

function trainOurs(text, output, { threads, seed }) {
  const { words, words_per_second: speed } = whylight(
    ...['train', '--json', '--input', text, '--output', output],
    ...['--format', 'word2vec-binary', '--threads', threads, '--seed', seed],
    ...['--dimension', settings.dimension, '--window', settings.window],
    ...['--negatives', settings.negatives, '--subsample', settings.subsample],
    ...['--min-count', settings.minCount, '--epochs', settings.epochs],
  );
  return { words, seconds: words / speed };
}

/** A Python that has gensim, or nothing. */
function findPython() {
  return ['python3', '/usr/bin/python3'].find(
    (python) => spawnSync(python, ['-c', 'import gensim']).status === 0,
  );
}

function trainGensim(python, text, output, { threads, seed }) {
  const parameters = JSON.stringify({ ...settings, threads, seed });
  return JSON.parse(
    execFileSync(python, [join(here, 'gensim_vectors.py'), text, output, parameters], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  );
}

const text = writeText();
const rawWords = readFileSync(text, 'utf8').split(/\s+/).length * settings.epochs;
const python = findPython();
if (!python) console.error('gensim was not found (Debian: python3-gensim); going without it');

const engines = [
  { engine: 'whylight', threads: 1, train: trainOurs },
  { engine: 'whylight', threads: 2, train: trainOurs },
];
if (python) {
  const train = (...parameters) => trainGensim(python, ...parameters);
  engines.push({ engine: 'gensim', threads: 2, train });
}

for (let round = 0; round < rounds; ++round) {
  for (const each of engines) {
    console.error(`round ${round + 1}: ${each.engine} on ${each.threads} threads`);
    each.output = join(home, `${each.engine}-${each.threads}`);
    const run = each.train(text, each.output, { threads: each.threads, seed: 1 });
    each.seconds = Math.min(each.seconds ?? Infinity, run.seconds);
    each.version = run.version;
  }
}

// A second seed of each engine, and how far any two runs agree.
const evaluate = (vectors, ...more) => whylight('evaluate', '--vectors', vectors, ...more);
const overlap = (a, b) => evaluate(a, '--against', b).overlap;
const ofEngine = (name) => engines.find(({ engine }) => engine === name);
for (const each of [ofEngine('whylight'), ofEngine('gensim')]) {
  if (!each) continue;
  const again = `${each.output}-again`;
  console.error(`another seed: ${each.engine}`);
  each.train(text, again, { threads: 2, seed: 2 });
  each.overlapOfSeeds = overlap(each.output, again);
}

const rows = engines.map(({ engine, threads, version, seconds, output }) => ({
  workload: 'D',
  engine,
  version,
  threads,
  words_per_second: Math.round(rawWords / seconds),
  ...(({ pairs, pairs_found, mean_reciprocal_rank }) => ({
    pairs,
    pairs_found,
    mean_reciprocal_rank,
  }))(evaluate(output, '--pairs', join(here, 'beer_pairs.txt'))),
  overlap_of_seeds: ofEngine(engine).overlapOfSeeds,
  overlap_with_gensim:
    python && engine !== 'gensim' ? overlap(output, ofEngine('gensim').output) : undefined,
}));
for (const row of rows) console.log(JSON.stringify(row));
