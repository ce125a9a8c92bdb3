// A visitor leaves out marked words, and the rating moves.
import type { Page } from '@playwright/test';
import type { Explanation, Span } from '../../wasm/dist/systems/rationale/node.js';
import {
  card,
  clickMark,
  expect,
  expectFailure,
  expectCard,
  expectNoViolations,
  firstSample,
  isolate,
  mark,
  open,
  outOfFive,
  phrases,
  readout,
  samples,
  slider,
  test,
  timing,
} from './fixtures';
import { strings } from '../../web/strings/strings';
import { summaryOf } from '../../web/views/reviews/quotes';
import { RatingScale } from '../../web/views/reviews/rating-scale';
import { labelOf, signed, tenthsOf } from '../../web/wording';
import { dialled, loadVariant, serve, undialled } from './variants';

const restore = (page: Page) => page.getByRole('button', { name: 'Bring all words back' });

/** The words of an aspect without those of one of its rationales. */
function without({ rationales }: Explanation, aspect: string, dropped: Span): Span[] {
  return rationales[aspect]!.filter(({ start }) => start !== dropped.start);
}

/** A text in which an aspect has two stretches at least. */
const twice =
  'A golden colour. It was served in the garden, by a friend. The head is thick and white.';

test('a click on a mark leaves its words out, and the rating says by how much it moved', async ({
  page,
  model,
}) => {
  await serve(page, undialled);
  await open(page);
  const explanation = await model.explain(firstSample);
  const aspect = model.aspects.find((name) => explanation.rationales[name]!.length > 0)!;
  await isolate(page, aspect);
  const [first] = explanation.rationales[aspect]!;
  await clickMark(page, 0);
  await expect(mark(page, 0)).toHaveClass(/dropped/);
  await expect(mark(page, 0)).toHaveCSS('text-decoration-line', 'line-through');
  const selection = without(explanation, aspect, first!);
  const before = explanation.ratings[aspect]!;
  if (selection.length === 0) {
    await expect(card(page, aspect)).toHaveAccessibleName(/ No words are left /);
    await expect(readout(page)).toContainText(`No words are left for ${labelOf(aspect)}`);
  } else {
    const { selection: after } = await model.faithfulness(firstSample, { aspect, selection });
    const moved = { ...explanation, ratings: { [aspect]: after }, spreads: {} };
    const step = signed((tenthsOf(after) - tenthsOf(before)) / 10, 1);
    await expectCard(page, model, moved, aspect, `${step} without the words you dropped`);
  }
  await expectNoViolations(page);
  // Others stay, and so does the text that is typed.
  const other = model.aspects.find((name) => name !== aspect)!;
  await expectCard(page, model, explanation, other);
  await expect(page.locator('#review')).toHaveValue(firstSample);
  await page.mouse.move(0, 0);
  await clickMark(page, 0);
  await expect(mark(page, 0)).not.toHaveClass(/dropped/);
  await expectCard(page, model, explanation, aspect);
});

test('says in a sentence how the rating moved', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  await page.locator('#review').fill(twice);
  await expect(timing(page)).toContainText('18 words');
  const explanation = await model.explain(twice);
  const aspect = model.aspects[0]!;
  const all = explanation.rationales[aspect]!;
  expect(all.length).toBeGreaterThan(1);
  await isolate(page, aspect);
  await clickMark(page, 0);
  const selection = all.slice(1);
  const { selection: after } = await model.faithfulness(twice, { aspect, selection });
  const [from, to] = [outOfFive(explanation.ratings[aspect]!), outOfFive(after)];
  await page.mouse.move(0, 0);
  const name = labelOf(aspect);
  const said = from === to ? `${name} stays as it is: ${to}.` : `: from ${from} to ${to}.`;
  await expect(readout(page)).toContainText(said);
  await expect(page.locator('#reviews-view [aria-live=polite]')).toContainText(said);
});

