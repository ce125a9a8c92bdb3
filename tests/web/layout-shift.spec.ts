// What is there to read stays where it is while the rest of the page arrives, from a slow host, until the
// model has answered.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test as base } from './fixtures';
import { serveFolder, type StaticServer } from './static-server';

/** What a page may move, as browsers count it; at more than 0.1 visitors are said to suffer. */
const most = 0.05;

const sizes = {
  desktop: { width: 1280, height: 900 },
  'a phone': { width: 390, height: 844 },
};

const test = base.extend<object, { host: StaticServer }>({
  host: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const folder = new URL('../../web/dist/', import.meta.url);
      const host = await serveFolder(folder, { headers: {}, delayMs: 250 });
      await use(host);
      await host.close();
    },
    { scope: 'worker' },
  ],
  baseURL: ({ host }, use) => use(host.url),
});

interface Shift {
  value: number;
  of: string[];
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    interface LayoutShift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Node }[];
    }
    const shifts: Shift[] = [];
    Object.assign(globalThis, { shifts });
    const nameOf = (node?: Node) => {
      const element = node instanceof Element ? node : node?.parentElement;
      return element ? `${element.localName}.${element.className || element.id}` : 'gone';
    };
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[]) {
        if (!hadRecentInput) shifts.push({ value, of: sources.map(({ node }) => nameOf(node)) });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** All that moved since the navigation, and a moment from now. */
async function expectCalm(page: Page): Promise<void> {
  // What comes after the answer may move things as well.
  await page.waitForTimeout(1500);
  const shifts = await page.evaluate(() => (globalThis as unknown as { shifts: Shift[] }).shifts);
  const sum = shifts.reduce((all, { value }) => all + value, 0);
  expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThanOrEqual(most);
}

const answered: Record<string, (page: Page) => Promise<void>> = {
  '#reviews/beer': (page) => expect(page.locator('#marked mark').first()).toBeAttached(),
  '#reviews/hotels': (page) => expect(page.locator('#marked mark').first()).toBeAttached(),
  '#reviews/movies': (page) => expect(page.locator('#marked mark').first()).toBeAttached(),
  '#sentiment': (page) => expect(page.locator('.picture .line').first()).toBeAttached(),
  '#questions': (page) => expect(page.locator('.hit').first()).toBeAttached(),
  '#ask': (page) => expect(page.locator('.ask-word').first()).toBeAttached(),
  '#pairs': (page) => expect(page.locator('.pair-lines path').first()).toBeAttached(),
  // Its reviews are rated when a visitor brings some.
  '#many': (page) => expect(page.locator('.try-sample')).toBeVisible(),
  'models/hotels/card.html': (page) => expect(page.locator('h1')).toBeVisible(),
};

const hotelReviews = JSON.parse(
  readFileSync(new URL('../../web/samples/hotel-reviews.json', import.meta.url), 'utf8'),
) as string[];

/** So many that they come in over some seconds; browsers count nothing of the first half second. */
const manyReviews = Array.from({ length: 600 }, (_, i) =>
  Array.from({ length: 6 }, (_, k) => hotelReviews[(7 * i + 11 * k + i * k) % hotelReviews.length]),
).map((some) => some.join(' '));

for (const [device, viewport] of Object.entries(sizes)) {
  test.describe(`on ${device}, nothing moves while`, () => {
    test.use({ viewport });

    for (const [address, wait] of Object.entries(answered)) {
      test(`${address} loads`, async ({ page }) => {
        await watchShifts(page);
        await page.goto(`./${address}`);
        await wait(page);
        await expectCalm(page);
      });
    }

    test('many reviews are rated', async ({ page }) => {
      test.slow();
      await watchShifts(page);
      await page.goto('./#many');
      const view = page.locator('#many-view');
      await view.locator('.bring input[type=file]').setInputFiles({
        name: 'reviews.txt',
        mimeType: 'text/plain',
        buffer: Buffer.from(manyReviews.join('\n')),
      });
      await view.locator('.setup [type=submit]').click();
      await expect(view.locator('.timing')).toHaveText(/^600 reviews rated in/, {
        timeout: 60_000,
      });
      await expectCalm(page);
    });

    test('the page turns to another language', async ({ page }) => {
      await watchShifts(page);
      await page.goto('./?lang=de');
      await answered['#reviews/beer']!(page);
      await expectCalm(page);
    });
  });
}
