// Sufficiency and comprehensiveness of the text that is shown.
import type { Page } from '@playwright/test';
import type { Model } from '../../wasm/dist/systems/rationale/node.js';
import {
  editor,
  expect,
  expectNoViolations,
  firstSample,
  open,
  outOfFive,
  slider,
  test,
} from './fixtures';
import { labelOf, signed, tenthsOf } from '../../web/wording';
import { dialled, loadVariant, serve } from './variants';

const part = (page: Page) => page.getByText('For experts');
const items = (page: Page) => page.locator('.measures > li');

/** The page's sentence on a difference of ratings, from 0 to 1, that is large enough to mention. */
const inStars = (one: number, other: number) =>
  Math.abs(one - other) < 0.05
    ? ''
    : `${(Math.abs(tenthsOf(one) - tenthsOf(other)) / 10).toFixed(1)} star`;

/**
 * Waits until the page says of each aspect what the package says: all its numbers, so that those of
 * the point before cannot be taken for those of this one.
 */
async function expectMeasured(page: Page, model: Model, text: string, point?: number) {
  const { rationales, priors } = await model.explain(text, { point });
  for (const [i, aspect] of model.aspects.entries()) {
    const item = items(page).nth(i);
    await expect(item).toContainText(labelOf(aspect));
    if (rationales[aspect]!.length === 0) {
      await expect(item).toContainText(
        `No words are marked. With none at all the model would say: ${outOfFive(priors[aspect]!)}`,
      );
      continue;
    }
    const { full, selection, complement, sufficiency, comprehensiveness } =
      await model.faithfulness(text, { aspect, point });
    await expect(item).toContainText(`Sufficiency ${signed(sufficiency)}: `);
    await expect(item).toContainText(`Comprehensiveness ${signed(comprehensiveness)}: `);
    for (const other of [selection, complement]) {
      await expect(item).toContainText(inStars(full, other));
    }
    for (const rating of [full, selection, complement]) {
      await expect(item).toContainText(outOfFive(rating));
    }
  }
}

test('is measured when it is asked for, and not before', async ({ page, model }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page);
  expect(asked.filter((url) => url.includes('whylight-reasons'))).toEqual([]);
  await part(page).click();
  await expect(items(page)).toHaveCount(model.aspects.length);
  expect(asked.filter((url) => /whylight-reasons.*\.wasm/.test(url))).toHaveLength(1);
});

test('says of each aspect what the package says', async ({ page, model }) => {
  await open(page);
  await part(page).click();
  for (const text of [firstSample, 'Pours amber with a thick head. Thin, watery mouthfeel.']) {
    await editor(page).fill(text);
    await editor(page).press('Control+Enter');
    await expect(page.locator('#marked')).toHaveText(text, { useInnerText: false });
    await expectMeasured(page, model, text);
  }
  await expectNoViolations(page);
});

test('is that of the words at each point of the dial', async ({ page }) => {
  await serve(page, dialled);
  await open(page);
  await part(page).click();
  const model = await loadVariant(dialled);
  const shown = new Set<string>();
  for (const point of model.points.keys()) {
    await slider(page).fill(String(point));
    await expectMeasured(page, model, firstSample, point);
    shown.add((await items(page).allTextContents()).join());
  }
  expect(shown.size).toBe(model.points.length);
  await model.dispose();
});

test('is not measured of a very long text', async ({ page }) => {
  await open(page);
  await part(page).click();
  await editor(page).fill('golden head '.repeat(2600));
  await expect(page.getByText('This text is too long to be measured here.')).toBeVisible();
  await editor(page).fill(firstSample);
  await expect(items(page).first()).toBeVisible();
  await expect(page.getByText('This text is too long to be measured here.')).toBeHidden();
});
