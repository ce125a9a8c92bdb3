// The dial between short rationales and exact ratings.
import type { Page } from '@playwright/test';
import {
  expect,
  expectMarks,
  expectNoViolations,
  firstSample,
  open,
  expectCard,
  isolate,
  slider,
  test,
} from './fixtures';
import { relativeErrors } from '../../web/views/reviews/trade-off-plot';
import { dialled, loadVariant, serve, undialled } from './variants';

const shipped = (page: Page) => page.getByRole('button', { name: 'As shipped' });

test('a model without points has no dial', async ({ page }) => {
  await serve(page, undialled);
  await open(page);
  await expect(slider(page)).toBeHidden();
  await page.getByText('For experts').click();
  await expect(page.getByText('Few words or exact ratings')).toBeHidden();
});

test.describe('of a model with points', () => {
  test.beforeEach(async ({ page }) => {
    await serve(page, dialled);
    await open(page);
  });

  test('starts as the model is shipped', async ({ page, model }) => {
    await expect(shipped(page)).toHaveAttribute('aria-pressed', 'true');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'as shipped');
    await expect(page.locator('#dial-range')).toHaveAttribute('max', '4');
    const explanation = await model.explain(firstSample);
    for (const aspect of model.aspects) await expectCard(page, model, explanation, aspect);
    await expect(page.locator('.trade-off .here line')).toHaveCount(0);
  });

  test('chooses the words and ratings of each point, and says what it trades', async ({ page }) => {
    const model = await loadVariant(dialled);
    const aspect = model.aspects[2]!;
    await isolate(page, aspect);
    await page.getByText('For experts').click();
    await slider(page).focus();
    for (const [point, { rate, errors }] of model.points.entries()) {
      await slider(page).fill(String(point));
      await expectMarks(page, await model.explain(firstSample, { point }), aspect);
      await expect(shipped(page)).toHaveAttribute('aria-pressed', 'false');
      const share = `${Math.round(rate * 100)}% of the words`;
      await expect(slider(page)).toHaveAttribute('aria-valuetext', share);
      const says = page.locator('.dial-says');
      await expect(says).toContainText(share);
      const row = page.getByRole('row', { name: new RegExp(`^${Math.round(rate * 100)}%`) });
      await expect(row).toHaveAttribute('aria-current', 'true');
      for (const error of Object.values(errors)) await expect(row).toContainText(error.toFixed(4));
    }
    await shipped(page).click();
    await expectMarks(page, await model.explain(firstSample), aspect);
    await expect(page.locator('tr[aria-current]')).toHaveCount(0);
    await model.dispose();
  });

  test('moves by keyboard', async ({ page }) => {
    await slider(page).focus();
    await page.keyboard.press('Home');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '5% of the words');
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '10% of the words');
    await page.keyboard.press('Tab');
    await expect(shipped(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', 'as shipped');
  });

  test('traces a line an aspect, each in its look, and the same as a table', async ({ page }) => {
    await page.getByText('For experts').click();
    const model = await loadVariant(dialled);
    const lines = page.locator('.trade-off > svg .curve-of');
    await expect(lines).toHaveCount(model.aspects.length);
    const dashes = new Set<string | null>();
    const colours = new Set<string>();
    for (const [i, aspect] of model.aspects.entries()) {
      const line = lines.nth(i).locator('polyline');
      dashes.add(await line.getAttribute('stroke-dasharray'));
      colours.add(await line.evaluate((drawn) => getComputedStyle(drawn).stroke));
      // Higher on the screen where the error is larger.
      const heights = (await line.getAttribute('points'))!
        .split(' ')
        .map((pair) => Number(pair.split(',')[1]));
      const errors = relativeErrors(model.points, aspect);
      expect(errors[0]).toBe(1);
      for (let p = 1; p < errors.length; ++p) {
        expect(Math.sign(heights[p]! - heights[p - 1]!)).toBe(
          Math.sign(errors[p - 1]! - errors[p]!),
        );
      }
    }
    expect(dashes.size).toBe(model.aspects.length);
    expect(colours.size).toBe(model.aspects.length);
    const rows = page.getByRole('table', { name: /What each point trades/ }).getByRole('row');
    await expect(rows).toHaveCount(model.points.length + 1);
    await expect(rows.first()).toContainText('Error of aroma');
    await slider(page).fill('1');
    await expect(page.locator('.trade-off .here line')).toHaveCount(1);
    await expect(page.locator('.trade-off .chosen')).toHaveCount(model.aspects.length);
    await expectNoViolations(page);
    await model.dispose();
  });

  test('moves nothing above or below it', async ({ page }) => {
    const tops = () =>
      page.evaluate(() =>
        ['#marked', '.dial', '.record', '.about'].map(
          (part) => document.querySelector(part)!.getBoundingClientRect().top + scrollY,
        ),
      );
    // Else the page scrolls to it when it is moved, which is not what is asked.
    await slider(page).scrollIntoViewIfNeeded();
    const before = await tops();
    await slider(page).fill('3');
    await expect(slider(page)).toHaveAttribute('aria-valuetext', '20% of the words');
    expect(await tops()).toEqual(before);
  });
});
