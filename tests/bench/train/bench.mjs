// `npm run bench:train`: how fast models are trained here, beside the rate at
// which this machine multiplies matrices and beside PyTorch, as tables in
// Markdown. scripts/bench.sh builds what this runs.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { describeCompiler } from '../native.mjs';
import { readOptions } from '../options.mjs';
import { digits, median, tableOf } from '../report.mjs';

const HELP = `usage: npm run bench:train -- [--quick] [--json FILE] [--report FILE]

Measures how fast models are trained on this machine.

  --quick        few steps of small batches: shows that all of it runs
  --json FILE    write the figures to FILE as well
  --report FILE  write what is printed to FILE as well
  --help         print this`;

// What has been printed.
const printed = [];
function say(text) {
  console.log(text);
  printed.push(text);
}

const here = fileURLToPath(new URL('.', import.meta.url));
const program = fileURLToPath(
  new URL('../../../build/native/tests/bench/train_step_bench', import.meta.url),
);

const SENTENCES = 8544;

// The goals of each workload: of the rate of matrix products, and of
// PyTorch's words per second, by threads.
const GOALS = {
  A: { name: 'rationale step, like for like', share: 0.8, torch: { 1: 1.25, 2: 1.4 } },
  'A-used': { name: 'rationale step, as used', torch: { 1: 3, 2: 3 }, beside: 'A' },
  B: { name: 'tensor convolution', share: 1 / 1.35 },
  C: { name: 'language model', share: 0.8 },
};
const STEPS = { A: 5, 'A-used': 10, B: 150, C: 12 };
const QUICK = { A: 8, 'A-used': 8, B: 8, C: 2 };

// One size grows, the others stay; batches are small enough for the longest.
const SWEEPS = [
  { key: 'length', values: [100, 1000, 10000], fixed: { batch: 4, hidden: 200 } },
  { key: 'length', values: [50, 100, 200, 400, 800], fixed: { batch: 32, hidden: 200 } },
  { key: 'hidden', values: [100, 200, 300, 400], fixed: { batch: 64, length: 145 } },
  { key: 'batch', values: [32, 64, 128, 256], fixed: { length: 145, hidden: 200 } },
  { key: 'layers', values: [1, 2, 3], fixed: { batch: 64, length: 145, hidden: 200 } },
];

const flags = (sizes) => Object.entries(sizes).map(([key, value]) => `--${key}=${value}`);

/** One run of the native program, in a process of its own: memory is counted. */
function runSteps(workload, sizes) {
  return JSON.parse(execFileSync(program, [workload, ...flags(sizes)], { encoding: 'utf8' }));
}

// OpenBLAS takes a processor that it does not know for one it does, and not
// always for the fastest. '' leaves the choice to it.
const CORE_TYPES = ['', 'Haswell', 'Zen', 'SkylakeX', 'Cooperlake', 'Sapphirerapids'];

/** The fastest set-up of PyTorch from Debian that is known to us, but for the core type. */
function torchEnvironment(threads) {
  const environment = {
    ...process.env,
    OMP_NUM_THREADS: String(threads),
    OPENBLAS_NUM_THREADS: String(threads),
    // Large tensors are not handed back to the system after every step.
    MALLOC_MMAP_THRESHOLD_: String(2 ** 30),
    MALLOC_TRIM_THRESHOLD_: String(2 ** 32),
    MALLOC_TOP_PAD_: String(2 ** 26),
  };
  const folder = existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .map((name) => `/usr/lib/${name}/openblas-openmp/libopenblas.so.0`)
        .find(existsSync)
    : undefined;
  if (folder && !environment.LD_PRELOAD) environment.LD_PRELOAD = folder;
  return environment;
}

/** Runs torch_bench.py in Debian's Python, whichever comes first in the path. */
function startTorch(parameters, threads, coreType) {
  const env = torchEnvironment(threads);
  if (coreType) env.OPENBLAS_CORETYPE = coreType;
  return spawnSync('/usr/bin/python3', [join(here, 'torch_bench.py'), ...parameters], {
    encoding: 'utf8',
    env,
  });
}

/** Of the core types those that run here: `{name: GFLOP/s}` of a product on one thread. */
function tryCoreTypes() {
  const rates = {};
  for (const coreType of process.env.OPENBLAS_CORETYPE ? [''] : CORE_TYPES) {
    const { status, stdout } = startTorch(['--product', '--threads=1'], 1, coreType);
    if (status === 0) rates[coreType] = JSON.parse(stdout).gflops;
  }
  return rates;
}

/** The core type that is clearly the fastest, or ''. */
function chooseCoreType(rates) {
  const enough = 1.05 * (rates[''] ?? 0);
  const best = Object.keys(rates).toSorted((a, b) => rates[b] - rates[a])[0] ?? '';
  return rates[best] > enough ? best : '';
}

