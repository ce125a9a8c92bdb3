// Measures a model of questions on every dev set beside what ranks without it; prints the
// evaluation.json of the model's card.
//
//   node scripts/reproduce/evaluate-questions.mjs MODEL
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const [model] = process.argv.slice(2);
const data = process.env.WHYLIGHT_DATA;
if (!model || !data) {
  console.error('expected a model, and the folder of the data sets as WHYLIGHT_DATA');
  process.exit(2);
}
const program = fileURLToPath(new URL('../../build/native/core/whylight', import.meta.url));
if (!existsSync(program)) {
  console.error(`expected the native program in ${program}, found none: npm run build:native`);
  process.exit(2);
}

const SETS = ['quora', 'yahoo', 'semeval2016', 'wikiqa'];
const MSR = ['--first-key', '#1 String', '--second-key', '#2 String', '--label-key', 'Quality'];
const SICK = ['--first-key', 'sentence_A', '--second-key', 'sentence_B'];
const ENTAILED = ['--merge', 'ENTAILMENT=1,NEUTRAL=0,CONTRADICTION=0'];
const PAIRS = [
  ['msr', 'pairs/msr/msr-para-val.tsv.gz', [...MSR, '--no-quotes']],
  [
    'sick',
    'pairs/sick/SICK_trial.txt.gz',
    ['--format', 'tsv', ...SICK, '--label-key', 'entailment_judgment', ...ENTAILED],
  ],
];

function evaluate(file, flags) {
  const args = ['eval', '--model', model, '--data', join(data, file), ...flags];
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')}\n${stderr}`);
  const { ranker, calibration, ...figures } = JSON.parse(stdout);
  if (calibration) delete calibration.rows;
  return [ranker, { ...figures, ...(calibration && { calibration }) }];
}

/** The figures of each ranker on each of `files`, which are a path and flags. */
const measure = (files, rankers) =>
  Object.fromEntries(
    files.map(([name, path, flags, train]) => [
      name,
      Object.fromEntries(
        rankers.map((ranker) => {
          const learned = ranker === 'svm' ? ['--train', join(data, train)] : [];
          return evaluate(path, [...flags, '--ranker', ranker, ...learned]);
        }),
      ),
    ]),
  );

const fileOf = (set, part) =>
  `${set === 'wikiqa' ? 'answers' : 'questions'}/${set}.${part}.jsonl.gz`;
const sets = SETS.map((set) => [set, fileOf(set, 'dev'), [], fileOf(set, 'train')]);
const rankers = ['model', 'hybrid', 'bm25', 'tfidf', 'softcosine', 'svm', 'given'];
const evaluation = {
  sets: measure(sets, rankers),
  pairs: measure(PAIRS, ['model', 'hybrid', 'tfidf', 'bm25']),
};
console.log(JSON.stringify(evaluation, null, 2));
