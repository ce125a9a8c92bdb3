// Runs every command of documents: as it stands, on data sets of a few texts, or in
// another suite, which ELSEWHERE names. The documents are read, not copied, so a
// command that is added to one runs, or fails.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { blocksOf, inlineCommandsOf, repository } from './documents.mjs';
import { own, writeDataSets } from './small-data.mjs';

const PLACE_OF_DATA = '/where/the/data/sets/are';
const PATIENCE = 300_000;
const REPRODUCE = 'scripts/reproduce/reproduce.mjs';
const reproduced = new Set();
const GOLDEN_LAYER = 'tests/golden/layers/bag';

const yard = mkdtempSync(join(tmpdir(), 'whylight-docs-'));
const data = join(yard, 'data');
const heard = join(yard, 'heard');
after(() => rmSync(yard, { recursive: true, force: true }));

const inRepository = (program, ...parameters) =>
  spawnSync(program, parameters, {
    cwd: repository,
    encoding: 'utf8',
    timeout: PATIENCE,
    env: { ...process.env, WHYLIGHT_DATA: data },
  });
const accepts = (program, ...parameters) => {
  const { status, stdout, stderr } = inRepository(program, ...parameters);
  assert.equal(status, 0, stdout + stderr);
};
const split = (words = '') => words.split(' ').filter(Boolean);

function isSuite(name) {
  const script = readFileSync(join(repository, 'scripts/test.sh'), 'utf8');
  assert.match(script, new RegExp(`^suite_${name}\\(\\)`, 'm'), `no suite ${name}`);
}

function isScript(name) {
  const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  assert.ok(scripts[name], `package.json has no script "${name}"`);
}

// Commands that other suites run or that would take too long here, and the check of
// such a command all the same: that its suite exists, or that the program takes
// its flags.
const ELSEWHERE = [
  [/^npm test$/, () => isScript('test')],
  [/^npm run test:package -- --all$/, () => isScript('test:package')],
  [/^npm run test:(full|native|wasm|web|package)$/, ([, suite]) => isScript(`test:${suite}`)],
  [/^npm run (lint|format|docs|generate)$/, ([, name]) => isScript(name) ?? isSuite('lint')],
  [
    /^npm run build:(native|wasm|web)$/,
    ([, suite]) => isScript(`build:${suite}`) ?? isSuite(suite),
  ],
  [
    /^npm run licences$/,
    () => isScript('licences') ?? accepts('node', 'scripts/licences.mjs', '--check'),
  ],
  [/^npm run sbom(?: -- \S+)?$/, () => isScript('sbom') ?? isSuite('package')],
  [
    /^npm run fuzz(?: -- (.*))?$/,
    ([, flags]) =>
      isSuite('fuzz') ?? accepts('node', 'scripts/fuzz.mjs', ...split(flags), '--list'),
  ],
  [/^npm run soak(?: -- .*)?$/, () => isScript('soak') ?? isSuite('soak')],
  [/^scripts\/test\.sh (\w+)$/, ([, suite]) => isSuite(suite)],
  // The page is built by the suite web, and served to it by the same server.
  [
    /^npm run demo(?: --(.*))?$/,
    ([, flags]) => accepts('scripts/demo.sh', ...split(flags), '--help'),
  ],
  [/^node scripts\/serve\.mjs$/, () => isSuite('web')],
  // It writes into the tree.
  [
    /^npm run screenshots$/,
    () =>
      isScript('screenshots') ??
      accepts('npx', 'playwright', 'test', '--config', 'tests/web/screenshots.config.ts', '--list'),
  ],
  // Minutes.
  [
    /^node tests\/bench\/web\/first-answer\.mjs$/,
    () => accepts('node', 'tests/bench/web/first-answer.mjs', '--help'),
  ],
  [/^npm install (whylight|@whylight\/model-\w+)$/, () => isSuite('package')],
  [/^npm (version|pack) .*--workspaces --include-workspace-root/, () => isSuite('package')],
  [/^node scripts\/(set-repository|check-release)\.mjs /, () => isSuite('package')],
  // Their quick forms.
  [
    /^npm run bench(?: --(.*))?$/,
    ([, flags]) =>
      isSuite('bench') ?? accepts('node', 'tests/bench/bench.mjs', ...split(flags), '--help'),
  ],
  [
    /^npm run bench:(questions|train|web)(?: --(.*))?$/,
    ([, part, flags]) =>
      isSuite('bench') ??
      accepts('node', `tests/bench/${part}/bench.mjs`, ...split(flags), '--help'),
  ],
  [/^node tests\/bench\/train\/(vectors|encoders)_bench\.mjs$/, () => isSuite('bench')],
  // Hours, but for the quick form.
  [
    /^npm run reproduce -- (\w+)( .*)?$/,
    ([, name, flags]) => {
      accepts('node', REPRODUCE, name, ...split(flags), '--help');
      if (!reproduced.has(name)) accepts('node', REPRODUCE, name);
      reproduced.add(name);
    },
  ],
  [/^(cmake|ctest) (?:--build )?--preset native$/, () => isSuite('native')],
  [/^scripts\/setup\.sh( bench| mpi| native)?$/, () => isSuite('native')],
  [/^scripts\/build\.sh mpi whylight$/, () => isSuite('mpi')],
  [/^scripts\/reproducible\.sh$/, () => isSuite('reproducible')],
  [/^scripts\/golden\.sh$/, () => accepts('bash', '-n', 'scripts/golden.sh')],
];

