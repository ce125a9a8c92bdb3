// `npm run bench:questions`: an index of Whylight in Chromium's Worker beside MiniSearch
// and a flat scan in plain JavaScript, as tables in Markdown. docs/reports/benchmarks.md
// says what is measured; scripts/bench.sh builds what this runs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { readOptions } from '../options.mjs';
import { digits, median } from '../report.mjs';
import { printTable } from '../web/report.mjs';
import { startChromium } from '../web/runtimes.mjs';

const HELP = `usage: npm run bench:questions -- [--model DIR] [--quick] [--json FILE]

Compares search by Whylight with MiniSearch and a flat scan, in Chromium.

  --model DIR  a model of questions within the repository (default: models/questions)
  --quick      a small model and few questions: shows that all of it runs
  --json FILE  write the figures to FILE as well
  --help       print this`;

const EFFORTS = {
  full: { model: 'models/questions', sizes: [1000, 10_000, 100_000], queries: 50, explained: 9 },
  quick: { model: 'tests/golden/questions-tiny', sizes: [20, 200], queries: 3, explained: 2 },
};

const OUR_MODES = {
  model: { mode: 'model' },
  bm25: { mode: 'bm25' },
  hybrid: { mode: 'hybrid' },
  'bm25, prefixes, misspellings': { mode: 'bm25', prefix: 'all', fuzzy: 0.2 },
};
const MINI_MODES = {
  bm25: {},
  'bm25, prefixes, misspellings': { prefix: true, fuzzy: 0.2 },
};

const repository = new URL('../../../', import.meta.url);
const MINI = 'tests/bench/node_modules/minisearch/';
const MINI_LIBRARY = `${MINI}dist/es/index.js`;

const say = (what) => console.error(`bench: ${what} ...`);
const whole = (number) => number.toLocaleString('en');
const zipped = (path) => gzipSync(readFileSync(new URL(path, repository)), { level: 9 }).length;

/** A page that keeps its state between calls, and its heap. */
async function openPage(chromium) {
  const context = await chromium.browser.newContext();
  const page = await context.newPage();
  await page.goto(`${chromium.page.root}tests/bench/web/page.html`);
  const inspector = await context.newCDPSession(page);
  return {
    call: (name, parameters = {}) =>
      page.evaluate(
        async ({ name, parameters }) => {
          const tasks = await import('/tests/bench/questions/tasks.mjs');
          return tasks[name](parameters);
        },
        { name, parameters },
      ),
    async heap() {
      await inspector.send('HeapProfiler.collectGarbage');
      return (await inspector.send('Runtime.getHeapUsage')).usedSize;
    },
    close: () => context.close(),
  };
}

