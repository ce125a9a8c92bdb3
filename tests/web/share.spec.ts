// What leaves the page with a review, and what comes in with a link.
import { strings } from '../../web/strings/strings';
import { readFile } from 'node:fs/promises';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { editor, expect, expectNoViolations, open, test, timing } from './fixtures';

const text =
  'Hazy gold with a big white head. Smells of grapefruit. Thin, watery <b>body</b> & "flat".';
const says = (page: Page) => page.locator('.share-says');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());
const linkOf = (value: unknown) =>
  `./#reviews/beer/1${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

async function openWithText(page: Page): Promise<void> {
  await open(page);
  await editor(page).fill(text);
  await expect(timing(page)).toContainText('16 words');
}

test.describe('with the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a link brings text and dropped words to another tab, and its address is short again', async ({
    page,
    context,
  }) => {
    await openWithText(page);
    await page.locator('.phrases button').first().press('Enter');
    const dropped = page.locator('#marked .dropped');
    await expect(dropped).not.toHaveCount(0);
    await press(page, 'Copy a link');
    await expect(says(page)).toContainText('The link is copied');
    const link = await clipboard(page);
    expect(new URL(link).hash).toMatch(/^#reviews\/beer\/1[\w-]+$/);
    const other = await context.newPage();
    await other.goto(link);
    await expect(editor(other)).toHaveValue(text);
    await expect(other.getByText('This text came with a link.')).toBeVisible();
    await expect(other).toHaveURL(/#reviews\/beer$/);
    await expect(other.locator('#marked .dropped')).toHaveCount(await dropped.count());
    await expectNoViolations(other);
    await editor(other).fill('My own.');
    await expect(other.getByText('This text came with a link.')).toBeHidden();
    await other.reload();
    await expect(editor(other)).toHaveValue('My own.');
  });

  test('JSON and HTML say what the page shows, and HTML escapes the text', async ({
    page,
    model,
    context,
  }) => {
    await openWithText(page);
    const explanation = await model.explain(text);
    await press(page, 'Copy as JSON');
    await expect(says(page)).toHaveText('The JSON is copied.');
    const json = JSON.parse(await clipboard(page)) as {
      text: string;
      ratings: { aspect: string; rating: number | null }[];
    };
    expect(json.text).toBe(text);
    expect(Object.fromEntries(json.ratings.map(({ aspect, rating }) => [aspect, rating]))).toEqual(
      Object.fromEntries(
        Object.entries(explanation.ratings).map(([aspect, rating]) => [
          aspect,
          rating === null ? null : expect.closeTo(rating, 5),
        ]),
      ),
    );
    await press(page, 'Copy as HTML');
    await expect(says(page)).toHaveText('The HTML is copied.');
    const html = await clipboard(page);
    const other = await context.newPage();
    await other.setContent(html);
    await expect(other.locator('blockquote')).toHaveText(text, { useInnerText: false });
    await expect(other.locator('b')).toHaveCount(0);
    await expect(other.locator('mark')).not.toHaveCount(0);
  });

  test('what is not rated is said not to be', async ({ page }) => {
    await open(page);
    await editor(page).fill('Der Zug nach Hamburg fährt heute von Gleis drei.');
    await expect(page.locator('#result-notice')).not.toBeEmpty();
    await press(page, 'Copy as HTML');
    await expect(says(page)).toHaveText('The HTML is copied.');
    const html = await clipboard(page);
    expect(html).toContain(strings.share.nothingRated);
    expect(html).not.toContain(strings.share.ratedBy);
  });

  test('the picture is as high as a long word needs', async ({ page }) => {
    const heightOf = async (text: string) => {
      await editor(page).fill(text);
      // Until the text is read there is nothing to copy.
      await expect(async () => {
        await press(page, 'Copy as a picture');
        await expect(says(page)).toHaveText('The picture is copied.', { timeout: 2000 });
      }).toPass();
      return page.evaluate(async () => {
        const [item] = await navigator.clipboard.read();
        return (await createImageBitmap(await item!.getType('image/png'))).height;
      });
    };
    await open(page);
    const line = 60;
    const short = await heightOf('Smells great.');
    expect(await heightOf(`Smells great. ${'w'.repeat(200)}`)).toBeGreaterThan(short + 3 * line);
  });

  test('in the picture ratings stand behind the longest name', async ({ page }) => {
    await page.addInitScript(() => {
      const drawn: { text: string; left: number; right: number; top: number }[] = [];
      // eslint-disable-next-line @typescript-eslint/unbound-method
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
        drawn.push({ text, left: x, right: x + this.measureText(text).width, top: y });
        fillText.call(this, text, x, y);
      };
      Object.assign(window, { drawn });
    });
    await page.goto('./?lang=es#reviews/beer');
    await expect(timing(page)).toContainText('en tu dispositivo');
    await press(page, 'Copiar como imagen');
    await expect(says(page)).not.toBeEmpty();
    const drawn = await page.evaluate(
      () =>
        (
          window as unknown as {
            drawn: { text: string; left: number; right: number; top: number }[];
          }
        ).drawn,
    );
    const name = drawn.findIndex(({ text: each }) => each === 'Sensación en boca');
    const [of, rating] = drawn.slice(name, name + 2);
    expect(rating!.top).toBe(of!.top);
    expect(rating!.left).toBeGreaterThan(of!.right);
  });

  test('the picture is copied as a PNG', async ({ page }) => {
    await openWithText(page);
    await press(page, 'Copy as a picture');
    await expect(says(page)).toHaveText('The picture is copied.');
    const size = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const bitmap = await createImageBitmap(await item!.getType('image/png'));
      return { width: bitmap.width, height: bitmap.height };
    });
    expect(size.width).toBe(1600);
    expect(size.height).toBeGreaterThan(300);
  });
});

test('a link that is followed once more shows its text once more', async ({ page }) => {
  await open(page);
  const follow = () =>
    page.evaluate(
      (to) => (location.hash = to.slice(to.indexOf('#'))),
      linkOf({ model: 'beer', text }),
    );
  await follow();
  await expect(editor(page)).toHaveValue(text);
  await expect(page).toHaveURL(/#reviews\/beer$/);
  await editor(page).fill('Something else.');
  await follow();
  await expect(editor(page)).toHaveValue(text);
  await expect(page).toHaveURL(/#reviews\/beer$/);
});

test('where the browser refuses to copy, files are saved and the link is in the address', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('No', 'NotAllowedError'));
    Object.assign(Clipboard.prototype, { write: refuse, writeText: refuse });
  });
  await openWithText(page);
  for (const [button, name] of [
    ['Copy as a picture', 'review.png'],
    ['Copy as JSON', 'review.json'],
    ['Copy as HTML', 'review.html'],
  ] as const) {
    const download = page.waitForEvent('download');
    await press(page, button);
    const file = await download;
    expect(file.suggestedFilename()).toBe(name);
    expect((await readFile(await file.path())).length).toBeGreaterThan(100);
    await expect(says(page)).toContainText(name);
  }
  await press(page, 'Copy a link');
  await expect(says(page)).toContainText('in the address bar');
  await expect(page).toHaveURL(/#reviews\/beer\/1[\w-]+$/);
});

test('a text that is too long for a link is told', async ({ page }) => {
  await open(page);
  const words = Array.from({ length: 6000 }, (_, i) =>
    ((i * 2654435761) % 4294967296).toString(36),
  );
  await editor(page).fill(words.join(' '));
  await press(page, 'Copy a link');
  await expect(says(page)).toContainText('too long for a link');
});

for (const { name, address, told } of [
  { name: 'cut short', address: './#reviews/beer/1AAAA', told: 'damaged or cut short' },
  { name: 'of a newer page', address: './#reviews/beer/2AAAA', told: 'a newer version' },
  {
    name: 'a bomb',
    address: linkOf({ model: 'beer', text: 'a'.repeat(5_000_000) }),
    told: 'damaged or cut short',
  },
  {
    name: 'with drops outside of its text',
    address: linkOf({ model: 'beer', text: 'a', dropped: { aroma: [{ start: 0, end: 9 }] } }),
    told: 'damaged or cut short',
  },
]) {
  test(`a link that is ${name} is told, and the page works`, async ({ page }) => {
    await page.goto(address);
    await expect(page.locator('.from-link')).toContainText(told);
    await expect(timing(page)).toContainText('on your device');
  });
}

test('a link may ask for aspects and points that the model has not', async ({ page }) => {
  await page.goto(
    linkOf({
      model: 'beer',
      text: 'Thin \ud83c and flat.',
      point: 9999,
      isolated: 'constructor',
      dropped: { __proto__x: [{ start: 0, end: 4 }] },
    }),
  );
  await expect(timing(page)).toContainText('on your device');
  await expect(page.getByText('This text came with a link.')).toBeVisible();
});

test('a link with an unknown model is told', async ({ page }) => {
  await page.goto(linkOf({ model: '<b>wine', text: 'Dry.' }));
  await expect(page.getByRole('alert').filter({ hasText: /model/ }).first()).toBeVisible();
});
