// A page built by a bundler: once in the page itself, once in a Worker.
/* global Worker, document */
import { load } from 'whylight';

const folder = '/node_modules/whylight/models/beer/';
const text = 'Pours a hazy gold 🍺 with a thick head.';
const worker = new Worker(new URL('whylight/worker', import.meta.url), { type: 'module' });

async function words(options) {
  const model = await load(folder, options);
  const { tokens } = await model.explain(text);
  await model.dispose();
  return tokens.map(({ start, end }) => text.slice(start, end));
}

const output = { page: await words({}), worker: await words({ worker }) };
document.querySelector('output').textContent = JSON.stringify(output);
