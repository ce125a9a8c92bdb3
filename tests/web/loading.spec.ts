import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import {
  clickMark,
  expect,
  expectCard,
  expectMarks,
  firstSample,
  isolate,
  marked,
  test,
  timing,
} from './fixtures';
import { signed, tenthsOf } from '../../web/wording';
import { serveFolder } from './static-server';

const modelFile = new URL('../../models/beer/model.safetensors', import.meta.url);

// Chromium writes to the console what a server refuses.
test.use({ expectedProblems: /Failed to load resource/ });

const failures: { served: string; file: string; code: string; answer: () => Promise<object> }[] = [
  {
    served: '404 in place of the tensors',
    file: 'model.safetensors',
    code: 'fetch-failed',
    answer: async () => ({ status: 404, body: 'Not found' }),
  },
  {
    served: 'a page in place of the tensors',
    file: 'model.safetensors',
    code: 'fetch-failed',
    answer: async () => ({ contentType: 'text/html', body: '<!doctype html><title>Home</title>' }),
  },
  {
    served: 'half of the tensors',
    file: 'model.safetensors',
    code: 'size-mismatch',
    answer: async () => {
      const bytes = await readFile(modelFile);
      return { body: bytes.subarray(0, bytes.length / 2) };
    },
  },
  {
    served: 'tensors with a flipped bit',
    file: 'model.safetensors',
    code: 'hash-mismatch',
    answer: async () => {
      const bytes = await readFile(modelFile);
      bytes[bytes.length >> 1]! ^= 1;
      return { body: bytes };
    },
  },
  {
    served: 'a page in place of config.json',
    file: 'config.json',
    code: 'fetch-failed',
    answer: async () => ({ contentType: 'text/html', body: '<!doctype html><title>Home</title>' }),
  },
  {
    served: 'a config.json of a later version',
    file: 'config.json',
    code: 'model-version',
    answer: async () => ({ json: { format: 'whylight', version: 1000 } }),
  },
  {
    served: '404 in place of the WebAssembly module',
    file: '*.wasm',
    code: 'fetch-failed',
    answer: async () => ({ status: 404, body: 'Not found' }),
  },
  {
    served: 'a WebAssembly module that does not compile',
    file: '*.wasm',
    code: 'wasm-failed',
    answer: async () => ({
      contentType: 'application/wasm',
      body: Buffer.from('\0asm\x01\0\0\0 and then something else', 'latin1'),
    }),
  },
  {
    served: '404 in place of the list of models',
    file: 'index.json',
    code: 'status 404',
    answer: async () => ({ status: 404, body: 'Not found' }),
  },
  {
    served: 'a page in place of the list of models',
    file: 'index.json',
    code: 'is no JSON',
    answer: async () => ({ contentType: 'text/html', body: '<!doctype html><title>Home</title>' }),
  },
  {
    served: 'no Worker script',
    file: 'model-worker*.js',
    code: 'worker-failed',
    answer: async () => ({ status: 404, body: 'Not found' }),
  },
];

for (const { served, file, code, answer } of failures) {
  test(`says what is wrong with ${served}, and recovers`, async ({ page, model }) => {
    const fulfilment = await answer();
    await page.route(`**/${file}`, (route) => route.fulfill(fulfilment));
    await page.goto('./');
    const problem = page.getByRole('alert').filter({ hasText: 'The model could not be loaded.' });
    await expect(problem).toContainText(code);
    // The page stays of use: the review is there to read.
    await expect(marked(page)).toHaveText(firstSample);
    await expect(page.locator('#marked mark')).toHaveCount(0);

    await page.unroute(`**/${file}`);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(timing(page)).toContainText('on your device');
    await expect(problem).toBeHidden();
    const aspect = model.aspects[0]!;
    await isolate(page, aspect);
    await expectMarks(page, await model.explain(firstSample), aspect);
  });
}

test('fails again, and says so, when trying again does not help', async ({ page }) => {
  let refused = 0;
  await page.route('**/model.safetensors', (route) => {
    ++refused;
    return route.fulfill({ status: 503, body: '' });
  });
  await page.goto('./');
  for (const times of [1, 2, 3]) {
    await expect(page.getByRole('alert').first()).toContainText('status 503');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(refused).toBe(times);
    await page.getByRole('button', { name: 'Try again' }).click();
  }
});

test('shows progress in bytes, can be cancelled and started again', async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/model.safetensors', async (route) => {
    await held;
    await route.continue().catch(() => {});
  });
  await page.goto('./');
  const progress = page.getByRole('progressbar');
  await expect(progress).toBeVisible();
  await expect(page.getByText(/Loading the model: \d+\.\d of \d+\.\d MB/)).toBeVisible();
  const max = await progress.evaluate((bar: HTMLProgressElement) => bar.max);
  expect(max).toBeGreaterThan((await stat(modelFile)).size);

  // A text typed meanwhile is rated once the model is there.
  await page.getByRole('textbox', { name: 'A beer review' }).fill('Typed before the model came.');
  await expect(marked(page)).toHaveText('Typed before the model came.');

  const button = page.getByRole('button', { name: 'Cancel' });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('The model was not loaded.')).toBeVisible();
  await expect(progress).toBeHidden();
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused();
  letGo();
  await page.keyboard.press('Enter');
  await expect(timing(page)).toContainText('5 words');
  // The button is gone, so the keyboard goes on in the text.
  await expect(page.getByRole('textbox', { name: 'A beer review' })).toBeFocused();
});

