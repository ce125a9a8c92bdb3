// A small training, in a language made up for it: what the tests of `whylight
// train` share.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { file, home, lines, parseLines, succeed } from './support.mjs';

/** Numbers in [0, 1), the same for the same seed (a linear congruential generator). */
export function randomNumbers(seed) {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const LEXICON = {
  shine: { good: ['lumo', 'klara', 'brilu'], bad: ['tenebo', 'grizu', 'malka'] },
  hum: { good: ['zuma', 'melodo', 'dolca'], bad: ['kraku', 'brua', 'knaro'] },
};
const NOISE = ['la', 'de', 'kaj', 'tio', 'estas', 'lampo', 'mia', 'hejme', 'sed', 'tre'];

/**
 * Reviews in which some words praise or blame a lamp's shine or its hum, and say so in its rating;
 * the rest are noise.
 */
export function inventReviews(count, seed) {
  const random = randomNumbers(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, () => {
    const text = [];
    const ratings = {};
    for (const [aspect, { good, bad }] of Object.entries(LEXICON)) {
      const isGood = random() < 0.5;
      ratings[aspect] = isGood ? 0.9 : 0.1;
      const noise = Array.from({ length: 4 + Math.floor(random() * 4) }, () => pick(NOISE));
      text.push(...noise, pick(isGood ? good : bad), pick(isGood ? good : bad));
    }
    return { text: `${text.join(' ')}.`, ratings };
  });
}

/** Templates in the language of the reviews. */
export const lamps = {
  frames: [
    { text: '{subject} estas {tre} {good}', rating: 0.9 },
    { text: '{subject} estas ne {good}', rating: 0.2, mirrored: 0.7 },
  ],
  lists: { tre: ['tre', ''] },
  aspects: {
    shine: { subjects: ['lampo'], good: ['lumo', 'klara'], bad: ['grizu', 'malka'] },
    hum: { subjects: ['mia lampo'], good: ['zuma', 'dolca'], bad: ['kraku', 'brua'] },
  },
  neutral: ['mia hejme'],
};

export const config = {
  task: 'rationale',
  train: join(home, 'train.jsonl'),
  dev: join(home, 'dev.jsonl'),
  vectors: join(home, 'vectors'),
  aspects: [{ name: 'shine' }, { name: 'hum' }],
  generator: { hidden: 6 },
  encoder: { hidden: 6 },
  selection: { reviews: 0, epochs: 2, batch: 32 },
  refit: { epochs: 1, batch: 64 },
};

/** The files that a run leaves in its folder. */
export const leftBehind = [
  'checkpoints',
  'config.json',
  'log.csv',
  'log.jsonl',
  'model',
  'run.json',
];

/** The config with `changes`, as a file. */
export const configured = (name, changes) => file(name, JSON.stringify({ ...config, ...changes }));
export const train = (path, out, ...more) => ['train', '--config', path, '--out', out, ...more];
export const explained = (model) =>
  parseLines(succeed(['explain', '--model', model, '--text', 'klara']));

/** All that a run logged but for its clocks. */
export const logged = (out) =>
  parseLines(readFileSync(join(out, 'log.jsonl'), 'utf8')).map((line) => ({
    ...line,
    seconds: 0,
    words_per_second: 0,
  }));

/** Writes what the config names: reviews, and word vectors learned from them. */
export function writeData() {
  file('train.jsonl', lines(inventReviews(300, 1)));
  file('dev.jsonl', lines(inventReviews(60, 2)));
  const corpus = file(
    'corpus.txt',
    inventReviews(400, 3)
      .map(({ text }) => `${text}\n`)
      .join(''),
  );
  succeed([
    ...['vectors', '--input', corpus, '--input', config.train, '--output', config.vectors],
    ...['--dimension', '8', '--min-count', '1', '--epochs', '2', '--subsample', '0'],
  ]);
}
