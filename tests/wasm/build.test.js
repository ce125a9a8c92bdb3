// What the built files may not contain, whoever bundles or serves them.
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

const CORE = [
  'whylight-core.integer.wasm',
  'whylight-core.relaxed.wasm',
  'whylight-core.scalar.wasm',
  'whylight-core.wasm',
  'whylight-reasons.wasm',
];

test.each([
  { entry: 'systems/rationale/index.js', glue: 'whylight-core.mjs', wasm: CORE },
  { entry: 'worker.js', glue: 'whylight-core.mjs', wasm: CORE },
  {
    entry: 'systems/classifier/index.js',
    glue: 'whylight-classifier.mjs',
    wasm: ['whylight-classifier.wasm'],
  },
  { entry: 'systems/layers/index.js', glue: 'whylight-layers.mjs', wasm: ['whylight-layers.wasm'] },
])('$entry needs neither Node nor unsafe-eval, and one glue', ({ entry, glue, wasm }) => {
  const files = reachable(entry);
  expect([...files.keys()].filter((name) => name.endsWith('.mjs'))).toEqual([glue]);
  const named = [...files.values()].join('').match(/(?<=new URL\(')[^']*\.wasm/g);
  expect(named.map((path) => path.split('/').at(-1)).sort()).toEqual(wasm);
  for (const [name, code] of files) {
    for (const banned of [/\brequire\(/, /['"]node:/, /new Function\b/, /\beval\(/]) {
      expect([name, banned, banned.test(code)]).toEqual([name, banned, false]);
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
  Object.assign(globalThis, { fetch });
  Object.assign(WebAssembly, { compile, instantiate });
  expect(touched).toEqual([]);
});
