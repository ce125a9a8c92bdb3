// `npm run bench:web`: Whylight in Node and in Chromium beside what a web
// developer would use in its place, as tables in Markdown. docs/reports/benchmarks.md
// says what is measured; scripts/bench.sh builds what this runs.
import { fork } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { fileURLToPath } from 'node:url';

import { readOptions } from '../options.mjs';
import { digits, median } from '../report.mjs';
import { bundleTensorFlow, downloadSize, enginesAsUsedAt, enginesAt, OURS } from './engines.mjs';
import { drawInput, drawWeights, encode, flopsAWord, generate, reference } from './network.mjs';
import { timeManyReviews } from './many-reviews.mjs';
import { timeOwnPage } from './own-page.mjs';
import { timeFirstHighlights } from './page-start.mjs';
import { drawVocabulary, editsOf, gather, selectWords, textsOf } from './reading.mjs';
import { printProfile, profileOf } from './profile.mjs';
import { bestOf, printBlock, printTable, rowsOf } from './report.mjs';
import { node, performInNode, startChromium } from './runtimes.mjs';
import { percentile, timeTyping } from './typing.mjs';

const HELP = `usage: npm run bench:web -- [--profile] [--quick] [--json FILE]

Compares Whylight with other engines in Node and in Chromium.

  --profile    shows instead where the time of a straight run of ours goes
  --quick      short texts and few samples: shows that all of it runs
  --json FILE  write the figures to FILE as well
  --help       print this`;

// The length of a usual review, at which what is not a matter of length is
// measured.
const WORDS = 145;

const EFFORTS = {
  full: {
    lengths: [20, 145, 500, 2000],
    timing: { samples: 11, milliseconds: 30 },
    starts: 7,
    calls: 10_000,
    reviews: 1000,
    typing: { words: 2000, keys: 100 },
  },
  quick: {
    lengths: [20, 145],
    timing: { samples: 3, milliseconds: 10 },
    starts: 2,
    calls: 300,
    reviews: 100,
    typing: { words: 2000, keys: 10 },
  },
};

const say = (what) => console.error(`bench: ${what} ...`);

function versionOf(peer) {
  const path = new URL(`../node_modules/${peer}/package.json`, import.meta.url);
  if (!existsSync(path)) return 'not installed';
  return JSON.parse(readFileSync(path, 'utf8')).version;
}

function describeMachine(chromium) {
  return {
    cpu: os.cpus()[0]?.model.trim() ?? os.arch(),
    cores: os.cpus().length,
    load: os.loadavg()[0],
    node: process.version,
    chromium: chromium.version,
    onnxruntime: versionOf('onnxruntime-web'),
    tfjs: versionOf('@tensorflow/tfjs-core'),
  };
}

function printMachine(machine, command) {
  console.log('# Whylight beside other engines\n');
  console.log(`- machine: ${machine.cpu}, ${machine.cores} cores`);
  console.log(`- load in the minute before: ${machine.load.toFixed(1)}`);
  console.log(`- Node ${machine.node}, Chromium ${machine.chromium}`);
  console.log(`- onnxruntime-web ${machine.onnxruntime}, TensorFlow.js ${machine.tfjs}`);
  console.log(`- command: \`${command}\``);
  console.log(`- network R: ${flopsAWord().toLocaleString('en')} operations a word`);
}

/** The answers that every engine must give, in double precision. */
function expectStraight(lengths) {
  const weights = drawWeights();
  return lengths.map((words) => {
    const { probabilities, ratings } = reference(weights, drawInput(words));
    return { words, probabilities: [...probabilities], ratings: [...ratings] };
  });
}

/** The same of some texts as they are used, and of edits of them. */
function expectAsUsed(lengths) {
  const weights = drawWeights();
  const vocabulary = drawVocabulary(weights.hidden);
  const rowsAt = (ids) => gather(vocabulary, weights.hidden, ids);
  return lengths.flatMap((words) =>
    [...textsOf(words, 1, 14), ...editsOf(words, 4, 13)].map((ids) => {
      const selected = selectWords(generate(weights, rowsAt(ids)));
      const ratings = encode(weights, rowsAt(selected.map((t) => ids[t])));
      return { words, ids: [...ids], selected: [...selected], ratings: [...ratings] };
    }),
  );
}

