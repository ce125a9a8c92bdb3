// What would change a rating: the fewest words, found by the model, and tried out.
import type { Page } from '@playwright/test';
import {
  card,
  editor,
  expect,
  expectNoViolations,
  open,
  outOfFive,
  samples,
  test,
  timing,
} from './fixtures';
import { dialled, serve, undialled } from './variants';
import { labelOf } from '../../web/wording';

const part = (page: Page) => page.locator('.change');
const goals = (page: Page) => page.getByRole('group', { name: 'Another rating' });
const found = (page: Page) => page.locator('.change-found');
const note = (page: Page) => page.getByText('Every word was tried alone');
const text = 'Clear golden body with a thin white head. Smells not bad. Watery and dull.';

async function openWith(page: Page, review: string): Promise<void> {
  await serve(page, undialled);
  await open(page);
  await editor(page).fill(review);
  await expect(timing(page)).toContainText(/^1\d words/);
}

/** The words that are named, such as ['“little”']. */
const words = (page: Page, way: string) =>
  page.locator('.change-way').filter({ hasText: way }).getByRole('listitem').allTextContents();

test('the words that are found do what is said of them, and a single one less would not', async ({
  page,
  model,
}) => {
  await openWith(page, text);
  const { ratings } = await model.explain(text);
  let tried = 0;
  for (const aspect of model.aspects) {
    const rating = ratings[aspect];
    if (rating === null || rating === undefined) continue;
    await page
      .getByRole('button', { name: `What would change this rating? ${labelOf(aspect)}` })
      .click();
    await expect(part(page)).toHaveAttribute('open', '');
    await expect(goals(page).getByRole('button').first()).toBeFocused();
    await expect(note(page)).toBeVisible();
    for (const way of await page.locator('.change-way').all()) {
      const moves = await way.locator('.change-moves').textContent();
      const before = await editor(page).inputValue();
      await way.getByRole('button', { name: 'Try it' }).click();
      const after = await editor(page).inputValue();
      expect(after).not.toBe(before);
      // What the visitor wrote can be had back.
      await expect(page.getByRole('button', { name: 'Yours' })).not.toHaveAttribute('aria-current');
      const then = (await model.explain(after)).ratings[aspect]!;
      expect(moves).toBe(`${labelOf(aspect)}: from ${outOfFive(rating)} to ${outOfFive(then)}.`);
      await expect(card(page, aspect)).toContainText(outOfFive(then));
      const undo = page.getByRole('button', { name: 'Undo' });
      await expect(undo).toBeFocused();
      await undo.click();
      await expect(editor(page)).toHaveValue(before);
      await expect(card(page, aspect)).toContainText(outOfFive(rating));
      await expect(page.getByText('The review is as it was.')).toBeVisible();
      ++tried;
      // What was found is of the review before.
      await expect(found(page)).toBeEmpty();
      break;
    }
  }
  expect(tried).toBeGreaterThan(0);
});

test('where one word does it, no other moves the rating further', async ({ page, model }) => {
  await openWith(page, text);
  const explanation = await model.explain(text);
  const { tokens, ratings } = explanation;
  const aspect = model.aspects.find((name) => typeof ratings[name] === 'number')!;
  await page.getByText('What would change a rating?').click();
  await page
    .locator('.change-aspects')
    .getByRole('button', { name: labelOf(aspect) })
    .click();
  for (const goal of await goals(page).getByRole('button').all()) {
    await goal.click();
    await expect(goal).toHaveAttribute('aria-pressed', 'true');
    await expect(note(page)).toBeVisible();
    const [one, ...others] = await words(page, 'Leave out');
    const stars = Number(/\d/.exec((await goal.textContent())!)![0]);
    const starsNow = 1 + 4 * ratings[aspect]!;
    const towards = stars > starsNow ? 1 : -1;
    const singles = await Promise.all(
      tokens.map(async ({ start, end }) => {
        const without = `${text.slice(0, start)}${text.slice(end)}`;
        return { start, end, rating: (await model.explain(without)).ratings[aspect] ?? null };
      }),
    );
    const best = singles
      .filter(({ start, end }) => /\w/.test(text.slice(start, end)))
      .filter((each) => each.rating !== null)
      .sort((a, b) => towards * (b.rating! - a.rating!))[0]!;
    const shown = Number((1 + 4 * best.rating!).toFixed(1));
    const reaches =
      towards * (Math.round(shown) - stars) >= 0 &&
      towards * (shown - Number(starsNow.toFixed(1))) > 0.49;
    if (reaches) expect([one, ...others]).toEqual([`“${text.slice(best.start, best.end)}”`]);
    else expect(others.length === 0 && one !== undefined).toBe(false);
  }
});