/** The medians of lists of times. */
function medians(times) {
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** Everything about an index of `count` questions. */
async function measureSize(page, count, { mini, width, effort }) {
  const before = await page.heap();
  const indexed = await page.call('indexOurs', { count });
  const ours = {
    ...indexed,
    heap: (await page.heap()) - before,
    search: medians(await page.call('searchOurs', { modes: OUR_MODES })),
    explained: median(await page.call('explainOurs', { queries: effort.explained })),
  };
  await page.call('closeOurs');
  const flat = median(await page.call('scanPlainly', { count, width, queries: effort.queries }));
  if (!mini) return { count, ours, flat };
  const start = await page.heap();
  const filled = await page.call('indexMini', { count, library: MINI_LIBRARY });
  const peer = {
    ...filled,
    heap: (await page.heap()) - start,
    search: medians(await page.call('searchMini', { modes: MINI_MODES })),
  };
  await page.call('closeMini');
  return { count, ours, flat, peer };
}

function printMachine({ machine, command, model }) {
  console.log('# Whylight beside MiniSearch and a flat scan\n');
  console.log(`- machine: ${machine.cpu}, ${machine.cores} cores`);
  console.log(`- load in the minute before: ${machine.load.toFixed(1)}`);
  console.log(`- Chromium ${machine.chromium}, MiniSearch ${machine.minisearch}`);
  console.log(`- command: \`${command}\``);
  console.log(`- model: ${model.folder}, vectors of ${model.width} numbers`);
  console.log(`- questions of 12 words, drawn from ${whole(model.words)} words`);
}

const or = (value, format) => (value === undefined ? '–' : format(value));
const seconds = (milliseconds) => digits(milliseconds / 1000);

function printIndexing(sizes) {
  console.log('\n## Indexing\n');
  printTable(
    ['', ...sizes.map(({ count }) => `${whole(count)} questions`)],
    [
      ['Whylight, in a Worker: s', ...sizes.map(({ ours }) => seconds(ours.milliseconds))],
      ['longest task of the page, ms', ...sizes.map(({ ours }) => digits(ours.longest))],
      [
        'bytes a question, of WebAssembly',
        ...sizes.map(({ ours, count }) => digits(ours.memory / count)),
      ],
      [
        'bytes a question, of the page',
        ...sizes.map(({ ours, count }) => digits(ours.heap / count)),
      ],
      [
        'MiniSearch, on the page: s',
        ...sizes.map(({ peer }) => or(peer, () => seconds(peer.milliseconds))),
      ],
      [
        'longest task of the page, ms',
        ...sizes.map(({ peer }) => or(peer, () => digits(peer.longest))),
      ],
      [
        'bytes a question, of the page',
        ...sizes.map(({ peer, count }) => or(peer, () => digits(peer.heap / count))),
      ],
    ],
  );
}

function printSearching(sizes) {
  console.log('\n## Searching: medians, ms\n');
  const row = (name, of) => [name, ...sizes.map((size) => or(of(size), digits))];
  printTable(
    ['', ...sizes.map(({ count }) => `${whole(count)} questions`)],
    [
      row('Whylight: encoding the query', ({ ours }) => ours.search.encoding),
      row('Whylight, model: after encoding', ({ ours }) =>
        Math.max(0, ours.search.model - ours.search.encoding),
      ),
      ...Object.keys(OUR_MODES).map((mode) =>
        row(`Whylight, ${mode}: all of it`, ({ ours }) => ours.search[mode]),
      ),
      ...Object.keys(MINI_MODES).map((mode) =>
        row(`MiniSearch, ${mode}`, ({ peer }) => peer?.search[mode]),
      ),
      row('a flat scan of floats in plain JavaScript', ({ flat }) => flat),
      row('Whylight: reasons of ten hits', ({ ours }) => ours.explained),
    ],
  );
}

function printDownloads(downloads) {
  console.log('\n## Download, without the model\n');
  printTable(
    ['', 'bytes, gzip -9'],
    downloads.map(({ name, bytes }) => [name, or(bytes, whole)]),
  );
}

async function bench({ quick, json, model: folder }) {
  const effort = quick ? EFFORTS.quick : EFFORTS.full;
  const model = folder ? relative(fileURLToPath(repository), folder) : effort.model;
  if (!existsSync(new URL(`${model}/config.json`, repository))) {
    throw new Error(`expected a model of questions in ${model}, found none; --model names another`);
  }
  const mini = existsSync(new URL(MINI_LIBRARY, repository));
  const version = () =>
    JSON.parse(readFileSync(new URL(`${MINI}package.json`, repository))).version;
  const chromium = await startChromium();
  try {
    const page = await openPage(chromium);
    say('opening the model');
    const opened = await page.call('open', { model: `${model}/`, queries: effort.queries });
    const report = {
      machine: {
        cpu: os.cpus()[0]?.model.trim() ?? os.arch(),
        cores: os.cpus().length,
        load: os.loadavg()[0],
        chromium: chromium.version,
        minisearch: mini ? version() : 'not installed',
      },
      command: `npm run bench:questions${quick ? ' -- --quick' : ''}`,
      model: { folder: model, ...opened },
      sizes: [],
      downloads: [
        { name: 'whylight-questions.wasm', bytes: zipped('wasm/dist/whylight-questions.wasm') },
        { name: 'whylight-questions.mjs', bytes: zipped('wasm/dist/whylight-questions.mjs') },
        { name: 'MiniSearch', bytes: mini ? zipped(MINI_LIBRARY) : undefined },
      ],
    };
    printMachine(report);
    for (const count of effort.sizes) {
      say(`indexing and searching ${whole(count)} questions`);
      report.sizes.push(await measureSize(page, count, { mini, width: opened.width, effort }));
    }
    printIndexing(report.sizes);
    printSearching(report.sizes);
    printDownloads(report.downloads);
    if (json) writeFileSync(json, `${JSON.stringify(report, null, 2)}\n`);
    await page.close();
  } finally {
    await chromium.close();
  }
}

try {
  await bench(readOptions('bench:questions', HELP, { model: { type: 'string' } }, ['model']));
} catch (error) {
  console.error(`bench: ${error.message}`);
  process.exitCode = 1;
}
