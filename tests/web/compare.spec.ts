// Two reviews side by side: what was kept, and what is in the editor.
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import {
  editor,
  expect,
  expectNoViolations,
  isolate,
  open,
  outOfFive,
  test,
  timing,
} from './fixtures';
import { differenceOf } from '../../web/views/reviews/compare/difference';
import { RatingScale } from '../../web/views/reviews/rating-scale';
import { labelOf } from '../../web/wording';
import { dialled, serve, undialled } from './variants';

const start = (page: Page) => page.getByRole('button', { name: 'Compare with another review' });
const stop = (page: Page) => page.getByRole('button', { name: 'Stop comparing' });
const comparison = (page: Page) => page.getByRole('region', { name: 'A and B compared' });
const kept = (page: Page) => page.getByRole('group', { name: 'A: the review you kept' });
const row = (page: Page, aspect: string) =>
  comparison(page).getByRole('row', { name: new RegExp(`^${aspect}\\b`, 'i') });

const a = 'Hazy gold with a big white head. Smells of grapefruit and pine. Thin, watery body.';
const b = 'Hazy gold with a big white head. Smells of grapefruit. Thin and really watery body.';

async function keep(page: Page, text: string, count: number): Promise<void> {
  await editor(page).fill(text);
  await expect(timing(page)).toContainText(`${count} words`);
  await start(page).click();
  await expect(kept(page)).toHaveText(text, { useInnerText: false });
}

test('shows both ratings of each aspect and how they differ', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  await keep(page, a, 15);
  await expect(editor(page)).toBeFocused();
  await expect(comparison(page)).toContainText('B is still the same as A.');
  await editor(page).fill(b);
  await expect(timing(page)).toContainText('15 words');
  const [one, other] = [await model.explain(a), await model.explain(b)];
  const scale = new RatingScale(model.labels);
  for (const aspect of model.aspects) {
    const [from, to] = [one.ratings[aspect]!, other.ratings[aspect]!];
    await expect(row(page, aspect)).toHaveText(
      [
        labelOf(aspect),
        outOfFive(from, 'not mentioned'),
        outOfFive(to, 'not mentioned'),
        differenceOf(scale, aspect, from, to),
      ].join(''),
      { useInnerText: false },
    );
  }
  // A keeps its text and its marks.
  await expect(kept(page)).toHaveText(a, { useInnerText: false });
  const aspect = model.aspects[0]!;
  await isolate(page, aspect);
  const marks = one.rationales[aspect]!.map(({ start, end }) => a.slice(start, end));
  await expect.poll(() => kept(page).locator('mark').allTextContents()).toEqual(marks);
});

test('says what only one of them speaks of', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const texts = ['Pours a clear gold with a thick white head.', 'Smells of malt and caramel.'];
  const [one, other] = await Promise.all(texts.map((text) => model.explain(text)));
  await keep(page, texts[0]!, 9);
  await editor(page).fill(texts[1]!);
  await expect(comparison(page)).toContainText('B is another review, not an edit of A.');
  await expect(page.getByText('What was changed')).toBeHidden();
  const said = model.aspects.map((aspect) =>
    differenceOf(new RatingScale(), aspect, one!.ratings[aspect], other!.ratings[aspect]),
  );
  for (const [i, aspect] of model.aspects.entries()) {
    await expect(row(page, aspect)).toContainText(said[i]!);
  }
  expect(said).toContain('only A mentions it');
});

test('has its table within the smallest screens', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, './#reviews/hotels');
  const hotel = page.getByRole('textbox', { name: 'A hotel review' });
  await hotel.fill('Spotless room.');
  await page.locator('.start-compare').click();
  await hotel.fill('Rude staff.');
  await expect(comparison(page)).toContainText('not mentioned');
  await expect(comparison(page)).toContainText('only A mentions it');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
});

test('shows the words that were taken out and put in', async ({ page }) => {
  await open(page);
  await keep(page, a, 15);
  await editor(page).fill(b);
  await expect(comparison(page)).toContainText('From A to B: 2 words removed, 2 added.');
  const diff = comparison(page).locator('.diff');
  await expect(diff.locator('del').first()).toHaveText('removed: and pine');
  await expect(diff.locator('ins')).toHaveText('added: and really');
  await editor(page).fill(a);
  await expect(diff).toBeHidden();
  await expect(comparison(page)).toContainText('B is still the same as A.');
});

