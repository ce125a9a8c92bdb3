// The view of questions. As in the other views, what it shows is compared with what the package
// answers in Node. A model of few numbers stands in for the shipped one, sure or unsure as a test
// needs it.
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { loadRetriever, type Retriever } from '../../wasm/dist/systems/questions/node.js';
import type { QuestionDocument } from '../../web/import/columns';
import { chance } from '../../web/views/questions/certainty';
import { levelled, levelOf } from '../../web/views/questions/level';
import { searching } from '../../web/views/questions/search';
import { strings } from '../../web/strings/strings';
import { expect, expectFailure, expectNoViolations, test as base } from './fixtures';

const modelFolder = new URL('../golden/questions-tiny/', import.meta.url);

interface Config {
  calibration?: object;
  files: Record<string, unknown>;
}

/** How sure the page is of every hit, or that the model has no probabilities. */
type Sureness = 'sure' | 'unsure' | 'uncalibrated';

/**
 * What a set is asked to find out how near unrelated questions come: nothing, so that all stands out;
 * or questions of which some are unknown and others its own, so that nothing does.
 */
const unrelated: Record<Sureness, string[]> = {
  sure: [],
  unsure: Array.from({ length: 100 }, (_, i) => (i < 30 ? '' : 'How do I change my password?')),
  uncalibrated: [],
};

async function configOf(sureness: Sureness): Promise<Config> {
  const path = new URL('config.json', modelFolder);
  const config = JSON.parse(await readFile(path, 'utf8')) as Config;
  if (sureness === 'uncalibrated') delete config.calibration;
  return config;
}

const test = base.extend<{ sureness: Sureness }, { retriever: Retriever }>({
  sureness: ['sure', { option: true }],
  page: async ({ page, sureness }, use) => {
    const config = await configOf(sureness);
    await page.route('**/models/questions/*', async (route) => {
      const name = route.request().url().split('/').at(-1)!;
      if (name === 'config.json') return route.fulfill({ json: config });
      return route.fulfill({ body: await readFile(new URL(name, modelFolder)) });
    });
    await page.route('**/unrelated-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `export default ${JSON.stringify(unrelated[sureness])}`,
      }),
    );
    await use(page);
  },
  retriever: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const [tensors, vocabulary] = await Promise.all(
        ['model.safetensors', 'vocab.txt'].map((file) => readFile(new URL(file, modelFolder))),
      );
      const config = Buffer.from(JSON.stringify(await configOf('sure')));
      const retriever = await loadRetriever({ config, tensors: tensors!, vocabulary: vocabulary! });
      await use(retriever);
      await retriever.dispose();
    },
    { scope: 'worker' },
  ],
});

const view = (page: Page) => page.locator('#questions-view');
const field = (page: Page) => page.getByRole('textbox', { name: 'Your question' });
const timing = (page: Page) => view(page).locator('.timing');
const hits = (page: Page) => view(page).locator('.hit');
const hitTexts = (page: Page) => view(page).locator('.hit-question');
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Questions of your own' });
const setButton = (page: Page, name: string) =>
  view(page).getByRole('group', { name: 'Search in' }).getByRole('button', { name, exact: true });
const ownSet = (page: Page) => view(page).locator('.own-set');

async function open(page: Page): Promise<void> {
  await page.goto('./#questions');
  await expect(timing(page)).toContainText('on your device');
}

/** Asks a question, and waits until it is the one that was searched for. */
async function ask(page: Page, text: string): Promise<void> {
  await field(page).fill(text);
  await field(page).press('Enter');
  await expect(view(page).locator('.asked-words')).toHaveText(text);
}

const parcels = `\uFEFFRef;Question;Reply;Topic
p1;"Where is my parcel?";"Look at the tracking page;
it knows more.";delivery
p2;"Can I return my shoes?";"Yes, within 30 days.";returns
p2;"How do I get my money back?";"Press ""Return"".";returns
p4;"";"No question";returns
p5;"Do you ship to France?";"=HYPERLINK(""x"")";delivery;extra
p6;"My parcel has not come, where is it?";"Look at the tracking page.";delivery
`;

/** The questions of `parcels`. */
const parcelDocuments: QuestionDocument[] = [
  ['p1', 'Where is my parcel?'],
  ['p2', 'Can I return my shoes?'],
  ['p2-2', 'How do I get my money back?'],
  ['p5', 'Do you ship to France?'],
  ['p6', 'My parcel has not come, where is it?'],
].map(([id, question]) => ({ id: id!, question: question! }));

