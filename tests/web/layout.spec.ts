// Nothing overlaps, is cut off or has to be scrolled sideways, however wide the window, large the text and
// long the words of the language.
import type { Page } from '@playwright/test';
import { languages } from '../../web/strings/strings';
import { hotels } from '../../web/views/reviews/samples/hotels';
import { expect, firstSample, open, test } from './fixtures';
import { layoutProblems } from './layout-problems';

// The longest words are German; the other languages are for who has the time.
const tags = process.env.WHYLIGHT_FULL ? (['de', 'es', 'zh'] as const) : (['de'] as const);

const widths = [320, 360, 480, 600, 768, 820, 1024, 1280, 1920];

/** Several times a review, and a word that no line holds. */
function long(review: string): string {
  return `${`${review}\n\n`.repeat(5)}${'endless'.repeat(40)}`;
}

interface Place {
  name: string;
  address: string;
  /** Waits until it is whole, and opens what can be opened. */
  arrange: (page: Page) => Promise<void>;
}

async function openDetails(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
}

function reviews(model: string): Place {
  return {
    name: `the reviews of ${model}`,
    address: `#reviews/${model}`,
    arrange: async (page) => {
      const view = page.locator('#reviews-view');
      await expect(view.locator('#timing')).not.toBeEmpty();
      const area = view.locator('textarea');
      await area.fill(long(await area.inputValue()));
      await expect(view.locator('mark').nth(5)).toBeAttached();
      await openDetails(page);
      await expect(view.locator('.measures li').first()).toBeVisible();
      await expect(view.locator('.measures[aria-busy]')).toHaveCount(0);
    },
  };
}

const compared: Place = {
  name: 'two reviews compared, and what would change one',
  address: '#reviews/hotels',
  arrange: async (page) => {
    const view = page.locator('#reviews-view');
    await expect(view.locator('#timing')).not.toBeEmpty();
    await view.locator('.start-compare').click();
    const area = view.locator('textarea');
    await area.fill(`Dirty and slow. ${await area.inputValue()} ${'endless'.repeat(40)}`);
    await expect(view.locator('.diff ins').first()).toBeVisible();
    await view.locator('.change > summary').click();
    await view.locator('.change-goals button').first().click();
    await expect(view.locator('.change-note')).toBeVisible({ timeout: 60_000 });
    // Where the bar of ratings lies on nothing.
    await page.evaluate(() => scrollTo(0, 0));
  },
};

const many: Place = {
  name: 'many reviews',
  address: '#many',
  arrange: async (page) => {
    const view = page.locator('#many-view');
    await view.locator('.try-sample').click();
    await expect(view.locator('.timing')).not.toBeEmpty({ timeout: 60_000 });
    await view.locator('.toggle').first().click();
    await view.locator('select[name=aspect]').selectOption({ index: 1 });
    await openDetails(page);
  },
};

const setup: Place = {
  name: 'the setup of many reviews',
  address: '#many',
  arrange: async (page) => {
    const view = page.locator('#many-view');
    await view.locator('.bring input[type=file]').setInputFiles({
      name: 'reviews.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `day;stars;what the guest wrote\n1;5;${firstSample}\n2;4;${hotels[0]!.text}\n3;1;\n`,
      ),
    });
    await expect(view.locator('.setup')).toBeVisible();
    await openDetails(page);
  },
};

const sentiment: Place = {
  name: 'sentiment',
  address: '#sentiment',
  arrange: async (page) => {
    const view = page.locator('#sentiment-view');
    await view.locator('textarea').fill(`${firstSample} ${'endless'.repeat(20)}`);
    await expect(view.locator('.words')).toContainText('endless');
    await expect(view.locator('.picture .line').first()).toBeAttached();
    await view.locator('.ngram').first().click();
    // A word that comes to lie below the mouse has its number on it.
    await page.mouse.move(0, 0);
    await openDetails(page);
  },
};

const questions: Place = {
  name: 'questions',
  address: '#questions',
  arrange: async (page) => {
    const view = page.locator('#questions-view');
    await expect(view.locator('.hit').first()).toBeVisible({ timeout: 60_000 });
    await openDetails(page);
    for (const button of await view.locator('.hit').first().locator('.disclose').all()) {
      await button.click();
    }
    await expect(view.locator('.hit-why .why-part').nth(1)).toBeVisible();
  },
};

const apart: Place = {
  name: 'questions in two rankings',
  address: '#questions',
  arrange: async (page) => {
    const view = page.locator('#questions-view');
    await view.locator('.ways button').nth(1).click();
    await expect(view.locator('.column .hit').nth(5)).toBeVisible();
  },
};

const bringing: Place = {
  name: 'questions of one’s own',
  address: '#questions',
  arrange: async (page) => {
    await page.locator('#questions-view .bring-own').click();
    const dialog = page.locator('dialog');
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'questions.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('Ref;Question;Reply\np1;Where is my parcel?;Look.\np2;;Nothing.\n'),
    });
    await expect(dialog.locator('.import-columns')).toBeVisible({ timeout: 60_000 });
    await openDetails(page);
  },
};

const pairs: Place = {
  name: 'two texts',
  address: '#pairs',
  arrange: async (page) => {
    const view = page.locator('#pairs-view');
    await view
      .locator('textarea')
      .first()
      .fill(`A dog barks ${'endless'.repeat(20)}`);
    await expect(view.locator('.pair-board')).toContainText('endless');
    await view.locator('.pair-word').first().click();
    await expect(view.locator('.restore')).toBeVisible();
    await expect(view.locator('.matrix-table tbody tr')).toHaveCount(3);
    await openDetails(page);
  },
};