/** The row of torch_bench.py, or null where there is no PyTorch. */
function runTorch(workload, sizes, coreType) {
  const { threads, steps, batch } = sizes;
  const own = { threads, steps, ...(batch && { batch }) };
  const { status, stdout, stderr } = startTorch([workload, ...flags(own)], threads, coreType);
  if (status === 0) return JSON.parse(stdout);
  console.error(`bench: no figures of PyTorch: ${(stderr ?? '').trim().split('\n').at(-1)}`);
  return null;
}

const wordsPerSecond = (row) => row.words / median(row.seconds);
const largest = (numbers) => Math.max(...numbers);

/** The share of the rate of matrix products that the needed operations reach. */
function shares(row) {
  if (!row.flop || row.products.length === 0) return {};
  const rate = largest(row.products.map(({ gflops }) => gflops));
  const cpuRate = largest(row.products.map(({ cpu_gflops }) => cpu_gflops));
  return {
    rate,
    share: row.flop / 1e9 / median(row.seconds) / rate,
    cpuShare: row.flop / 1e9 / (median(row.cpu_seconds) / row.threads) / cpuRate,
  };
}

const printTable = (columns, lines) => say(tableOf(columns, lines));

const percent = (share) => (share === undefined ? '' : `${(100 * share).toFixed(0)} %`);
const threadsOf = (threads) => `${threads} thread${threads > 1 ? 's' : ''}`;
const megabytes = (bytes) => `${digits(bytes / 2 ** 20)}`;

function measureWorkloads(quick, coreType) {
  const rows = [];
  for (const workload of Object.keys(GOALS)) {
    for (const threads of THREADS) {
      const steps = quick ? 1 : STEPS[workload];
      const sizes = { threads, steps };
      if (quick) {
        sizes.batch = QUICK[workload];
        // Products are those of every workload.
        sizes.peak = workload === 'A' ? 1 : 0;
      }
      const row = runSteps(workload, sizes);
      const peer = GOALS[workload].beside
        ? rows.find((each) => each.workload === GOALS[workload].beside && each.threads === threads)
            .torch
        : runTorch(workload, sizes, coreType);
      rows.push({ ...row, ...shares(row), torch: peer });
    }
  }
  return rows;
}

function printWorkloads(rows) {
  say('\n## Speed\n');
  printTable(
    [
      'workload',
      'threads',
      'words/s',
      'of GEMM',
      'by CPU',
      'goal',
      'PyTorch words/s',
      'times PyTorch',
      'goal',
      'MB',
    ],
    rows.map((row) => {
      const { name, share, torch } = GOALS[row.workload];
      const times = row.torch && wordsPerSecond(row) / wordsPerSecond(row.torch);
      return [
        `${row.workload} ${name}`,
        row.threads,
        digits(wordsPerSecond(row)),
        percent(row.share),
        percent(row.cpuShare),
        share ? `${percent(share)}` : '',
        row.torch ? digits(wordsPerSecond(row.torch)) : 'none',
        times ? times.toFixed(2) : '',
        torch?.[row.threads] ?? '',
        megabytes(row.memory),
      ];
    }),
  );
  for (const row of rows.filter(({ workload, rate }) => workload === 'B' && rate)) {
    const steps = SENTENCES / row.batch;
    const needed = (row.flop * steps) / 1e9 / row.rate;
    say(
      `\nB, ${threadsOf(row.threads)}: ` +
        `${digits(median(row.seconds) * steps)} s an epoch of ${SENTENCES} sentences; its ` +
        `operations need ${digits(needed)} s at the GEMM rate (goal: at most 1.35 times that).`,
    );
  }
  const used = rows.find(({ workload }) => workload === 'A-used');
  say(
    `\nA as used reads 15 % of the words in its encoder and projects ` +
      `${percent(used.distinct_share)} of the words of a shard, those that differ.`,
  );
}

function printProducts(rows) {
  say('\n## Matrix products, GFLOP/s of all threads\n');
  const best = new Map();
  for (const { threads, products } of rows) {
    for (const { library, shape, gflops } of products) {
      const key = `${library}, ${shape.join(' x ')}`;
      const byThreads = best.get(key) ?? {};
      byThreads[threads] = Math.max(gflops, byThreads[threads] ?? 0);
      best.set(key, byThreads);
    }
  }
  printTable(
    ['library, m x k x n', ...THREADS.map(threadsOf)],
    [...best].map(([key, rates]) => [key, ...THREADS.map((threads) => digits(rates[threads]))]),
  );
}

