// The built files must not contain some things, whoever bundles or serves them.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { dist } from './support.js';

/** The files that `entry` imports, itself included, by name. */
function reachable(entry, found = new Map()) {
  if (found.has(entry)) return found;
  const url = new URL(entry, dist);
  const code = readFileSync(url, 'utf8');
  found.set(entry, code);
  for (const [, specifier] of code.matchAll(/^(?:import|export) (?:.*? from )?'(.+?)';$/gm)) {
    expect(specifier).toMatch(/^\.\.?\//);
    reachable(new URL(specifier, url).href.slice(dist.href.length), found);
  }
  return found;
}

const RATIONALE = {
  glue: ['whylight-core.mjs', 'whylight-reasons.mjs'],
  wasm: [
    'whylight-core.integer.wasm',
    'whylight-core.relaxed.wasm',
    'whylight-core.scalar.wasm',
    'whylight-core.wasm',
    'whylight-reasons.wasm',
  ],
};
const CLASSIFIER = { glue: ['whylight-classifier.mjs'], wasm: ['whylight-classifier.wasm'] };
const QUESTIONS = { glue: ['whylight-questions.mjs'], wasm: ['whylight-questions.wasm'] };
const PAIRS = { glue: ['whylight-pairs.mjs'], wasm: ['whylight-pairs.wasm'] };
const TAGGER = { glue: ['whylight-tagger.mjs'], wasm: ['whylight-tagger.wasm'] };
const READER = { glue: ['whylight-reader.mjs'], wasm: ['whylight-reader.wasm'] };
const RECOMMENDER = { glue: ['whylight-recommender.mjs'], wasm: ['whylight-recommender.wasm'] };
const LAYERS = { glue: ['whylight-layers.mjs'], wasm: ['whylight-layers.wasm'] };

test.each([
  { entry: 'systems/rationale/index.js', systems: [RATIONALE] },
  { entry: 'systems/classifier/index.js', systems: [CLASSIFIER] },
  { entry: 'systems/layers/index.js', systems: [LAYERS] },
  { entry: 'systems/questions/index.js', systems: [QUESTIONS] },
  { entry: 'systems/pairs/index.js', systems: [PAIRS] },
  { entry: 'systems/tagger/index.js', systems: [TAGGER] },
  { entry: 'systems/reader/index.js', systems: [READER] },
  { entry: 'systems/recommender/index.js', systems: [RECOMMENDER] },
  {
    entry: 'worker.js',
    systems: [CLASSIFIER, RATIONALE, LAYERS, PAIRS, QUESTIONS, TAGGER, READER, RECOMMENDER],
  },
])('$entry needs neither Node nor unsafe-eval, and no glue at once', ({ entry, systems }) => {
  const files = reachable(entry);
  expect([...files.keys()].filter((name) => name.endsWith('.mjs'))).toEqual([]);
  const code = [...files.values()].join('');
  const named = (pattern) => code.match(pattern).map((path) => path.split('/').at(-1));
  const glue = named(/(?<=import\(')[^']*\.mjs/g).sort();
  expect(glue).toEqual(systems.flatMap((system) => system.glue).sort());
  const wasm = named(/(?<=new URL\(')[^']*\.wasm/g).sort();
  expect(wasm).toEqual(systems.flatMap((system) => system.wasm).sort());
  for (const name of glue) files.set(name, readFileSync(new URL(name, dist), 'utf8'));
  for (const [name, text] of files) {
    for (const banned of [/\brequire\(/, /['"]node:/, /new Function\b/, /\beval\(/]) {
      expect([name, banned, banned.test(text)]).toEqual([name, banned, false]);
    }
  }
});

test('what a page downloads to explain is at most 60 KB gzip', () => {
  const sizes = ['whylight-core.wasm', 'whylight-core.mjs'].map(
    (name) => gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length,
  );
  expect(sizes[0] + sizes[1]).toBeLessThanOrEqual(60 * 1000);
});

test('importing does no work', async () => {
  const { fetch } = globalThis;
  const { compile, instantiate } = WebAssembly;
  const touched = [];
  globalThis.fetch = () => touched.push('fetch');
  WebAssembly.compile = () => touched.push('compile');
  WebAssembly.instantiate = () => touched.push('instantiate');
  await import('../../wasm/dist/systems/rationale/index.js');
  await import('../../wasm/dist/systems/rationale/node.js');
  await import('../../wasm/dist/systems/classifier/index.js');
  await import('../../wasm/dist/systems/classifier/node.js');
  await import('../../wasm/dist/systems/layers/index.js');
  await import('../../wasm/dist/systems/layers/node.js');
  await import('../../wasm/dist/systems/questions/index.js');
  await import('../../wasm/dist/systems/questions/node.js');
  await import('../../wasm/dist/systems/pairs/index.js');
  await import('../../wasm/dist/systems/pairs/node.js');
  await import('../../wasm/dist/systems/tagger/index.js');
  await import('../../wasm/dist/systems/tagger/node.js');
  await import('../../wasm/dist/systems/reader/index.js');
  await import('../../wasm/dist/systems/reader/node.js');
  await import('../../wasm/dist/systems/recommender/index.js');
  await import('../../wasm/dist/systems/recommender/node.js');
  Object.assign(globalThis, { fetch });
  Object.assign(WebAssembly, { compile, instantiate });
  expect(touched).toEqual([]);
});