const ask: Place = {
  name: 'a question to reviews',
  address: '#ask',
  arrange: async (page) => {
    const view = page.locator('#ask-view');
    await view
      .locator('textarea')
      .fill(`The bar was loud.\n\nThe ${'endless'.repeat(20)} lift is slow.`);
    await expect(view.locator('.ask-text').nth(1)).toContainText('endless');
    await view.locator('.ask-word').first().focus();
    await openDetails(page);
  },
};

const card: Place = {
  name: 'the card of a model',
  address: 'models/hotels/card.html',
  arrange: async (page) => {
    await expect(page.locator('h1')).toBeVisible();
  },
};

const embedded: Place = {
  name: 'an embedded review',
  address: `embed.html#${new URLSearchParams({ model: 'hotels', text: long(hotels[0]!.text) })}`,
  arrange: async (page) => {
    await expect(page.locator('mark').nth(5)).toBeAttached();
  },
};

const others = [compared, many, setup, sentiment, questions, apart, bringing, ask, pairs];
const places = [...['beer', 'hotels', 'movies'].map(reviews), ...others, card, embedded];

/** Resolves when what follows the size of the window has been drawn. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );
}

/** Looks at the page at each of these widths. */
async function expectOrder(page: Page, atWidths: readonly number[]): Promise<void> {
  const found: Record<string, string[]> = {};
  for (const width of atWidths) {
    await page.setViewportSize({ width, height: 900 });
    await settle(page);
    const problems = await page.evaluate(layoutProblems);
    if (problems.length > 0) found[`at ${width}`] = problems;
  }
  expect(found).toEqual({});
}

test.describe('with nothing on top of anything else, nor cut off', () => {
  for (const { name, address, arrange } of places) {
    test(`${name}: at every width, and with text of twice its size`, async ({ page }) => {
      await page.goto(`./${address}`);
      await arrange(page);
      await expectOrder(page, widths);
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      await expectOrder(page, [1280]);
    });
  }

  for (const tag of tags) {
    for (const { name, address, arrange } of [reviews('hotels'), ...others]) {
      test(`${name}: in ${languages[tag].name}`, async ({ page }) => {
        await page.goto(`./?lang=${tag}${address}`);
        await arrange(page);
        await expectOrder(page, [360, 1024]);
      });
    }
  }
});

test('the name of a rating is one line, and its underlines do not touch the figure', async ({
  page,
}) => {
  await open(page, './#reviews/hotels');
  const cards = page.locator('#reviews-view .option');
  await expect(cards.locator('.figure b')).toHaveCount(5);
  for (const width of [320, 360, 390, 768]) {
    await page.setViewportSize({ width, height: 900 });
    for (const card of await cards.all()) {
      const name = (await card.locator('.name').boundingBox())!;
      const figure = (await card.locator('.figure').boundingBox())!;
      expect(name.height, `at ${width}`).toBeLessThan(20);
      expect(figure.y - name.y - name.height, `at ${width}`).toBeGreaterThan(4);
    }
  }
});

test.describe('the curve of sentiment', () => {
  const texts = {
    'of a few short words': 'no, not good at all',
    'of one word': 'Bad!',
    'of long words': 'Extraordinarily uncompromising, disproportionately overcomplicated nonsense.',
    'of many words': firstSample,
  };
  for (const [what, text] of Object.entries(texts)) {
    test(`${what} is not cut off`, async ({ page }) => {
      await page.goto('./#sentiment');
      const view = page.locator('#sentiment-view');
      await view.locator('textarea').fill(text);
      await expect(view.locator('.words')).toHaveText(text.replaceAll(/\s+/g, ' '));
      await expect(view.locator('.picture .line').first()).toBeAttached();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        await settle(page);
        expect(await page.evaluate(curveCutOff), `at ${width}`).toEqual([]);
      }
    });
  }
});

test('the share of a class stands beside its bar', async ({ page }) => {
  await page.goto('./#sentiment');
  const view = page.locator('#sentiment-view');
  await expect(view.locator('.classes li')).toHaveCount(5);
  for (const item of await view.locator('.classes li').all()) {
    const middleOf = async (part: string) => {
      const { y, height } = (await item.locator(part).boundingBox())!;
      return y + height / 2;
    };
    expect(Math.abs((await middleOf('.share')) - (await middleOf('.track')))).toBeLessThan(2);
  }
});

/** What of the curve leaves its picture, whichever word is pointed at. */
function curveCutOff(): string[] {
  const picture = document.querySelector<SVGElement>('.picture')!;
  const place = document.querySelector('.curve')!;
  const cut = new Set<string>();
  const check = (part: Element, pointedAt: string | null) => {
    const { strokeWidth, stroke } = getComputedStyle(part);
    // Letters have a rim of the paper's colour.
    const rim = stroke === 'none' || part.localName === 'text' ? 0 : parseFloat(strokeWidth) / 2;
    const box = part.getBoundingClientRect();
    const frame = picture.getBoundingClientRect();
    const by = Math.max(
      frame.left - box.left + rim,
      frame.top - box.top + rim,
      box.right + rim - frame.right,
      box.bottom + rim - frame.bottom,
    );
    if (by > 0.5) cut.add(`${part.getAttribute('class')} by ${by.toFixed(1)} at ${pointedAt}`);
  };
  for (const word of document.querySelectorAll<HTMLElement>('.word')) {
    word.focus({ preventScroll: true });
    for (const part of picture.querySelectorAll('path, circle, text')) {
      check(part, word.textContent);
    }
  }
  if (picture.clientWidth > place.clientWidth) cut.add('the picture in its place');
  return [...cut];
}
