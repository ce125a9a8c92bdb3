// The view that compares two texts. What it shows is compared with what the package answers in Node.
import type { Locator, Page } from '@playwright/test';
import { loadPairs, type Pairs, type WordEffect } from '../../wasm/dist/systems/pairs/node.js';
import { relationOf, relations } from '../../web/components/relation';
import { strings } from '../../web/strings/strings';
import { samples } from '../../web/views/pairs/samples';
import { verdictOf } from '../../web/views/pairs/verdict';
import { likelihood, percentage, shortLikelihood, signed } from '../../web/wording';
import { expect, expectNoViolations, open as openReviews, test as base } from './fixtures';

const modelFolder = new URL('../../models/pairs/', import.meta.url);

const test = base.extend<object, { pairs: Pairs }>({
  pairs: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const pairs = await loadPairs(modelFolder);
      await use(pairs);
      await pairs.dispose();
    },
    { scope: 'worker' },
  ],
});

const view = (page: Page) => page.locator('#pairs-view');
const first = (page: Page) => page.getByRole('textbox', { name: 'First text' });
const second = (page: Page) => page.getByRole('textbox', { name: 'Second text' });
const timing = (page: Page) => view(page).locator('.timing');
const notice = (page: Page) => view(page).locator('.notice');
const sample = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const forward = (page: Page) => view(page).locator('.verdict-card.forward');
const backward = (page: Page) => view(page).locator('.verdict-card.backward');
const words = (page: Page, name: string) =>
  page.getByRole('list', { name: `Words of the ${name} text` }).getByRole('button');
const effects = (of: Locator) => of.locator('.word-effect').allTextContents();
const lines = (page: Page) => view(page).locator('.pair-lines path');
const restore = (page: Page) => page.getByRole('button', { name: 'Bring all words back' });

const [sampled] = samples;
const { text, other } = sampled!;

async function open(page: Page): Promise<void> {
  await page.goto('./#pairs');
  await expect(timing(page)).toContainText('on your device');
}

/** What a card says of two texts in this direction. */
async function expectVerdict(
  card: Locator,
  pairs: Pairs,
  direction: 'forward' | 'backward',
  [from, to]: readonly [string, string],
): Promise<void> {
  const { relation, shares } = verdictOf(await pairs.compare(from, to));
  const says = strings.pairs.says[direction][relation];
  await expect(card.locator('.pair-verdict')).toHaveText(
    `${says} ${likelihood(shares[relation])} likely`,
  );
  await expect(card.getByRole('listitem')).toHaveText(
    relations.map((each) => `${strings.pairs.relations[each]} ${shortLikelihood(shares[each])}`),
  );
}

const points = (list: readonly WordEffect[]) => list.map(({ effect }) => signed(100 * effect, 0));

test('says what holds of every sample, in both directions', async ({ page, pairs }) => {
  await open(page);
  for (const { name, text, other } of samples) {
    await sample(page, name).click();
    await expect(sample(page, name)).toHaveAttribute('aria-current', 'true');
    await expect(first(page)).toHaveValue(text);
    await expect(second(page)).toHaveValue(other);
    await expectVerdict(forward(page), pairs, 'forward', [text, other]);
    await expectVerdict(backward(page), pairs, 'backward', [other, text]);
    const both = [await pairs.compare(text, other), await pairs.compare(other, text)];
    const same = both.every(({ label }) => relationOf(label!) === 'follows');
    await expect(view(page).getByText('Both say the same')).toBeVisible({ visible: same });
    const found = await pairs.wordEffects(text, other, { label: both[0]!.label });
    expect(await effects(words(page, 'first'))).toEqual(points(found.words));
    expect(await effects(words(page, 'second'))).toEqual(points(found.otherWords));
  }
});

test('shows in a table what each word reads', async ({ page, pairs }) => {
  await open(page);
  const { words: readers, otherWords } = await pairs.alignment(text, other);
  const table = view(page).getByRole('table');
  const slices = (of: string, spans: readonly { start: number; end: number }[]) =>
    spans.map(({ start, end }) => of.slice(start, end));
  await expect(table.getByRole('columnheader')).toHaveText(slices(other, otherWords));
  await expect(table.getByRole('rowheader')).toHaveText(slices(text, readers));
  await expect(table.locator('tbody td')).toHaveText(
    readers.flatMap(({ weights }) => weights.map((weight) => percentage(weight))),
  );
  await first(page).fill('A dog barks. '.repeat(7));
  await expect(view(page).getByText('at most 25 words')).toBeVisible();
  await expect(table).toHaveCount(0);
});

