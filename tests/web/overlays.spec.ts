// All aspects over one text: which marks are shown, and what several share.
import { card, expect, expectNoViolations, isolate, open, test } from './fixtures';
import { hotels } from '../../web/views/reviews/samples/hotels';
import { loadVariant, overlapping, serve } from './variants';

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
    await expectNoViolations(page);
  });

  test('nothing is shared where one aspect alone is shown, and the text stays', async ({
    page,
  }) => {
    await expect(page.locator('mark.shared').first()).toBeVisible();
    const before = await page.locator('#marked').boundingBox();
    await isolate(page, 'aroma');
    await expect(page.locator('mark.shared')).toHaveCount(0);
    await expect(page.locator('mark:not(.of-1)')).toHaveCount(0);
    await expect(card(page, 'appearance')).toHaveAccessibleName(/of 5$/);
    expect(await page.locator('#marked').boundingBox()).toEqual(before);
    // Pressed again, all are shown again.
    await card(page, 'aroma').click();
    await expect(page.locator('mark.shared').first()).toBeVisible();
  });
});
