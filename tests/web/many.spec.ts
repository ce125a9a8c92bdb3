// The view of many reviews. As in the other views, what it shows is compared with what the package
// answers in Node.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { load, type Model } from '../../wasm/dist/systems/rationale/node.js';
import { strings } from '../../web/strings/strings';
import {
  expect,
  expectFailure,
  expectNoViolations,
  piecesOf,
  slices,
  test as base,
} from './fixtures';
import { mentioning, serve } from './variants';

const hotelReviews = JSON.parse(
  readFileSync(new URL('../../web/samples/hotel-reviews.json', import.meta.url), 'utf8'),
) as string[];

const test = base.extend<object, { hotels: Model }>({
  hotels: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const model = await load(new URL('../../models/hotels/', import.meta.url));
      await use(model);
      await model.dispose();
    },
    { scope: 'worker' },
  ],
});

const view = (page: Page) => page.locator('#many-view');
const alert = (page: Page) => view(page).locator('.bring .problem');
const timing = (page: Page) => view(page).locator('.timing');
const rows = (page: Page) => view(page).locator('.review-row');
const shown = (page: Page) => view(page).locator('.shown');
const rate = (page: Page) => view(page).getByRole('button', { name: /^Rate [\d,]+ reviews?$/ });
const sample = (page: Page) => view(page).getByRole('button', { name: 'Try it with 60' });
const select = (page: Page, name: string) => view(page).getByRole('combobox', { name });

async function open(page: Page): Promise<void> {
  await page.goto('./#many');
  await expect(sample(page)).toBeVisible();
}

async function openSample(page: Page): Promise<void> {
  await open(page);
  await sample(page).click();
  await expect(timing(page)).toHaveText(/^60 reviews rated in .* on your device\.$/);
}

async function paste(page: Page, text: string): Promise<void> {
  await view(page).getByRole('textbox', { name: 'Or paste' }).fill(text);
  await view(page).getByRole('button', { name: 'Read what is pasted' }).click();
}

/** Pastes what is too long to be shown first. */
async function pasteMuch(page: Page, text: string): Promise<void> {
  await view(page)
    .getByRole('textbox', { name: 'Or paste' })
    .evaluate((area, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true }));
    }, text);
}

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  await view(page)
    .locator('.bring input[type=file]')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(content) });
}

/** Drops a file of so many copies of `piece`, which is made in the page. */
async function drop(page: Page, name: string, piece: string, copies = 1): Promise<void> {
  await view(page)
    .locator('.drop')
    .evaluate(
      (place, [name, piece, copies]) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(new Array<string>(copies).fill(piece), name));
        place.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true }));
      },
      [name, piece, copies] as const,
    );
}

async function rateAll(page: Page, reviews: number): Promise<void> {
  await rate(page).click();
  await expect(timing(page)).toHaveText(
    new RegExp(`^${reviews.toLocaleString('en')} reviews? rated in`),
  );
}

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** "4.2", or a dash. */
function starsOrDash(rating: number | null): string {
  return rating === null ? '–not mentioned' : (1 + 4 * rating).toFixed(1);
}

