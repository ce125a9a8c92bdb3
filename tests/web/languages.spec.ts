// The page in the visitor's language. The models read English in all of them.
import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { expect, expectNoViolations, firstSample, test } from './fixtures';
import { languages, type Language } from '../../web/strings/strings';

const others: readonly { tag: Language; browser: string }[] = [
  { tag: 'de', browser: 'de-AT' },
  { tag: 'es', browser: 'es-MX' },
  { tag: 'zh', browser: 'zh-CN' },
];

const hotelReviews = JSON.parse(
  readFileSync(new URL('../../web/samples/hotel-reviews.json', import.meta.url), 'utf8'),
) as string[];

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

/** The texts of a view that are what `written` has, with the language that each is said to be in. */
function languagesOf(page: Page, view: string, written: string): Promise<Record<string, string[]>> {
  return page.locator(`#${view}-view`).evaluate((root, written) => {
    const found: Record<string, string[]> = {};
    const note = (text: string, element: Element | null) => {
      const words = text.trim();
      // A single word may be the same in two languages.
      if (!words.includes(' ') || !written.includes(words)) return;
      const { lang } = element!.closest<HTMLElement>('[lang]')!;
      (found[lang] ??= []).push(words);
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      note(walker.currentNode.nodeValue!, walker.currentNode.parentElement);
    }
    for (const area of root.querySelectorAll('textarea')) note(area.value, area);
    return found;
  }, written);
}

test.describe('what is English on a page in German', () => {
  test.use({ locale: 'de' });

  const said = async (page: Page, view: string, written: string, atLeast: number) => {
    const found = await languagesOf(page, view, written);
    expect(Object.keys(found)).toEqual(['en']);
    expect(found.en!.length).toBeGreaterThanOrEqual(atLeast);
    await expect(page.locator(`#${view}-view h1`)).toHaveJSProperty('lang', '');
  };

  test('a review, its marks and their list are said to be', async ({ page }) => {
    await page.goto('./#reviews');
    await expect(page.locator('mark').first()).toBeVisible();
    await page.locator('.record summary').click();
    // The text area, the layer of marks below it, and the list of the marked words.
    await said(page, 'reviews', firstSample, 5);
    const example = page.locator('.kinds .example').first();
    await expect(example.locator('[lang=en]').first()).toBeVisible();
  });

  test('a sentence and what its words add are said to be', async ({ page }) => {
    await page.goto('./#sentiment');
    const view = page.locator('#sentiment-view');
    await expect(view.locator('.ngram').first()).toBeVisible();
    for (const english of ['textarea', '.words', '.ngram-words']) {
      await expect(view.locator(english).first()).toHaveAttribute('lang', 'en');
    }
    await said(page, 'sentiment', await view.locator('textarea').inputValue(), 1);
  });

  test('questions, their samples and what is found are said to be', async ({ page }) => {
    await page.goto('./#questions');
    const view = page.locator('#questions-view');
    await expect(view.locator('.hit-question').first()).toBeVisible();
    for (const english of ['textarea', '.tries .sample', '.hit-question', '.hit-answer']) {
      await expect(view.locator(english).first()).toHaveAttribute('lang', 'en');
    }
    await said(page, 'questions', await view.locator('#question').inputValue(), 2);
  });

  test('a question, reviews and their quotes are said to be', async ({ page }) => {
    await page.goto('./#ask');
    const view = page.locator('#ask-view');
    await view.locator('.ask-word').first().focus();
    for (const english of ['#ask-question', 'textarea', '.ask-questions .sample', '.ask-text']) {
      await expect(view.locator(english).first()).toHaveAttribute('lang', 'en');
    }
    await said(page, 'ask', await view.locator('textarea').inputValue(), 2);
  });

  test('two texts and their words are said to be', async ({ page }) => {
    await page.goto('./#pairs');
    const view = page.locator('#pairs-view');
    await view.locator('.pair-word').nth(1).focus();
    for (const english of ['textarea', '.pair-word > span', '.matrix-table th']) {
      await expect(view.locator(english).first()).toHaveAttribute('lang', 'en');
    }
    const written = await view
      .locator('textarea')
      .evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value));
    await said(page, 'pairs', written.join(' '), 2);
  });

  test('the reviews of a table and their quotes are said to be', async ({ page }) => {
    const { many } = await stringsOf('de');
    await page.goto('./#many');
    await page.getByRole('button', { name: many.sample(60) }).click();
    const view = page.locator('#many-view');
    await expect(view.locator('.quote').first()).toBeVisible();
    await view.locator('.review-row .toggle').first().click();
    for (const english of ['.pasted', '.quote q', '.snippet', '.marked']) {
      await expect(view.locator(english).first()).toHaveAttribute('lang', 'en');
    }
    await said(page, 'many', hotelReviews.join('\n'), 10);
  });
});

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
