// What a model gets right and wrong, for visitors: the figures of models/index.json.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { shownKinds, type ProbeRecord } from '../../web/components/probe-words';
import { expect, expectNoViolations, open, test } from './fixtures';
import { doubtful, serve, undialled } from './variants';

const made: ProbeRecord = {
  total: { n: 31, right: 23 },
  kinds: {
    plain: { n: 16, right: 10, example: { aspect: 'aroma', text: 'Smells of roses.', above: 0.5 } },
    'negation near': {
      n: 15,
      right: 13,
      example: { aspect: 'aroma', higher: 'Not bad.', lower: 'Not good.' },
    },
    irony: { n: 6, right: 1, example: { aspect: 'aroma', higher: 'Nice.', lower: 'Oh, nice.' } },
  },
};

const heading = 'What it gets right and wrong';
const part = (page: Page, view: string) => page.locator(`#${view}-view .record`);

test('says of each kind how much is right, with a test of each', async ({ page }) => {
  await serve(page, { ...undialled, probes: made });
  await open(page);
  const record = part(page, 'reviews');
  await expect(record.getByRole('list')).toBeHidden();
  await record.getByText(heading).click();
  await expect(record).toContainText('We wrote 31 short tests');
  await expect(record).toContainText('gets 23 right');
  await expect(record.getByRole('listitem')).toHaveText([
    'Plain praise and blame 10 of 16 right“Smells of roses.” must be rated high for aroma.',
    'Negation 13 of 15 right“Not bad.” must be rated higher for aroma than “Not good.”',
  ]);
  await expect(record.getByText('A known weakness is irony: 1 of 6 right.')).toBeVisible();
  await expectNoViolations(page);
});

test('is not there for a model that was not tested', async ({ page }) => {
  await serve(page, { ...undialled, probes: made }, doubtful);
  await open(page);
  await expect(part(page, 'reviews')).toBeVisible();
  await page.getByRole('tab', { name: 'Films' }).click();
  await expect(page.getByRole('textbox', { name: 'A film review' })).toBeVisible();
  await expect(page.locator('#timing')).toContainText('on your device');
  await expect(part(page, 'reviews')).toBeHidden();
});

for (const view of ['sentiment', 'pairs']) {
  test(`the view of ${view} has the figures of its model`, async ({ page }) => {
    const path = new URL('../../models/index.json', import.meta.url);
    const index = JSON.parse(await readFile(path, 'utf8')) as Record<
      string,
      { probes?: ProbeRecord }
    >;
    const { probes } = index[view]!;
    await page.goto(`./#${view}`);
    await expect(page.locator(`#${view}-view .timing`)).toContainText('on your device');
    const record = part(page, view);
    await record.getByText(heading).click();
    const { counted } = shownKinds(probes!, false);
    await expect(record.getByRole('listitem')).toHaveText(
      counted.map(({ name, n, right, example }) => `${name} ${right} of ${n} right${example}`),
    );
    await expectNoViolations(page);
  });
}

for (const width of [360, 1280]) {
  test(`has no need to be scrolled sideways at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page);
    await part(page, 'reviews').getByText(heading).click();
    const needed = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(needed).toBeLessThanOrEqual(width);
  });
}

test.describe('where the list of models does not arrive', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  for (const { view, shown } of [
    { view: 'sentiment', shown: '.verdict' },
    { view: 'pairs', shown: '.verdict-cards' },
  ]) {
    test(`the view of ${view} works without it`, async ({ page }) => {
      await page.route('**/models/index.json', (route) => route.fulfill({ status: 404 }));
      await page.goto(`./#${view}`);
      await expect(page.locator(`#${view}-view ${shown}`)).toBeVisible();
      await expect(part(page, view)).toBeHidden();
    });
  }
});