/** `content`, compressed if the name says so. */
function write(name, content) {
  const path = join(yard, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(content) : content);
}

// A program of this name notes how it was called, for ELSEWHERE.
const LISTEN = '#!/usr/bin/env bash\nprintf \'%s\\n\' "NAME${*:+ $*}" >>"$HEARD"\n';
const PROGRAMS = {
  // The native program, however it is started. A reader of one document has no
  // runs of another. One epoch of a stage shows what ten would, in less time, and some
  // texts and pairs from templates what thousands do.
  'native-whylight': `#!/usr/bin/env bash
if [[ $1 == train || $1 == sweep ]] && [[ " $* " != *" --resume "* ]]; then
  rm -rf "$(sed -E 's/.* --out ([^ ]+).*/\\1/' <<<"$*")"
  config=$(sed -nE 's/.* --config ([^ ]+).*/\\1/p' <<<"$*")
  task=$(grep -m1 -oPs '"task": *"\\K\\w+' "$config" || true)
  # The example is for little data, of which one epoch teaches nothing.
  if [[ $task == rationale && $config != docs/examples/* ]]; then
    for stage in full_text selection distil refit; do
      [[ " $* " == *" --$stage.epochs "* ]] || set -- "$@" "--$stage.epochs" 1
    done
  fi
  if [[ $task == pairs || $task == tagger || $task == tree || $task == recommender || $task == reader || $task == answer || $task == parser ]]; then set -- "$@" --training.epochs 1; fi
  if grep -qs '"templates": *{' "$config"; then
    if [[ $task == pairs ]]; then made=pairs; count=50; else made=texts; count=500; fi
    set -- "$@" "--templates.$made" "$count"
  fi
fi
exec "${join(repository, 'build/native/core/whylight')}" "$@"
`,
  npm: `#!/usr/bin/env bash
if [[ $1 == run && $2 == -s && $3 == whylight && $4 == -- ]]; then
  exec native-whylight "\${@:5}"
fi
printf '%s\\n' "npm $*" >>"$HEARD"
`,
  // The server and the benchmarks have no end, or a late one, and a release is of the whole project.
  node: `#!/usr/bin/env bash
apart='^(scripts/(serve|set-repository|check-release)\\.mjs|tests/bench/.*)$'
[[ $1 =~ $apart ]] || exec "${process.execPath}" "$@"
printf '%s\\n' "node $*" >>"$HEARD"
`,
  // One process, and the program that is not for MPI: the flags are the same.
  mpirun: `#!/usr/bin/env bash
[[ $1 == -n && $3 == build/mpi/core/whylight ]] && exec native-whylight "\${@:4}"
`,
  npx: `#!/usr/bin/env bash
[[ $1 == whylight ]] && exec node "${join(repository, 'wasm/dist/bin.js')}" "\${@:2}"
`,
  cmake: LISTEN,
  ctest: LISTEN,
  'scripts/build.sh': LISTEN,
  'scripts/setup.sh': LISTEN,
  'scripts/golden.sh': LISTEN,
  'scripts/reproducible.sh': LISTEN,
  'scripts/test.sh': LISTEN,
};

