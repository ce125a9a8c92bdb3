// A model that the visitor trained: brought as files, kept or not, and shown where shipped ones are.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import {
  expect,
  expectCard,
  expectFailure,
  expectKept,
  expectNoViolations,
  open,
  test,
  timing,
} from './fixtures';

const tiny = new URL('../golden/tiny/', import.meta.url);
const names = ['config.json', 'model.safetensors', 'vocab.txt'];
const text = 'Pours black with a thick tan head. Smells of coffee.';

const filesOf = (folder: URL, wanted = names) =>
  Promise.all(
    wanted.map(async (name) => ({
      name,
      mimeType: '',
      buffer: await readFile(new URL(name, folder)),
    })),
  );

const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Models' }).getByRole('tab', { name });
const panel = (page: Page) => page.getByRole('region', { name: 'Your model…' });
const button = (page: Page) => page.getByRole('button', { name: 'Your model…' });
const review = (page: Page) => page.getByRole('textbox', { name: 'A review' });
const keep = (page: Page) => panel(page).getByRole('checkbox', { name: 'Keep it on this device' });
const title = 'Appearance, aroma';

async function bring(page: Page, folder = tiny, wanted = names): Promise<void> {
  await button(page).click();
  await panel(page)
    .getByLabel('Choose its three files')
    .setInputFiles(await filesOf(folder, wanted));
}

test('a model of one’s own rates as it does in Node', async ({ page }) => {
  await open(page);
  await bring(page);
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
  await expect(panel(page)).toContainText(/“appearance, aroma” is your own model, \d/);
  await review(page).fill(text);
  await expect(timing(page)).toContainText('on your device');
  const model = await load(tiny);
  const explanation = await model.explain(text);
  for (const aspect of model.aspects) await expectCard(page, model, explanation, aspect);
  await model.dispose();
  // Nobody wrote a card of it, nor tests.
  await page.getByText('For experts').click();
  await expect(
    page.getByRole('link', { name: 'How it was made, and how good it is' }),
  ).toBeHidden();
  await expectNoViolations(page);
  await page.getByText('Use it in your app').click();
  await expect(page.locator('.code-box')).toContainText(
    "npx whylight copy-model './appearance, aroma' public/models",
  );

  await tab(page, 'Beer').click();
  await expect(panel(page)).toBeHidden();
  await tab(page, title).click();
  await expect(timing(page)).toContainText('on your device');
});

test('it is gone with the page, which says so', async ({ page }) => {
  await open(page);
  await bring(page);
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
  await review(page).fill(text);
  await page.reload();
  const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(problem).toContainText('“appearance, aroma” was brought as files');
  await expect(review(page)).toHaveValue(text);
  await bring(page);
  await expect(problem).toBeHidden();
  await expect(timing(page)).toContainText('on your device');
  await expect(review(page)).toHaveValue(text);
});

test('it is kept where its owner says so, and deleted again', async ({ page }) => {
  await open(page);
  await bring(page);
  await keep(page).check();
  await expectKept(page, 1);
  await review(page).fill(text);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await expect(keep(page)).toBeChecked();
  // A page that starts with another model offers it, too.
  await page.goto('./#reviews/beer');
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await tab(page, title).click();
  await expect(keep(page)).toBeChecked();

  await page.getByText('Kept on this device', { exact: true }).click();
  const kept = page.locator('.kept-here');
  await expect(kept).toContainText(/For all tabs: 1 model of yours, \d/);
  await kept.getByRole('button', { name: 'Delete these models' }).click();
  await expect(kept).toContainText('They are deleted.');
  await page.goto('./#reviews/beer');
  await page.reload();
  await open(page);
  await expect(tab(page, 'Films')).toBeVisible();
  await expect(tab(page, title)).toBeHidden();
});

test('one that is deleted and was not opened is offered no longer', async ({ page }) => {
  await open(page);
  await bring(page);
  await keep(page).check();
  await expectKept(page, 1);
  await page.goto('./#reviews/beer');
  await page.reload();
  await expect(tab(page, title)).toBeVisible();
  await page.getByText('Kept on this device', { exact: true }).click();
  await page.getByRole('button', { name: 'Delete these models' }).click();
  await expect(tab(page, title)).toBeHidden();
});

