// What a review speaks of: underlined in the text and listed, by a model that is fetched when asked for.
import type { Page } from '@playwright/test';
import { loadTagger, type Tagger } from '../../wasm/dist/systems/tagger/node.js';
import {
  editor,
  expect,
  expectNoViolations,
  firstSample,
  isolate,
  open,
  slices,
  test as base,
  timing,
} from './fixtures';

const test = base.extend<object, { tagger: Tagger }>({
  tagger: [
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const tagger = await loadTagger(new URL('../../models/opinions/', import.meta.url));
      await use(tagger);
      await tagger.dispose();
    },
    { scope: 'worker' },
  ],
});

const names = { positive: 'Liked', negative: 'Not liked', neutral: 'Mentioned' };
const part = (page: Page) => page.locator('.opinions');
const title = (page: Page) => part(page).locator('summary');
const found = (page: Page) => page.locator('.opinions-found');
const text =
  'Great coffee aroma and a lovely head, but the bottle was expensive. The mouthfeel is thin, and the head is gone.';

/** The words that are underlined, by polarity, in the order of the text. */
const underlined = (page: Page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['positive', 'negative', 'neutral'].map((polarity) => {
        const ranges = [...(CSS.highlights.get(`opinion-${polarity}`) ?? [])];
        return [polarity, ranges.map(String)];
      }),
    ),
  );

/** The same as the package has it. */
async function expected(tagger: Tagger, review: string): Promise<Record<string, string[]>> {
  const { spans = [] } = await tagger.tag(review, { sentences: true });
  return Object.fromEntries(
    Object.keys(names).map((polarity) => [
      polarity,
      slices(
        review,
        spans.filter(({ label }) => label === polarity),
      ),
    ]),
  );
}

async function openWith(page: Page, review: string): Promise<void> {
  await open(page);
  await editor(page).fill(review);
  await expect(timing(page)).toContainText('words');
  await title(page).click();
  await expect(found(page).locator('section, p').first()).toBeVisible();
}

test('costs nothing until it is opened', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  await expect(title(page)).toBeVisible();
  expect(asked.filter((url) => /tagger|models\/opinions/.test(url))).toEqual([]);
  await title(page).click();
  await expect(found(page).locator('section, p').first()).toBeVisible();
  expect(asked.filter((url) => url.includes('models/opinions')).length).toBeGreaterThan(0);
});

test('underlines and lists what the model finds', async ({ page, tagger }) => {
  await openWith(page, text);
  const terms = await expected(tagger, text);
  expect(Object.values(terms).flat().length).toBeGreaterThan(0);
  await expect.poll(() => underlined(page)).toEqual(terms);
  for (const [polarity, name] of Object.entries(names)) {
    const distinct = new Set((terms[polarity] ?? []).map((words) => words.toLowerCase()));
    const list = found(page).locator(`.opinion-${polarity}`);
    await expect(list).toHaveCount(distinct.size > 0 ? 1 : 0);
    if (distinct.size === 0) continue;
    await expect(list.getByRole('heading')).toHaveText(new RegExp(`${name}$`));
    const shown = await list.locator('button > [lang]').allTextContents();
    expect(shown.map((words) => words.toLowerCase())).toEqual([...distinct]);
  }
  await expectNoViolations(page);
});

test('a term leads to its words, and to the next that are alike', async ({ page, tagger }) => {
  await openWith(page, text);
  const { spans = [] } = await tagger.tag(text, { sentences: true });
  const [first] = spans;
  const words = text.slice(first!.start, first!.end);
  await found(page).getByRole('button', { name: words }).first().click();
  await expect(editor(page)).toBeFocused();
  const selected = await editor(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected.toLowerCase()).toBe(words.toLowerCase());
});

test('follows the text as it is typed, and the marks', async ({ page, tagger }) => {
  await openWith(page, text);
  const longer = `Well. ${text} The label was awful.`;
  await editor(page).fill(longer);
  await expect.poll(() => underlined(page)).toEqual(await expected(tagger, longer));
  // Marks that are exchanged leave the lines where they are.
  await isolate(page, 'palate');
  await expect.poll(() => underlined(page)).toEqual(await expected(tagger, longer));
  await editor(page).fill('');
  await expect(part(page)).toBeHidden();
  expect(Object.values(await underlined(page)).flat()).toEqual([]);
});

test('goes when it is closed, and comes back without a new download', async ({ page, tagger }) => {
  await openWith(page, firstSample);
  const terms = await expected(tagger, firstSample);
  await expect.poll(() => underlined(page)).toEqual(terms);
  await title(page).click();
  await expect.poll(async () => Object.values(await underlined(page)).flat()).toEqual([]);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await title(page).click();
  await expect.poll(() => underlined(page)).toEqual(terms);
  expect(asked).toEqual([]);
});

test.describe('when its model does not come', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test('says so, and tries again', async ({ page }) => {
    await page.route('**/models/opinions/**', (route) => route.fulfill({ status: 500 }));
    await open(page);
    await title(page).click();
    await expect(part(page).getByRole('alert').first()).not.toBeEmpty();
    await page.unroute('**/models/opinions/**');
    await part(page).getByRole('button', { name: 'Try again' }).click();
    await expect(found(page).locator('section, p').first()).toBeVisible();
  });
});
