// A reader drops words and keeps others, and the rating follows.
import type { Page } from '@playwright/test';
import type { Explanation, Span } from '../../wasm/dist/systems/rationale/node.js';
import {
  box,
  editor,
  expect,
  expectCard,
  expectNoViolations,
  firstSample,
  open,
  outOfFive,
  reasons,
  samples,
  slider,
  test,
  timing,
} from './fixtures';
import { dialled, loadVariant, serve, undialled } from './variants';

const active = (page: Page) => page.getByLabel('Drop and keep words for');
const back = (page: Page) => page.getByRole('button', { name: 'As the model chose' });
const words = (page: Page) => page.locator('#marked .word[role=button]');
const says = (page: Page) => page.locator('.own output');

const pressed = (page: Page) =>
  words(page).evaluateAll((buttons) => buttons.map((button) => button.ariaPressed === 'true'));

function spansOf({ tokens }: Explanation, kept: readonly boolean[]): Span[] {
  return tokens.filter((_, i) => kept[i]);
}

test('words are buttons only where an aspect is chosen', async ({ page, model }) => {
  await open(page);
  await expect(words(page)).toHaveCount(0);
  const aspect = model.aspects[1]!;
  await active(page).selectOption(aspect);
  const { tokens, text, ratings } = await model.explain(firstSample);
  expect(await words(page).allTextContents()).toEqual(
    tokens.map(({ start, end }) => text.slice(start, end)),
  );
  expect(await pressed(page)).toEqual(tokens.map(({ selected }) => selected[aspect]));
  await expect(says(page)).toContainText(`${outOfFive(ratings[aspect]!)} as the model chose.`);
  await expect(back(page)).toBeDisabled();
  await expectNoViolations(page);
  await active(page).selectOption('no rating');
  await expect(words(page)).toHaveCount(0);
});

test('a click drops a word or keeps it, and the rating is that of the words', async ({
  page,
  model,
}) => {
  await serve(page, undialled);
  await open(page);
  const explanation = await model.explain(firstSample);
  const aspect = model.aspects[0]!;
  await active(page).selectOption(aspect);
  const kept = explanation.tokens.map(({ selected }) => selected[aspect]!);
  for (const index of [kept.indexOf(true), kept.indexOf(false)]) {
    await words(page).nth(index).click();
    kept[index] = !kept[index];
    expect(await pressed(page)).toEqual(kept);
    const { selection } = await model.faithfulness(firstSample, {
      aspect,
      selection: spansOf(explanation, kept),
    });
    await expect(says(page)).toContainText(`${outOfFive(selection)} by your words`);
    const byReader = { ...explanation, ratings: { [aspect]: selection }, spreads: {} };
    await expectCard(page, model, byReader, aspect, 'by your words');
  }
  // Other ratings are left alone.
  const other = model.aspects[1]!;
  await expectCard(page, model, explanation, other);
  await expectNoViolations(page);

  await back(page).click();
  await expectCard(page, model, explanation, aspect);
  expect(await pressed(page)).toEqual(explanation.tokens.map(({ selected }) => selected[aspect]));
});

test('where all words are dropped, there is no rating', async ({ page, model }) => {
  const text = 'A golden colour.';
  const aspect = model.aspects[0]!;
  const { tokens, priors } = await model.explain(text);
  await open(page);
  await editor(page).fill(text);
  await expect(timing(page)).toContainText('3 words');
  await active(page).selectOption(aspect);
  // One that is kept first, so that there is something to drop whatever the model chose.
  for (const [i, { selected }] of tokens.entries()) {
    if (selected[aspect]) await words(page).nth(i).click();
  }
  if (!tokens.some(({ selected }) => selected[aspect])) {
    await words(page).first().click();
    await words(page).first().click();
  }
  expect(await pressed(page)).toEqual(tokens.map(() => false));
  await expect(says(page)).toContainText(
    `not rated by your words; of no words at all the model would say ${outOfFive(priors[aspect]!)}`,
  );
  await expect(box(page, aspect)).toHaveAccessibleName(/ not rated by your words/);
  await expect(reasons(page)).toContainText('is not rated: you kept no words.');
});