test('a word that is found can be gone to, and shows where it is', async ({ page }) => {
  await openWith(page, text);
  await page.getByText('What would change a rating?').click();
  // One whose rating hangs on a word.
  await page.locator('.change-aspects').getByRole('button', { name: 'Aroma' }).click();
  const word = page.locator('.change-word').first();
  for (const goal of await goals(page).getByRole('button').all()) {
    await goal.click();
    await expect(goal).toHaveAttribute('aria-pressed', 'true');
    await expect(note(page)).toBeVisible();
    if ((await word.count()) > 0) break;
  }
  await word.focus();
  const highlighted = () =>
    page.evaluate(() => [...(CSS.highlights.get('changing') ?? [])].map(String));
  const [named] = /(?<=“).*?(?=”)/.exec((await word.textContent())!)!;
  expect(await highlighted()).toEqual([named]);
  await word.press('Enter');
  await expect(editor(page)).toBeFocused();
  const selected = await editor(page).evaluate((area: HTMLTextAreaElement) =>
    area.value.slice(area.selectionStart, area.selectionEnd),
  );
  expect(selected).toBe(named);
  expect(await highlighted()).toEqual([]);
});

test('typing ends a search and takes back what was found', async ({ page }) => {
  await openWith(page, text);
  await page.getByText('What would change a rating?').click();
  await goals(page).getByRole('button').first().click();
  await expect(note(page)).toBeVisible();
  await editor(page).press('End');
  await editor(page).pressSequentially('!');
  await expect(found(page)).toBeEmpty();
  // One that takes long.
  await editor(page).fill(`${samples[0]!.text} `.repeat(20));
  await expect(timing(page)).toContainText(/^1,\d+ words/);
  await goals(page).getByRole('button').first().click();
  await expect(page.getByText('Looking for the fewest words')).toBeVisible();
  await editor(page).fill('A golden colour and a thin head.');
  await expect(page.getByText('Looking for the fewest words')).toBeHidden();
  await expect(timing(page)).toContainText('7 words');
  await expect(found(page)).toBeEmpty();
  await expect(goals(page).locator('[aria-pressed=true]')).toHaveCount(0);
});

test('a search can be cancelled, and another point of the dial ends it', async ({ page }) => {
  await serve(page, dialled);
  await open(page);
  await editor(page).fill(`${samples[0]!.text} `.repeat(20));
  await expect(timing(page)).toContainText(/^1,\d+ words/);
  await page.getByText('What would change a rating?').click();
  const searching = page.getByText('Looking for the fewest words');
  await goals(page).getByRole('button').first().click();
  await expect(searching).toBeVisible();
  await page.locator('.change-work').getByRole('button', { name: 'Cancel' }).click();
  await expect(searching).toBeHidden();
  await expect(found(page)).toBeEmpty();
  await goals(page).getByRole('button').first().click();
  await expect(searching).toBeVisible();
  await page.locator('#dial-range').fill('1');
  await expect(searching).toBeHidden();
  await expect(found(page)).toBeEmpty();
});

test('a text without ratings has nothing to change', async ({ page }) => {
  await open(page);
  await expect(part(page)).toBeVisible();
  await editor(page).fill('');
  await expect(part(page)).toBeHidden();
});

test('of a film, the other side is asked for', async ({ page }) => {
  await open(page, './#reviews/movies');
  await page.getByText('What would change a rating?').click();
  await expect(goals(page).getByRole('button')).toHaveText('Why not “against the film”?');
  await expect(page.locator('.change-aspects')).toBeHidden();
  await goals(page).getByRole('button').click();
  await expect(note(page)).toBeVisible();
});

for (const [device, viewport] of Object.entries({
  desktop: { width: 1280, height: 900 },
  'a phone': { width: 360, height: 740 },
})) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('axe finds nothing, and nothing is scrolled sideways', async ({ page }) => {
      await openWith(page, text);
      await page.getByText('What would change a rating?').click();
      await goals(page).getByRole('button').first().click();
      await expect(note(page)).toBeVisible();
      await expectNoViolations(page);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.width);
      if ((await page.getByRole('button', { name: 'Try it' }).count()) > 0) {
        await page.getByRole('button', { name: 'Try it' }).first().click();
        await expect(page.getByText('The review is changed.')).toBeVisible();
        await expectNoViolations(page);
      }
    });
  });
}
