// How long the package takes on a page of one's own that has a model's bytes: from the call of load()
// to the first explanation. Its code has been imported; the module of WebAssembly has not been fetched.
import { serve } from './server.mjs';

const repository = new URL('../../../', import.meta.url);
const TEXT =
  'Hazy gold with a big white head. Smells of grapefruit and pine. Thin, watery body, but it goes ' +
  'down easily, and the finish is dry.';

/** Runs in the page: milliseconds to the first explanation. */
async function answerFirst({ text, inWorker }) {
  const { load } = await import('/wasm/dist/systems/rationale/index.js');
  const read = async (name) => (await fetch(`/models/beer/${name}`)).arrayBuffer();
  const [config, tensors, vocabulary] = await Promise.all(
    ['config.json', 'model.safetensors', 'vocab.txt'].map(read),
  );
  const start = performance.now();
  const worker = inWorker ? new Worker('/wasm/dist/worker.js', { type: 'module' }) : undefined;
  const model = await load({ config, tensors, vocabulary }, { worker });
  const { rationales } = await model.explain(text);
  const milliseconds = performance.now() - start;
  if (rationales.aroma.length === 0) throw new Error('expected words on the aroma, found none');
  return milliseconds;
}

/** Milliseconds of each of `visits` first visits, in the page and with a Worker: `{page, worker}`. */
export async function timeOwnPage(browser, visits) {
  const server = await serve(repository);
  const times = { page: [], worker: [] };
  try {
    for (let visit = 0; visit < visits; visit += 1) {
      for (const where of Object.keys(times)) {
        // With a cache of its own, so that all is compiled anew.
        const context = await browser.newContext();
        const tab = await context.newPage();
        await tab.goto(`${server.url}tests/bench/web/page.html`);
        const asked = { text: TEXT, inWorker: where === 'worker' };
        times[where].push(await tab.evaluate(answerFirst, asked));
        await context.close();
      }
    }
  } finally {
    server.close();
  }
  return times;
}
