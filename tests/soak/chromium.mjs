// The package in a page, and the page itself, in Chromium.
import { readFileSync } from 'node:fs';

import { serve } from '../bench/web/server.mjs';
import { launchChromium } from '../chromium.mjs';
import { Random } from '../fuzz/random.mjs';
import { inRounds } from './rounds.mjs';

const repository = new URL('../../', import.meta.url);

/** Has `use` a tab of `folder`, and throws what went wrong in it meanwhile. */
async function inTab(folder, use) {
  const browser = await launchChromium();
  const server = await serve(folder);
  const wrong = [];
  try {
    const tab = await browser.newPage();
    // On a machine that does much else.
    tab.setDefaultTimeout(600_000);
    tab.on('pageerror', (error) => wrong.push(error.message));
    tab.on('console', (message) => {
      if (message.type() === 'error') wrong.push(message.text());
    });
    await use(tab, server.url, await meterOf(browser, tab));
    if (wrong.length > 0) throw new Error(`the page said: ${wrong.join('\n')}`);
  } finally {
    await browser.close();
    server.close();
  }
}

/** What a tab holds after a collection. */
async function meterOf(browser, tab) {
  const ofTab = await tab.context().newCDPSession(tab);
  const ofBrowser = await browser.newBrowserCDPSession();
  await ofTab.send('Performance.enable');
  return async () => {
    for (let i = 0; i < 3; ++i) await ofTab.send('HeapProfiler.collectGarbage');
    const { metrics } = await ofTab.send('Performance.getMetrics');
    const metric = (name) => metrics.find((each) => each.name === name).value;
    const { processInfo } = await ofBrowser.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    return {
      rss: renderers.reduce((sum, { id }) => sum + residentBytes(id), 0),
      heap: metric('JSHeapUsedSize'),
      nodes: metric('Nodes'),
      listeners: metric('JSEventListeners'),
    };
  };
}

function residentBytes(id) {
  const [, kib] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'));
  return 1024 * Number(kib);
}

/** Runs in the page: what `soakPackage` asks for is then in `globalThis.soak`. */
async function prepare({ seed }) {
  const { Explaining, Loading, shippedModels, watchMemories } =
    await import('/tests/soak/exercise.mjs');
  const wasm = watchMemories();
  const from = (name) => new URL(`/models/${name}/`, location.href);
  const code = (system) => import(`/wasm/dist/systems/${system}/index.js`);
  const models = await shippedModels(from, code);
  const open = (name) => models.find((model) => model.name === name).open();
  const worker = new Worker('/wasm/dist/worker.js', { type: 'module' });
  globalThis.soak = {
    wasm,
    explaining: new Explaining(open, ['beer', 'hotels', 'movies'], { seed, each: 1000 }),
    loading: new Loading(models),
    inWorker: new Loading(await shippedModels(from, code, { worker })),
  };
}

export async function soakPackage({ explains, loads, rounds, seed }) {
  await inTab(repository, async (tab, url, meter) => {
    await tab.goto(`${url}tests/bench/web/page.html`);
    await tab.evaluate(prepare, { seed });
    const measure = async () => ({
      ...(await meter()),
      wasm: await tab.evaluate(() => globalThis.soak.wasm()),
    });
    // The renderer gives memory of modules back when it likes.
    const limits = { rss: 192, nodes: 0, listeners: 0 };
    const soak = (what, total, work) => {
      const run = (amount) =>
        tab.evaluate(([work, amount]) => globalThis.soak[work].run(amount), [work, amount]);
      return inRounds({ what, total, rounds, run, measure, limits });
    };
    await soak('chromium: explains', explains, 'explaining');
    await tab.evaluate(async () => {
      await globalThis.soak.explaining.dispose();
      await globalThis.soak.loading.warmUp();
      await globalThis.soak.inWorker.warmUp();
    });
    await soak('chromium: loads', loads, 'loading');
    await soak('chromium: loads in a Worker', Math.ceil(loads / 10), 'inWorker');
  });
}

const start = 'The room was clean and quiet. The staff was kind, but breakfast was cold.';
const keys = [
  'Backspace',
  'Backspace',
  'Delete',
  'ArrowLeft',
  'ArrowRight',
  'Enter',
  'Home',
  'End',
];
const typed = ['lovely ', 'rude ', 'dirty, ', 'not ', 'café ', '🍺', '. Never again!', ' the bed '];
const longestText = 1500;

/** Types as somebody who writes and mends, and presses what is there to be pressed. */
async function typeFor(tab, milliseconds, random) {
  const area = tab.locator('#review');
  await area.focus();
  let pressed = 0;
  for (const until = performance.now() + milliseconds; performance.now() < until;) {
    if (random.once(4)) await tab.keyboard.press(random.pick(keys));
    else await tab.keyboard.type(random.pick(typed), { delay: random.from(0, 60) });
    pressed += 1;
    if (random.once(40)) await tab.waitForTimeout(random.from(100, 700));
    if (random.once(60)) await tab.keyboard.press('Control+z');
    if (pressed % 50 === 0) {
      const { length } = await area.inputValue();
      if (length > longestText) await area.fill(start);
    }
  }
}

/** Fails unless the page shows the text that stands in it, with its marks. */
async function settle(tab) {
  await tab.locator('#review').fill(start);
  await tab.waitForFunction(
    (text) =>
      document.querySelector('#marked').textContent === text &&
      document.querySelectorAll('#marked mark').length > 0 &&
      !document.querySelector('[aria-busy="true"]'),
    start,
  );
  // What comes after an answer, such as the text that a tab keeps, has come by then.
  await tab.waitForTimeout(300);
}

export async function soakTyping({ minutes, rounds, seed }) {
  const random = new Random(seed, 0);
  await inTab(new URL('web/dist/', repository), async (tab, url, meter) => {
    await tab.goto(`${url}#reviews/hotels`);
    await tab.locator('#marked mark').first().waitFor();
    await tab.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true;
    });
    const run = async (milliseconds) => {
      await typeFor(tab, milliseconds, random);
      await settle(tab);
    };
    // A text area itself keeps a node for each of the last 1000 things that can be undone, even on an
    // empty page.
    const limits = { nodes: 1000, shown: 10, listeners: 10 };
    const measure = async () => ({
      ...(await meter()),
      shown: await tab.evaluate(() => document.querySelectorAll('*').length),
    });
    const total = Math.round(60_000 * minutes);
    await inRounds({ what: 'typing: milliseconds', total, rounds, run, measure, limits });
  });
}
