// Visits without a network, and new versions while the page is open.
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { editor, expect, expectNoViolations, marked, open, test as base, timing } from './fixtures';
import { serveFolder, type StaticServer } from './static-server';

interface Site extends StaticServer {
  /** The folder that is served; a copy of the built page. */
  folder: URL;
}

const built = new URL('../../web/dist/', import.meta.url);

// Caches and service workers belong to a host and its port, so each test has its own.
const test = base.extend<{ site: Site }>({
  // eslint-disable-next-line no-empty-pattern
  site: async ({}, use) => {
    const path = await mkdtemp(join(tmpdir(), 'whylight-page-'));
    const folder = pathToFileURL(`${path}/`);
    await cp(built, folder, { recursive: true });
    const server = await serveFolder(folder, { prefix: '/some/where/', headers: {} });
    await use({ ...server, folder });
    await server.close();
    await rm(path, { recursive: true });
  },
  baseURL: ({ site }, use) => use(site.url),
});

// What fails without a network is written to the console.
test.use({
  serviceWorkers: 'allow',
  expectedProblems: /Failed to load resource|net::ERR|Failed to fetch/,
});

/** Waits until what the page needs is kept, with these parts. */
async function untilKept(page: Page, ...parts: string[]): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const caching = (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => url),
        );
        return (await Promise.all(caching)).flat().join('\n');
      }),
    )
    .toMatch(new RegExp(parts.map((part) => `(?=[^]*${part})`).join('')));
}

const beer = ['start-guard', 'whylight-core', 'beer/model.safetensors', 'beer/vocab', 'index.json'];
const newVersion = (page: Page) => page.getByRole('status').filter({ hasText: 'new version' });

test('works after one visit, with the server gone', async ({ page, site }) => {
  await open(page);
  await untilKept(page, ...beer);
  await site.close();
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await editor(page).fill('Pours black. Smells of coffee.');
  await expect(timing(page)).toContainText('5 words');
  await expect(marked(page)).toHaveText('Pours black. Smells of coffee.', { useInnerText: false });
});

test('the model of opinions is kept once it was used', async ({ page, site }) => {
  await open(page);
  const opinions = page.locator('.opinions');
  const found = opinions.locator('section, .opinions-found p').first();
  await opinions.locator('summary').click();
  await expect(found).toBeVisible();
  await untilKept(page, ...beer, 'whylight-tagger', 'opinions/model.safetensors');
  await site.close();
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await opinions.locator('summary').click();
  await expect(found).toBeVisible();
});

test('without a network, what was never used says why it is not there', async ({
  page,
  context,
}) => {
  await open(page);
  await untilKept(page, ...beer);
  await context.setOffline(true);
  await page.goto('./#sentiment');
  const problem = page.getByRole('alert').filter({ hasText: 'offline' });
  await expect(problem).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(problem).toBeHidden();
  await untilKept(page, ...beer, 'sentiment/model.safetensors');
});

test('can be installed', async ({ page, context, site }) => {
  await open(page);
  const session = await context.newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const address = new URL(href!, site.url);
  const manifest = (await (await page.request.get(address.href)).json()) as {
    start_url: string;
    icons: { src: string; sizes: string; purpose?: string }[];
  };
  expect(new URL(manifest.start_url, address).href).toBe(site.url);
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  for (const { src, sizes } of manifest.icons.filter(({ sizes }) => sizes !== 'any')) {
    const png = await (await page.request.get(new URL(src, address).href)).body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
});

/** Puts another version in the place of the one that is served: the same code under other names. */
async function publish({ folder }: Site): Promise<void> {
  const assets = new URL('assets/', folder);
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const renamed = (text: string) =>
    names.reduce((done, name) => done.replaceAll(name, name.replace(/js$/, 'later.js')), text);
  for (const name of names) {
    await writeFile(
      new URL(renamed(name), assets),
      renamed(await readFile(new URL(name, assets), 'utf8')),
    );
    await rm(new URL(name, assets));
  }
  for (const name of ['index.html', 'service-worker.js']) {
    const text = renamed(await readFile(new URL(name, folder), 'utf8'));
    await writeFile(new URL(name, folder), text.replace(/version = '\w+'/, "version = 'later'"));
  }
}

const script = (page: Page) => page.locator('script[type=module]');

/** Shows a version that is kept, and has the browser find another. */
async function openUntilUpdate(page: Page, site: Site): Promise<void> {
  await open(page);
  await untilKept(page, ...beer);
  await page.reload();
  await publish(site);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
}

test('a new version is announced, and shown when the visitor says so', async ({ page, site }) => {
  await openUntilUpdate(page, site);
  await expect(newVersion(page)).toBeVisible();
  await expectNoViolations(page);
  await editor(page).fill('Still the version that was opened.');
  await expect(timing(page)).toContainText('6 words');

  await newVersion(page).getByRole('button', { name: 'Show it' }).click();
  await expect(script(page)).toHaveAttribute('src', /\.later\.js/);
  await expect(newVersion(page)).toHaveCount(0);
  await expect(timing(page)).toContainText('on your device');
});

test('once shown, a new version is shown without a network, too', async ({ page, site }) => {
  await openUntilUpdate(page, site);
  await newVersion(page).getByRole('button', { name: 'Show it' }).click();
  await expect(script(page)).toHaveAttribute('src', /\.later\.js/);
  await expect(timing(page)).toContainText('on your device');
  await site.close();
  await page.reload();
  await expect(script(page)).toHaveAttribute('src', /\.later\.js/);
  await expect(timing(page)).toContainText('on your device');
});

test('of two tabs, the older one goes on, and is told', async ({ page, context, site }) => {
  await open(page);
  await untilKept(page, ...beer);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await publish(site);
  const later = await context.newPage();
  await open(later);
  await expect(script(later)).toHaveAttribute('src', /\.later\.js/);
  await expect(newVersion(page)).toBeVisible();
  await expect(newVersion(later)).toHaveCount(0);
  // Its parts are still there, though the host has them no more.
  await site.close();
  await page.getByRole('link', { name: 'Sentiment', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Sentiment/ })).toBeVisible();
});

test('a model that was replaced is fetched anew, whole', async ({ page, site }) => {
  await open(page);
  await untilKept(page, ...beer);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  // Another model at the address of the first: that of films.
  for (const file of ['config.json', 'model.safetensors', 'vocab.txt']) {
    await cp(
      new URL(`models/movies/${file}`, site.folder),
      new URL(`models/beer/${file}`, site.folder),
    );
  }
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await expect(page.getByRole('alert').filter({ hasText: 'could not' })).toHaveCount(0);
});

for (const [refusal, script] of [
  ['storage is full', () => (Cache.prototype.put = () => Promise.reject(new Error('Quota')))],
  [
    'service workers are refused',
    () => (ServiceWorkerContainer.prototype.register = () => Promise.reject(new Error('Refused'))),
  ],
] as const) {
  test(`works as before where ${refusal}`, async ({ page }) => {
    await page.addInitScript(script);
    await open(page);
    await page.reload();
    await expect(timing(page)).toContainText('on your device');
  });
}

test('keeps nothing but sound files', async ({ page, site }) => {
  await open(page);
  await untilKept(page, ...beer);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  const missing = await page.evaluate(async () => {
    const status = (await fetch('models/beer/nothing.bin')).status;
    return { status, kept: (await caches.match('models/beer/nothing.bin')) !== undefined };
  });
  expect(missing).toEqual({ status: 404, kept: false });
  expect(site.url).toContain('/some/where/');
});
