// The page in the visitor's language. The models read English in all of them.
import { readdir } from 'node:fs/promises';
import { expect, expectNoViolations, firstSample, test } from './fixtures';
import { languages, type Language } from '../../web/strings/strings';

const others: readonly { tag: Language; browser: string }[] = [
  { tag: 'de', browser: 'de-AT' },
  { tag: 'es', browser: 'es-MX' },
  { tag: 'zh', browser: 'zh-CN' },
];

const stringsOf = (tag: Language) => languages[tag].fetch();

for (const { tag, browser } of others) {
  test.describe(browser, () => {
    test.use({ locale: browser });

    test('the page speaks the language of the browser', async ({ page }) => {
      const { page: frame, reviews } = await stringsOf(tag);
      await page.goto('./');
      await expect(page.locator('html')).toHaveAttribute('lang', tag);
      await expect(page).toHaveTitle(reviews.title);
      await expect(page.getByRole('navigation', { name: frame.views })).toBeVisible();
      await expect(page.getByText(frame.modelsLanguage)).toBeVisible();
      await expect(page.locator('.editor textarea')).toHaveValue(firstSample);
      await expect(page.locator('mark').first()).toBeVisible();
      await expectNoViolations(page);
    });

    test('every view fits the smallest phones', async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      for (const view of await readdir(new URL('../../web/views/', import.meta.url))) {
        await page.goto(`./#${view}`);
        await expect(page.locator(`#${view}-view h1`)).toBeVisible();
        const width = () => page.evaluate(() => document.documentElement.scrollWidth);
        await expect.poll(width).toBeLessThanOrEqual(320);
      }
    });
  });
}

test('a visitor chooses a language, and it stays', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  const { sentiment } = await stringsOf('de');
  await page.getByRole('link', { name: sentiment.label }).click();
  await expect(page.getByRole('heading', { level: 1, name: sentiment.heading })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: sentiment.heading })).toBeVisible();
});

test.describe('a language that does not arrive', () => {
  test.use({ expectedProblems: /net::ERR_FAILED/ });

  test('leaves the page in English', async ({ page }) => {
    await page.route(/\/de-[\w-]+\.js$/, (route) => route.abort());
    await page.goto('./?lang=de');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('mark').first()).toBeVisible();
  });
});

test.describe('where the browser keeps nothing', () => {
  test('the address says the language', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('refused', 'QuotaExceededError');
      };
    });
    await page.goto('./');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('es');
    await expect(page.locator('html')).toHaveAttribute('lang', 'es');
    expect(new URL(page.url()).search).toBe('?lang=es');
  });
});
