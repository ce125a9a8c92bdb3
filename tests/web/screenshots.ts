import { expect, test } from '@playwright/test';

const devices = {
  desktop: { viewport: { width: 1280, height: 940 } },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

for (const [device, options] of Object.entries(devices)) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${device}, ${colorScheme}`, () => {
      test.use({ ...options, colorScheme });

      test('the ratings of a review', async ({ page }) => {
        await page.goto('./');
        await page.getByRole('button', { name: 'Divided' }).click();
        await page.locator('#marked mark').first().waitFor();
        await page.mouse.move(0, 0);
        const path = `docs/images/page-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });

      test('the sentiment of a sentence', async ({ page }) => {
        await page.goto('./#sentiment');
        await page.locator('.picture .line').first().waitFor();
        if (device === 'phone') {
          await page.locator('.verdict').evaluate((verdict) => verdict.scrollIntoView());
        }
        await page.getByRole('option', { name: /^good,/ }).hover();
        const path = `docs/images/sentiment-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });

      test('questions that ask the same', async ({ page }) => {
        await page.goto('./#questions');
        const asked = page.locator('.asked-word');
        await asked.first().waitFor();
        if (device === 'phone') {
          await page.locator('#found-title').evaluate((title) => title.scrollIntoView());
        }
        // The words that mean alike are marked when the typing is over.
        await page.locator('mark.by-meaning').first().waitFor();
        await page.locator('.asked-word.by-meaning').first().hover();
        const path = `docs/images/questions-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });

      test('what reviews say to a question', async ({ page }) => {
        await page.goto('./#ask');
        const words = page.locator('.ask-asked .word-chip');
        await words.and(page.locator('[class*=for-]')).first().waitFor();
        if (device === 'phone') {
          await page.locator('#ask-result-title').evaluate((title) => title.scrollIntoView());
        }
        await words.nth(3).hover();
        const path = `docs/images/ask-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });

      test('many reviews', async ({ page }) => {
        await page.goto('./#many');
        await page.locator('.try-sample').click();
        await expect(page.locator('#many-view .timing')).not.toBeEmpty();
        await page.locator('#many-view .quote').first().waitFor();
        await page.evaluate(() => scrollTo(0, 0));
        await page.mouse.move(0, 0);
        const path = `docs/images/many-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });

      test('a review before and after an edit', async ({ page }) => {
        await page.goto('./#reviews/hotels');
        await expect(page.locator('#timing')).not.toBeEmpty();
        await page.locator('.start-compare').click();
        const area = page.locator('#reviews-view textarea');
        await area.fill((await area.inputValue()).replace(/room was \w+/, 'room was tiny'));
        await page.locator('.diff ins').first().waitFor();
        await page.locator('.diff').evaluate((it) => it.scrollIntoView({ block: 'center' }));
        const path = `docs/images/compare-${device}-${colorScheme}.png`;
        await page.screenshot({ path, animations: 'disabled' });
      });
    });
  }
}

test('a review on paper', async ({ page }) => {
  await page.goto('./');
  await page.locator('#marked mark').first().waitFor();
  await page.emulateMedia({ media: 'print' });
  await page.locator('.print-sheet').screenshot({ path: 'docs/images/page-print.png' });
});
