// The choice of model: by card, by address, and what the list says of each.
import type { Locator, Page } from '@playwright/test';
import {
  card,
  expect,
  expectCard,
  expectNoViolations,
  marked,
  open,
  test,
  timing,
} from './fixtures';
import { hotels } from '../../web/views/reviews/samples/hotels';
import { movies } from '../../web/views/reviews/samples/movies';
import { dialled, doubtful, loadVariant, overlapping, serve, undialled } from './variants';

function tab(page: Page, name: string): Locator {
  return page.getByRole('tablist', { name: 'Models' }).getByRole('tab', { name });
}

test('each model has its size and the way to its card', async ({ page }) => {
  await open(page);
  await page.getByText('For experts').click();
  await expect(page.locator('.about-model')).toContainText(/\d\.\d MB/);
  const link = page.getByRole('link', { name: 'How it was made, and how good it is' });
  const response = await page.request.get(
    new URL((await link.getAttribute('href'))!, page.url()).href,
  );
  expect(response.status()).toBe(200);
  expect(response.headers()['content-type']).toContain('text/html');
});

test('models are tabs: the arrow keys lead along them, Enter or Space chooses', async ({
  page,
}) => {
  await serve(page, overlapping, doubtful);
  await open(page);
  const panel = page.getByRole('tabpanel', { name: 'Beer' });
  await expect(panel).toContainText('Appearance');
  await tab(page, 'Beer').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'Hotels')).toBeFocused();
  await expect(tab(page, 'Beer')).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Films')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await page.keyboard.press('Space');
  await expect(tab(page, 'Films')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/#reviews\/movies$/);
  await expect(page.getByRole('tabpanel', { name: 'Films' })).toBeVisible();
  // The Tab key reaches the chosen one alone.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect(tab(page, 'Films')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(tab(page, 'Beer')).toHaveAttribute('aria-selected', 'true');
});

test('a model that is listed later is taken up, and loaded when it is chosen', async ({ page }) => {
  await serve(page, overlapping, doubtful);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await open(page);
  expect(asked.filter((path) => path.includes('/hotels/'))).toEqual([]);
  await tab(page, 'Hotels').click();
  await expect(page).toHaveURL(/#reviews\/hotels$/);
  const model = await loadVariant(overlapping);
  const explanation = await model.explain(hotels[0]!.text);
  await expect(marked(page)).toHaveText(hotels[0]!.text, { useInnerText: false });
  for (const aspect of model.aspects) {
    await expectCard(page, model, explanation, aspect);
  }
  await expect(page.getByRole('textbox', { name: 'A hotel review' })).toHaveValue(hotels[0]!.text);
  await expect(card(page, 'palate')).toHaveCount(0);
  await model.dispose();
});

test('the old model and its Worker are disposed of', async ({ page }) => {
  await serve(page, overlapping);
  await open(page);
  expect(page.workers()).toHaveLength(1);
  const [first] = page.workers();
  const closed = first!.waitForEvent('close');
  await tab(page, 'Hotels').click();
  await closed;
  await expect(timing(page)).toContainText('on your device');
  expect(page.workers()).toHaveLength(1);
});

test('the address chooses the model, and going back brings the one before', async ({ page }) => {
  await serve(page, overlapping, doubtful);
  await open(page, './#reviews/movies');
  await expect(page.getByRole('textbox', { name: 'A film review' })).toHaveValue(movies[0]!.text);
  await expect(tab(page, 'Films')).toHaveAttribute('aria-selected', 'true');
  await tab(page, 'Beer').click();
  await expect(page.getByRole('textbox', { name: 'A beer review' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'A film review' })).toBeVisible();
  await expect(timing(page)).toContainText('on your device');

  // From another view one comes back to the model that was shown.
  await page.getByRole('link', { name: 'Sentiment' }).click();
  await page.getByRole('link', { name: 'Reviews', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'A film review' })).toBeVisible();
  await expect(page).toHaveURL(/#reviews\/movies$/);
});

test('a model may be chosen while another one is loading', async ({ page }) => {
  await serve(page, overlapping);
  await page.route('**/models/beer/model.safetensors', () => {});
  await page.goto('./');
  await expect(page.getByText(/Loading the model: \d/)).toBeVisible();
  await tab(page, 'Hotels').click();
  await expect(timing(page)).toContainText('on your device');
  await expect(marked(page)).toHaveText(hotels[0]!.text, { useInnerText: false });
  await expect(page.getByText('was not loaded')).toBeHidden();
});

test('an unknown model is refused by name, and another can be chosen', async ({ page }) => {
  await page.goto('./#reviews/%3Cb%3Ewine');
  const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(problem).toContainText(/Expected one of these models: .*beer.*; found “<b>wine”\./);
  await tab(page, 'Beer').click();
  await expect(timing(page)).toContainText('on your device');
  await expect(problem).toBeHidden();
});

test('an own text can be had back after a change of model', async ({ page }) => {
  await serve(page, overlapping);
  await open(page);
  await page.getByRole('textbox').fill('My own words.');
  await tab(page, 'Hotels').click();
  await page.getByRole('button', { name: 'Yours' }).click();
  await expect(page.getByRole('textbox')).toHaveValue('My own words.');
  await expect(timing(page)).toContainText('3 words');
});

test('says which words are no good reasons, beside the aspect', async ({ page }) => {
  await serve(page, doubtful, undialled);
  await open(page, './#reviews/movies');
  await expect(card(page, 'aroma')).toHaveAccessibleName(/treat with care$/);
  await expect(card(page, 'appearance')).not.toHaveAccessibleName(/treat with care/);
  const alarms = page.getByRole('list', { name: 'Reasons to treat with care' });
  await expect(alarms.getByRole('listitem')).toHaveText([
    'Aroma: treat with care. In tests, words picked at random said as much about it as the marked ones.',
  ]);
  await expectNoViolations(page);
  await tab(page, 'Beer').click();
  await expect(timing(page)).toContainText('on your device');
  await expect(alarms).toBeHidden();
});

test('what is said against several aspects is said once', async ({ page }) => {
  const alarms = ['random spans predict as well as the rationale'];
  await serve(page, { ...doubtful, alarms: { appearance: alarms, aroma: alarms } });
  await open(page, './#reviews/movies');
  const list = page.getByRole('list', { name: 'Reasons to treat with care' });
  await expect(list.getByRole('listitem')).toHaveText([
    'Appearance, Aroma: treat with care. In tests, words picked at random said as much about it as the marked ones.',
  ]);
});

test('a model that is chosen again starts as it is shipped', async ({ page }) => {
  await serve(page, dialled, overlapping);
  await open(page);
  await page.getByRole('slider').fill('4');
  await expect(page.getByRole('button', { name: 'As shipped' })).toHaveAttribute(
    'aria-pressed',
    'false',
  );
  await tab(page, 'Hotels').click();
  await expect(page.getByRole('slider')).toBeHidden();
  await expect(timing(page)).toContainText('on your device');
  await tab(page, 'Beer').click();
  await expect(page.getByRole('button', { name: 'As shipped' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});