function csv(name: string, text: string) {
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

async function chooseFile(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await setButton(page, 'Bring your own…').click();
  await dialog(page).locator('input[type=file]').setInputFiles(file);
}

/** Brings the parcels, and waits until they are searched. */
async function bringParcels(page: Page, { keep = false } = {}): Promise<void> {
  await chooseFile(page, csv('parcels.csv', parcels));
  await dialog(page).getByRole('combobox', { name: 'Id' }).selectOption('Ref');
  if (keep) await dialog(page).getByRole('checkbox', { name: 'Keep them on this device' }).check();
  await dialog(page).getByRole('button', { name: 'Search these 5 questions' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(setButton(page, 'parcels')).toHaveAttribute('aria-current', 'true');
  await expect(ownSet(page)).toContainText('5 questions of your own');
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test.describe('searching', () => {
  test('searches all subjects, or one of them', async ({ page }) => {
    await open(page);
    await expect(timing(page)).toContainText('468 questions searched');
    await expect(setButton(page, 'All subjects')).toHaveAttribute('aria-current', 'true');
    await setButton(page, 'Travel').click();
    await expect(timing(page)).toContainText(/1[456]\d questions searched/);
    await expect(setButton(page, 'Travel')).toHaveAttribute('aria-current', 'true');
    await expect(setButton(page, 'Travel')).toBeFocused();
    await expect(setButton(page, 'All subjects')).not.toHaveAttribute('aria-current');
  });

  test('what a set is measured by is no part of the time of the first search', async ({ page }) => {
    const held = 5000;
    await page.route('**/unrelated-*.js', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, held));
      await route.fallback();
    });
    await open(page);
    const shown = /searched in ([\d,]+) ms/.exec((await timing(page).textContent())!);
    expect(Number(shown![1]!.replaceAll(',', ''))).toBeLessThan(held);
  });

  test('follows the typing, and shows what the last letter asks', async ({ page }) => {
    await open(page);
    await field(page).fill('');
    await expect(view(page).getByText('Type a question to find')).toBeVisible();
    await expect(hits(page)).toHaveCount(0);
    await field(page).pressSequentially('where is my parcel', { delay: 15 });
    await expect(view(page).locator('.asked-words')).toHaveText('where is my parcel');
  });

  test('shows the hits that the package finds', async ({ page, retriever }) => {
    const index = await retriever.createIndex<QuestionDocument>({ fields: ['question'] });
    await index.addAll(parcelDocuments);
    const asShown = levelled(index, await levelOf(index, unrelated.sure));
    await open(page);
    await bringParcels(page);
    for (const text of ['Where is my parcel?', 'shiop to fran', 'my money', 'p']) {
      const expected = await asShown.search(text, searching);
      await ask(page, text);
      await expect(hitTexts(page)).toHaveText(expected.map(({ document }) => document.question));
      await expect(view(page).locator('.meter b')).toHaveText(
        expected.map(({ probability }) => chance(probability!)),
      );
    }
    await index.dispose();
  });

  test.describe('with a model that has no probabilities', () => {
    test.use({ sureness: 'uncalibrated' });

    test('shows scores, and leaves it open whether anything fits', async ({ page }) => {
      await open(page);
      await ask(page, 'where is my parcel');
      await expect(view(page).locator('.nothing')).toBeHidden();
      await expect(hits(page)).toHaveCount(10);
      await expect(hits(page).first().locator('.meter')).toHaveText(/^\d\.\d\d score$/);
    });
  });

  test('asks again in another set what the visitor typed', async ({ page }) => {
    await open(page);
    await ask(page, 'my printer is stuck');
    await setButton(page, 'Computers').click();
    await expect(view(page).locator('.asked-words')).toHaveText('my printer is stuck');
    await expect(field(page)).toHaveValue('my printer is stuck');
    await expect(timing(page)).toContainText(/1[456]\d questions searched/);
  });

  test('ranks by the model and by words, side by side', async ({ page }) => {
    await open(page);
    await ask(page, 'where is my parcel');
    const ways = view(page).getByRole('group', { name: 'Ranking' });
    await expect(ways.getByRole('button', { name: 'Combined' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await ways.getByRole('button', { name: 'Side by side' }).click();
    const model = view(page).getByRole('list', { name: 'By the model' });
    const words = view(page).getByRole('list', { name: 'By words (BM25)' });
    await expect(model.getByRole('listitem')).toHaveCount(5);
    await expect(words.locator('.hit-question').first()).toContainText('parcel');
    const [left, right] = [(await model.boundingBox())!, (await words.boundingBox())!];
    expect(right.x).toBeGreaterThan(left.x + left.width - 1);
    await ways.getByRole('button', { name: 'Combined' }).click();
    await expect(model).toBeHidden();
  });

  test('tells those who hear the page how many, and the first', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await ask(page, 'Where is my parcel?');
    const live = view(page).locator('.result > [aria-live=polite]');
    await expect(live).toHaveText(/found\. The first: “Where is my parcel\?”|^Nothing here/);
  });

  test('shows the answer when asked to', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await ask(page, 'Where is my parcel?');
    const first = view(page).locator('.hit', { hasText: 'Where is my parcel?' }).first();
    const button = first.getByRole('button', { name: /^Answer/ });
    await expect(first.locator('.hit-answer')).toBeHidden();
    await button.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await expect(first.locator('.hit-answer')).toHaveText(
      'Look at the tracking page;\nit knows more.',
      { useInnerText: true },
    );
    await button.press('Enter');
    await expect(first.locator('.hit-answer')).toBeHidden();
  });
});

test.describe('words that match', () => {
  const asked = (page: Page, name: string) =>
    view(page).locator('.asked-words').getByRole('button', { name, exact: true });
  const lit = (page: Page) => view(page).locator('.hit mark.lit').allTextContents();

  test('are marked in both texts, and joined when pointed at', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await ask(page, 'parcel to france');
    await expect(asked(page, 'parcel')).toHaveClass(/by-word/);
    await asked(page, 'parcel').hover();
    await expect.poll(async () => new Set(await lit(page))).toContain('parcel');
    await expect(view(page).locator('.asked-readout')).toContainText('parcel matches');
    await asked(page, 'france').hover();
    await expect.poll(() => lit(page)).toContain('France');
    expect(await lit(page)).not.toContain('parcel');
    // And the other way round.
    await view(page).locator('.hit mark', { hasText: 'France' }).first().hover();
    await expect(asked(page, 'france')).toHaveClass(/lit/);
    await expect(asked(page, 'parcel')).not.toHaveClass(/lit/);
    await page.mouse.move(0, 0);
    await expect(view(page).locator('.lit')).toHaveCount(0);
  });

  test.describe('those of questions that are folded', () => {
    test.use({ sureness: 'unsure' });

    test('are marked when they are in sight', async ({ page }) => {
      await open(page);
      await bringParcels(page);
      await ask(page, 'parcel to france');
      const nearest = view(page).locator('.nearest > summary');
      await expect(nearest).toBeVisible();
      await expect(asked(page, 'parcel')).toHaveCount(0);
      await nearest.click();
      await asked(page, 'parcel').hover();
      await expect.poll(() => lit(page)).toContain('parcel');
      await nearest.click();
      await expect(asked(page, 'parcel')).toHaveCount(0);
    });
  });

  test('are walked along by keyboard, as one stop of the Tab key', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await ask(page, 'parcel shoes france');
    await expect(view(page).getByRole('toolbar')).toHaveAccessibleName(/Words of your question/);
    await asked(page, 'parcel').focus();
    await expect.poll(() => lit(page)).toContain('parcel');
    await page.keyboard.press('ArrowRight');
    await expect(asked(page, 'shoes')).toBeFocused();
    await expect.poll(() => lit(page)).toContain('shoes');
    await page.keyboard.press('End');
    await expect(asked(page, 'france')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(asked(page, 'parcel')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(view(page).locator('.asked-words :focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(asked(page, 'parcel')).toBeFocused();
  });
});

test.describe('why', () => {
  test('says what the model and the words add', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await ask(page, 'Where is my parcel?');
    const first = view(page).locator('.hit', { hasText: 'Where is my parcel?' }).first();
    await first.getByRole('button', { name: /^Why/ }).click();
    await expect(first.getByText(/^Its score: \d/)).toBeVisible();
    const rows = first.getByRole('table').locator('tbody tr');
    await expect(rows.filter({ hasText: 'parcel' })).toHaveCount(1);
    await expect(first.locator('.drops li').filter({ hasText: 'parcel' })).toContainText('score');
    const pair = first.locator('.pair').first();
    await pair.focus();
    await expect(view(page).locator('.asked-words .lit').first()).toBeVisible();
    await first.getByRole('button', { name: 'Compare with number 2' }).click();
    await expect(first.getByText(/Of the difference in score/)).toBeVisible();
  });
});

test.describe('bringing questions', () => {
  test('reads a table, lets columns be picked, and says what is wrong with rows', async ({
    page,
  }) => {
    await open(page);
    await chooseFile(page, csv('parcels.csv', parcels));
    await expect(dialog(page).getByText('6 rows, read as a table.')).toBeVisible();
    await expect(dialog(page).getByRole('textbox', { name: 'Name of the set' })).toBeFocused();
    await expect(dialog(page).getByRole('combobox', { name: 'Separator' })).toHaveValue(';');
    await expect(dialog(page).getByRole('combobox', { name: 'Question', exact: true })).toHaveValue(
      '1',
    );
    await expect(dialog(page).getByRole('combobox', { name: 'Answer' })).toHaveValue('2');
    const preview = dialog(page).getByRole('region', { name: 'The first rows' });
    await expect(preview.getByRole('columnheader')).toHaveText([
      'Ref',
      'Question Question',
      'Reply Answer',
      'Topic Category',
    ]);
    await expect(preview.getByRole('row')).toHaveCount(6);
    await dialog(page).getByText('2 rows need a look').click();
    await expect(dialog(page).getByText('Line 6 Expected a question')).toBeVisible();
    await expect(dialog(page).getByText('Line 7 Expected 4 cells')).toBeVisible();

    await dialog(page).getByRole('combobox', { name: 'Id' }).selectOption('Ref');
    await expect(dialog(page).getByText('3 rows need a look')).toBeVisible();
    await dialog(page)
      .getByRole('combobox', { name: 'Question', exact: true })
      .selectOption('Reply');
    await expect(preview.getByRole('columnheader').nth(2)).toHaveText('Reply Question Answer');
    await expect(
      dialog(page).getByRole('button', { name: 'Search these 6 questions' }),
    ).toBeVisible();
    await dialog(page).getByRole('checkbox', { name: 'The first row names' }).uncheck();
    await expect(dialog(page).getByText('7 rows, read as a table.')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Read what is pasted' })).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(setButton(page, 'Bring your own…')).toBeFocused();
  });

  test('its button is like those of other sets, whichever view was seen before', async ({
    page,
  }) => {
    await page.goto('./#many');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Many reviews at once');
    await page.getByRole('link', { name: 'Questions' }).click();
    await expect(setButton(page, 'Travel')).toBeEnabled({ timeout: 60_000 });
    const displayOf = (name: string) =>
      setButton(page, name).evaluate((button) => getComputedStyle(button).display);
    expect(await displayOf('Bring your own…')).toBe(await displayOf('Travel'));
    await page.goBack();
    await expect(page.locator('#many-view .bring')).toHaveCSS('border-top-style', 'solid');
  });

  const pastes = {
    'one question a line': 'Where is my parcel?\nCan I return shoes?\n',
    'JSON lines':
      '{"question": "Where is my parcel?", "answer": "Here."}\n{"question": "Can I return shoes?"}',
    'an FAQ page': `<html><script type="application/ld+json">${JSON.stringify({
      '@type': 'FAQPage',
      mainEntity: ['Where is my parcel?', 'Can I return shoes?'].map((name) => ({
        '@type': 'Question',
        name,
        acceptedAnswer: { '@type': 'Answer', text: 'Yes.' },
      })),
    })}</script></html>`,
  };
  for (const [format, text] of Object.entries(pastes)) {
    test(`reads what is pasted: ${format}`, async ({ page }) => {
      await open(page);
      await setButton(page, 'Bring your own…').click();
      await dialog(page).getByRole('textbox', { name: 'Or paste' }).fill(text);
      await dialog(page).getByRole('button', { name: 'Read what is pasted' }).click();
      await expect(dialog(page).getByText(`2 rows, read as ${format}.`)).toBeVisible();
      await expect(dialog(page).getByRole('combobox', { name: 'Separator' })).toBeHidden();
      // Of a list there is nothing to choose.
      const choices = dialog(page).getByRole('group', { name: 'Which column is what' });
      await expect(choices).toBeVisible({ visible: format !== 'one question a line' });
      await dialog(page).getByRole('textbox', { name: 'Name of the set' }).fill('Pasted');
      await dialog(page).getByRole('button', { name: 'Search these 2 questions' }).click();
      await expect(setButton(page, 'Pasted')).toHaveAttribute('aria-current', 'true');
      await ask(page, 'where is my parcel');
      await expect(view(page).locator('.hit-question', { hasText: 'parcel' })).toHaveCount(1);
    });
  }

  test('takes lines with bars for a table until it is told otherwise', async ({ page }) => {
    await open(page);
    await setButton(page, 'Bring your own…').click();
    const pasted = 'Where is my parcel | post?\nCan I return | exchange shoes?';
    await dialog(page).getByRole('textbox', { name: 'Or paste' }).fill(pasted);
    await dialog(page).getByRole('button', { name: 'Read what is pasted' }).click();
    await dialog(page).getByRole('combobox', { name: 'A question is' }).selectOption('a line');
    await expect(dialog(page).locator('.preview td')).toHaveText(pasted.split('\n'));
  });

  test('says what cannot be read, and goes on', async ({ page }) => {
    await open(page);
    await setButton(page, 'Bring your own…').click();
    const read = dialog(page).getByRole('button', { name: 'Read what is pasted' });
    const alert = dialog(page).getByRole('alert');
    await read.click();
    await expect(alert).toHaveText('Expected something to read; found no text.');
    await dialog(page).getByRole('textbox', { name: 'Or paste' }).fill('{"question": ');
    await read.click();
    await expect(alert).toContainText('line 1');
    await dialog(page)
      .locator('input[type=file]')
      .setInputFiles({ name: 'faq.xlsx', mimeType: '', buffer: Buffer.from('PK\x03\x04 and on') });
    await expect(alert).toContainText('found a workbook');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await ask(page, 'where is my parcel');
  });

  test('refuses 200 MB, and the page lives', async ({ page }) => {
    await open(page);
    await setButton(page, 'Bring your own…').click();
    const drop = await dialog(page).locator('.drop').elementHandle();
    await drop.evaluate((target) => {
      const megabyte = new Blob(['a question?\n'.repeat(83_334)]);
      const files = new DataTransfer();
      files.items.add(
        new File(
          Array.from({ length: 200 }, () => megabyte),
          'all.csv',
        ),
      );
      target.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true }));
    });
    await expect(dialog(page).getByRole('alert')).toContainText(
      'Expected at most 50 MB; found 201',
    );
    await page.keyboard.press('Escape');
    await ask(page, 'where is my parcel');
  });

  test('stops when it is cancelled, with the sets as before', async ({ page }) => {
    await open(page);
    const rows = Array.from({ length: 40_000 }, (_, i) => `How do I do number ${i} of many?`);
    await chooseFile(page, csv('many.txt', rows.join('\n')));
    await dialog(page).getByRole('button', { name: 'Search these 40,000 questions' }).click();
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog(page).getByRole('progressbar')).toBeHidden();
    await expect(dialog(page).locator('.problem')).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(setButton(page, 'many')).toHaveCount(0);
    await expect(setButton(page, 'All subjects')).toHaveAttribute('aria-current', 'true');
    await ask(page, 'where is my parcel');
    await expect(timing(page)).toContainText('468 questions searched');
  });
});

