// What the page shows of a model that knows what a text speaks of: no rating where it does not, how far
// ratings may be off, classes with their probability, and texts of another subject or language.
import type { Page } from '@playwright/test';
import {
  card,
  editor,
  expect,
  expectCard,
  expectNoViolations,
  marks,
  open,
  phrases,
  readout,
  test,
  timing,
} from './fixtures';
import { loadVariant, mentioning, serve } from './variants';
import { RatingScale } from '../../web/views/reviews/rating-scale';

const nothing = 'thick head';
const onlyLook = 'The head is not thick and it never lasts.';
const both = 'Clear gold, with lace that stays; the nose of pine and honey is not at all shy!!!';
const strange = {
  'on another subject': 'The train to the coast leaves at nine and is never late.',
  'in another language': 'Das Bier riecht nach Honig und hat eine feste Krone.',
};

const notice = (page: Page) => page.locator('#result-notice');
const dial = (page: Page) => page.locator('#reviews-view .dial');
const aspects = (page: Page) => page.getByRole('group', { name: 'Ratings' });

async function read(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await editor(page).press('Control+Enter');
  await expect(page.locator('#marked')).toHaveText(text, { useInnerText: false });
  await expect(timing(page)).toContainText('on your device');
}

test.beforeEach(async ({ page }) => {
  await serve(page, mentioning);
  await open(page);
});

test('an aspect of which the review does not speak has no rating', async ({ page }) => {
  await read(page, onlyLook);
  const model = await loadVariant(mentioning);
  const explanation = await model.explain(onlyLook);
  expect(explanation.mentioned).toEqual({ look: true, smell: false });
  for (const aspect of model.aspects) await expectCard(page, model, explanation, aspect);
  await expect(card(page, 'smell')).toHaveAccessibleName('Smell The review takes no side');
  await expect(card(page, 'smell').locator('svg')).toHaveCount(0);
  await card(page, 'smell').hover();
  await expect(readout(page)).toHaveText('Smell not mentioned.');
  await expect(page.locator('#reviews-view [aria-live=polite]')).toContainText(
    'Smell not mentioned',
  );
  await expectNoViolations(page);
  await model.dispose();
});

test('a rating says how far it may be off, in words and as a line below the stars', async ({
  page,
}) => {
  await read(page, onlyLook);
  const model = await loadVariant(mentioning);
  const { ratings, spreads } = await model.explain(onlyLook);
  await expect(card(page, 'look')).toHaveAccessibleName(
    new RegExp(`of 5 give or take ${(4 * spreads.look!).toFixed(1)}$`),
  );
  const line = card(page, 'look').locator('.likely');
  const at = async (name: string) => Number(await line.getAttribute(name)) / 20;
  const starsOf = (rating: number) => 1 + 4 * Math.min(1, Math.max(0, rating));
  expect(await at('x1')).toBeCloseTo(starsOf(ratings.look! - spreads.look!), 2);
  expect(await at('x2')).toBeCloseTo(starsOf(ratings.look! + spreads.look!), 2);
  await model.dispose();
});

test('a rating that is a probability is a class, without stars', async ({ page }) => {
  await read(page, both);
  const model = await loadVariant(mentioning);
  const { classes } = await model.explain(both);
  const { name, probability } = classes.smell!;
  const percent = `${Math.round(100 * probability)}%`;
  await expect(card(page, 'smell')).toHaveAccessibleName(
    `Smell ${name.charAt(0).toUpperCase()}${name.slice(1)}, ${percent}`,
  );
  const smell = card(page, 'smell');
  await expect(smell.locator('path')).toHaveCount(0);
  await smell.hover();
  await expect(readout(page)).toContainText(`Smell: ${name}, ${percent}, because of “`);
  await page.getByText('For experts').click();
  const { full } = await model.faithfulness(both, { aspect: 'smell' });
  const whole = new RatingScale(model.labels).text('smell', full);
  await expect(page.locator('.measures > li').nth(1)).toContainText(whole);
  await expect(page.locator('.measures > li').nth(1)).not.toContainText('star');
  await expectNoViolations(page);
  await model.dispose();
});

test('a review that speaks of nothing that is rated is told so', async ({ page }) => {
  await read(page, nothing);
  await expect(notice(page)).toHaveText('This review mentions nothing that is rated here.');
  await expect(card(page, 'look')).toHaveAccessibleName('Look The review does not mention it');
  expect(await marks(page)).toEqual([]);
  // What the model says of no words is for those who ask for it.
  await page.getByText('For experts').click();
  const model = await loadVariant(mentioning);
  const { priors } = await model.explain(nothing);
  const prior = `${(1 + 4 * priors.look!).toFixed(1)} of 5, whatever the text.`;
  await expect(page.locator('.measures > li').first()).toContainText(prior);
  await model.dispose();
});

for (const [what, text] of Object.entries(strange)) {
  test(`a text ${what} gets one sentence and no rating, and nothing moves`, async ({ page }) => {
    const places = () =>
      page
        .locator('#reviews-view :is(.option, .start-compare)')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
    await read(page, both);
    await expect(aspects(page).getByRole('button', { name: 'Not rated' })).toHaveCount(0);
    const before = await places();
    await expect(dial(page)).toBeVisible();
    await read(page, text);
    const sentence = 'This does not read like a beer review in English, so it is not rated.';
    await expect(notice(page)).toHaveText(sentence);
    await expect(page.locator('#reviews-view [aria-live=polite]')).toHaveText(sentence);
    await expect(aspects(page).getByRole('button', { name: 'Not rated' })).toHaveCount(2);
    await expect(dial(page)).toBeHidden();
    expect(await places()).toEqual(before);
    await expect(phrases(page)).toHaveCount(0);
    await page.getByText('For experts').click();
    await expect(page.locator('.measures')).toBeHidden();
    expect(await marks(page)).toEqual([]);
    await expectNoViolations(page);
    await read(page, both);
    await expect(aspects(page).getByRole('button', { name: 'Not rated' })).toHaveCount(0);
    await expect(dial(page)).toBeVisible();
    await expect(notice(page)).toBeHidden();
  });
}
