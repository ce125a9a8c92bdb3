// The documents as pages of the site: models' cards, guides, licences.
import { readFile } from 'node:fs/promises';
import { expect, expectNoViolations, open, test } from './fixtures';
import { serveFolder } from './static-server';

const cards = ['beer', 'hotels', 'movies', 'sentiment', 'questions', 'pairs', 'opinions', 'reader'];

test('a card is a page to read, with its tables', async ({ page }) => {
  await open(page);
  await page.getByText('For experts').click();
  await page.getByRole('link', { name: 'How it was made, and how good it is' }).click();
  await expect(page).toHaveURL(/\/models\/beer\/card\.html$/);
  await expect(page).toHaveTitle(/models\/beer/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('models/beer');
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.locator('main')).not.toContainText('](');
  await page.getByRole('link', { name: 'Try it' }).click();
  await expect(page).toHaveURL(/\/(#reviews\/beer)?$/);
});

for (const view of ['reviews', 'many', 'ask', 'sentiment', 'questions', 'pairs']) {
  test(`what the view ${view} links to is there, and the documentation`, async ({ page }) => {
    await page.goto(`./#${view}`);
    const footer = page.locator(`#${view}-view footer`);
    await expect(footer.getByRole('link', { name: 'npm package' })).toBeVisible();
    const targets = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([href^="#"])')]
        .filter(({ origin }) => origin === location.origin)
        .map(({ href }) => href),
    );
    expect(targets.length).toBeGreaterThanOrEqual(3);
    for (const target of targets) expect((await page.request.get(target)).status()).toBe(200);

    // By key: while the view still fills, a click may find the link gone from below the pointer.
    await footer.getByRole('link', { name: 'Documentation', exact: true }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/docs\/guides\/search\.html$/);
  });
}

test('the sources are linked to where the project has an address', async ({ page }) => {
  const manifest = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  const { repository } = JSON.parse(manifest) as { repository?: { url: string } };
  await open(page);
  const link = page.locator('footer').getByRole('link', { name: 'Source code' });
  if (repository) {
    expect(`git+${await link.getAttribute('href')}.git`).toBe(repository.url);
  } else {
    await expect(link).toHaveCount(0);
  }
});

test('the code of a review has links to what one reads next', async ({ page }) => {
  await open(page);
  await page.getByText('Use it in your app').click();
  await page.getByRole('link', { name: 'How to use the package' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The npm package');
});

for (const width of [320, 1280]) {
  test(`axe finds nothing in documents, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const path of [
      'models/hotels/card.html',
      'docs/guides/package.html',
      'docs/readme.html',
    ]) {
      await page.goto(path);
      await expectNoViolations(page);
      const { scrolls, client } = await page.evaluate(() => ({
        scrolls: document.documentElement.scrollWidth,
        client: document.documentElement.clientWidth,
      }));
      expect(scrolls).toBeLessThanOrEqual(client);
    }
  });
}

test.describe('below a folder', () => {
  test.use({
    // eslint-disable-next-line no-empty-pattern
    baseURL: async ({}, use) => {
      const server = await serveFolder(new URL('../../web/dist/', import.meta.url), {
        prefix: '/some/where/',
        headers: {},
      });
      await use(server.url);
      await server.close();
    },
  });

  test('every link of every document leads somewhere', async ({ page, baseURL }) => {
    const seen = new Set<string>();
    const waiting = [...cards.map((name) => `models/${name}/card.html`), 'docs/index.html'].map(
      (path) => new URL(path, baseURL).href,
    );
    const anchors: [from: string, to: string][] = [];
    const ids = new Map<string, Set<string>>();
    const broken: string[] = [];
    for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
      if (seen.has(url)) continue;
      seen.add(url);
      const response = await page.request.get(url);
      if (response.status() !== 200) broken.push(url);
      if (!url.endsWith('.html')) continue;
      const html = await response.text();
      ids.set(url, new Set([...html.matchAll(/ id="(.*?)"/g)].map(([, id]) => id!)));
      for (const [, target] of html.matchAll(/ (?:href|src)="(.*?)"/g)) {
        const to = new URL(target!, url);
        if (to.origin !== new URL(url).origin) continue;
        if (to.hash) anchors.push([url, to.href]);
        to.hash = '';
        waiting.push(to.href);
      }
    }
    expect(broken).toEqual([]);
    const lost = anchors.filter(([, to]) => {
      const [path, id] = to.split('#');
      return !ids.get(path!)?.has(decodeURIComponent(id!));
    });
    expect(lost).toEqual([]);
    expect(ids.size).toBeGreaterThan(20);
  });
});