test('a set that is chosen again is opened once, and a question that was edited stays', async ({
  page,
}) => {
  await open(page);
  await field(page).fill('Is the museum open?');
  await view(page).locator('.samples').getByRole('button').first().click();
  await field(page).press('End');
  await field(page).pressSequentially('!');
  const edited = await field(page).inputValue();
  await setButton(page, 'Travel').dblclick();
  await setButton(page, 'Computers').click();
  await setButton(page, 'Travel').click();
  await expect(timing(page)).toContainText('questions searched');
  await expect(view(page).locator('.problem:not(:empty)')).toHaveCount(0);
  await expect(field(page)).toHaveValue(edited);
});

test.describe('a set of one’s own', () => {
  test('is gone with the page unless it is kept', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await page.reload();
    await expect(timing(page)).toContainText('on your device');
    await expect(setButton(page, 'parcels')).toHaveCount(0);
    const databases = await page.evaluate(async () => {
      const request = indexedDB.open('whylight-questions');
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const stores = [...database.objectStoreNames];
      const counts = stores.map(
        (store) =>
          new Promise<number>((resolve) => {
            const counting = database.transaction(store).objectStore(store).count();
            counting.onsuccess = () => resolve(counting.result);
          }),
      );
      return Promise.all(counts);
    });
    expect(databases).toEqual([0, 0, 0, 0]);
  });

  test('is there again if it was kept, until it is deleted', async ({ page }) => {
    await open(page);
    await bringParcels(page, { keep: true });
    await expect(ownSet(page).getByRole('checkbox')).toBeChecked();
    await ask(page, 'Where is my parcel?');
    const before = await hitTexts(page).allTextContents();

    await page.reload();
    await expect(timing(page)).toContainText('on your device');
    await setButton(page, 'parcels').click();
    await ask(page, 'Where is my parcel?');
    await expect(timing(page)).toContainText('5 questions searched');
    expect(await hitTexts(page).allTextContents()).toEqual(before);

    await ownSet(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(
      ownSet(page).getByText('Delete “parcels”, here and on this device?'),
    ).toBeVisible();
    await expect(ownSet(page).getByRole('button', { name: 'Keep it' })).toBeFocused();
    await ownSet(page).getByRole('button', { name: 'Delete it' }).click();
    await expect(setButton(page, 'parcels')).toHaveCount(0);
    await expect(setButton(page, 'All subjects')).toHaveAttribute('aria-current', 'true');
    await page.reload();
    await expect(timing(page)).toContainText('on your device');
    await expect(setButton(page, 'parcels')).toHaveCount(0);
  });

  test('goes alone, however often that is asked for', async ({ page }) => {
    await open(page);
    for (const name of ['one', 'two']) {
      await chooseFile(page, csv(`${name}.txt`, 'Where is my parcel?\nCan I return shoes?\n'));
      await dialog(page).getByRole('button', { name: 'Search these 2 questions' }).click();
      await expect(setButton(page, name)).toHaveAttribute('aria-current', 'true');
    }
    await setButton(page, 'one').click();
    await ownSet(page).getByRole('button', { name: 'Delete', exact: true }).click();
    await ownSet(page)
      .getByRole('button', { name: 'Delete it' })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await expect(setButton(page, 'one')).toHaveCount(0);
    await expect(setButton(page, 'All subjects')).toHaveAttribute('aria-current', 'true');
    await expect(setButton(page, 'two')).toBeVisible();
  });

  test('does not take the place of another tab’s', async ({ page }) => {
    await open(page);
    await page.evaluate(async () => {
      const request = indexedDB.open('whylight-questions');
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const transaction = database.transaction('sets', 'readwrite');
      transaction.objectStore('sets').put({ name: 'parcels', size: 1 });
      await new Promise((resolve) => (transaction.oncomplete = resolve));
      database.close();
    });
    await bringParcels(page);
    await ownSet(page).getByRole('checkbox').check();
    await expect(setButton(page, 'parcels (2)')).toHaveAttribute('aria-current', 'true');
    await expect(ownSet(page).getByRole('checkbox')).toBeChecked();
  });

  test('is told, and deleted, among all that is kept on the device', async ({ page }) => {
    await open(page);
    await bringParcels(page, { keep: true });
    await expect(ownSet(page).getByRole('checkbox')).toBeChecked();
    const heading = page.getByText(strings.kept.heading, { exact: true });
    await heading.click();
    await expect(page.getByText(strings.kept.device(1, 0))).toBeVisible();
    await page.getByRole('button', { name: strings.kept.deleteDevice }).click();
    await expect(page.getByText(strings.kept.deletedDevice)).toBeVisible();
    await expect(ownSet(page).getByRole('checkbox')).not.toBeChecked();
    await page.reload();
    await expect(timing(page)).toContainText('questions searched');
    await expect(setButton(page, 'parcels')).toHaveCount(0);
    await heading.click();
    await expect(page.getByRole('button', { name: strings.kept.deleteDevice })).toBeHidden();
  });

  test('says so where another tab shows a newer version of the page', async ({ page }) => {
    await page.addInitScript(() => {
      const newer = indexedDB.open('whylight-questions', 99);
      newer.onsuccess = () => newer.result.close();
    });
    await open(page);
    await bringParcels(page, { keep: true });
    const problem = ownSet(page).getByRole('alert');
    await expectFailure(problem, strings.keeping.newerTab, 'version');
  });

  test.describe('without a model', () => {
    test.use({ expectedProblems: /Failed to load resource|net::ERR/ });

    test('says so, and can be cancelled while it loads', async ({ page }) => {
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      await page.route('**/models/questions/model.safetensors', async (route) => {
        await held;
        await route.abort();
      });
      await page.goto('./#questions');
      await chooseFile(page, csv('two.txt', 'Where is my parcel?\nCan I return shoes?\n'));
      const search = dialog(page).getByRole('button', { name: 'Search these 2 questions' });
      await search.click();
      await dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click();
      await expect(dialog(page).locator('.work')).toBeHidden();
      await search.click();
      await expect(dialog(page).locator('.work')).toBeVisible();
      letGo();
      await expect(dialog(page).getByRole('alert').last()).not.toBeEmpty();
      await expect(dialog(page).locator('.work')).toBeHidden();
    });
  });

  test('is saved as files that are read again', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    const save = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        ownSet(page).getByRole('button', { name, exact: true }).click(),
      ]);
      return download;
    };
    const table = await save('CSV');
    expect(table.suggestedFilename()).toBe('parcels.csv');
    const text = await textOf(table);
    // No spreadsheet is to take it for a formula.
    expect(text).toContain(`,"'=HYPERLINK(""x"")",`);
    const lines = await textOf(await save('JSON lines'));
    const saved = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as QuestionDocument);
    expect(saved.map(({ id }) => id)).toEqual(parcelDocuments.map(({ id }) => id));

    const index = await save('Index');
    expect(index.suggestedFilename()).toBe('parcels.whyindex');
    const bytes = await readFile(await index.path());
    await chooseFile(page, { name: 'again.whyindex', mimeType: '', buffer: bytes });
    await expect(setButton(page, 'again')).toHaveAttribute('aria-current', 'true');
    await expect(ownSet(page)).toContainText('5 questions of your own');
    await ask(page, 'Where is my parcel?');
    await expect(timing(page)).toContainText('5 questions searched');
  });

  test('says so of an index that is damaged', async ({ page }) => {
    await open(page);
    await chooseFile(page, {
      name: 'parcels.whyindex',
      mimeType: '',
      buffer: Buffer.from('whyindex and then nothing that one could read'),
    });
    const problem = page.getByRole('dialog').getByRole('alert');
    await expectFailure(problem, strings.importing.badIndex, '(bad-data)');
  });

  test('says so where the browser keeps nothing', async ({ page }) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('Access is denied.', 'SecurityError');
      };
    });
    await open(page);
    await bringParcels(page, { keep: true });
    const problem = ownSet(page).getByRole('alert');
    await expect(problem).toContainText('It could not be kept.');
    await expectFailure(problem, strings.keeping.notKept, 'Access is denied.');
    await expect(ownSet(page).getByRole('checkbox')).not.toBeChecked();
    await ask(page, 'Where is my parcel?');
    await expect(timing(page)).toContainText('5 questions searched');
  });

  test('is kept although the browser had closed what keeps it', async ({ page }) => {
    await open(page);
    await bringParcels(page);
    await page.evaluate(
      () =>
        new Promise(
          (resolve) => (indexedDB.deleteDatabase('whylight-questions').onsuccess = resolve),
        ),
    );
    await ownSet(page).getByRole('checkbox').click();
    await expect(ownSet(page).getByRole('checkbox')).toBeChecked();
    await expect(ownSet(page).locator('.problem')).toBeEmpty();
  });

  test('says so where the browser is full', async ({ page }) => {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = function put() {
        throw new DOMException('Full.', 'QuotaExceededError');
      };
    });
    await open(page);
    await bringParcels(page);
    await ownSet(page).getByRole('checkbox').click();
    await expect(ownSet(page).getByRole('alert')).toContainText('no room left');
    await expect(ownSet(page).getByRole('checkbox')).not.toBeChecked();
    await ask(page, 'Where is my parcel?');
  });
});

