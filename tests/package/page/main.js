// A page without a bundler: once in the page itself, once in a Worker.
/* global Worker, document */
import { load } from '/node_modules/whylight/wasm/dist/index.js';

const folder = '/node_modules/whylight/models/beer/';
const text = 'Pours a hazy gold 🍺 with a thick head.';
const worker = new Worker('/node_modules/whylight/wasm/dist/worker.js', { type: 'module' });

async function words(options) {
  const model = await load(folder, options);
  const { tokens } = await model.explain(text);
  await model.dispose();
  return tokens.map(({ start, end }) => text.slice(start, end));
}

document.querySelector('output').textContent = JSON.stringify({
  page: await words({}),
  worker: await words({ worker }),
});