test('it is let go of', async ({ page }) => {
  await open(page);
  await bring(page);
  await keep(page).check();
  await panel(page).getByRole('button', { name: 'Remove it from here' }).click();
  await expect(page).toHaveURL(/#reviews\/beer$/);
  await expect(tab(page, title)).toBeHidden();
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await expect(tab(page, title)).toBeHidden();
});

test('a newer one of the same name takes its place', async ({ page }) => {
  await open(page);
  await bring(page);
  await keep(page).check();
  await review(page).fill(text);
  const [config, ...others] = await filesOf(tiny);
  const changed = JSON.parse(config!.buffer.toString()) as {
    aspects: { threshold: number }[];
  };
  // It chooses no word any more.
  for (const aspect of changed.aspects) aspect.threshold = 99;
  const buffer = Buffer.from(JSON.stringify(changed));
  await button(page).click();
  await panel(page)
    .getByLabel('Choose its three files')
    .setInputFiles([{ ...config!, buffer }, ...others]);
  await expect(page.locator('#marked mark')).toHaveCount(0);
  await expect(tab(page, title)).toHaveCount(1);
  await page.reload();
  await expect(timing(page)).toContainText('on your device');
  await expect(page.locator('#marked mark')).toHaveCount(0);
});

test('a newer one is shown where the device has no room for it, and the older goes', async ({
  page,
}) => {
  await open(page);
  await bring(page);
  await keep(page).check();
  await expectKept(page, 1);
  // Said of the one that is brought, although another is shown.
  await tab(page, 'Beer').click();
  await expect(tab(page, 'Beer')).toHaveAttribute('aria-selected', 'true');
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await bring(page);
  await expectFailure(panel(page).getByRole('alert'), 'It could not be kept.', 'The disk is full.');
  await expect(keep(page)).not.toBeChecked();
  await review(page).fill(text);
  await expect(timing(page)).toContainText('on your device');
  await page.reload();
  const gone = page.getByRole('alert').filter({ hasText: 'was brought as files' });
  await expect(gone).toBeVisible();
});

test('what is no model is refused, and another can be brought', async ({ page }) => {
  await open(page);
  await bring(page, tiny, names.slice(0, 2));
  const problem = panel(page).getByRole('alert');
  await expect(problem).toHaveText(/did not find vocab\.txt\.$/);
  const pairs = new URL('../golden/pairs-tiny/', import.meta.url);
  const input = panel(page).getByLabel('Choose its three files');
  await input.setInputFiles(await filesOf(pairs));
  await expect(problem).toHaveText(/found a model of the kind “pairs”\.$/);
  await expectNoViolations(page);
  await input.setInputFiles(await filesOf(tiny));
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
});

test('a damaged one is refused when it is opened', async ({ page }) => {
  await open(page);
  const [config, tensors, words] = await filesOf(tiny);
  await button(page).click();
  await panel(page)
    .getByLabel('Choose its three files')
    .setInputFiles([config!, { ...tensors!, buffer: tensors!.buffer.subarray(1) }, words!]);
  const problem = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expectFailure(problem, 'What arrived is damaged', 'size-mismatch');
});

test('files are dropped, too', async ({ page }) => {
  await open(page);
  await button(page).click();
  const files = (await filesOf(tiny)).map(({ name, buffer }) => ({ name, bytes: [...buffer] }));
  const dropped = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of files)
      transfer.items.add(new File([new Uint8Array(bytes)], name));
    return transfer;
  }, files);
  await panel(page).locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
});

test('it rates many reviews', async ({ page }) => {
  await open(page);
  await bring(page);
  await expect(tab(page, title)).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Many reviews' }).click();
  const view = page.locator('#many-view');
  await view.getByRole('textbox').first().fill(`${text}\nThin and flat.\n`);
  await view.getByRole('button', { name: 'Read what is pasted' }).click();
  await view.getByRole('combobox', { name: 'They are about' }).selectOption(title);
  await view.getByRole('button', { name: 'Rate 2 reviews' }).click();
  await expect(view.locator('.timing')).toContainText('2 reviews');
  await expect(view.getByRole('columnheader', { name: 'Appearance' })).toBeVisible();
});

test('where the browser keeps nothing, it is shown all the same', async ({ page }) => {
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('Access is denied.', 'SecurityError');
    };
  });
  await open(page);
  await bring(page);
  await review(page).fill(text);
  await expect(timing(page)).toContainText('on your device');
  await keep(page).click();
  const problem = panel(page).getByRole('alert');
  await expect(problem).toContainText('It could not be kept.');
  await expect(keep(page)).not.toBeChecked();
});