test.describe('near-duplicates', () => {
  const part = (page: Page) => view(page).locator('.duplicates');

  test('stand in groups, and are searched for when picked', async ({ page }) => {
    await open(page);
    await chooseFile(
      page,
      csv('twice.txt', 'Where is my parcel?\nCan I return shoes?\nwhere is my parcel\n'),
    );
    await dialog(page).getByRole('button', { name: 'Search these 3 questions' }).click();
    await part(page).getByRole('heading').click();
    await expect(part(page).getByRole('status')).toHaveText('1 group with 2 questions of 3.');
    const picks = part(page).locator('.cluster').getByRole('button');
    await expect(picks).toHaveText(['Where is my parcel?', 'where is my parcel']);
    await picks.nth(1).click();
    await expect(field(page)).toHaveValue('where is my parcel');
    await expect(field(page)).toBeFocused();
    await expect(view(page).locator('.asked-words')).toHaveText('where is my parcel');
  });

  test('follow the slider', async ({ page, retriever }) => {
    const samples = new URL('../../web/samples/travel.json', import.meta.url);
    const documents = JSON.parse(await readFile(samples, 'utf8')) as QuestionDocument[];
    const index = await retriever.createIndex<QuestionDocument>({ fields: ['question'] });
    await index.addAll(documents);
    await open(page);
    await setButton(page, 'Travel').click();
    await part(page).getByRole('heading').click();
    const slider = part(page).getByRole('slider', { name: 'How alike, at least' });
    for (const threshold of [0.99, 0.95]) {
      await slider.fill(String(threshold));
      await expect(part(page).locator('.alike-value')).toHaveText(String(threshold));
      const clusters = await index.duplicates({ threshold });
      const questions = clusters.flatMap(({ ids }) => ids).length;
      await expect(part(page).getByRole('status')).toContainText(`with ${questions} questions of`);
      await expect(part(page).locator('.cluster')).toHaveCount(clusters.length);
    }
    await index.dispose();
  });
});