/** Both blocks in `runtime`. */
async function compare(runtime, expected, timing, bytes) {
  const perform = (task, engines) =>
    runtime.perform({ task, engines, expected: expected[task], timing });
  const straight = await perform('straight', enginesAt(runtime.root));
  const asUsed = await perform('asUsed', enginesAsUsedAt(runtime.root));
  return {
    rows: rowsOf([...straight.times, ...asUsed.times], runtime.name, bytes),
    rooflines: straight.rooflines.map(({ name, flops, times }) => ({
      name,
      gflops: flops / median(times) / 1e6,
    })),
  };
}

function printComparison(runtime, { rows, rooflines }) {
  const ofBlock = (block) => rows.filter((row) => row.block === block);
  const straight = ofBlock('straight');
  printBlock(`Straight, ${runtime.name}`, straight, OURS);
  printBlock(`As used, a fresh text, ${runtime.name}`, ofBlock('as used: fresh'), OURS);
  printBlock(`As used, a one-word edit, ${runtime.name}`, ofBlock('as used: edit'), OURS);

  const limit = Math.max(...rooflines.map(({ gflops }) => gflops));
  const { name } = rooflines.find(({ gflops }) => gflops === limit);
  console.log(
    `\nRoofline of 128-bit SIMD, ${runtime.name}: ${limit.toFixed(1)} GFLOP/s ` +
      `(${name}). Share of it reached, straight:\n`,
  );
  const lengths = [...new Set(straight.map(({ words }) => words))];
  const shareOf = (engine, words) =>
    (flopsAWord() * words) / bestOf(straight, engine, words) / 1e6 / limit;
  const compared = [...OURS, 'onnxruntime-web'].filter((prefix) =>
    straight.some(({ engine }) => engine.startsWith(prefix)),
  );
  printTable(
    ['share', ...lengths.map((words) => `${words} words`)],
    compared.map((engine) => [
      engine,
      ...lengths.map((words) => `${(100 * shareOf(engine, words)).toFixed(0)} %`),
    ]),
  );
}

/** Download, time to the first answer, and memory, of each engine. */
async function measureStarts(runtimes, starts, bytes) {
  const ofEngines = enginesAt(node.root).map(({ name }, index) => ({ name, index }));
  const rows = [];
  for (const { name, index } of ofEngines) {
    const row = { engine: name, bytes: bytes.get(name), first_ms: {} };
    for (const runtime of runtimes) {
      const engine = enginesAt(runtime.root)[index];
      const times = [];
      for (let start = 0; start < starts; start += 1) {
        const task = { task: 'firstAnswer', engine, words: WORDS };
        times.push((await runtime.perform(task)).milliseconds);
      }
      row.first_ms[runtime.name] = median(times);
    }
    const engine = enginesAt(node.root)[index];
    const { peak } = await performInNode({ task: 'answerOften', engine, words: WORDS, calls: 50 });
    row.peak_bytes = peak;
    rows.push(row);
  }
  return rows;
}

const megabytes = (bytes) => (bytes / 2 ** 20).toFixed(0);
const kilobytes = (bytes) => digits(bytes / 1000);
/** Browsers report nothing shorter. */
const atLeast50 = (ms) => (ms < 50 ? 'below 50' : ms.toFixed(0));

function printStarts(rows, runtimes) {
  console.log(`\n## To the first answer, a text of ${WORDS} words\n`);
  printTable(
    [
      'engine',
      'download, KB gzip',
      ...runtimes.map(({ name }) => `${name}, ms`),
      'peak memory in Node, MB',
    ],
    rows.map((row) => [
      row.engine,
      kilobytes(row.bytes),
      ...runtimes.map(({ name }) => digits(row.first_ms[name])),
      megabytes(row.peak_bytes),
    ]),
  );
}

/** The memory that the npm package keeps over many calls, in bytes. */
function measureHeapGrowth(calls) {
  const program = fileURLToPath(new URL('heap-growth.mjs', import.meta.url));
  return new Promise((resolve, reject) => {
    // When V8 drops code that ran long ago, that would hide memory which is kept.
    const child = fork(program, { execArgv: ['--expose-gc', '--no-flush-bytecode'] });
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`heap-growth.mjs ended with ${code}`)));
    child.send({ calls });
  });
}