test('draws lines from a word to those that it reads, and says so', async ({ page, pairs }) => {
  await open(page);
  const { words: readers, otherWords } = await pairs.alignment(text, other);
  for (const [at, { weights }] of readers.entries()) {
    const word = words(page, 'first').nth(at);
    if (at % 2 === 0) await word.hover();
    else await word.focus();
    const most = Math.max(...weights);
    const { start, end } = otherWords[weights.indexOf(most)]!;
    const drawn = weights.filter((weight) => weight >= 0.04).sort((a, b) => b - a);
    await expect(lines(page)).toHaveCount(drawn.length);
    const widths = await lines(page).evaluateAll((paths) =>
      paths.map((path) => Number(path.getAttribute('stroke-width'))),
    );
    expect(widths).toEqual(drawn.map((weight) => Number((1 + 7 * weight).toFixed(2))));
    const says = `reads “${other.slice(start, end)}” ${percentage(most)}`;
    await expect(word).toHaveAccessibleName(new RegExp(says));
    await expect(view(page).locator('.pair-readout')).toContainText(says);
  }
  // A line starts where the word is.
  const word = words(page, 'first').nth(1);
  await word.hover();
  const box = (await word.boundingBox())!;
  const start = await lines(page).evaluateAll(([line]) => {
    const { x, y } = (line as SVGPathElement).getPointAtLength(0);
    const { left, top } = (line as SVGPathElement).ownerSVGElement!.getBoundingClientRect();
    return { x: left + x, y: top + y };
  });
  expect(Math.abs(start.x - (box.x + box.width / 2))).toBeLessThan(1);
  expect(Math.abs(start.y - (box.y + box.height))).toBeLessThan(1);
  await page.mouse.move(0, 0);
  await expect(view(page).locator('.pointed')).toHaveCount(0);
});

test('leaves words out, and brings them back', async ({ page, pairs }) => {
  await open(page);
  const before = await effects(words(page, 'first'));
  const { words: found } = await pairs.wordEffects(text, other);
  const word = words(page, 'first').nth(2);
  const { start, end } = found[2]!;
  await word.click();
  await expect(word).toHaveAttribute('aria-pressed', 'true');
  await expect(word).toHaveAccessibleName(/left out/);
  await expectVerdict(forward(page), pairs, 'forward', [
    text.slice(0, start) + text.slice(end),
    other,
  ]);
  await expect(first(page)).toHaveValue(text);
  await word.click();
  await expect(word).toHaveAttribute('aria-pressed', 'false');
  await expectVerdict(forward(page), pairs, 'forward', [text, other]);
  await expect.poll(() => effects(words(page, 'first'))).toEqual(before);
  // Not all of them.
  for (const each of await words(page, 'second').all()) await each.click();
  await expect(notice(page)).toHaveText(
    'Each text needs a word. Bring one back by choosing it again.',
  );
  await expect(forward(page)).toBeHidden();
  await restore(page).click();
  await expect(restore(page)).toBeHidden();
  await expectVerdict(forward(page), pairs, 'forward', [text, other]);
});

test('counts what was left out again once the other text is edited, and says so', async ({
  page,
}) => {
  await open(page);
  const word = words(page, 'first').first();
  await word.click();
  await expect(word).toHaveAccessibleName(/left out/);
  await second(page).fill(`${other} Today.`);
  await expect(restore(page)).toBeHidden();
  await expect(word).not.toHaveAccessibleName(/left out/);
  await expect(word).toHaveAttribute('aria-pressed', 'false');
});

test('leaves no word out of texts that have changed since', async ({ page, pairs }) => {
  await open(page);
  const changed = 'A person is playing music.';
  // Nothing that waits for the reading comes in between.
  await page.evaluate((to) => {
    const field = document.querySelectorAll<HTMLTextAreaElement>('#pairs-view textarea')[1]!;
    field.value = to;
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
    document.querySelector<HTMLElement>('.second-words .pair-word')!.click();
  }, changed);
  await expect(words(page, 'second').filter({ hasText: 'music' })).toHaveCount(1);
  await expect(restore(page)).toBeHidden();
  await expectVerdict(forward(page), pairs, 'forward', [text, changed]);
});

