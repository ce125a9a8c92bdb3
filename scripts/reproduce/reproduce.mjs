// `npm run reproduce -- NAME`: trains what a published table tells and prints
// our figures beside its own. scripts/reproduce.sh builds what this runs.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readOptions } from '../options.mjs';
import { runCells } from './cells.mjs';
import { writeSection } from './document.mjs';
import { encoders } from './encoders.mjs';
import { news } from './news.mjs';
import { answers, pairs } from './pairs.mjs';
import { parsing } from './parsing.mjs';
import { pathology } from './pathology.mjs';
import { ptb } from './ptb.mjs';
import { questions } from './questions.mjs';
import { beer, hotels, movies } from './rationales.mjs';
import { recommend } from './recommend.mjs';
import { reading } from './reading.mjs';
import { Results } from './results.mjs';
import { sst } from './sst.mjs';
import { tagging } from './tagging.mjs';
import { trees } from './trees.mjs';
import { writing } from './writing.mjs';

const EXPERIMENTS = {
  sst,
  trees,
  ptb,
  beer,
  hotels,
  movies,
  questions,
  pairs,
  answers,
  encoders,
  news,
  tagging,
  recommend,
  reading,
  writing,
  parsing,
  pathology,
};

const HELP = `usage: npm run reproduce -- NAME [--full] [--only TEXT]... [--list | --table] [--threads N]

NAME is one of ${Object.keys(EXPERIMENTS).join(', ')}.

Trains the models of a published table on the data in WHYLIGHT_DATA (docs/guides/data.md)
and prints their figures beside the published ones. Test data are read once a
model is trained and its epoch chosen on dev; only sst, ptb, pairs, answers,
encoders and tagging have any; news tests on folds that were held out.

  (no --full)  a few hundred texts and one epoch: shows that all of it runs
  --full       the settings of docs/reports/results.md. Takes hours; what is done is
               noted in docs/reports/results/NAME.json and not done again, and a run that
               was interrupted goes on
  --only TEXT  only cells whose name holds this, such as "rcnn-xh fine seed 1"
  --list       prints the names of the cells, and which are done
  --table      trains nothing: prints the table of what is done and writes it to
               docs/reports/results.md
  --threads N  2 by default; does not change the result
  --help       prints this`;

function fail(message) {
  console.error(`reproduce: ${message}`);
  process.exit(1);
}

const OPTIONS = {
  full: { type: 'boolean', default: false },
  only: { type: 'string', multiple: true, default: [] },
  list: { type: 'boolean', default: false },
  table: { type: 'boolean', default: false },
  threads: { type: 'string', default: '2' },
};
const read = readOptions(HELP, OPTIONS, { allowPositionals: true });
const { values, positionals } = read;
const [name, ...others] = positionals;
if (others.length > 0 || !Object.hasOwn(EXPERIMENTS, name)) {
  read.fail(
    `expected ${Object.keys(EXPERIMENTS).join(', ')}, found ${positionals.join(' ') || 'nothing'}`,
  );
}
const experiment = EXPERIMENTS[name];

const root = fileURLToPath(new URL('../../', import.meta.url));
const quick = !values.full;
const results = new Results(
  values.full || values.table || values.list
    ? `${root}docs/reports/results/${name}.json`
    : undefined,
);
const every = experiment.cells({ quick: quick && !values.table && !values.list });
const cells = every.filter((cell) => values.only.every((text) => cell.name.includes(text)));
if (cells.length === 0) {
  read.fail(`expected the name of a cell, found ${values.only.join(', ')}; --list prints them`);
}

if (values.list) {
  for (const cell of cells) console.log(`${results.find(cell) ? 'done ' : '     '}${cell.name}`);
} else if (values.table) {
  writeSection(`${root}docs/reports/results.md`, name, experiment.table(results));
  console.log(experiment.table(results));
} else {
  const data = process.env.WHYLIGHT_DATA;
  if (!data || !existsSync(data)) {
    fail(
      `expected WHYLIGHT_DATA to be the folder of the data sets (docs/guides/data.md), found ${data ? `"${data}"` : 'nothing'}`,
    );
  }
  const done = await runCells(cells, {
    every,
    data,
    quick,
    results,
    root,
    threads: values.threads,
    program: `${root}build/native/core/whylight`,
    runs: `${root}runs/reproduce${quick ? '-quick' : ''}/${name}`,
  }).catch(({ message }) => fail(message));
  if (quick) console.log('A quick run: its figures say only that all of it runs.\n');
  console.log(experiment.table(results));
  if (!done) process.exit(1);
}