test.describe('the evaluation', () => {
  const part = (page: Page) => view(page).locator('.evaluation');
  const pairs = [
    'a,b,same',
    'Where is my parcel?,Where is my parcel,1',
    'Can I return shoes?,can i return shoes,yes',
    'Do you ship to France?,do you ship to france,1',
    'Where is my parcel?,Can I pay by card?,0',
    'Can I return shoes?,Who are you?,no',
    'Do you ship to France?,My screen is dark,0',
    'one alone,,1',
  ].join('\n');

  test('measures labelled pairs, with intervals', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading', { level: 2 }).click();
    await part(page).getByRole('textbox', { name: 'Or paste' }).fill(pairs);
    await part(page).getByRole('button', { name: 'Read what is pasted' }).click();
    await expect(part(page).getByText('6 pairs, of which 3 ask the same.')).toBeVisible();
    await expect(part(page).getByText(/1 row could not be used\. Line 8/)).toBeVisible();
    const rows = part(page).getByRole('table').locator('tbody tr');
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(2).locator('td')).toHaveText([
      '1.000 (1.000 to 1.000)',
      '1.000 (1.000 to 1.000)',
      '100% (100% to 100%)',
    ]);
  });

  test('tells rows that could not be used from those that need a look', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading', { level: 2 }).click();
    const more = pairs.replace('card?,0', 'card?,0,a note').replace('are you?,no', 'are you?,no,x');
    await part(page).getByRole('textbox', { name: 'Or paste' }).fill(more);
    await part(page).getByRole('button', { name: 'Read what is pasted' }).click();
    await expect(part(page).getByText('6 pairs, of which 3 ask the same.')).toBeVisible();
    await expect(part(page).getByText(/1 row could not be used\. Line 8/)).toBeVisible();
    await expect(part(page).getByText(/^2 rows need a look\. Line 5: /)).toBeVisible();
  });

  test('says what is wrong with pairs', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading', { level: 2 }).click();
    await part(page).getByRole('textbox', { name: 'Or paste' }).fill('question\nWhere is it?');
    await part(page).getByRole('button', { name: 'Read what is pasted' }).click();
    await expect(part(page).getByRole('alert').last()).toContainText('Expected two columns');
  });

  test('measures the page’s own questions', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading', { level: 2 }).click();
    await part(page).getByRole('button', { name: 'Measure' }).click();
    await expect(part(page).getByText('90 questions that a set answers')).toBeVisible();
    const cells = part(page).getByRole('table').locator('tbody td');
    await expect(cells).toHaveCount(3);
    for (const cell of await cells.allTextContents()) {
      expect(cell).toMatch(/^\d+% \(\d+% to \d+%\)$/);
    }
  });

  test('says nothing of a measurement that another took the place of', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading', { level: 2 }).click();
    const figures = part(page).locator('.figures');
    await figures.evaluate((place: HTMLElement) => {
      const said: string[] = [];
      new MutationObserver(() => {
        said.push(place.innerText);
        place.dataset.said = said.join('|');
      }).observe(place, { childList: true });
    });
    await part(page)
      .getByRole('button', { name: 'Measure' })
      .evaluate((button: HTMLElement) => {
        button.click();
        button.click();
      });
    await expect(part(page).getByText('90 questions that a set answers')).toBeVisible();
    await expect(figures).not.toHaveAttribute('data-said', /Stopped/);
  });
});

