// A page without a bundler: once in the page itself, once in a Worker; and a layer.
/* global Worker, document, location */
import { load } from '/node_modules/whylight/wasm/dist/systems/rationale/index.js';
import { loadLayers } from '/node_modules/whylight/wasm/dist/systems/layers/index.js';

const folder = '/node_modules/whylight/models/beer/';
const text = 'Pours a hazy gold 🍺 with a thick head.';
// The policy of the page lets no other text become the address of a script.
globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => (address.startsWith(`${location.origin}/`) ? address : null),
});
const script = new URL('/node_modules/whylight/wasm/dist/worker.js', import.meta.url);
const worker = new Worker(script, { type: 'module' });

async function words(options) {
  const model = await load(folder, options);
  const { tokens } = await model.explain(text);
  await model.dispose();
  return tokens.map(({ start, end }) => text.slice(start, end));
}

/** Asks why, of which a module of its own knows. */
async function why(options) {
  const model = await load(folder, options);
  const { words } = await model.curve(text, { aspect: 'aroma', read: 'all' });
  await model.dispose();
  return words.length;
}

async function mean() {
  const layers = await loadLayers();
  const x = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
  const { output } = await layers.run({ type: 'bag' }, { x });
  return [...output.h.data];
}

document.querySelector('output').textContent = JSON.stringify({
  page: await words({}),
  worker: await words({ worker }),
  relaxed: await words({ worker, relaxedSimd: true }),
  why: [await why({}), await why({ worker })],
  mean: await mean(),
});