test('works by keyboard', async ({ page, pairs }) => {
  await open(page);
  const focused = page.locator(':focus');
  await second(page).focus();
  await page.keyboard.press('Tab');
  await expect(words(page, 'first').first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(words(page, 'first').nth(2)).toBeFocused();
  await expect(view(page).locator('.pointed')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(focused).toHaveAttribute('aria-pressed', 'true');
  await expect(restore(page)).toBeVisible();
  await expect(words(page, 'first').nth(2)).toBeFocused();
  await page.keyboard.press('End');
  await expect(words(page, 'first').last()).toBeFocused();
  // The words of a text are one stop.
  await page.keyboard.press('Tab');
  await expect(words(page, 'second').first()).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(words(page, 'first').last()).toBeFocused();
  await first(page).fill('A dog barks.');
  await first(page).press('Control+Enter');
  await expectVerdict(forward(page), pairs, 'forward', ['A dog barks.', other]);
  await expect(restore(page)).toBeHidden();
  await page.getByRole('button', { name: 'Swap the two texts' }).press('Enter');
  await expect(second(page)).toHaveValue('A dog barks.');
  await expectVerdict(forward(page), pairs, 'forward', [other, 'A dog barks.']);
  await sample(page, samples[1]!.name).click();
  await sample(page, 'Yours').click();
  await expect(second(page)).toHaveValue('A dog barks.');
});

test('says what it cannot do, and why', async ({ page, pairs }) => {
  await open(page);
  await first(page).fill(' ');
  await expect(notice(page)).toHaveText('Write something in both fields to see how they relate.');
  await expect(forward(page)).toBeHidden();
  await expect(view(page).locator('.pair-words')).toBeHidden();
  await first(page).fill('Zzyzx qwrtp vvkrk dog');
  const { known } = await pairs.compare('Zzyzx qwrtp vvkrk dog', other);
  await expect(notice(page)).toContainText(
    `only ${percentage(known.text)} of the words of the first`,
  );
  // Of a text without a word that it knows a verdict would say nothing.
  await first(page).fill('Zzyzx qwrtp');
  await expect(notice(page)).toHaveText(strings.pairs.unknown);
  await expect(forward(page)).toBeHidden();
  await expect(view(page).getByText(strings.pairs.bothSay)).toBeHidden();
  await first(page).fill('A dog barks. '.repeat(40));
  await expect(view(page).getByText('both texts together have at most 120')).toBeVisible();
  await expect(forward(page)).toBeVisible();
  await first(page).fill('a '.repeat(100_001));
  await expect(view(page).getByRole('alert')).toContainText('These texts could not be compared.');
  await expect(view(page).getByRole('alert')).toContainText('longer than the model can read');
  await first(page).fill('A dog barks.');
  await expectVerdict(forward(page), pairs, 'forward', ['A dog barks.', other]);
  await expect(view(page).getByRole('alert')).toHaveCount(0);
});

test.describe('loading', () => {
  test.use({ expectedProblems: /Failed to load resource/ });

  test('fetches nothing before it is shown, and recovers where it fails', async ({ page }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await openReviews(page);
    expect(paths.filter((path) => path.includes('pairs'))).toEqual([]);
    await page.route('**/models/pairs/model.safetensors', (route) =>
      route.fulfill({ status: 404 }),
    );
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    const problem = page.getByRole('alert').filter({ hasText: 'The model could not be loaded.' });
    await expect(problem).toContainText('(fetch-failed)');
    await page.unroute('**/models/pairs/model.safetensors');
    await second(page).fill('A man sings.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(forward(page)).toBeVisible();
    await page.reload();
    await expect(second(page)).toHaveValue('A man sings.');
    await expect(forward(page)).toBeVisible();
  });
});

test('gives the code that compares the two texts', async ({ page }) => {
  await open(page);
  await view(page).getByText('Use it in your app').click();
  await expect(view(page).locator('.code-box')).toContainText('@whylight/model-pairs');
  await second(page).fill('He said "no".');
  await expect(view(page).locator('.code-box')).toContainText('const other = "He said \\"no\\".";');
});

const sizes = {
  desktop: { width: 1280, height: 900 },
  'a small phone': { width: 320, height: 640 },
};

for (const [device, viewport] of Object.entries(sizes)) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('axe finds nothing', async ({ page }) => {
      await open(page);
      await words(page, 'first').nth(1).focus();
      await expectNoViolations(page);
      await page.keyboard.press('Enter');
      await expect(restore(page)).toBeVisible();
      await expectNoViolations(page);
      await second(page).fill('');
      await expect(notice(page)).toContainText('both fields');
      await expectNoViolations(page);
    });
  });
}

test.describe('on a small phone', () => {
  test.use({ viewport: sizes['a small phone'], hasTouch: true });

  test('a tap chooses a word, another leaves it out, and nothing goes beyond the edge', async ({
    page,
  }) => {
    await open(page);
    const word = words(page, 'first').nth(3);
    await word.tap();
    await expect(word).toHaveClass(/pointed/);
    await expect(word).toHaveAttribute('aria-pressed', 'false');
    await word.tap();
    await expect(word).toHaveAttribute('aria-pressed', 'true');
    await expect(restore(page)).toBeVisible();
    await expect(view(page).getByRole('table')).toBeHidden();
    const { scroll, client } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      client: document.documentElement.clientWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(client);
    for (const target of await view(page).locator('button:visible, textarea').all()) {
      const { width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
  });
});
