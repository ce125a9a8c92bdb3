// Builds the fuzzers and runs them, a number at a time (tests/fuzz/README.md):
//
//   npm run fuzz -- [NAME...] [--seconds N] [--jobs N] [--seed N] [--list]
//
// Without a name all of them run. Inputs that reach new code are kept in
// build/fuzz/corpus, those that are findings in build/fuzz/findings.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

const FOLDER = 'tests/fuzz';
const OUTPUT = 'build/fuzz';

// In bytes. Where a whole model answers, more of them take more time than they are worth: thousands
// of short inputs a second reach what a long one would.
const LONGEST = { engine: 192, index: 512, model: 384, questions: 256 };

const files = readdirSync(FOLDER);
const endingIn = (ending) =>
  files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length));
const native = endingIn('_fuzzer.cc');
const scripts = endingIn('.fuzzer.mjs');
const known = [...native, ...scripts].sort();

function fail(message) {
  console.error(`fuzz: ${message}`);
  console.error('usage: npm run fuzz -- [NAME...] [--seconds N] [--jobs N] [--seed N] [--list]');
  process.exit(2);
}

function readWhole(flag, text, least) {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= 2 ** 31) return number;
  return fail(`--${flag}: expected a whole number from ${least}, found ${text}`);
}

function readArguments() {
  let parsed;
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        seconds: { type: 'string', default: '60' },
        jobs: { type: 'string', default: String(availableParallelism()) },
        seed: { type: 'string', default: '1' },
        list: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    return fail(error.message);
  }
  const { values, positionals } = parsed;
  const unknown = positionals.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    return fail(`expected one of ${known.join(', ')}, found ${unknown}`);
  }
  return {
    names: positionals.length === 0 ? known : [...new Set(positionals)],
    seconds: readWhole('seconds', values.seconds, 1),
    jobs: readWhole('jobs', values.jobs, 1),
    seed: readWhole('seed', values.seed, 1),
    list: values.list,
  };
}

const programOf = (name) => `build/native-fuzz/${FOLDER}/${name}_fuzzer`;

/** Ends the program where one of them cannot be built. */
function make(...targets) {
  const { status } = spawnSync('scripts/build.sh', targets, { stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

function build(names) {
  const programs = names.filter((name) => native.includes(name));
  if (programs.length > 0) make('native-fuzz', ...programs.map((name) => `${name}_fuzzer`));
  if (names.some((name) => scripts.includes(name))) make('wasm', 'whylight_modules');
}

function commandOf(name, { seconds, seed }) {
  if (scripts.includes(name)) {
    const program = ['node', `${FOLDER}/${name}.fuzzer.mjs`];
    return [...program, '--seconds', String(seconds), '--seed', String(seed)];
  }
  const corpus = `${OUTPUT}/corpus/${name}`;
  const findings = `${OUTPUT}/findings/${name}`;
  for (const folder of [corpus, findings]) mkdirSync(folder, { recursive: true });
  const dictionary = `${FOLDER}/dictionaries/${name}.dict`;
  const seeds = `${FOLDER}/seeds/${name}`;
  return [
    programOf(name),
    `-max_total_time=${seconds}`,
    `-seed=${seed}`,
    `-artifact_prefix=${findings}/`,
    `-max_len=${LONGEST[name] ?? 4096}`,
    // To weigh which input to change next took half of the time of large programs.
    '-entropic=0',
    // To look up names for each new function took seconds.
    '-print_funcs=0',
    '-timeout=20',
    '-rss_limit_mb=2048',
    '-print_final_stats=1',
    ...(existsSync(dictionary) ? [`-dict=${dictionary}`] : []),
    corpus,
    ...(existsSync(seeds) ? [seeds] : []),
  ];
}

function countExecutions(name, log) {
  const found = scripts.includes(name)
    ? log.match(/^executions: (\d+)$/m)
    : log.match(/^stat::number_of_executed_units:\s*(\d+)$/m);
  return found === null ? 0 : Number(found[1]);
}

/** How to see the finding again. */
function repeatOf(name, log, command) {
  const input = log.match(/Test unit written to (\S+)/);
  return input === null ? command.join(' ') : `${programOf(name)} ${input[1]}`;
}

async function run(name, options) {
  const [program, ...rest] = commandOf(name, options);
  const path = `${OUTPUT}/${name}.log`;
  const start = performance.now();
  const child = spawn(program, rest, {
    env: {
      ...process.env,
      // Memory that was let go of is given out again sooner, and little is noted of who asked for
      // it, which is faster; who repeats a finding without this is told all.
      ASAN_OPTIONS: 'quarantine_size_mb=8:malloc_context_size=1',
      UBSAN_OPTIONS: 'print_stacktrace=1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(path);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
  file.end();
  await finished(file);
  const log = readFileSync(path, 'utf8');
  return {
    name,
    path,
    executions: countExecutions(name, log),
    seconds: (performance.now() - start) / 1000,
    repeat: status === 0 ? undefined : repeatOf(name, log, [program, ...rest]),
  };
}

/** What `jobs` workers make of the names, in their order. */
async function runAll({ names, jobs, ...options }) {
  const results = [];
  let next = 0;
  const work = async () => {
    while (next < names.length) {
      const place = next++;
      results[place] = await run(names[place], options);
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  return results;
}

function report(results) {
  console.log(
    `${'fuzzer'.padEnd(14)}${'executions'.padStart(12)}${'a second'.padStart(10)}  findings`,
  );
  for (const { name, executions, seconds, repeat } of results) {
    const rate = String(Math.round(executions / seconds));
    const row = name.padEnd(14) + String(executions).padStart(12) + rate.padStart(10);
    console.log(`${row}  ${repeat === undefined ? 'none' : 'FOUND'}`);
  }
  for (const { name, path, repeat } of results) {
    if (repeat === undefined) continue;
    const end = readFileSync(path, 'utf8').split('\n').slice(-60).join('\n');
    console.log(`\n${name}: ${path} ends with\n${end}\n${name}: to see it again:\n  ${repeat}`);
  }
}

const options = readArguments();
if (options.list) {
  console.log(known.join('\n'));
} else {
  build(options.names);
  mkdirSync(OUTPUT, { recursive: true });
  const results = await runAll(options);
  report(results);
  if (results.some(({ repeat }) => repeat !== undefined)) process.exitCode = 1;
}