/** Where our time goes, in Node and on a page. */
async function showProfiles({ quick, json }) {
  // Of differences of the fastest samples many short ones tell most.
  const timing = { samples: quick ? 5 : 100, milliseconds: 3 };
  const lengths = quick ? [20] : [20, 145];
  const chromium = await startChromium();
  try {
    const machine = describeMachine(chromium);
    printMachine(machine, `npm run bench:web -- --profile${quick ? ' --quick' : ''}`);
    const rows = [];
    for (const runtime of [node, chromium.page]) {
      say(`profiling in ${runtime.name}`);
      const engines = enginesAt(runtime.root).filter(({ name }) => OURS.includes(name));
      const { times } = await runtime.perform({ task: 'profile', engines, lengths, timing });
      for (const { name } of engines) {
        for (const words of lengths) {
          const parts = profileOf(times, name, words);
          console.log(
            `\n## ${name}, ${words.toLocaleString('en')} words, ${runtime.name}: ` +
              `roofline ${digits(parts[0].roofline)} GFLOP/s\n`,
          );
          printProfile(parts);
          rows.push(...parts.map((part) => ({ runtime: runtime.name, ...part })));
        }
      }
    }
    if (json) writeFileSync(json, `${JSON.stringify({ machine, rows }, null, 2)}\n`);
  } finally {
    await chromium.close();
  }
}

async function bench({ quick, json }) {
  const effort = quick ? EFFORTS.quick : EFFORTS.full;
  const { lengths, timing, starts, calls, reviews, typing } = effort;
  await bundleTensorFlow();
  const chromium = await startChromium();
  try {
    const runtimes = [node, chromium.page, chromium.worker];
    const command = `npm run bench:web${quick ? ' -- --quick' : ''}`;
    const machine = describeMachine(chromium);
    printMachine(machine, command);
    const bytes = new Map(
      [...enginesAt(node.root), ...enginesAsUsedAt(node.root)].map((engine) => [
        engine.name,
        downloadSize(engine),
      ]),
    );

    say('computing what every engine has to answer');
    const expected = { straight: expectStraight(lengths), asUsed: expectAsUsed(lengths) };
    const rows = [];
    const rooflines = {};
    for (const runtime of runtimes) {
      say(`comparing in ${runtime.name}`);
      const compared = await compare(runtime, expected, timing, bytes);
      printComparison(runtime, compared);
      rows.push(...compared.rows);
      rooflines[runtime.name] = compared.rooflines;
    }

    say('starting engines anew');
    const started = [node, chromium.page];
    const startRows = await measureStarts(started, starts, bytes);
    printStarts(startRows, started);

    say('opening the page');
    const highlights = await timeFirstHighlights(chromium.browser, starts);
    console.log(
      `\nOur page, from navigation to the first highlighted word: ${digits(median(highlights))} ms.`,
    );

    say('explaining on a page of its own');
    const own = await timeOwnPage(chromium.browser, starts);
    console.log(
      `\nA page of one's own with the bytes of a model, from load() to the first explanation: ` +
        `${digits(median(own.page))} ms; in a new Worker: ${digits(median(own.worker))} ms.`,
    );

    say(`rating ${reviews.toLocaleString('en')} reviews in the page`);
    const many = await timeManyReviews(chromium.browser, reviews);
    console.log(
      `\nOur page, ${reviews.toLocaleString('en')} reviews of hotels: ${many.seconds.toFixed(1)} s; ` +
        `longest task of the page ${atLeast50(many.longest)} ms, longest frame ` +
        `${atLeast50(many.longestFrame)} ms; ${(100 * many.droppedFrames).toFixed(1)} % of frames dropped.`,
    );

    say('typing into a long review');
    const presses = await timeTyping(chromium.browser, typing);
    console.log(
      `\nOur page, ${typing.keys} keys typed into a review of ${typing.words.toLocaleString('en')} ` +
        'words, all tools open, a processor 4 times slower, to the frame that shows a key: at most ' +
        `${presses.at(-1)} ms, 95 % at most ${percentile(presses, 0.95)} ms (goal 200).`,
    );

    say(`explaining ${calls.toLocaleString('en')} texts`);
    const growth = await measureHeapGrowth(calls);
    console.log(
      `\nThe npm package, ${growth.calls.toLocaleString('en')} calls of explain: WebAssembly ` +
        `memory grew by ${kilobytes(growth.wasm)} KB, what JavaScript holds by ` +
        `${kilobytes(growth.script)} KB.`,
    );

    if (json) {
      const report = {
        machine,
        command,
        rooflines,
        starts: startRows,
        highlights,
        own,
        many,
        presses,
        growth,
        rows,
      };
      writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    }
  } finally {
    await chromium.close();
  }
}

try {
  const options = readOptions('bench:web', HELP, { profile: { type: 'boolean' } });
  await (options.profile ? showProfiles(options) : bench(options));
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
}
