import {
  editor,
  expect,
  expectNoViolations,
  firstSample,
  marked,
  open,
  isolate,
  phrases,
  readout,
  test,
} from './fixtures';

test.use({ expectedProblems: /Failed to load resource/ });

const sizes = {
  desktop: { width: 1280, height: 900 },
  'a small phone': { width: 320, height: 640 },
};

for (const [device, viewport] of Object.entries(sizes)) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport });

    test('axe finds nothing in the ratings', async ({ page, model }) => {
      await open(page);
      await expectNoViolations(page);
      for (const aspect of model.aspects) {
        await isolate(page, aspect);
        await expectNoViolations(page);
      }
    });

    test('axe finds nothing while the model loads', async ({ page }) => {
      await page.route('**/model.safetensors', () => {});
      await page.goto('./');
      await expect(page.getByText(/Loading the model: \d/)).toBeVisible();
      await expectNoViolations(page);
    });

    test('axe finds nothing where the model cannot load', async ({ page }) => {
      await page.route('**/model.safetensors', (route) => route.fulfill({ status: 404 }));
      await page.goto('./');
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expectNoViolations(page);
    });

    test('axe finds nothing with a long text, nor with none', async ({ page }) => {
      await open(page);
      await editor(page).fill(`${firstSample}\n\n`.repeat(20));
      await expect(marked(page)).toHaveText(`${firstSample}\n\n`.repeat(20));
      await expectNoViolations(page);
      await editor(page).fill('');
      await expect(page.getByText('Write or paste a review')).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

test.describe('on a small phone', () => {
  test.use({ viewport: sizes['a small phone'], hasTouch: true });

  test('nothing has to be scrolled sideways', async ({ page }) => {
    await open(page);
    const texts = [firstSample, 'm'.repeat(500), 'https://example.org/'.repeat(20)];
    for (const text of texts) {
      await editor(page).fill(text);
      await expect(marked(page)).toHaveText(text);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
    }
  });

  test('everything to touch is at least 44 pixels high and wide', async ({ page }) => {
    await open(page);
    await editor(page).fill('My own.');
    const targets = await page.locator('button, input, summary, textarea, a').all();
    for (const target of targets) {
      if (!(await target.isVisible())) continue;
      // A press on a label is one on what it names.
      const label = target.locator('xpath=ancestor::label');
      const pressed = (await label.count()) > 0 ? label : target;
      const box = (await pressed.boundingBox())!;
      expect(Math.min(box.width, box.height), await target.innerText()).toBeGreaterThanOrEqual(44);
    }
  });
});

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('nobody is told of clicks, nor of keys that are not there', async ({ page }) => {
    await open(page);
    await expect(page.getByText('Change a word')).toBeVisible();
    await expect(page.locator('#hint .keys')).toBeHidden();
    await expect(readout(page)).toHaveText(/^Choose a rating .* or a mark/);
    await phrases(page).first().press('Enter');
    await phrases(page).nth(1).focus();
    await phrases(page).first().focus();
    await expect(readout(page)).toContainText('Choose it again to bring it back.');
  });
});