test.describe('the sample', () => {
  test('is rated as the package rates it, and nothing is sent', async ({ page, hotels }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(request.url());
    });
    await openSample(page);
    await expect(view(page).getByText('Nothing is uploaded.')).toBeVisible();
    expect(sent).toEqual([]);

    const explained = await hotels.explainMany(hotelReviews);
    for (const i of [0, 4, 49]) {
      await expect(rows(page).nth(i).locator('.rating')).toHaveText(
        hotels.aspects.map((aspect) => starsOrDash(explained[i]!.ratings[aspect]!)),
      );
    }
    for (const [i, aspect] of hotels.aspects.entries()) {
      const mentions = explained.filter(({ mentioned }) => mentioned[aspect]).length;
      await expect(view(page).locator('.mentions').nth(i)).toHaveText(
        `${mentions} of 60 reviews mention it`,
      );
    }
  });

  test('opens a review to its marked text', async ({ page, hotels }) => {
    await openSample(page);
    const toggle = rows(page).nth(1).getByRole('button');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    const { rationales, ratings } = await hotels.explain(hotelReviews[1]!);
    const details = view(page).locator('.review-details');
    await expect(details.locator('mark')).toHaveText(
      slices(hotelReviews[1]!, piecesOf(Object.values(rationales).flat())),
    );
    await expect(details.locator('li')).toHaveCount(
      Object.values(ratings).filter((rating) => rating !== null).length,
    );
    await toggle.click();
    await expect(details).toHaveCount(0);
  });

  test('opens two reviews side by side, by keyboard', async ({ page }) => {
    await openSample(page);
    const press = view(page).getByRole('button', { name: 'Compare with another' });
    await rows(page).nth(1).getByRole('button').press('Enter');
    await press.press('Enter');
    await expect(press).toHaveAttribute('aria-pressed', 'true');
    await expect(view(page).locator('.compare-says')).toContainText('another review');
    // Pressed again, it is let go.
    await press.press('Enter');
    await expect(press).toHaveAttribute('aria-pressed', 'false');
    await press.press('Enter');
    await rows(page).nth(4).getByRole('button').press('Enter');
    await expectNoViolations(page);
    await press.nth(1).press('Enter');
    await expect(page.locator('.compared-text')).toHaveText(hotelReviews[1]!, {
      useInnerText: false,
    });
    await expect(page.locator('#review')).toHaveValue(hotelReviews[4]!);
    await expect(page.locator('.comparison tbody tr').first()).toBeVisible();
    await expect(page.locator('.from-link')).toBeEmpty();
    await page.goBack();
    await expect(rows(page)).toHaveCount(50);
  });

  test('shows where a strong quote comes from', async ({ page }) => {
    await openSample(page);
    const quote = view(page).locator('.quote').first();
    const words = (await quote.locator('q').innerText()).replace(/[“”"]/g, '');
    await quote.click();
    await expect(view(page).locator('.review-details mark').getByText(words)).toBeVisible();
    await expect(rows(page).locator('[aria-expanded=true]')).toBeFocused();
  });
});

test.describe('bringing reviews', () => {
  test('takes lines that are pasted', async ({ page }) => {
    await open(page);
    await paste(page, 'The room was clean.\nThe staff were rude.\n\nA fair price.');
    await expect(view(page).locator('.says')).toHaveText('3 rows, read as one review a line.');
    await expect(view(page).locator('.first-ones li')).toHaveText([
      'The room was clean.',
      'The staff were rude.',
      'A fair price.',
    ]);
    await select(page, 'A review is').selectOption('a paragraph');
    await expect(rate(page)).toHaveText('Rate 2 reviews');
    await select(page, 'A review is').selectOption('a line');
    await rateAll(page, 3);
    await expect(rows(page)).toHaveCount(3);
    await view(page).getByRole('button', { name: 'Bring other reviews' }).click();
    await expect(view(page).getByRole('textbox', { name: 'Or paste' })).toBeFocused();
    await expect(rows(page).first()).toBeHidden();
  });

  test('takes lines with bars for a table until it is told otherwise', async ({ page }) => {
    const lines = ['Pros: clean | Cons: loud', 'Pros: central | Cons: dear'];
    await open(page);
    await paste(page, lines.join('\n'));
    await expect(view(page).locator('.bring .says')).toHaveText('2 rows, read as a table.');
    await select(page, 'A review is').selectOption('a line');
    await expect(view(page).locator('.first-ones li')).toHaveText(lines);
    await select(page, 'A review is').selectOption('a row of a table');
    await expect(select(page, 'Separator')).toHaveValue('|');
  });

  test('takes a file that is dropped, JSON lines for one', async ({ page }) => {
    await open(page);
    await drop(page, 'a.jsonl', '{"stars":5,"text":"A clean room"}\n{"text":"A loud bar"}\n');
    await expect(select(page, 'Column of the reviews')).toHaveValue('1');
    await rateAll(page, 2);
  });

  test('says which file is read where several are dropped, and stays where one misses', async ({
    page,
  }) => {
    await open(page);
    const [missed, dropped] = await view(page).evaluate((root) => {
      const dataTransfer = new DataTransfer();
      for (const name of ['a.txt', 'b.txt']) {
        dataTransfer.items.add(new File(['A clean room.\nA loud bar.'], name));
      }
      const drop = (place: Element) =>
        place.dispatchEvent(
          new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }),
        );
      return [drop(root.querySelector('h1')!), drop(root.querySelector('.drop')!)];
    });
    // Else the browser would open the file in the place of the page.
    expect([missed, dropped]).toEqual([false, false]);
    await expect(view(page).locator('.bring .says')).toContainText(
      'Only one file is read at a time: “a.txt”.',
    );
  });

  test('lets the column, the separator and the model be chosen', async ({ page }) => {
    await open(page);
    await choose(
      page,
      'films.csv',
      'id;verdict;what\n1;"Dull; far too long";none\n2;A gripping film;some\n3;;x\n',
    );
    await expect(select(page, 'Column of the reviews')).toHaveValue('1');
    await expect(select(page, 'Separator')).toHaveValue(';');
    await expect(view(page).getByText('1 row needs a look').first()).toBeVisible();
    await select(page, 'Column of the reviews').selectOption('id');
    await expect(alert(page)).toHaveText(/at least one of 3 rows; found no words/);
    await expect(view(page).getByRole('button', { name: 'Rate these reviews' })).toBeDisabled();
    await select(page, 'Column of the reviews').selectOption('verdict');
    await select(page, 'They are about').selectOption('Films');
    await rateAll(page, 2);
    await expect(rows(page).locator('.at')).toHaveText(['2', '3']);
    await expect(view(page).locator('.bar')).toHaveText([/^For the film/, /^Against the film/]);
  });
});

