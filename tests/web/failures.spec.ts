// What a visitor is told when something of the page is missing, and how it goes on from there.
import { strings } from '../../web/strings/strings';
import { expect, expectFailure, expectNoViolations, open, test, timing } from './fixtures';
import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';

test.use({
  expectedProblems:
    /Failed to load resource|SyntaxError|Unexpected token|Loading module|MIME type|Failed to fetch/,
});

const notStarted = (page: Page) => page.getByRole('alert').filter({ hasText: 'did not start' });

const broken = [
  { what: 'is missing', answer: { status: 404, body: 'Not found' }, said: 'index-' },
  {
    what: 'is a page',
    answer: { contentType: 'text/html', body: '<!doctype html>' },
    said: 'index-',
  },
  {
    what: 'cannot be read',
    answer: { contentType: 'text/javascript', body: 'const = {' },
    said: 'SyntaxError',
  },
];

for (const { what, answer, said } of broken) {
  test(`says so when the page's code ${what}, and starts when asked again`, async ({ page }) => {
    await page.route('**/assets/index-*.js', (route) => route.fulfill(answer));
    await page.goto('./');
    await expect(notStarted(page)).toBeVisible();
    await expectFailure(notStarted(page), 'Check your connection', said);
    await expectNoViolations(page);
    await page.unroute('**/assets/index-*.js');
    await notStarted(page).getByRole('button', { name: 'Try again' }).click();
    await expect(timing(page)).toContainText('on your device');
    await expect(notStarted(page)).toHaveCount(0);
  });
}

test('says so when the code does not come, and takes it back when it does', async ({ page }) => {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route('**/assets/index-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.clock.install();
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.runFor(29_000);
  await expect(notStarted(page)).toBeHidden();
  await page.clock.runFor(2_000);
  await expect(notStarted(page)).toBeVisible();
  letGo();
  await expect(notStarted(page)).toHaveCount(0);
});

test('a page that starts never says that it did not', async ({ page }) => {
  await page.clock.install();
  await open(page);
  await page.clock.runFor(60_000);
  await expect(notStarted(page)).toHaveCount(0);
});

test('tells in plain words what did not arrive; the rest is in closed details', async ({
  page,
}) => {
  await page.route('**/model.safetensors', (route) => route.fulfill({ status: 404 }));
  await page.goto('./');
  const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expectFailure(problem, strings.problems.fetch, /status 404\. .*\(fetch-failed\)/);
});

test('a view whose code does not arrive says so, and comes when asked again', async ({ page }) => {
  await open(page);
  await page.route('**/assets/sentiment-*.js', (route) => route.fulfill({ status: 404 }));
  await page.getByRole('link', { name: 'Sentiment', exact: true }).click();
  const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expectFailure(problem, 'Check your connection', 'sentiment-');
  await expectNoViolations(page);
  await page.unroute('**/assets/sentiment-*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Sentiment/ })).toBeVisible();
});

test('says that two reviews cannot be compared word by word, and rates them all the same', async ({
  page,
}) => {
  await page.route('**/assets/diff-*.js', (route) => route.abort());
  await open(page);
  await page.getByRole('button', { name: strings.comparing.start }).click();
  const comparison = page.getByRole('region', { name: strings.comparing.heading });
  await expect(comparison.getByRole('status')).toContainText(strings.comparing.changesFailed);
  await expect(comparison.locator('tbody tr').first()).toBeVisible();
});

test('what cannot leave the page says so', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.toBlob = () => {
      throw new Error('No memory for a picture.');
    };
    OffscreenCanvas.prototype.convertToBlob = () => Promise.reject(new Error('No memory.'));
  });
  await open(page);
  await page.getByRole('button', { name: strings.share.image }).click();
  await expectFailure(page.locator('.share-says'), strings.share.failed, 'No memory');
});

test('says that one is offline, where that is the reason', async ({ page, context }) => {
  await page.route('**/model.safetensors', async (route) => {
    await context.setOffline(true);
    await route.abort();
  });
  await page.goto('./');
  await expect(page.getByRole('alert').filter({ hasText: 'offline' })).toBeVisible();
  await page.unroute('**/model.safetensors');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(timing(page)).toContainText('on your device');
});

test.describe('a download that stands still', () => {
  const stalled = (page: Page) => page.getByText('Nothing has arrived for a while.');

  test('is said to, and begun anew', async ({ page }) => {
    let asked = 0;
    await page.route('**/model.safetensors', async (route) => {
      if (++asked > 1) await route.continue();
    });
    await page.clock.install();
    await page.goto('./');
    await expect(page.getByText(/Loading the model: \d/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(stalled(page)).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(stalled(page)).toBeHidden();
    await expect.poll(() => asked).toBeGreaterThan(1);
    await page.clock.runFor(500);
    await expect(timing(page)).toContainText('on your device');
  });

  // Whoever reaches for "Try again" just then must not find "Cancel" in its place.
  test('may go on without the button changing what it does', async ({ page }) => {
    let asked = 0;
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/vocab.txt', async (route) => {
      await released;
      await route.continue();
    });
    await page.route('**/model.safetensors', async (route) => {
      if (++asked > 1) await route.continue();
    });
    await page.clock.install();
    await page.goto('./');
    await expect(page.getByText(/Loading the model: \d/)).toBeVisible();
    await page.clock.runFor(10_000);
    await expect(stalled(page)).toBeVisible();
    release();
    await expect(stalled(page)).toBeHidden();
    // At once, and not when the download stands still anew.
    expect(await page.getByRole('button', { name: 'Try again' }).isVisible()).toBe(true);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(timing(page)).toContainText('on your device');
    expect(asked).toBe(2);
  });
});

test('an address that names no view says so, and shows the first', async ({ page }) => {
  await page.goto('./#nonsense');
  const notice = page.getByRole('status').filter({ hasText: 'nothing at this address' });
  await expect(notice).toBeVisible();
  await expect(timing(page)).toContainText('on your device');
  await page.getByRole('link', { name: 'Sentiment', exact: true }).click();
  await expect(notice).toBeHidden();
});

for (const address of ['#__proto__', '#constructor/beer', '#reviews/%E0%A4%A', '#many/%00/1']) {
  test(`the address ${address} does no harm`, async ({ page }) => {
    await page.goto(`./${address}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Reviews', exact: true }).click();
    await page.goto('./#reviews/beer');
    await expect(timing(page)).toContainText('on your device');
  });
}

test('the page for unknown addresses needs nothing beside it', async ({ page }) => {
  const body = await readFile(new URL('../../web/dist/404.html', import.meta.url), 'utf8');
  await page.route('**/nowhere/at/all', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body }),
  );
  await page.goto('./nowhere/at/all');
  await expect(page.getByRole('heading', { name: 'Nothing here' })).toBeVisible();
  await expectNoViolations(page);
  const links = page.getByRole('link');
  await expect(links).toHaveCount(2);
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^\.\.?\/$/);
  }
});

test('says that it needs JavaScript where there is none', async ({
  playwright,
  launchOptions,
  baseURL,
}) => {
  // Playwright's own switch leaves <noscript> unread, and so do its selectors by text.
  const args = [...launchOptions.args!, '--blink-settings=scriptEnabled=false'];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const page = await browser.newPage();
  await page.goto(baseURL!);
  await expect(page.locator('noscript .notice')).toBeVisible();
  await browser.close();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the progress is in sight without scrolling', async ({ page }) => {
    await page.route('**/model.safetensors', () => {});
    await page.goto('./');
    await expect(page.getByRole('progressbar')).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
  });
});