test('what was left out of B counts, and another point is one of both', async ({ page, model }) => {
  await serve(page, dialled);
  await open(page);
  await keep(page, a, 15);
  await isolate(page, model.aspects[0]!);
  await page
    .getByRole('list', { name: 'The marked words' })
    .getByRole('button')
    .first()
    .press('Enter');
  await expect(row(page, model.aspects[0]!).locator('.difference')).not.toHaveText('the same');
  await page.getByRole('button', { name: 'Bring all words back' }).click();
  await expect(row(page, model.aspects[0]!).locator('.difference')).toHaveText('the same');
  await page.locator('#dial-range').fill('0');
  await expect(timing(page)).toContainText('15 words');
  const before = await kept(page).locator('mark').count();
  await page.locator('#dial-range').fill('4');
  await expect.poll(() => kept(page).locator('mark').allTextContents()).not.toHaveLength(0);
  await expect
    .poll(async () => (await kept(page).locator('mark').allTextContents()).join('').length)
    .toBeGreaterThan(before);
  await expect(row(page, model.aspects[0]!).locator('.difference')).toHaveText('the same');
});

test('A survives a reload, and going elsewhere and back', async ({ page }) => {
  await open(page);
  await keep(page, a, 15);
  await editor(page).fill(b);
  await expect(comparison(page)).toContainText('2 added');
  await page.reload();
  await expect(kept(page)).toHaveText(a, { useInnerText: false });
  await expect(editor(page)).toHaveValue(b);
  await expect(comparison(page)).toContainText('2 added');
  await page.getByRole('tab', { name: 'Hotels' }).click();
  await expect(page.getByRole('textbox', { name: 'A hotel review' })).toBeVisible();
  await expect(comparison(page)).toBeHidden();
  await page.goBack();
  await expect(kept(page)).toHaveText(a, { useInnerText: false });
  await expect(comparison(page)).toContainText('2 added');
});

test('ends where it began', async ({ page }) => {
  await open(page);
  await keep(page, a, 15);
  await editor(page).fill(b);
  await stop(page).click();
  await expect(comparison(page)).toBeHidden();
  await expect(kept(page)).toBeHidden();
  await expect(start(page)).toBeFocused();
  await expect(editor(page)).toHaveValue(b);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await expect(comparison(page)).toBeHidden();
});

test('a review that is too long is not compared', async ({ page }) => {
  await open(page);
  await editor(page).fill('a golden beer '.repeat(4000));
  await start(page).click();
  await expect(page.getByText('This review is too long to be compared.')).toBeVisible();
  await expect(comparison(page)).toBeHidden();
  await editor(page).fill(a);
  await expect(page.getByText('This review is too long to be compared.')).toBeHidden();
});

test.describe('with the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
  const copy = (page: Page) => page.getByRole('button', { name: 'Copy a link' }).click();

  test('a link carries both', async ({ page, context }) => {
    await open(page);
    await keep(page, a, 15);
    await editor(page).fill(b);
    await copy(page);
    await expect(page.locator('.share-says')).toContainText('The link is copied.');
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(kept(other)).toHaveText(a, { useInnerText: false });
    await expect(editor(other)).toHaveValue(b);
    await expect(comparison(other)).toContainText('2 added');
  });

  test('a link without room for both carries B, and says so', async ({ page, context }) => {
    await open(page);
    const words = Array.from({ length: 3000 }, (_, i) =>
      ((i * 2654435761) % 4294967296).toString(36),
    );
    await editor(page).fill(words.join(' '));
    await start(page).click();
    await editor(page).fill(b);
    await expect(timing(page)).toContainText('15 words');
    await copy(page);
    await expect(page.locator('.share-says')).toContainText('without review A');
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await expect(editor(other)).toHaveValue(b);
    await expect(comparison(other)).toBeHidden();
  });
});

test('a link with something else than a review to compare with is broken', async ({ page }) => {
  const value = { model: 'beer', text: 'Thin.', against: { toString: 'x' } };
  const link = deflateRawSync(JSON.stringify(value)).toString('base64url');
  await page.goto(`./#reviews/beer/1${link}`);
  await expect(page.locator('.from-link')).toContainText('damaged or cut short');
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 900 },
  'a phone': { width: 360, height: 740 },
})) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('axe finds nothing, and nothing is scrolled sideways', async ({ page }) => {
      await open(page);
      await keep(page, a, 15);
      await expectNoViolations(page);
      await editor(page).fill(b);
      await expect(comparison(page)).toContainText('2 added');
      await expectNoViolations(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      const [left, right] = await Promise.all([
        kept(page).boundingBox(),
        page.locator('.field').boundingBox(),
      ]);
      // Side by side where there is room.
      if (device === 'desktop') expect(left!.x + left!.width).toBeLessThan(right!.x);
      else expect(left!.y).toBeGreaterThan(right!.y + right!.height);
      // Nor does the editor move over what stands below it.
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const [above, below] = await Promise.all([
        page.locator('.editor:visible').boundingBox(),
        comparison(page).boundingBox(),
      ]);
      expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
    });
  });
}