test.describe('the list', () => {
  test('is sorted by its heads, reviews without a rating last', async ({ page, hotels }) => {
    await openSample(page);
    const aspect = hotels.aspects[0]!;
    const explained = await hotels.explainMany(hotelReviews);
    const ratings = explained
      .flatMap(({ ratings }) => ratings[aspect] ?? [])
      .sort((a, b) => a - b)
      .map(starsOrDash);
    const column = rows(page).locator('.rating:nth-child(3)');
    const head = view(page).getByRole('columnheader').nth(2);
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expect(column).toHaveText(
      [...ratings, ...Array<string>(50).fill('–not mentioned')].slice(0, 50),
    );
    await head.getByRole('button').click();
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(column.first()).toHaveText(ratings.at(-1)!);
    await select(page, 'Sorted by').selectOption('length, shortest first');
    await expect(head).toHaveAttribute('aria-sort', 'none');
    await expect(rows(page).first()).toContainText('Clean, central, cheap.');
  });

  test('is filtered by words, by aspect and by a bar', async ({ page, hotels }) => {
    await openSample(page);
    await view(page).getByRole('textbox', { name: 'With the words' }).fill('breakfast');
    const withBreakfast = hotelReviews.filter((text) => /breakfast/i.test(text)).length;
    await expect(shown(page)).toHaveText(`${withBreakfast} of 60 reviews`);
    await expect(rows(page)).toHaveCount(withBreakfast);
    await view(page).getByRole('textbox', { name: 'With the words' }).fill('xylophone');
    await expect(shown(page)).toHaveText('No review matches.');
    await view(page).getByRole('button', { name: 'Show all' }).click();
    await expect(shown(page)).toHaveText('All 60 reviews');

    const aspect = hotels.aspects[0]!;
    const explained = await hotels.explainMany(hotelReviews);
    const ratings = explained.flatMap(({ ratings }) => ratings[aspect] ?? []);
    await select(page, 'That mention').selectOption({ index: 1 });
    await expect(rows(page)).toHaveCount(ratings.length);
    await select(page, 'Rated from').selectOption('4 stars');
    await expect(rows(page)).toHaveCount(
      ratings.filter((rating) => Math.round(4 * rating) >= 3).length,
    );
    const bar = view(page).locator('.aspect-card').first().locator('.bar').first();
    await bar.click();
    await expect(bar).toHaveAttribute('aria-pressed', 'true');
    await expect(rows(page)).toHaveCount(
      ratings.filter((rating) => Math.round(4 * rating) === 4).length,
    );
    await bar.click();
    await expect(shown(page)).toHaveText('All 60 reviews');

    // However they are chosen.
    await select(page, 'That mention').selectOption({ index: 1 });
    await select(page, 'Rated from').selectOption('5 stars');
    await expect(bar).toHaveAttribute('aria-pressed', 'true');
    await view(page).getByRole('button', { name: 'Show all' }).click();
    await expect(bar).toHaveAttribute('aria-pressed', 'false');
  });

  test('keeps no more room for quotes than a few reviews can fill', async ({ page }) => {
    await open(page);
    await paste(page, 'The room was clean.\nThe room was filthy.');
    await rateAll(page, 2);
    const quote = view(page).locator('.quote').first();
    const height = (await quote.boundingBox())!.height;
    const kept = await view(page)
      .locator('.said')
      .first()
      .evaluate((said) => parseFloat(getComputedStyle(said).minHeight));
    expect(kept).toBeGreaterThan(height);
    expect(kept).toBeLessThan(2 * height);
  });

  test('is saved as it is shown, formulas harmless', async ({ page, hotels }) => {
    const texts = ['=1+1 lovely clean room', '+The staff were rude', '@home, a fair price'];
    await open(page);
    await paste(page, texts.join('\n'));
    await rateAll(page, 3);
    const saved = async (name: RegExp) => {
      const coming = page.waitForEvent('download');
      await view(page).getByRole('button', { name }).click();
      return coming;
    };
    const csv = await saved(/^Save 3 reviews as CSV/);
    expect(csv.suggestedFilename()).toBe('reviews-rated.csv');
    const lines = (await textOf(csv)).split('\r\n');
    expect(lines[0]).toContain(`line,review,${hotels.aspects[0]}_stars,`);
    for (const [i, text] of texts.entries()) expect(lines[i + 1]).toContain(`'${text}`);

    await view(page).getByRole('textbox', { name: 'With the words' }).fill('staff');
    const json = JSON.parse(await textOf(await saved(/^Save 1 review as JSON/))) as {
      reviews: { text: string; ratings: object; quotes: object }[];
    };
    const { ratings, rationales } = await hotels.explain(texts[1]!);
    expect(json.reviews).toEqual([
      {
        line: 2,
        text: texts[1],
        inDomain: expect.any(Boolean) as unknown,
        ratings: Object.fromEntries(
          Object.entries(ratings).map(([aspect, rating]) => [
            aspect,
            rating === null ? null : (expect.closeTo(rating, 4) as unknown),
          ]),
        ),
        quotes: Object.fromEntries(
          Object.entries(rationales).map(([aspect, spans]) => [aspect, slices(texts[1]!, spans)]),
        ),
      },
    ]);
  });
});

