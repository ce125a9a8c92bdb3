// How many words a second the encoders of `npm run reproduce -- encoders` read, in
// training and in inference:
//
//   node tests/bench/train/encoders_bench.mjs [--quick] [--program FILE]
//
// prints a JSON object per line for each encoder, as wide as there, with random vectors
// that are not trained. Sentences are made up, of 20 words each. Words a second are those
// of one processor's own time, which other work on the machine disturbs little: the time
// that more sentences take than fewer, so that what each run does once does not count.
// Rounds take turns, and each row is the fastest of its rounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { ENCODERS } from '../../../scripts/reproduce/encoders.mjs';
import { BASE, TRAINING, WIDTH } from '../../../scripts/reproduce/sentences.mjs';
import { textsOfLengths } from '../texts.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

const { values: flags } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    program: { type: 'string', default: join(here, '../../../build/native/core/whylight') },
  },
});
const WORDS = 20;
// More of them for what takes less time.
const SENTENCES = flags.quick ? { train: 64, eval: 64 } : { train: 1920, eval: 9600 };
const FEW = 32;
const ROUNDS = flags.quick ? 1 : 3;
const LABELS = 5;

const home = mkdtempSync(join(tmpdir(), 'whylight-bench-'));
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const vocabulary = readFileSync(join(here, '../../../models/beer/vocab.txt'), 'utf8').split('\n');
const words = vocabulary.filter((word) => /^[a-z]+$/.test(word)).slice(0, 5000);
const sentences = textsOfLengths(words, [WORDS], SENTENCES.eval).map(
  ({ text }, index) => `${index % LABELS} ${text}\n`,
);

/** A file of so many of the sentences. */
function fileOf(count) {
  const path = join(home, `${count}.txt`);
  writeFileSync(path, sentences.slice(0, count).join(''));
  return path;
}
const few = fileOf(FEW);

/** The seconds that a processor took for a run of the program. */
function processorSeconds(...parameters) {
  const timed = 'TIMEFORMAT="%U %S"; time "$0" "$@" >"$OUTPUT" 2>"$ERRORS"';
  const errors = join(home, 'errors');
  const { status, stderr } = spawnSync('bash', ['-c', timed, flags.program, ...parameters], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', OUTPUT: join(home, 'output'), ERRORS: errors },
  });
  if (status !== 0) throw new Error(`${parameters.join(' ')}\n${readFileSync(errors, 'utf8')}`);
  const [user, system] = stderr.trim().split(' ').map(Number);
  return user + system;
}

function configOf({ row, network }) {
  const path = join(home, `${row}.json`);
  const config = {
    ...BASE,
    ...network,
    dimensions: WIDTH,
    train_vectors: false,
    training: { ...TRAINING, epochs: 1 },
  };
  // Random vectors have a length of their own.
  for (const key of ['unit_vectors', 'vector_length']) delete config[key];
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** One round: the words a second of training and of inference. */
function measure(encoder) {
  const config = configOf(encoder);
  const out = join(home, encoder.row);
  const train = (data) =>
    processorSeconds(
      ...['train', '--config', config, '--train', data, '--dev', few],
      ...['--out', out, '--overwrite', '--threads', '1'],
    );
  const evaluate = (data) =>
    processorSeconds('eval', '--model', join(out, 'model'), '--data', data, '--threads', '1');
  const speed = (run, count) =>
    (WORDS * (count - FEW)) / Math.max(run(fileOf(count)) - run(few), 1e-3);
  return { training: speed(train, SENTENCES.train), inference: speed(evaluate, SENTENCES.eval) };
}

const best = new Map(ENCODERS.map(({ row }) => [row, { training: 0, inference: 0 }]));
for (let round = 1; round <= ROUNDS; ++round) {
  for (const encoder of ENCODERS) {
    console.error(`round ${round}: ${encoder.title}`);
    const found = measure(encoder);
    const row = best.get(encoder.row);
    for (const key of Object.keys(row)) row[key] = Math.max(row[key], found[key]);
  }
}
for (const { row, title } of ENCODERS) {
  const { training, inference } = best.get(row);
  console.log(
    JSON.stringify({
      workload: 'E',
      encoder: title,
      training: Math.round(training),
      inference: Math.round(inference),
    }),
  );
}