test.describe('questions without an answer', () => {
  const part = (page: Page) => view(page).locator('.unanswered');
  const kept = (page: Page) => part(page).locator('.kept-questions li');

  test.use({ sureness: 'unsure' });

  test('are kept when the visitor says so, saved, and deleted', async ({ page }) => {
    await open(page);
    await ask(page, 'who painted the moon');
    const nothing = view(page).locator('.nothing');
    await expect(nothing.getByText('Nothing here asks that')).toBeVisible();
    await expect(hits(page).first()).toBeHidden();
    await view(page).getByText('The nearest ones').click();
    await expect(hits(page).first()).toBeVisible();
    await nothing.getByRole('button', { name: 'Keep it for later' }).click();
    await expect(nothing.getByText('Kept on this device, in the list below.')).toBeVisible();

    await page.reload();
    await part(page).getByRole('heading').click();
    await expect(kept(page)).toHaveText(/^who painted the moon All subjects, nearest/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      part(page).getByRole('button', { name: 'Save as CSV' }).click(),
    ]);
    expect(await textOf(download)).toMatch(
      /^\uFEFFquestion,set,nearest,asked\r\nwho painted the moon,All subjects,0\.\d{3},20[\d-]+T[\d:.]+Z\r\n$/,
    );
    await part(page).getByRole('button', { name: 'Delete all' }).click();
    await expect(kept(page)).toHaveCount(0);
    await expect(part(page).getByRole('checkbox')).toBeFocused();
  });

  test('of the page’s samples none is kept', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading').click();
    await part(page).getByRole('checkbox').check();
    await ask(page, 'who painted the moon');
    await expect(kept(page)).toHaveText([/^who painted the moon/]);
    const stranger = 'how do I become a pilot';
    await view(page).getByRole('button', { name: stranger }).click();
    await expect(view(page).locator('.asked-words')).toHaveText(stranger);
    await expect(view(page).locator('.nothing-title')).toHaveText('Nothing here asks that');
    await ask(page, 'who painted the sun');
    await expect(kept(page)).toHaveText([/^who painted the sun/, /^who painted the moon/]);
  });

  test('are kept as they come once that is ticked, and not half typed', async ({ page }) => {
    await open(page);
    await part(page).getByRole('heading').click();
    await ask(page, 'who painted the sun');
    await expect(view(page).locator('.nothing-title')).toHaveText('Nothing here asks that');
    await expect(kept(page)).toHaveCount(0);
    await part(page).getByRole('checkbox').check();
    await field(page).fill('who painted');
    await expect(view(page).locator('.asked-words')).toHaveText('who painted');
    await expect(kept(page)).toHaveCount(0);
    await field(page).fill('who painted the moon');
    await field(page).press('Enter');
    await expect(kept(page)).toHaveText([/^who painted the moon/]);
    await page.reload();
    await part(page).getByRole('heading').click();
    await expect(part(page).getByRole('checkbox')).toBeChecked();
  });
});