test.describe('very many', () => {
  const text = (i: number) => `Review ${i}: a quiet room, kind people and a fair price.`;
  const list = (n: number) => Array.from({ length: n }, (_, i) => text(i)).join('\n');
  /** Has so much rated that there is time to press something meanwhile. */
  async function startLong(page: Page) {
    await open(page);
    await pasteMuch(
      page,
      list(3000).replaceAll('price.', `price. ${'And so on it went. '.repeat(60)}`),
    );
    await rate(page).click();
  }

  test('shows the list when all is rated, or as soon as somebody asks for it', async ({ page }) => {
    await startLong(page);
    await expect(view(page).locator('.rated-part .work')).toContainText(
      /\d of 3,000 reviews rated/,
    );
    await expect(view(page).locator('.aspect-card').first()).toBeVisible();
    await expect(shown(page)).toBeHidden();
    await view(page).locator('.bar').first().click();
    await expect(shown(page)).toBeVisible();
    await view(page).locator('.rated-part').getByRole('button', { name: 'Cancel' }).click();
    await expect(timing(page)).toHaveText(/^Stopped/);
  });

  test('stops when it is told to, keeps what is done, and goes on', async ({ page }) => {
    await startLong(page);
    await expect(view(page).locator('.rated-part .work')).toContainText(
      /\d of 3,000 reviews rated, about \d+ (seconds|minutes?) left/,
    );
    await view(page).locator('.rated-part').getByRole('button', { name: 'Cancel' }).click();
    await expect(timing(page)).toHaveText(/^Stopped\. [\d,]+ of 3,000 reviews were rated\.$/);
    const done = Number(/([\d,]+) of/.exec(await timing(page).innerText())![1]!.replace(',', ''));
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(3000);
    await expect(shown(page)).toHaveText(`All ${done.toLocaleString('en')} reviews`);
    const rest = `Rate the other ${(3000 - done).toLocaleString('en')}`;
    await view(page).getByRole('button', { name: rest }).click();
    await expect(shown(page)).not.toHaveText(`All ${done.toLocaleString('en')} reviews`);
  });

  test('stops although other Workers still wait for their models', async ({ page }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'hardwareConcurrency', { get: () => 4 }),
    );
    let asked = 0;
    await page.context().route('**/models/hotels/model.safetensors', async (route) => {
      if (++asked === 1) await route.continue();
    });
    await startLong(page);
    await expect(view(page).locator('.rated-part .work')).toContainText(
      /\d of 3,000 reviews rated/,
    );
    await view(page).locator('.rated-part').getByRole('button', { name: 'Cancel' }).click();
    await expect(timing(page)).toHaveText(/^Stopped\. [\d,]+ of 3,000 reviews were rated\.$/);
    expect(asked).toBeGreaterThan(1);
    await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  });

  test('says how long all parts took together', async ({ page }) => {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/models/hotels/model.safetensors', async (route) => {
      await held;
      await route.abort().catch(() => {});
    });
    await open(page);
    await sample(page).click();
    const cancel = view(page).locator('.rated-part').getByRole('button', { name: 'Cancel' });
    await expect(cancel).toBeVisible();
    // So much counts as the time of the first part.
    const waited = 5;
    await page.waitForTimeout(1000 * waited);
    await cancel.click();
    letGo();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await view(page).getByRole('button', { name: 'Rate the other 60' }).click();
    await expect(timing(page)).toHaveText(/^60 reviews rated in /);
    const seconds = Number(/([\d.]+) s/.exec(await timing(page).innerText())![1]);
    expect(seconds).toBeGreaterThan(waited);
  });

  test('takes the first 10,000 and says what is left out', async ({ page }) => {
    await serve(page, { ...mentioning, name: 'hotels' });
    await open(page);
    await pasteMuch(page, list(10_001));
    await expect(view(page).locator('.left-out')).toHaveText(
      'Only the first 10,000 reviews can be rated at once; the last one is left out.',
    );
    await rateAll(page, 10_000);
    await expect(rows(page)).toHaveCount(50);
    const pages = view(page).getByRole('navigation', { name: 'Pages of the list' });
    await expect(pages).toContainText('Page 1 of 200');
    await pages.getByRole('button', { name: 'Next' }).click();
    await expect(rows(page).first()).toContainText(text(50));
    await view(page).getByRole('textbox', { name: 'With the words' }).fill('Review 9999:');
    await expect(rows(page)).toHaveText([/Review 9999/]);
  });
});

