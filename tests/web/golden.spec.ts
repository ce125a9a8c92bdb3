// The package in Chromium, unbundled, reproduces the golden files, and gives wrong
// questions the errors of the core. Single layers run there as well.
import { readFile } from 'node:fs/promises';
import { expect, test as base, type Page } from '@playwright/test';
import type { Explanation } from '../../wasm/dist/systems/rationale/node.js';
import { serveFolder } from './static-server';

const root = new URL('../../', import.meta.url);
const tolerance = 1e-5;

const models = [
  { name: 'tiny', folder: 'tests/golden/tiny/', expected: 'tests/golden/tiny/expected.jsonl' },
  {
    name: 'mention-tiny',
    folder: 'tests/golden/mention-tiny/',
    expected: 'tests/golden/mention-tiny/expected.jsonl',
  },
  {
    name: 'spelling-tiny',
    folder: 'tests/golden/spelling-tiny/',
    expected: 'tests/golden/spelling-tiny/expected.jsonl',
  },
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
function parts(explanation: Explanation) {
  const numbers: number[] = [];
  const exact = withoutNumbers(explanation, numbers);
  return { numbers, exact };
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

interface BadQuestion {
  model: string;
  question: string;
  inputs: string[];
  options: Record<string, unknown>;
  code: string;
  message: string;
}

/** The errors that the package gives these questions. */
function askAll(page: Page, cases: BadQuestion[], inWorker: boolean) {
  return page.evaluate(
    async ({ cases, inWorker }) => {
      const at = (path: string) => new URL(path, location.href).href;
      const { load } = (await import(
        at('/wasm/dist/systems/rationale/index.js')
      )) as typeof import('../../wasm/dist/systems/rationale/index.js');
      const { loadClassifier } = (await import(
        at('/wasm/dist/systems/classifier/index.js')
      )) as typeof import('../../wasm/dist/systems/classifier/index.js');
      const { loadPairs } = (await import(
        at('/wasm/dist/systems/pairs/index.js')
      )) as typeof import('../../wasm/dist/systems/pairs/index.js');
      const { loadRetriever } = (await import(
        at('/wasm/dist/systems/questions/index.js')
      )) as typeof import('../../wasm/dist/systems/questions/index.js');
      const worker = inWorker ? new Worker('/wasm/dist/worker.js', { type: 'module' }) : undefined;
      const models = {
        tiny: await load('/tests/golden/tiny/', { worker }),
        'classifier-tiny': await loadClassifier('/tests/golden/classifier-tiny/', { worker }),
        'cafe-tiny': await loadPairs('/tests/golden/cafe-tiny/', { worker }),
        'questions-tiny': await loadRetriever('/tests/golden/questions-tiny/', { worker }),
      };
      const errors = [];
      for (const { model, question, inputs, options } of cases) {
        try {
          await models[model as keyof typeof models].ask(question, inputs, options);
          errors.push('no error');
        } catch (error) {
          const { code, message } = error as { code: string; message: string };
          errors.push({ code, message });
        }
      }
      worker?.terminate();
      return errors;
    },
    { cases, inWorker },
  );
}

for (const inWorker of [false, true]) {
  test(`wrong questions, in a ${inWorker ? 'module Worker' : 'page'}`, async ({ page, host }) => {
    const table = await readFile(new URL('tests/golden/bad-questions.json', root), 'utf8');
    const cases = (JSON.parse(table) as BadQuestion[]).filter(({ model }) =>
      ['tiny', 'classifier-tiny', 'cafe-tiny', 'questions-tiny'].includes(model),
    );
    expect(cases.length).toBeGreaterThan(0);
    await page.goto(new URL('tests/web/golden.html', host).href);
    expect(await askAll(page, cases, inWorker)).toEqual(
      cases.map(({ code, message }) => ({ code, message })),
    );
  });
}

for (const inWorker of [false, true]) {
  test(`single layers, in a ${inWorker ? 'module Worker' : 'page'}`, async ({ page, host }) => {
    await page.goto(new URL('tests/web/golden.html', host).href);
    const found = await page.evaluate(async (inWorker) => {
      const { loadLayers } = (await import(
        new URL('/wasm/dist/systems/layers/index.js', location.href).href
      )) as typeof import('../../wasm/dist/systems/layers/index.js');
      const worker = inWorker ? new Worker('/wasm/dist/worker.js', { type: 'module' }) : undefined;
      const layers = await loadLayers({ worker });
      const x = { shape: [2, 1], data: Float32Array.of(1, 3) };
      const { output, unused } = await layers.run({ type: 'bag' }, { x, spare: x });
      const shapes = await layers.shapes({ type: 'bag' });
      await layers.dispose();
      worker?.terminate();
      return { h: [...output.h.data], unused, shapes: shapes.map(({ name }) => name) };
    }, inWorker);
    expect(found).toEqual({ h: [2], unused: ['spare'], shapes: ['x', 'mask'] });
  });
}

interface GoldenQuestion {
  method: string;
  /** What is asked of the text. */
  question?: string;
  text?: string;
  other?: string;
  candidates?: string[];
  options: Record<string, unknown>;
  answer: Record<string, unknown>;
}

/** `value` with every number that is no offset taken out into `numbers`. */
function withoutNumbers(value: unknown, numbers: number[]): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (typeof item !== 'number' || key === 'start' || key === 'end') return item;
    numbers.push(item);
    return 'a number';
  });
}