test.describe('to everybody', () => {
  const sizes = {
    desktop: { width: 1280, height: 900 },
    'a small phone': { width: 320, height: 640 },
  };
  for (const [device, viewport] of Object.entries(sizes)) {
    test.describe(`on ${device}`, () => {
      test.use({ viewport });

      test('axe finds nothing in questions, whatever is open', async ({ page }) => {
        await open(page);
        await expectNoViolations(page);
        await bringParcels(page);
        await ask(page, 'Where is my parcel?');
        for (const name of [/^Answer/, /^Why/]) {
          await hits(page).first().getByRole('button', { name }).click();
        }
        await hits(page)
          .first()
          .getByRole('button', { name: /Compare/ })
          .click();
        for (const part of ['duplicates', 'evaluation', 'unanswered']) {
          await view(page).locator(`.${part} > summary`).click();
        }
        await view(page).getByRole('button', { name: 'Measure' }).click();
        await expect(view(page).locator('.report')).toBeVisible();
        await ownSet(page).getByRole('button', { name: 'Delete', exact: true }).click();
        await expectNoViolations(page);
        await view(page).getByRole('button', { name: 'Side by side' }).click();
        await expect(view(page).locator('.apart')).toBeVisible();
        await expectNoViolations(page);
      });

      test('axe finds nothing in the dialog', async ({ page }) => {
        await open(page);
        await setButton(page, 'Bring your own…').click();
        await expectNoViolations(page);
        await dialog(page).locator('input[type=file]').setInputFiles(csv('a.csv', parcels));
        await dialog(page).getByText('2 rows need a look').click();
        await expectNoViolations(page);
      });
    });
  }

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 320, height: 640 }, hasTouch: true });

    test('nothing has to be scrolled sideways, and all is large enough to touch', async ({
      page,
    }) => {
      await open(page);
      await bringParcels(page);
      for (const part of ['duplicates', 'evaluation', 'unanswered']) {
        await view(page).locator(`.${part} > summary`).click();
      }
      for (const text of ['Where is my parcel?', 'm'.repeat(500), 'parcel '.repeat(200)]) {
        await ask(page, text);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(320);
      }
      await ask(page, 'Where is my parcel?');
      const targets = view(page).locator('button, input, select, summary, textarea, a');
      for (const target of await targets.all()) {
        if (!(await target.isVisible())) continue;
        const label = target.locator('xpath=ancestor::label');
        const pressed = (await label.count()) > 0 ? label : target;
        // Words of a text are as high as its lines.
        if ((await target.getAttribute('class'))?.includes('asked-word')) continue;
        const box = (await pressed.boundingBox())!;
        expect(box.height, await target.innerText()).toBeGreaterThanOrEqual(44);
      }
      await setButton(page, 'Bring your own…').click();
      const box = (await dialog(page).boundingBox())!;
      expect([box.x, box.width]).toEqual([0, 320]);
    });
  });

  test('marks can be told apart without colours', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    await open(page);
    await bringParcels(page);
    await ask(page, 'parcel');
    const word = view(page).locator('.hit mark.by-word').first();
    await expect(word).toHaveCSS('text-decoration-style', 'solid');
    await expect(view(page).locator('.legend .by-meaning')).toHaveCSS(
      'text-decoration-style',
      'dashed',
    );
  });

  test('licences of what others wrote are one link away', async ({ page }) => {
    await open(page);
    const link = view(page).getByRole('link', { name: 'Licences' });
    const licences = await page.request.get((await link.getAttribute('href'))!);
    const text = await licences.text();
    for (const name of ['papaparse', 'entities', 'rolldown', 'vite', 'Eigen', 'Highway', 'musl']) {
      expect(text).toMatch(new RegExp(`^${name}\\b`, 'm'));
    }
    expect(text).toContain('Copyright (c) 2015 Matthew Holt');
  });
});

