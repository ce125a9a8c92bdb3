// Where the visitor's system sets the colours, what is chosen, marked and focused is still told apart: by
// lines, by the system's own colour of what is selected, and never by a tint alone, since tints are gone.
import type { Locator, Page } from '@playwright/test';
import { expect, open, phrases, test } from './fixtures';

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active' }));

/** What tells one element from another where colours are forced. */
function lookOf(element: Locator): Promise<Record<string, string>> {
  return element.evaluate((it) => {
    const style = getComputedStyle(it);
    const edges = ['top', 'right', 'bottom', 'left'].flatMap((side) =>
      ['style', 'width', 'color'].map((part) => `border-${side}-${part}`),
    );
    const properties = [
      'background-color',
      'color',
      'outline-style',
      'outline-width',
      'outline-color',
      'text-decoration-line',
      'text-decoration-style',
      ...edges,
    ];
    const drawn = (property: string) => {
      const [, side] = /^border-(\w+)-color$/.exec(property) ?? [];
      const lies = side ? `border-${side}` : 'outline';
      const isLine = side !== undefined || property.startsWith('outline');
      // A line without a width has no colour that is seen.
      return !isLine || style.getPropertyValue(`${lies}-width`) !== '0px';
    };
    return Object.fromEntries(
      properties.filter(drawn).map((name) => [name, style.getPropertyValue(name)]),
    );
  });
}

async function expectApart(one: Locator, other: Locator): Promise<void> {
  await expect(one).toBeVisible();
  await expect(other).toBeVisible();
  expect(await lookOf(one), String(one)).not.toEqual(await lookOf(other));
}

/** The first to match that is, and the first that is not, what `state` says. */
async function expectChosenApart(places: Locator, state: string): Promise<void> {
  const chosen = places.and(places.page().locator(state)).first();
  const other = places.and(places.page().locator(`:not(${state})`)).first();
  await expectApart(chosen, other);
}

test('the view, the model and the sample that are shown', async ({ page }) => {
  await open(page);
  await expectChosenApart(page.locator('.views a'), '[aria-current]');
  await expectChosenApart(page.locator('.model-tab'), '[aria-selected=true]');
  await expectChosenApart(page.locator('#reviews-view .sample:visible'), '[aria-current]');
});

test('the words of different aspects, and those left out', async ({ page }) => {
  await open(page, './#reviews/hotels');
  const look = (mark: Locator) =>
    mark.evaluate((it) => {
      const { textDecorationLine, textDecorationStyle, textDecorationColor } = getComputedStyle(it);
      return `${textDecorationLine} ${textDecorationStyle} ${textDecorationColor}`;
    });
  const ink = await page.evaluate(() => {
    const probe = document.createElement('span');
    probe.style.color = 'CanvasText';
    document.body.append(probe);
    return getComputedStyle(probe).color;
  });
  // The marks are made anew when what was said is said again by the whole model.
  await expect(async () => {
    const looks = new Set<string>();
    for (const kind of ['.look-0', '.look-1', '.look-2', '.look-3', '.look-4']) {
      const mark = page.locator(`#marked mark${kind}`).first();
      if ((await mark.count()) > 0) looks.add(await look(mark));
    }
    expect(looks.size).toBeGreaterThan(2);
    for (const each of looks) expect(each).toContain(ink);
  }).toPass();

  const mark = page.locator('#marked mark').first();
  const before = await look(mark);
  await phrases(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('#marked mark.dropped').first()).toBeAttached();
  expect(await look(mark)).not.toBe(before);
});

test('the aspect that is shown alone, and the point of the dial', async ({ page }) => {
  await open(page);
  await page.locator('.option').first().click();
  await expectChosenApart(page.locator('.option'), '[aria-pressed=true]');
  const shipped = page.locator('.dial button');
  if (await shipped.isVisible()) {
    const before = await lookOf(shipped);
    await page.locator('.dial input').press('ArrowRight');
    await expect(shipped).toHaveAttribute('aria-pressed', 'false');
    expect(await lookOf(shipped)).not.toEqual(before);
  }
});

test('the bar of the reviews that are listed', async ({ page }) => {
  await page.goto('./#many');
  await page.locator('.try-sample').click();
  await expect(page.locator('#many-view .timing')).not.toBeEmpty();
  await page.locator('.bar').first().click();
  await expectChosenApart(page.locator('.bar'), '[aria-pressed=true]');
});

test('the word and the n-gram that are pointed at', async ({ page }) => {
  await page.goto('./#sentiment');
  await expect(page.locator('.ngram').first()).toBeVisible();
  await page.locator('.ngram').first().click();
  await expectChosenApart(page.locator('.ngram'), '[aria-pressed=true]');
  await expectChosenApart(page.locator('.word'), '.marked-word');
  // Focus may scroll, and a pointer left where it was would then choose another word.
  await page.mouse.move(0, 0);
  await page.locator('.word').first().focus();
  await expectChosenApart(page.locator('.word'), '[aria-selected=true]');
});

test('the ranking, and the set that is searched', async ({ page }) => {
  await page.goto('./#questions');
  await expect(page.locator('.hit').first()).toBeVisible();
  await expectChosenApart(page.locator('.ways button'), '[aria-pressed=true]');
  await expectChosenApart(page.locator('.sets .sample'), '[aria-current]');
});

test('the word that is pointed at, and those that it reads', async ({ page }) => {
  await page.goto('./#pairs');
  await page.locator('.pair-word').nth(1).focus();
  await expectChosenApart(page.locator('.pair-word'), '.pointed');
});

async function focusable(page: Page): Promise<Locator[]> {
  const all = await page.locator('a, button, select, input, summary, textarea').all();
  const seen = await Promise.all(all.map((each) => each.isVisible()));
  return all.filter((_, i) => seen[i]);
}

const whole: Record<string, string> = {
  '#reviews': '#marked mark',
  '#many': '.try-sample',
  '#sentiment': '.picture .line',
  '#questions': '.hit',
  '#pairs': '.pair-lines path',
  '#ask': '.ask-word',
};
for (const [address, last] of Object.entries(whole)) {
  test(`the place of the keyboard in ${address}`, async ({ page }) => {
    await page.goto(`./${address}`);
    await expect(page.locator(last).first()).toBeAttached();
    await expect(page.locator('.loading:visible')).toHaveCount(0);
    // The keyboard has been used, so its place is shown.
    await page.keyboard.press('Tab');
    for (const each of await focusable(page)) {
      if ((await each.isHidden()) || (await each.isDisabled())) continue;
      // The line of a field is around it and its marks, that of a file's button around both.
      const drawn = (await each.evaluate((it) => it.matches('.field textarea, [type=file]')))
        ? each.locator('..')
        : each;
      await each.blur().catch(() => {});
      const before = await lookOf(drawn);
      await each.focus();
      expect(await lookOf(drawn), await each.evaluate((it) => it.outerHTML)).not.toEqual(before);
    }
  });
}