test.describe('bad input', () => {
  test('a file of 200 MB is refused at once', async ({ page }) => {
    await open(page);
    await drop(page, 'big.csv', 'A quiet room, a loud bar.\n'.repeat(40_000), 200);
    await expect(alert(page)).toHaveText(/^Expected at most 50 MB; found \d+ MB or more\./);
  });

  test('one endless line is left out by name, and others are rated', async ({ page }) => {
    await open(page);
    await drop(page, 'a.txt', `A clean room.\n${'so very long '.repeat(400_000)}\nA loud bar.`);
    await expect(rate(page)).toHaveText('Rate 2 reviews');
    await view(page).getByText('1 row needs a look').first().click();
    await expect(view(page).locator('.setup .row-problems li')).toHaveText(
      /^Line 2 Expected a review of at most 50,000 characters; found 5,199,999\./,
    );
    await rateAll(page, 2);
  });

  const refused: Record<string, { content: string | Buffer; says: RegExp }> = {
    'an empty file': { content: '', says: /found an empty file/ },
    blanks: { content: ' \n\t\n', says: /found an empty file/ },
    'a binary file': { content: Buffer.from([1, 2, 0, 3, 0]), says: /bytes that are no text/ },
    'a workbook': { content: Buffer.from([0x50, 0x4b, 3, 4, 0]), says: /found a workbook/ },
  };
  for (const [name, { content, says }] of Object.entries(refused)) {
    test(`${name} is refused in a sentence`, async ({ page }) => {
      await open(page);
      await choose(page, 'a.csv', content);
      await expect(alert(page)).toHaveText(says);
      await expect(view(page).locator('.setup')).toBeHidden();
    });
  }

  const table = 'review;id\nUn séjour agréable, très calme;1\n';
  const encodings: Record<string, { content: Buffer; warns: boolean }> = {
    'UTF-8': { content: Buffer.from(table), warns: false },
    'UTF-16': { content: Buffer.from(`\uFEFF${table}`, 'utf16le'), warns: false },
    'Latin-1': { content: Buffer.from(table, 'latin1'), warns: true },
  };
  for (const [name, { content, warns }] of Object.entries(encodings)) {
    test(`${name} is read as what it is`, async ({ page }) => {
      await open(page);
      await choose(page, 'a.csv', content);
      await expect(view(page).locator('.first-ones li')).toHaveText(
        'Un séjour agréable, très calme',
      );
      const problems = view(page).locator('.setup .row-problems');
      if (warns) await expect(problems.locator('li')).toContainText(['Windows-1252']);
      else await expect(problems).toBeHidden();
    });
  }

  test('a quote that nobody closes is named', async ({ page }) => {
    await open(page);
    await choose(page, 'a.csv', 'id,review\n1,A clean room\n2,"A loud bar\n3,A fair price\n');
    await view(page).getByText('1 row needs a look').first().click();
    await expect(view(page).locator('.setup .row-problems li')).toContainText([
      /^Line 3 Expected a quote that closes the cell/,
    ]);
    await rateAll(page, 2);
  });

  test.describe('a model that does not come', () => {
    test.use({ expectedProblems: /Failed to load resource/ });

    test('is said, and can be tried again', async ({ page }) => {
      await page.route('**/models/hotels/model.safetensors', (route) =>
        route.fulfill({ status: 404 }),
      );
      await open(page);
      await sample(page).click();
      const problem = view(page).locator('.rated-part .problem');
      await expect(problem).toContainText('The reviews could not be rated.');
      await expectFailure(problem, strings.problems.fetch, '(fetch-failed)');
      await page.unroute('**/models/hotels/model.safetensors');
      await view(page).getByRole('button', { name: 'Rate the other 60' }).click();
      await expect(timing(page)).toContainText('60 reviews rated');
    });
  });
});