test.describe('on a slow network', () => {
  // The host is another one.
  test.use({ expectedProblems: /^request: http:\/\/localhost:|Failed to load resource/ });

  /** Sends half of the model at a slow pace, and the rest when it is let go, or never. */
  async function serveSlowly() {
    let letGo: (whole: boolean) => void = () => {};
    const decided = new Promise<boolean>((resolve) => (letGo = resolve));
    const send = async (bytes: Buffer, response: ServerResponse) => {
      const half = bytes.length / 2;
      for (let at = 0; at < half; at += 2 ** 16) {
        response.write(bytes.subarray(at, Math.min(at + 2 ** 16, half)));
        await pause(20);
      }
      if (await decided) response.end(bytes.subarray(half));
      else response.destroy();
    };
    const dist = new URL('../../web/dist/', import.meta.url);
    const server = await serveFolder(dist, {
      headers: {},
      send: { 'models/beer/model.safetensors': send },
    });
    return { server, letGo };
  }

  /** Holds the module back that measures reasons: `asked` once it is wanted, until it is sent. */
  async function holdReasons(page: Page) {
    const file = '**/whylight-reasons*.wasm';
    let send = () => {};
    const wanted = new Promise<void>((resolve) => (send = resolve));
    await page.route(file, async (route) => {
      await wanted;
      await route.continue();
    });
    return { asked: page.waitForRequest(file), send: () => send() };
  }

  test('marks what has common words alone before all has come', async ({ page, model }) => {
    const { server, letGo } = await serveSlowly();
    const aspect = model.aspects[0]!;
    const found = await model.explain(firstSample);
    try {
      await page.goto(server.url.replace('127.0.0.1', 'localhost'));
      await expect(timing(page)).toContainText('on your device');
      await expect(page.getByText('Still loading rare ones')).toBeVisible();
      await expectCard(page, model, found, aspect);
      letGo(true);
      await expect(page.getByRole('progressbar')).toBeHidden();
      await expectCard(page, model, found, aspect);
      await isolate(page, aspect);
      await expectMarks(page, found, aspect);
    } finally {
      await server.close();
    }
  });

  test('measures with the whole model what was asked before it was there', async ({
    page,
    model,
  }) => {
    const { server, letGo } = await serveSlowly();
    const { asked, send } = await holdReasons(page);
    try {
      await page.goto(server.url.replace('127.0.0.1', 'localhost'));
      await expect(timing(page)).toContainText('on your device');
      await page.getByText('For experts').click();
      await asked;
      letGo(true);
      await expect(page.getByRole('progressbar')).toBeHidden();
      await expect(timing(page)).toContainText('on your device');
      send();
      await expect(page.locator('.measures > li')).toHaveCount(model.aspects.length);
      await expect(page.locator('.sufficiency .problem')).toBeEmpty();
    } finally {
      await server.close();
    }
  });

  test('rates without words that were dropped before it was there', async ({ page, model }) => {
    const aspect = model.aspects[0]!;
    // Words that are common, and the aspect in several stretches.
    const text =
      'A golden colour. It was served in the garden, by a friend. The head is thick and white.';
    const found = await model.explain(text);
    const [, ...selection] = found.rationales[aspect]!;
    const { selection: after } = await model.faithfulness(text, { aspect, selection });
    const { server, letGo } = await serveSlowly();
    const { asked, send } = await holdReasons(page);
    try {
      await page.goto(server.url.replace('127.0.0.1', 'localhost'));
      await expect(timing(page)).toContainText('on your device');
      await page.locator('#review').fill(text);
      await expect(timing(page)).toContainText('18 words');
      await isolate(page, aspect);
      await clickMark(page, 0);
      await asked;
      letGo(true);
      await expect(page.getByRole('progressbar')).toBeHidden();
      await expect(timing(page)).toContainText('on your device');
      send();
      const moved = { ...found, ratings: { [aspect]: after }, spreads: {} };
      const step = signed((tenthsOf(after) - tenthsOf(found.ratings[aspect]!)) / 10, 1);
      await expectCard(page, model, moved, aspect, `${step} without the words you dropped`);
      await expect(page.locator('.problem:not(:empty)')).toHaveCount(0);
    } finally {
      await server.close();
    }
  });

  test('says so if the rest does not come, and shows no ratings', async ({ page }) => {
    const { server, letGo } = await serveSlowly();
    try {
      await page.goto(server.url.replace('127.0.0.1', 'localhost'));
      await expect(timing(page)).toContainText('on your device');
      letGo(false);
      await expect(page.getByText('The model could not be loaded.')).toBeVisible();
      await expect(page.locator('#marked mark')).toHaveCount(0);
      await expect(marked(page)).toHaveText(firstSample);
    } finally {
      await server.close();
    }
  });
});

test('is there to read before the model is', async ({ page }) => {
  await page.route('**/model.safetensors', () => {});
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Nothing you type leaves this device.')).toBeVisible();
  await expect(marked(page)).toHaveText(firstSample);
});