test.describe('hostile questions', () => {
  const texts = {
    'one letter': 'a',
    'punctuation alone': '?!',
    'an emoji': '📦',
    markup: '<img src=x onerror=alert(1)> <b>parcel</b>',
    'right-to-left text': 'איפה החבילה שלי parcel',
    'NUL bytes': 'par\0cel\0',
    '100,000 words': 'parcel '.repeat(100_000),
  };
  test('are answered or refused', async ({ page }) => {
    await open(page);
    for (const [name, text] of Object.entries(texts)) {
      await test.step(name, async () => {
        await ask(page, 'where is my parcel');
        await field(page).fill(text);
        await field(page).press('Enter');
        const shown = view(page).locator('.asked-words:visible, .result > .problem:visible');
        await expect(shown).not.toHaveText('where is my parcel');
      });
    }
    await ask(page, 'where is my parcel');
  });

  test('100,000 words in one field are read or refused, and the page lives', async ({ page }) => {
    await open(page);
    await chooseFile(page, csv('long.txt', `Where is it?\n${'parcel '.repeat(100_000)}\n`));
    await dialog(page).getByRole('button', { name: 'Search these 2 questions' }).click();
    const alert = dialog(page).getByRole('alert');
    await expect(alert.or(setButton(page, 'long'))).toBeVisible();
    await page.keyboard.press('Escape');
    await ask(page, 'where is it');
  });
});