test('what was rated is not kept, which a reload says', async ({ page }) => {
  await openSample(page);
  await page.reload();
  await expect(view(page).locator('.gone')).toHaveText(strings.many.gone(60));
  await expect(view(page).locator('.rated-part')).toBeHidden();
  await sample(page).click();
  await expect(timing(page)).toContainText('60 reviews rated');
  await expect(view(page).locator('.gone')).toBeHidden();
});

test('works with the keyboard alone', async ({ page }) => {
  await open(page);
  await sample(page).focus();
  await page.keyboard.press('Enter');
  await expect(view(page).getByRole('heading', { name: 'What they say' })).toBeFocused();
  await expect(timing(page)).toContainText('60 reviews rated');
  const bar = view(page).locator('.bar').first();
  await bar.focus();
  await page.keyboard.press('Space');
  await expect(bar).toBeFocused();
  await expect(bar).toHaveAttribute('aria-pressed', 'true');
  const toggle = rows(page).first().getByRole('button');
  await toggle.focus();
  await page.keyboard.press('Enter');
  await expect(view(page).locator('.review-details')).toBeVisible();
  await expect(toggle).toBeFocused();
});

for (const width of [1280, 320]) {
  test.describe(`${width} pixels wide`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: width === 320 });

    test('axe finds nothing, and nothing has to be scrolled sideways', async ({ page }) => {
      await open(page);
      await expectNoViolations(page);
      await paste(page, 'review\tid\nA clean room\t1\n\t2\n');
      await expect(rate(page)).toBeVisible();
      await expectNoViolations(page);
      await page.goto('./#many/again');
      await page.reload();
      await openSample(page);
      await rows(page).nth(1).getByRole('button').click();
      await select(page, 'That mention').selectOption({ index: 1 });
      await expectNoViolations(page);
      const across = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(across).toBeLessThanOrEqual(width);
    });
  });
}
