// Back, Forward and reloads: what was shown is there again.
import type { Page } from '@playwright/test';
import { editor, expect, open, slider, test, timing } from './fixtures';
import { dialled, overlapping, serve } from './variants';

const hotelEditor = (page: Page) => page.getByRole('textbox', { name: 'A hotel review' });
const chooseHotels = (page: Page) => page.getByRole('tab', { name: 'Hotels' }).click();

test('Back leads from a model to the one before, and the address stays as it was', async ({
  page,
}) => {
  await serve(page, overlapping);
  await page.goto('about:blank');
  await open(page);
  const address = page.url();
  expect(address).not.toContain('#');
  await chooseHotels(page);
  await expect(hotelEditor(page)).toBeVisible();
  await page.goBack();
  await expect(editor(page)).toBeVisible();
  expect(page.url()).toBe(address);
  await page.goForward();
  await expect(hotelEditor(page)).toBeVisible();
  await expect(page).toHaveURL(/#reviews\/hotels$/);
  await page.goBack();
  await expect(editor(page)).toBeVisible();
  // One entry for each that was opened: before the page there is what was before it.
  await page.goBack();
  expect(page.url()).toBe('about:blank');
});

test('each entry has its own text', async ({ page }) => {
  await serve(page, overlapping);
  await open(page);
  await editor(page).fill('Thin and flat.');
  await chooseHotels(page);
  await hotelEditor(page).fill('Spotless room.');
  await page.goBack();
  await expect(editor(page)).toHaveValue('Thin and flat.');
  await page.goForward();
  await expect(hotelEditor(page)).toHaveValue('Spotless room.');
  await expect(timing(page)).toContainText('2 words');
});

test('text, model and point survive a reload, and going elsewhere and back', async ({ page }) => {
  await serve(page, dialled);
  await open(page, './#reviews/hotels');
  await hotelEditor(page).fill('Spotless room, rude staff.');
  await slider(page).fill('1');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /of the words/);
  await page.reload();
  await expect(hotelEditor(page)).toHaveValue('Spotless room, rude staff.');
  await expect(timing(page)).toContainText('4 words');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /of the words/);
  await expect(slider(page)).toHaveValue('1');
  await page.goto('about:blank');
  await page.goBack();
  await expect(hotelEditor(page)).toHaveValue('Spotless room, rude staff.');
});

test('the sentence and the question survive a reload, and Back', async ({ page }) => {
  await page.goto('./#sentiment');
  const sentence = page.locator('#sentence');
  await sentence.fill('Never dull.');
  await page.getByRole('link', { name: 'Questions' }).click();
  const question = page.locator('.question-field');
  await question.fill('Where is my parcel?');
  const set = page.locator('.sets').getByRole('button').nth(1);
  await set.click();
  await expect(set).toHaveAttribute('aria-current', 'true');
  await page.reload();
  await expect(question).toHaveValue('Where is my parcel?');
  await expect(set).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(sentence).toHaveValue('Never dull.');
});

test('a set and its first question survive a change of language, and Back', async ({ page }) => {
  await page.goto('./#questions');
  const question = page.locator('.question-field');
  const set = (place: number) => page.locator('.sets').getByRole('button').nth(place);
  await set(3).click();
  await expect(set(3)).toHaveAttribute('aria-current', 'true');
  const shown = await question.inputValue();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(set(3)).toHaveAttribute('aria-current', 'true');
  await expect(question).toHaveValue(shown);
  await page.evaluate(() => (location.hash = '#sentiment'));
  await page.evaluate(() => (location.hash = '#questions'));
  await set(1).click();
  await page.goBack();
  await page.goBack();
  await expect(set(3)).toHaveAttribute('aria-current', 'true');
  await expect(question).toHaveValue(shown);
});

test('a new tab starts fresh', async ({ page, context }) => {
  await open(page);
  const sample = await editor(page).inputValue();
  await editor(page).fill('Only for this tab.');
  const other = await context.newPage();
  await open(other);
  await expect(editor(other)).toHaveValue(sample);
});