test('starts from the words at a point of the dial', async ({ page }) => {
  await serve(page, dialled);
  await open(page);
  const model = await loadVariant(dialled);
  const aspect = model.aspects[0]!;
  const point = model.points.length - 1;
  await active(page).selectOption(aspect);
  await slider(page).fill(String(point));
  const explanation = await model.explain(firstSample, { point });
  const byModel = `${outOfFive(explanation.ratings[aspect]!)} as the model chose.`;
  await expect(says(page)).toContainText(byModel);
  const kept = explanation.tokens.map(({ selected }) => selected[aspect]!);
  await expect.poll(() => pressed(page)).toEqual(kept);
  const dropped = kept.indexOf(true);
  await words(page).nth(dropped).click();
  kept[dropped] = false;
  const selection = spansOf(explanation, kept);
  const { selection: rating } = await model.faithfulness(firstSample, { aspect, selection, point });
  await expect(says(page)).toContainText(`${outOfFive(rating)} by your words, ${byModel}`);
  await model.dispose();
});

test('works by keyboard alone, as one stop of the Tab key', async ({ page, model }) => {
  await serve(page, undialled);
  await open(page);
  const aspect = model.aspects[0]!;
  await active(page).selectOption(aspect);
  const before = await pressed(page);
  await active(page).focus();
  const focused = page.locator(':focus');
  while (
    !(await words(page)
      .first()
      .evaluate((word) => word === document.activeElement))
  ) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  // The words are painted anew, and the keyboard stays where it was.
  await expect(focused).toHaveAttribute('aria-pressed', String(!before[2]));
  await expect(focused).toHaveText(await words(page).nth(2).innerText());
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-pressed', String(before[2]));
  await page.keyboard.press('End');
  await expect(words(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  const top = await words(page).first().boundingBox();
  const below = await focused.boundingBox();
  expect(below!.y).toBeGreaterThan(top!.y);
  await page.keyboard.press('ArrowUp');
  await expect(words(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByText('Do the marked words suffice?')).toBeFocused();
});

test('another text is read as the model chooses', async ({ page, model }) => {
  await open(page);
  const aspect = model.aspects[0]!;
  await active(page).selectOption(aspect);
  await words(page).first().click();
  await expect(says(page)).toContainText('by your words');
  await page.getByRole('button', { name: samples[1]!.name }).click();
  const { ratings } = await model.explain(samples[1]!.text);
  await expect(says(page)).toHaveText(
    new RegExp(`${outOfFive(ratings[aspect]!)} as the model chose\\.$`),
  );
  await expect(says(page)).not.toContainText('by your words');
});

test('what a reader keeps is shown among the reasons', async ({ page, model }) => {
  await open(page);
  const aspect = model.aspects[0]!;
  const { tokens, text } = await model.explain(firstSample);
  await active(page).selectOption(aspect);
  const index = tokens.findIndex(({ selected }) => !selected[aspect]);
  const { start, end } = tokens[index]!;
  const marks = page.locator(`#marked mark.look-0`);
  const before = (await marks.allTextContents()).join(' ');
  await words(page).nth(index).click();
  const after = (await marks.allTextContents()).join(' ');
  expect(after.length).toBeGreaterThan(before.length);
  expect(after).toContain(text.slice(start, end));
});

test.describe('where the part that rates them does not arrive', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test('says so, and goes on when it does', async ({ page, model }) => {
    await page.route('**/whylight-reasons*.wasm', (route) => route.fulfill({ status: 404 }));
    await open(page);
    const aspect = model.aspects[0]!;
    await active(page).selectOption(aspect);
    await words(page).nth(0).click();
    const problem = page.getByRole('alert').filter({ hasText: 'These words could not be rated.' });
    await expect(problem).toContainText('(fetch-failed)');
    await page.unroute('**/whylight-reasons*.wasm');
    await words(page).nth(1).click();
    await expect(says(page)).toContainText('by your words');
    await expect(problem).toBeHidden();
  });
});
