// The package in Chromium, unbundled, reproduces the golden files.
import { readFile } from 'node:fs/promises';
import { expect, test as base, type Page } from '@playwright/test';
import type { Explanation } from '../../wasm/dist/systems/rationale/node.js';
import { serveFolder } from './static-server';

const root = new URL('../../', import.meta.url);
const tolerance = 1e-5;

const models = [
  { name: 'tiny', folder: 'tests/golden/tiny/', expected: 'tests/golden/tiny/expected.jsonl' },
  { name: 'beer', folder: 'models/beer/', expected: 'tests/golden/beer.expected.jsonl' },
];

const test = base.extend<object, { host: string }>({
  host: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await serveFolder(root);
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
});

async function readLines(path: string): Promise<Explanation[]> {
  const lines = (await readFile(new URL(path, root), 'utf8')).split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Explanation);
}

/** The package's answers on the texts, in the page itself or in a module Worker. */
function explainAll(page: Page, folder: string, texts: string[], inWorker: boolean) {
  return page.evaluate(
    async ({ folder, texts, inWorker }) => {
      const { load } = (await import(
        new URL('/wasm/dist/systems/rationale/index.js', location.href).href
      )) as typeof import('../../wasm/dist/systems/rationale/index.js');
      const worker = inWorker ? new Worker('/wasm/dist/worker.js', { type: 'module' }) : undefined;
      const model = await load(folder, { worker });
      const explanations = [];
      for (const text of texts) explanations.push(await model.explain(text));
      await model.dispose();
      worker?.terminate();
      return explanations;
    },
    { folder: `/${folder}`, texts, inWorker },
  );
}

/** The numbers of an explanation in one row, and all that has to be equal to the bit. */
function parts({ ratings, tokens, rationales, text }: Explanation) {
  return {
    numbers: [ratings, ...tokens.map((token) => token.probability)].flatMap(Object.values<number>),
    exact: {
      text,
      rationales,
      aspects: Object.keys(ratings),
      tokens: tokens.map(({ start, end, selected }) => ({ start, end, selected })),
    },
  };
}

for (const { name, folder, expected } of models) {
  for (const inWorker of [false, true]) {
    test(`${name} model, in a ${inWorker ? 'module Worker' : 'page'}`, async ({ page, host }) => {
      const golden = await readLines(expected);
      expect(golden.length).toBeGreaterThan(0);
      await page.goto(new URL('tests/web/golden.html', host).href);
      const texts = golden.map(({ text }) => text);
      const found = await explainAll(page, folder, texts, inWorker);
      for (const [i, explanation] of found.entries()) {
        const wanted = parts(golden[i]!);
        const { numbers, exact } = parts(explanation);
        expect(exact).toEqual(wanted.exact);
        expect(numbers.length).toBe(wanted.numbers.length);
        const errors = numbers.map((number, k) => Math.abs(number - wanted.numbers[k]!));
        expect(Math.max(...errors)).toBeLessThanOrEqual(tolerance);
      }
    });
  }
}