test('a visitor sees that something is kept, and deletes it', async ({ page }) => {
  await open(page);
  const sample = await editor(page).inputValue();
  await editor(page).fill('Thin and flat.');
  await page.getByText('Kept on this device').click();
  await expect(page.getByText('What you wrote at 1 place')).toBeVisible();
  await page.getByRole('button', { name: 'Delete what I wrote' }).click();
  await expect(page.getByText('It is deleted')).toBeVisible();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.reload();
  await expect(editor(page)).toHaveValue(sample);
});

test('what was deleted is not kept again by looking at other views', async ({ page }) => {
  await open(page);
  await editor(page).fill('Nobody is to read this.');
  await page.getByText('Kept on this device').click();
  await page.getByRole('button', { name: 'Delete what I wrote' }).click();
  await expect(page.getByText('It is deleted')).toBeVisible();
  const secret = () => page.evaluate(() => JSON.stringify(sessionStorage).includes('Nobody'));
  await page.getByRole('link', { name: 'Sentiment', exact: true }).click();
  await page.locator('#sentence').fill('Never dull.');
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await expect(editor(page)).toHaveValue('Nobody is to read this.');
  await page.getByRole('link', { name: 'Sentiment', exact: true }).click();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBeGreaterThan(0);
  expect(await secret()).toBe(false);
  // What is changed is what the visitor writes from now on.
  await page.goBack();
  await editor(page).fill('Nobody is to read this. Well.');
  await expect.poll(secret).toBe(true);
});

test('each entry of one view has its own text, however its address was written', async ({
  page,
}) => {
  await serve(page, overlapping);
  await open(page, './#reviews/hotels');
  const link = page.getByRole('link', { name: 'Reviews', exact: true });
  const texts = ['First, a spotless room.', 'Second, a rude clerk.', 'Third, a quiet street.'];
  for (const text of texts) {
    if (text !== texts[0]) await link.click();
    await expect(page).toHaveURL(/#reviews\/hotels$/);
    await hotelEditor(page).fill(text);
  }
  await page.goBack();
  await expect(hotelEditor(page)).toHaveValue(texts[1]!);
  await page.goBack();
  await expect(hotelEditor(page)).toHaveValue(texts[0]!);
});

test('what other tabs keep is deleted with it', async ({ page, context }) => {
  await open(page);
  const other = await context.newPage();
  await open(other);
  await editor(other).fill('Kept by the other tab.');
  const kept = () => other.evaluate(() => sessionStorage.length);
  await expect.poll(kept).toBe(1);
  await page.getByText('Kept on this device').click();
  await page.getByRole('button', { name: 'Delete what I wrote' }).click();
  await expect.poll(kept).toBe(0);
});

test('what somebody broke in the storage is not shown', async ({ page }) => {
  await open(page);
  const sample = await editor(page).inputValue();
  await editor(page).fill('Thin and flat.');
  const broken = [
    '{',
    'null',
    '[]',
    '{"model":"beer","text":7}',
    '{"model":"x","text":"","point":-1}',
  ];
  for (const value of broken) {
    await page.goto('about:blank');
    await page.goBack();
    await expect(timing(page)).toContainText('on your device');
    await page.evaluate((text) => {
      // After the last that the page writes.
      addEventListener('pagehide', () => {
        for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, text);
      });
    }, value);
    await page.reload();
    await expect(timing(page)).toContainText('on your device');
    await expect(editor(page)).toHaveValue(sample);
  }
});

for (const refused of ['refused', 'full']) {
  test(`with a storage that is ${refused}, Back works all the same`, async ({ page }) => {
    await page.addInitScript((how) => {
      const fail = () => {
        throw new DOMException('No room', how === 'full' ? 'QuotaExceededError' : 'SecurityError');
      };
      if (how === 'full') Storage.prototype.setItem = fail;
      else Object.defineProperty(window, 'sessionStorage', { get: fail });
    }, refused);
    await open(page);
    await editor(page).fill('Thin and flat.');
    await page.getByRole('link', { name: 'Sentiment' }).click();
    await page.goBack();
    await expect(editor(page)).toHaveValue('Thin and flat.');
    await page.reload();
    await expect(timing(page)).toContainText('on your device');
  });
}
