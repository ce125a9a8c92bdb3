// All aspects over one text: which marks are shown, what several share, and how sure the model is.
import type { Page } from '@playwright/test';
import { box, expect, expectNoViolations, firstSample, open, reasons, test } from './fixtures';
import { hotels } from '../../web/views/reviews/samples/hotels';
import { percentage } from '../../web/wording';
import { loadVariant, overlapping, serve } from './variants';

const sure = (page: Page) => page.getByLabel('Show how sure it is');

test.describe('of two aspects that share words', () => {
  test.beforeEach(async ({ page }) => {
    await serve(page, overlapping);
    await open(page, './#reviews/hotels');
  });

  test('shared words are marked as such, and underlined once for each', async ({ page }) => {
    const model = await loadVariant(overlapping);
    const { tokens, text } = await model.explain(hotels[0]!.text);
    await model.dispose();
    const both = tokens.filter(({ selected }) => Object.values(selected).every(Boolean));
    expect(both.length).toBeGreaterThan(0);

    const shared = page.locator('#marked mark.shared');
    const shownWords = (await shared.allTextContents()).join(' ').split(/\s+/).join(' ');
    for (const { start, end } of both) expect(shownWords).toContain(text.slice(start, end));
    for (const mark of await shared.all()) {
      await expect(mark).toHaveAttribute('data-label', 'Appearance and Aroma');
      await expect(mark).toHaveCSS('text-decoration-line', 'underline');
      const second = mark.locator('.line');
      await expect(second).toHaveCSS('text-decoration-line', 'underline');
      const styleOf = (element: Element) => getComputedStyle(element).textDecorationStyle;
      expect(await mark.evaluate(styleOf)).not.toBe(await second.evaluate(styleOf));
      const offsetOf = (element: Element) =>
        parseFloat(getComputedStyle(element).textUnderlineOffset);
      expect(await second.evaluate(offsetOf)).toBeGreaterThan(await mark.evaluate(offsetOf));
    }
    const count = await shared.count();
    await expect(page.getByText(/for several ratings, underlined once for each/)).toContainText(
      String(count),
    );
    await expectNoViolations(page);
  });

  test('nothing is shared where one aspect alone is shown', async ({ page }) => {
    await expect(page.locator('mark.shared').first()).toBeVisible();
    const before = await page.locator('#marked').boundingBox();
    await box(page, 'appearance').uncheck();
    await expect(page.locator('mark.shared')).toHaveCount(0);
    await expect(page.getByText(/for several ratings/)).toHaveCount(0);
    await expect(reasons(page).getByRole('listitem')).toHaveCount(1);
    await box(page, 'aroma').uncheck();
    await expect(page.locator('mark')).toHaveCount(0);
    await expect(page.locator('#result-notice')).toHaveText('No rating is chosen to be shown.');
    // Ratings stay, and so does the text.
    await expect(box(page, 'aroma')).toHaveAccessibleName(/of 5$/);
    await box(page, 'aroma').check();
    expect((await page.locator('#marked').boundingBox())!.y).toBe(before!.y);
  });
});

test('the probability of each word is the strength of its underline', async ({ page, model }) => {
  await open(page);
  const { tokens, text } = await model.explain(firstSample);
  const aspect = model.aspects[0]!;
  for (const other of model.aspects.slice(1)) await box(page, other).uncheck();
  await sure(page).check();
  const shown = await page.locator('#marked .line.sure').evaluateAll((lines: HTMLElement[]) =>
    lines.map((line) => ({
      word: line.textContent,
      sure: line.style.getPropertyValue('--sure'),
      thickness: parseFloat(getComputedStyle(line).textDecorationThickness),
    })),
  );
  const expected = tokens
    .filter(({ probability }) => probability[aspect]! >= 0.03)
    .map(({ start, end, probability }) => ({
      word: text.slice(start, end),
      sure: probability[aspect]!.toFixed(2),
    }));
  expect(expected.length).toBeGreaterThan(5);
  expect(shown.map(({ word, sure }) => ({ word, sure }))).toEqual(expected);
  for (const { sure, thickness } of shown) expect(thickness).toBeCloseTo(1 + 3 * Number(sure), 1);
  // The text is the same, and the tints stay.
  await expect(page.locator('#marked')).toHaveText(text, { useInnerText: false });
  await expect(page.locator('#marked mark').first()).toHaveCSS('text-decoration-line', 'none');
  await expectNoViolations(page);
  await sure(page).uncheck();
  await expect(page.locator('.line.sure')).toHaveCount(0);
});

test('how sure it is can be read, too', async ({ page, model }) => {
  await open(page);
  const { tokens, rationales } = await model.explain(firstSample);
  const aspect = model.aspects[0]!;
  await expect(reasons(page)).not.toContainText('sure)');
  await sure(page).check();
  const [first] = rationales[aspect]!;
  const own = tokens.filter(({ start, end }) => first!.start <= start && end <= first!.end);
  const mean = own.reduce((sum, token) => sum + token.probability[aspect]!, 0) / own.length;
  await expect(reasons(page).getByRole('listitem').first()).toContainText(
    `(${percentage(mean)} sure)`,
  );
});