/** Runs a script as a reader would, in the folder of the project. */
function run(script) {
  for (const [folder, command] of Object.entries(ASSUMED)) {
    const named = new RegExp(`${folder}(?![\\w-])`).test(script);
    if (named && !existsSync(join(yard, folder))) perform(`native-whylight ${command}`);
  }
  perform(script);
}

function perform(script) {
  writeFileSync(heard, '');
  const result = spawnSync('bash', ['-euc', script.replaceAll(PLACE_OF_DATA, data)], {
    cwd: yard,
    encoding: 'utf8',
    timeout: PATIENCE,
    maxBuffer: 1 << 28,
    env: {
      ...process.env,
      PATH: `${join(yard, 'bin')}:${process.env.PATH}`,
      WHYLIGHT_DATA: data,
      HEARD: heard,
    },
  });
  assert.equal(result.status, 0, `${script}\n${result.stderr}`);
  for (const command of readFileSync(heard, 'utf8').split('\n').filter(Boolean)) {
    const found = ELSEWHERE.map(([pattern, check]) => [pattern.exec(command), check]).find(
      ([match]) => match,
    );
    assert.ok(found, `no check runs "${command}": add it to ELSEWHERE with what does`);
    found[1](found[0]);
  }
}

/** A JSON block of a document, whose comments are for people. */
const parse = (text) => JSON.parse(text.replace(/ *\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1'));

/** The first config in a document. */
function configOf(document) {
  const block = blocksOf(document).find(({ text }) => /^\{\s*"task"/.test(text));
  assert.ok(block, `${document} has no config`);
  return parse(block.text);
}

// The files that commands read and none of them makes, by name.
const GIVEN = {
  'reviews.txt.gz': own.texts,
  'GoogleNews-vectors.bin.gz': own.vectors,
  'pairs.txt': own.pairs,
  'train.txt': own.labelled,
  'dev.txt': own.labelled,
  'tickets.csv': () =>
    `label;text\n${'bug;"The lamp;\nis dark."\nwish;Brighter lamps\n'.repeat(9)}`,
  'spec.json': () => readFileSync(join(repository, GOLDEN_LAYER, 'spec.json')),
  'in.safetensors': () => readFileSync(join(repository, GOLDEN_LAYER, 'input.safetensors')),
  // A model of vectors of two numbers, and arrays: seeds of the fuzzer of pickles.
  'model.pkl.gz': () => readFileSync(join(repository, 'tests/fuzz/seeds/pickle/rcnn')),
  'word_vectors.gz': () => 'foam 0.5 1\nthick 1 -1\n',
  'weights.pkl': () => readFileSync(join(repository, 'tests/fuzz/seeds/pickle/arrays')),
  'lm.json': () =>
    JSON.stringify({ ...configOf('docs/guides/language-models.md'), predict: { epochs: 1 } }),
  'classifier.json': () => JSON.stringify(configOf('docs/guides/classifiers.md')),
  'questions.json': () => JSON.stringify(configOf('docs/guides/questions.md')),
  'pairs.json': () => JSON.stringify(configOf('docs/guides/pairs.md')),
  'tagger.json': () => JSON.stringify(configOf('docs/guides/taggers.md')),
  'trees.json': () => JSON.stringify(configOf('docs/guides/trees.md')),
  'recommender.json': () => JSON.stringify(configOf('docs/guides/recommenders.md')),
  'reader.json': () => JSON.stringify(configOf('docs/guides/readers.md')),
  'generator.json': () => JSON.stringify(configOf('docs/guides/answer-generators.md')),
  'parser.json': () => JSON.stringify(configOf('docs/guides/parsers.md')),
  'asked.jsonl': () => '{"question": "How is the bar?", "text": "The bar was loud."}\n',
  'faq.jsonl': () => {
    const samples = readFileSync(join(repository, 'web/samples/help-desk.json'), 'utf8');
    return JSON.parse(samples)
      .map((document) => `${JSON.stringify(document)}\n`)
      .join('');
  },
  'questions.txt': () => 'How do I reset my password?\nWhere is my parcel?\n',
  'languages.json': () => JSON.stringify(configOf('docs/adding-a-system.md')),
  'beer.json': () => {
    const { sweep } = configOf('docs/guides/training.md');
    const config = readFileSync(join(repository, 'models/beer/teacher.json'), 'utf8');
    return JSON.stringify({ ...JSON.parse(config), sweep });
  },
};
// The files that a command reads and a document says in words how to make.
const ASSUMED = Object.fromEntries([
  ...[1, 2, 3].map((seed) => [
    `runs/movies-${seed}`,
    `train --config models/movies/teacher.json --seed ${seed} --out runs/movies-${seed}`,
  ]),
  [
    'runs/vectors-sentiment',
    'vectors --input "$WHYLIGHT_DATA/imdb/train.jsonl.gz" --output runs/vectors-sentiment',
  ],
  [
    'runs/parser',
    'train --config parser.json --vectors "$WHYLIGHT_DATA/vectors/glove.6B.50d.union.txt.gz" --out runs/parser',
  ],
]);

function prepare() {
  writeDataSets(data);
  for (const [name, text] of Object.entries(PROGRAMS)) {
    const path = name.includes('/') ? name : join('bin', name);
    write(path, text.replace('NAME', name));
    chmodSync(join(yard, path), 0o755);
  }
  symlinkSync(join(repository, 'tests'), join(yard, 'tests'));
  // No command may write over a model that ships.
  cpSync(join(repository, 'models'), join(yard, 'models'), { recursive: true });
  symlinkSync(join(repository, 'scripts/reproduce'), join(yard, 'scripts/reproduce'));
  mkdirSync(join(yard, 'docs/reports'), { recursive: true });
  symlinkSync(join(repository, 'docs/examples'), join(yard, 'docs/examples'));
  for (const [name, make] of Object.entries(GIVEN)) write(name, make());
}

const placeholder = (text) => /\bVERB\b|\.\.\.$/.test(text);

/** A verb that a sentence names, perhaps with flags, is one of the program. */
function checkMention(text) {
  const [, ...words] = text.split(' ');
  const verbs = words.filter((word) => /^[a-z][a-z-]*$/.test(word));
  const help = inRepository('build/native/core/whylight', ...verbs, '--help');
  assert.equal(help.status, 0, `${text}: ${help.stderr}`);
  for (const flag of words.filter((word) => word.startsWith('--'))) {
    assert.ok(help.stdout.includes(flag), `${text}: no ${flag}`);
  }
}

/** A test for each command of these documents, one after the other: later ones use what earlier ones make. */
export function testCommands(documents) {
  before(prepare);
  for (const document of documents) {
    for (const { line, language, text } of blocksOf(document)) {
      if (!['sh', 'bash'].includes(language)) continue;
      test(`${document}:${line}`, () => run(text));
    }
    for (const { line, text } of inlineCommandsOf(document)) {
      if (placeholder(text)) continue;
      test(`${document}:${line} ${text}`, () => {
        if (/^whylight /.test(text)) checkMention(text);
        else run(text);
      });
    }
  }
}
