// What the built files may not contain, whoever bundles or serves them.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';

import { dist } from './support.js';

/** The files that `entry` imports, itself included, by name. */
function reachable(entry, found = new Map()) {
  if (found.has(entry)) return found;
  const code = readFileSync(new URL(entry, dist), 'utf8');
  found.set(entry, code);
  for (const [, specifier] of code.matchAll(/^(?:import|export) (?:.*? from )?'(.+?)';$/gm)) {
    expect(specifier).toMatch(/^\.\//);
    reachable(specifier.slice(2), found);
  }
  return found;
}

test.each([{ entry: 'index.js' }, { entry: 'worker.js' }])(
  '$entry needs neither Node nor unsafe-eval',
  ({ entry }) => {
    const files = reachable(entry);
    expect([...files.keys()]).toContain('whylight-core.mjs');
    for (const [name, code] of files) {
      for (const banned of [/\brequire\(/, /['"]node:/, /new Function\b/, /\beval\(/]) {
        expect([name, banned, banned.test(code)]).toEqual([name, banned, false]);
      }
    }
  },
);

test('importing does no work', async () => {
  const { fetch } = globalThis;
  const { compile, instantiate } = WebAssembly;
  const touched = [];
  globalThis.fetch = () => touched.push('fetch');
  WebAssembly.compile = () => touched.push('compile');
  WebAssembly.instantiate = () => touched.push('instantiate');
  await import('../../wasm/dist/index.js');
  await import('../../wasm/dist/node.js');
  Object.assign(globalThis, { fetch });
  Object.assign(WebAssembly, { compile, instantiate });
  expect(touched).toEqual([]);
});