/** `asked` is the question of all, where the lines name none. */
const systems: { system: string; opener: string; folder: string; asked?: string }[] = [
  { system: 'questions', opener: 'loadRetriever', folder: 'questions-tiny' },
  { system: 'pairs', opener: 'loadPairs', folder: 'pairs-tiny' },
  { system: 'pairs', opener: 'loadPairs', folder: 'cafe-tiny' },
  { system: 'reader', opener: 'loadReader', folder: 'reader-tiny' },
  { system: 'reader', opener: 'loadReader', folder: 'selecting-reader-tiny' },
  { system: 'tagger', opener: 'loadTagger', folder: 'tagger-tiny', asked: 'tag' },
  {
    system: 'recommender',
    opener: 'loadRecommender',
    folder: 'recommender-tiny',
    asked: 'recommend',
  },
];

/** What the package's code for a system exports, as far as it is alike. */
type Opener = Record<
  string,
  (
    folder: string,
    options: { worker: Worker | undefined },
  ) => Promise<{
    ask(question: string, inputs: string[], options: object): Promise<unknown>;
    dispose(): Promise<void>;
  }>
>;

const cases = systems.flatMap((system) =>
  [false, true].map((inWorker) => ({ ...system, inWorker })),
);
for (const { system, opener, folder, asked: only, inWorker } of cases) {
  test(`${folder}, in a ${inWorker ? 'module Worker' : 'page'}`, async ({ page, host }) => {
    const lines = await readFile(new URL(`tests/golden/${folder}/answers.jsonl`, root), 'utf8');
    const golden = lines
      .trimEnd()
      .split('\n')
      .map((line) => ({ method: only, ...JSON.parse(line) }) as GoldenQuestion);
    await page.goto(new URL('tests/web/golden.html', host).href);
    const asked = golden.map(({ method, question, text, other, candidates = [], options }) => ({
      method,
      inputs: [question, text, other, ...candidates].filter((each) => each !== undefined),
      options,
    }));
    const answers = await page.evaluate(
      async ({ asked, system, opener, folder, inWorker }) => {
        const code = (await import(
          new URL(`/wasm/dist/systems/${system}/index.js`, location.href).href
        )) as Opener;
        const worker = inWorker
          ? new Worker('/wasm/dist/worker.js', { type: 'module' })
          : undefined;
        const model = await code[opener]!(`/tests/golden/${folder}/`, { worker });
        const found = [];
        // In order: questions about an index follow those that fill it.
        for (const { method, inputs, options } of asked) {
          const { question, text, other, ...answer } = (await model.ask(
            method,
            inputs,
            options,
          )) as Record<string, unknown>;
          found.push(answer);
        }
        await model.dispose();
        worker?.terminate();
        return found;
      },
      { asked, system, opener, folder, inWorker },
    );
    for (const [i, { method, answer }] of golden.entries()) {
      const numbers: number[] = [];
      const wanted: number[] = [];
      const found = withoutNumbers(answers[i], numbers);
      expect([method, found]).toEqual([method, withoutNumbers(answer, wanted)]);
      const scale = Math.max(1, ...wanted.map(Math.abs));
      const errors = numbers.map((number, k) => Math.abs(number - wanted[k]!));
      expect(Math.max(0, ...errors)).toBeLessThanOrEqual(tolerance * scale);
    }
  });
}