function measureSweeps(quick) {
  const rows = [];
  for (const [sweep, { key, values, fixed }] of SWEEPS.entries()) {
    for (const value of quick ? values.slice(0, 1) : values) {
      for (const threads of THREADS) {
        const sizes = { ...fixed, [key]: value, threads, steps: quick ? 1 : 3, peak: 0 };
        if (quick) sizes.batch = key === 'batch' ? value / 16 : 2;
        rows.push({ sweep, ...runSteps('A', sizes) });
      }
    }
  }
  return rows;
}

function printSweeps(rows) {
  say('\n## Growth, of workload A');
  const columns = THREADS.map((threads) => `µs a word, ${threads} thr.`);
  for (const [sweep, { key, fixed }] of SWEEPS.entries()) {
    const own = rows.filter((row) => row.sweep === sweep);
    const kept = Object.keys(fixed).map((name) => `${name} ${own[0][name]}`);
    say(`\nBy ${key} (${kept.join(', ')}):\n`);
    const values = [...new Set(own.map((row) => row[key]))];
    printTable(
      [key, ...columns, 'MB', 'KB a word'],
      values.map((value) => {
        const byThreads = THREADS.map((threads) =>
          own.find((row) => row[key] === value && row.threads === threads),
        );
        const memory = largest(byThreads.map((row) => row.memory));
        return [
          value,
          ...byThreads.map((row) => digits(1e6 / wordsPerSecond(row))),
          megabytes(memory),
          digits(memory / 1024 / byThreads[0].words),
        ];
      }),
    );
  }
}

/** The rows that a program prints, one to a line. */
function rowsOf(script, parameters) {
  const output = execFileSync('node', [join(here, script), ...parameters], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** The rows of workload D, word vectors. */
function measureVectors(quick) {
  if (!quick && !process.env.WHYLIGHT_DATA) {
    console.error('bench: no figures of word vectors: WHYLIGHT_DATA is not set');
    return [];
  }
  return rowsOf('vectors_bench.mjs', quick ? ['--quick', '--documents=1000'] : []);
}

function printVectors(rows) {
  if (rows.length === 0) return;
  say('\n## D word vectors\n');
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter(
    (key) => key !== 'workload',
  );
  const show = (value) => (typeof value === 'number' ? digits(value) : (value ?? ''));
  printTable(
    columns,
    rows.map((row) => columns.map((key) => show(row[key]))),
  );
}

function printEncoders(rows) {
  say("\n## E encoders, on one thread by the processor's own time\n");
  printTable(
    ['encoder', 'training, words/s', 'inference, words/s'],
    rows.map(({ encoder, training, inference }) => [encoder, digits(training), digits(inference)]),
  );
}

function bench({ quick, json, report }) {
  const machine = {
    cpu: os.cpus()[0]?.model.trim() ?? os.arch(),
    cores: os.cpus().length,
    load: os.loadavg()[0],
    compiler: describeCompiler(),
  };
  const command = `npm run bench:train${quick ? ' -- --quick' : ''}`;
  say('# How fast Whylight trains\n');
  say(`- machine: ${machine.cpu}, ${machine.cores} cores`);
  say(`- load in the minute before: ${machine.load.toFixed(1)}`);
  say(`- compiler: ${machine.compiler}`);
  say(`- command: \`${command}\``);
  const coreTypes = quick ? {} : tryCoreTypes();
  const coreType = chooseCoreType(coreTypes);
  const workloads = measureWorkloads(quick, coreType);
  const [{ openblas, torch }] = workloads;
  say(`- OpenBLAS: ${openblas || 'not installed'}`);
  say(`- PyTorch: ${torch?.torch ?? 'not installed'}`);
  if (Object.keys(coreTypes).length > 0) {
    const own = process.env.OPENBLAS_CORETYPE || 'its own';
    const tried = Object.entries(coreTypes).map(([name, rate]) => `${name || own} ${digits(rate)}`);
    say(
      `- PyTorch's core type of OpenBLAS: ${coreType || own}; ` +
        `GFLOP/s by type: ${tried.join(', ')}`,
    );
  }
  printWorkloads(workloads);
  printProducts(workloads);
  const sweeps = measureSweeps(quick);
  printSweeps(sweeps);
  const vectors = measureVectors(quick);
  printVectors(vectors);
  const encoders = rowsOf('encoders_bench.mjs', quick ? ['--quick'] : []);
  printEncoders(encoders);
  if (json) {
    const figures = { machine, command, coreTypes, workloads, sweeps, vectors, encoders };
    writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`);
  }
  if (report) writeFileSync(report, `${printed.join('\n')}\n`);
}

const chosen = readOptions('bench:train', HELP, { report: { type: 'string' } }, ['report']);
const THREADS = os.cpus().length > 1 && !chosen.quick ? [1, 2] : [1];
bench(chosen);