test('a double click selects a word and leaves nothing out', async ({ page }) => {
  await open(page);
  await mark(page, 0).waitFor();
  const at = await mark(page, 0).evaluate((element) => {
    const { x, y } = element.getClientRects()[0]!;
    return { x: x + 12, y: y + 12 };
  });
  await page.mouse.dblclick(at.x, at.y);
  const selected = await page
    .locator('#review')
    .evaluate((area: HTMLTextAreaElement) => area.selectionEnd - area.selectionStart);
  expect(selected).toBeGreaterThan(0);
  await expect(page.locator('mark.dropped')).toHaveCount(0);
});

test('works by keyboard alone, as one stop of the Tab key', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const count = await phrases(page).count();
  expect(count).toBeGreaterThan(2);
  await page.locator('#review').focus();
  await page.keyboard.press('Tab');
  await expect(phrases(page).first()).toBeFocused();
  // Where the keyboard is shows in the text and at the rating.
  await expect(mark(page, 0)).toHaveClass(/pointed/);
  await expect(page.locator('.option.joined')).not.toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect(phrases(page).nth(1)).toBeFocused();
  await expect(phrases(page).nth(1)).toHaveAttribute('aria-pressed', 'false');
  await expect(mark(page, 1)).toHaveClass(/dropped/);
  await page.keyboard.press('Enter');
  await expect(phrases(page).nth(1)).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('End');
  await expect(phrases(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(phrases(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(card(page, model.aspects[0]!)).toBeFocused();
});

test('all words can be brought back at once', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  await expect(restore(page)).toBeHidden();
  await clickMark(page, 0);
  await clickMark(page, 2);
  await expect(page.locator('mark.dropped')).toHaveCount(2);
  const readout = page.locator('#reviews-view .readout');
  await expect(readout).toContainText(/No words are left|from|stays/);
  await restore(page).click();
  await expect(page.locator('mark.dropped')).toHaveCount(0);
  await expect(restore(page)).toBeHidden();
  // Nothing is said any more of what was left out.
  await page.mouse.move(0, 0);
  await expect(readout).toHaveText(strings.reviews.pointAt);
  await expect(page.locator('#reviews-view [aria-live=polite]')).toHaveText(
    summaryOf(await model.explain(firstSample), new RatingScale()),
  );
  await expect(page.locator('#review')).toBeFocused();
  const explanation = await model.explain(firstSample);
  for (const aspect of model.aspects) await expectCard(page, model, explanation, aspect);
});

test('another text has all of its words', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  await clickMark(page, 0);
  await expect(page.locator('mark.dropped')).toHaveCount(1);
  await page.getByRole('button', { name: samples[1]!.name }).click();
  await expect(page.locator('mark.dropped')).toHaveCount(0);
  const explanation = await model.explain(samples[1]!.text);
  for (const aspect of model.aspects) await expectCard(page, model, explanation, aspect);
});

test('what was left out stays so at another point of the dial', async ({ page }) => {
  await serve(page, dialled);
  await open(page);
  const model = await loadVariant(dialled);
  await isolate(page, model.aspects[0]!);
  await clickMark(page, 0);
  await expect(mark(page, 0)).toHaveClass(/dropped/);
  const words = (await mark(page, 0).textContent())!;
  await slider(page).fill(String(model.points.length - 1));
  // Others may stand before it now.
  await expect(page.locator('#marked mark', { hasText: words })).toHaveClass(/dropped/);
  await expect(card(page, model.aspects[0]!)).toHaveAccessibleName(/without the words you dropped/);
  await model.dispose();
});

test.describe('where the part that rates them does not arrive', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test('says so, and goes on when it does', async ({ page }) => {
    await page.route('**/whylight-reasons*.wasm', (route) => route.fulfill({ status: 404 }));
    await open(page);
    // Where no words are left, there is nothing to rate.
    await page.locator('#review').fill(twice);
    await expect(timing(page)).toContainText('18 words');
    await clickMark(page, 0);
    const problem = page
      .getByRole('alert')
      .filter({ hasText: 'The rating without these words could not be computed.' });
    await expectFailure(problem, strings.problems.fetch, '(fetch-failed)');
    await page.unroute('**/whylight-reasons*.wasm');
    await clickMark(page, 1);
    await expect(
      page
        .getByText('Without what you left out')
        .or(page.getByText('No words are left for'))
        .first(),
    ).toBeVisible();
    await expect(problem).toBeHidden();
  });
});
