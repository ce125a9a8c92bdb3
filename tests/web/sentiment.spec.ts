// The sentiment view. As in the reviews view, what it shows is compared with what the package
// answers in Node.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { loadClassifier, type Classifier } from '../../wasm/dist/systems/classifier/node.js';
import { gradedWords } from '../../web/views/sentiment/graded-words';
import { gradesOf, nearest, percentage } from '../../web/views/sentiment/grades';
import { sidesOf } from '../../web/views/sentiment/ngrams';
import { samples } from '../../web/views/sentiment/samples';
import { capitalised, ngramText, signed } from '../../web/wording';
import { strings } from '../../web/strings/strings';
import { expect, expectNoViolations, open as openReviews, test as base } from './fixtures';

const modelFolder = new URL('../../models/sentiment/', import.meta.url);

const test = base.extend<object, { classifier: Classifier }>({
  classifier: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const classifier = await loadClassifier(modelFolder);
      await use(classifier);
      await classifier.dispose();
    },
    { scope: 'worker' },
  ],
});

const view = (page: Page) => page.locator('#sentiment-view');
const editor = (page: Page) => page.getByRole('textbox', { name: 'A sentence or two' });
const timing = (page: Page) => view(page).locator('.timing');
const verdict = (page: Page) => view(page).locator('.verdict');
const words = (page: Page) => view(page).getByRole('option');
const marked = (page: Page) => view(page).locator('.marked-word').allTextContents();
const sample = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}( known weakness)?$`) });
const spot = (page: Page) => view(page).locator('.spot');

async function open(page: Page): Promise<void> {
  await page.goto('./#sentiment');
  await expect(timing(page)).toContainText('on your device');
}

async function read(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await editor(page).press('Control+Enter');
  await expect(view(page).locator('.words')).toHaveText(text.replaceAll(/\s+/g, ' '));
}

test('shows class, grade and the share of every class', async ({ page, classifier }) => {
  await open(page);
  const { grade, probabilities } = await classifier.classify(samples[0]!.text);
  const { name } = nearest(grade!, gradesOf(classifier));
  await expect(verdict(page)).toContainText(capitalised(name));
  await expect(verdict(page)).toContainText(`${signed(grade!)} on a scale from −2 to 2`);
  const items = view(page).getByRole('list', { name: 'How likely each class is' });
  const expected = gradesOf(classifier)
    .toReversed()
    .map((entry) => `${capitalised(entry.name)} ${percentage(probabilities[entry.label]!)}`);
  await expect(items.getByRole('listitem')).toHaveText(expected);
  await expect(view(page).locator('.classes-note')).toContainText(
    'The verdict is the likelier of the two classes around that mean',
  );
});

test('reads each sample', async ({ page, classifier }) => {
  await open(page);
  for (const { name, text } of samples) {
    await test.step(name, async () => {
      await sample(page, name).click();
      await expect(sample(page, name)).toHaveAttribute('aria-current', 'true');
      await expect(editor(page)).toHaveValue(text);
      const classification = await classifier.classify(text);
      const grades = gradesOf(classifier);
      const expected = gradedWords(classification).map(
        ({ start, end, grade }) =>
          `${text.slice(start, end)}, ${signed(grade, 1)}, ${nearest(grade, grades).name}`,
      );
      await expect(words(page)).toHaveCount(expected.length);
      const labels = await words(page).evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
      expect(labels).toEqual(expected);
      // Class, number and the end of the curve say the same.
      const { name: verdictName } = nearest(classification.grade!, grades);
      await expect(verdict(page)).toHaveText(
        `${capitalised(verdictName)} ${signed(classification.grade!)} on a scale from −2 to 2`,
      );
      expect(labels.at(-1)).toContain(`${signed(classification.grade!, 1)}, ${verdictName}`);
      await expect(view(page).locator('.chosen-class')).toContainText(capitalised(verdictName));
    });
  }
});

test('draws a point above every word, at the height of its grade', async ({ page, classifier }) => {
  await open(page);
  const shown = gradedWords(await classifier.classify(samples[0]!.text));
  const cells = await words(page).all();
  const heights: { grade: number; y: number }[] = [];
  for (const [i, cell] of cells.entries()) {
    await cell.hover();
    await expect(cell).toHaveAttribute('aria-selected', 'true');
    const word = (await cell.boundingBox())!;
    const point = (await spot(page).boundingBox())!;
    expect(Math.abs(point.x + point.width / 2 - (word.x + word.width / 2))).toBeLessThan(1);
    expect(point.y).toBeGreaterThanOrEqual(word.y - 1);
    heights.push({ grade: shown[i]!.grade, y: point.y - word.y });
  }
  heights.sort((a, b) => b.grade - a.grade);
  for (const [i, { y }] of heights.entries()) {
    if (i > 0) expect(y).toBeGreaterThanOrEqual(heights[i - 1]!.y - 0.2);
  }
});

test('marks the word of the point that is pointed at, and lets it go', async ({
  page,
  classifier,
}) => {
  await open(page);
  const [first] = gradedWords(await classifier.classify(samples[0]!.text));
  const box = (await words(page).first().boundingBox())!;
  // In the strip of the curve, far above the word itself.
  await page.mouse.move(box.x + box.width / 2, box.y + 10);
  await expect(words(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(view(page).locator('.readout')).toContainText(signed(first!.grade));
  await page.mouse.move(0, 0);
  await expect(words(page).first()).toHaveAttribute('aria-selected', 'false');
  await expect(spot(page)).toHaveCount(0);
});

test('walks along the words by keyboard', async ({ page }) => {
  await open(page);
  await words(page).first().focus();
  await expect(words(page).first()).toHaveAttribute('aria-selected', 'true');
  const last = (await words(page).count()) - 1;
  for (const [key, at] of [
    ['ArrowLeft', 0],
    ['ArrowRight', 1],
    ['ArrowDown', 2],
    ['ArrowUp', 1],
    ['End', last],
    ['ArrowRight', last],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(words(page).nth(at)).toBeFocused();
    await expect(view(page).locator('[aria-selected=true]')).toHaveCount(1);
    await expect(words(page).nth(at)).toHaveAttribute('aria-selected', 'true');
  }
  // The words are one stop of the Tab key.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Tab');
  await expect(view(page).locator('.list summary')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(words(page).nth(1)).toBeFocused();
});

test('says in a list what the curve shows', async ({ page, classifier }) => {
  await open(page);
  const list = view(page).locator('.list');
  await list.locator('summary').press('Enter');
  const check = async (text: string) => {
    const grades = gradesOf(classifier);
    const expected = gradedWords(await classifier.classify(text)).map(({ start, end, grade }) => [
      text.slice(start, end),
      signed(grade),
      nearest(grade, grades).name,
    ]);
    await expect
      .poll(() =>
        list
          .locator('tbody tr')
          .evaluateAll((rows) =>
            rows.map((row) => [...row.children].map((cell) => cell.textContent)),
          ),
      )
      .toEqual(expected);
  };
  await check(samples[0]!.text);
  // And follows the text.
  await read(page, 'Not bad, but not good.');
  await check('Not bad, but not good.');
});

test('lists n-grams for and against, and marks the words of one', async ({ page, classifier }) => {
  await open(page);
  const ngramButtons = view(page).locator('.ngram');
  for (const { text } of samples.slice(0, 7)) {
    // The same text may be shown already; its answer makes a list anew, which has no focus.
    await ngramButtons.evaluateAll((all) =>
      all.forEach((it) => it.setAttribute('data-before', '')),
    );
    await read(page, text);
    await expect(view(page).locator('.ngram[data-before]')).toHaveCount(0);
    const classification = await classifier.classify(text, { ngrams: 40 });
    for (const { name, ngrams } of sidesOf(classification, strings.sentiment)) {
      if (ngrams.length === 0) continue;
      const buttons = view(page).getByRole('list', { name }).getByRole('button');
      await expect(buttons).toHaveText(
        ngrams.map(
          ({ spans, contribution }) => `${ngramText(text, spans)} ${signed(contribution)}`,
        ),
      );
      await buttons.first().focus();
      const spans = ngrams[0]!.spans.map(({ start, end }) => text.slice(start, end));
      await expect.poll(() => marked(page)).toEqual(spans);
    }
  }
});

test('keeps the marks of an n-gram that is pressed', async ({ page }) => {
  await open(page);
  const buttons = view(page).locator('.ngram');
  await buttons.first().press('Enter');
  await expect(buttons.first()).toHaveAttribute('aria-pressed', 'true');
  const kept = await marked(page);
  expect(kept.length).toBeGreaterThan(0);
  await editor(page).focus();
  expect(await marked(page)).toEqual(kept);
  await buttons.first().press('Enter');
  await expect(buttons.first()).toHaveAttribute('aria-pressed', 'false');
  await editor(page).focus();
  expect(await marked(page)).toEqual([]);
});

test('writes skip n-grams with their gaps', () => {
  const text = 'not nearly as good';
  const not = { start: 0, end: 3 };
  const nearly = { start: 4, end: 10 };
  const good = { start: 14, end: 18 };
  expect(ngramText(text, [not, nearly])).toBe('not nearly');
  expect(ngramText(text, [not, good])).toBe('not … good');
  expect(ngramText(text, [not, nearly, good])).toBe('not nearly … good');
  expect(ngramText(`${text}.`, [good, { start: 18, end: 19 }])).toBe('good.');
});

test('follows what is typed, and announces it when the typing is over', async ({
  page,
  classifier,
}) => {
  await open(page);
  const text = 'A warm film, not a clever one.';
  await editor(page).fill('');
  await editor(page).pressSequentially(text);
  const { grade } = await classifier.classify(text);
  const { name } = nearest(grade!, gradesOf(classifier));
  await expect(verdict(page)).toContainText(signed(grade!));
  await expect(view(page).locator('[aria-live=polite]')).toContainText(
    `${capitalised(name)}, ${signed(grade!)} on a scale`,
  );
  await sample(page, 'Not good').click();
  await page.getByRole('button', { name: 'Yours' }).click();
  await expect(editor(page)).toHaveValue(text);
});

test('asks for a sentence when given none', async ({ page }) => {
  await open(page);
  for (const [name, text] of Object.entries({ 'no text': '', 'white space': ' \n\t ' })) {
    await test.step(name, async () => {
      await editor(page).fill(text);
      await expect(view(page).getByText('Write a sentence to see')).toBeVisible();
      await expect(words(page)).toHaveCount(0);
      await expect(verdict(page)).toBeHidden();
      await sample(page, 'Good').click();
      await expect(verdict(page)).toBeVisible();
    });
  }
});

test('grades nothing without an English word', async ({ page }) => {
  await open(page);
  for (const text of ['🦖', '... !!! ???', '这部电影不好看。', 'Asdf qwertz jklö.']) {
    await test.step(text, async () => {
      await read(page, text);
      // What screen readers hear says the same, a second later.
      await expect(view(page).locator('.notice')).toContainText('There is no English word in this');
      await expect(verdict(page)).toBeHidden();
      await expect(words(page)).toHaveCount(0);
    });
  }
  await read(page, 'Good 🙂');
  await expect(verdict(page)).toBeVisible();
  await expect(view(page).getByText('There is no English word in this')).toBeHidden();
});

test('says where most words are unknown', async ({ page }) => {
  await open(page);
  await read(page, 'Der Film war good, aber furchtbar langweilig.');
  await expect(verdict(page)).toBeVisible();
  await expect(view(page).getByText(/The model knows only \d+% of these words/)).toBeVisible();
  await sample(page, 'Good').click();
  await expect(view(page).getByText('The model knows only')).toBeHidden();
});

const strange = {
  'an emoji and accents': 'Great 🍿👩🏽‍🍳 cafe\u0301, not s\u0323\u0307mooth.',
  'right-to-left text': 'הסרט לא טוב, but the music is good.',
  markup: '<b>Not</b> <script>alert(1)</script> &amp; good',
  Chinese: '这部电影不好看。',
  'a word of 5,000 letters': `Not ${'g'.repeat(5000)} good`,
  'no words': '... !!! ???',
};

test('shows every letter of a text', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page);
  for (const [name, text] of Object.entries(strange)) {
    await test.step(name, async () => {
      await editor(page).fill(text);
      await editor(page).press('Control+Enter');
      await expect
        .poll(async () => (await view(page).locator('.words').textContent())!.replaceAll(/\s/g, ''))
        .toBe(text.replaceAll(/\s/g, ''));
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
    });
  }
});

test('reads a long text, draws its beginning and says so', async ({ page }) => {
  await open(page);
  await editor(page).fill('The film is not good. '.repeat(1000));
  await expect(view(page).locator('.curve-note')).toContainText('of 6,000', { timeout: 60_000 });
  await expect(words(page)).toHaveCount(2000);
  await read(page, 'Short again.');
  await expect(view(page).locator('.curve-note')).toBeHidden();
});

test.describe('Loading', () => {
  // Chromium writes to the console what a server refuses.
  test.use({ expectedProblems: /Failed to load resource/ });

  test('costs the reviews view nothing', async ({ page }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await openReviews(page);
    expect(paths.filter((path) => /sentiment|classifier/.test(path))).toEqual([]);
    await page.getByRole('link', { name: 'Sentiment' }).click();
    await expect(timing(page)).toContainText('on your device');
    expect(paths.some((path) => path.endsWith('models/sentiment/model.safetensors'))).toBe(true);
  });

  test('costs the reviews nothing when their view is not shown', async ({ page }) => {
    const paths: string[] = [];
    page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await open(page);
    expect(paths.filter((path) => path.includes('models/beer'))).toEqual([]);
  });

  const failures = [
    { what: 'no tensors', file: 'models/sentiment/model.safetensors', code: 'fetch-failed' },
    { what: 'no vocabulary', file: 'models/sentiment/vocab.txt', code: 'fetch-failed' },
    { what: 'no WebAssembly module', file: '*.wasm', code: 'fetch-failed' },
    { what: 'no Worker script', file: 'model-worker*.js', code: 'worker-failed' },
  ];

  for (const { what, file, code } of failures) {
    test(`says so when there is ${what}, and recovers`, async ({ page }) => {
      await page.route(`**/${file}`, (route) => route.fulfill({ status: 404, body: '' }));
      await page.goto('./#sentiment');
      const problem = page.getByRole('alert').filter({ hasText: 'The model could not be loaded.' });
      await expect(problem).toContainText(`(${code})`);
      await expect(view(page).locator('.words')).toHaveText(samples[0]!.text);
      await page.unroute(`**/${file}`);
      await page.getByRole('button', { name: 'Try again' }).click();
      await expect(timing(page)).toContainText('on your device');
      await expect(problem).toBeHidden();
    });
  }

  test('offers the page again when the view itself does not arrive', async ({ page }) => {
    await page.route('**/assets/sentiment-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('./#sentiment');
    await expect(page.getByRole('alert')).toContainText('could not be loaded');
    await page.unroute('**/assets/sentiment-*.js');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(timing(page)).toContainText('on your device');
  });

  test('can be cancelled and started again', async ({ page }) => {
    await page.route('**/models/sentiment/model.safetensors', () => {});
    await page.goto('./#sentiment');
    await expect(view(page).getByRole('progressbar')).toBeVisible();
    await editor(page).fill('Typed before the model came.');
    await expect(view(page).locator('.words')).toHaveText('Typed before the model came.');
    await page.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(page.getByText('The model was not loaded.')).toBeVisible();
    await page.unroute('**/models/sentiment/model.safetensors');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(timing(page)).toContainText('5 words');
    // The button is gone, so the keyboard goes on in the text.
    await expect(editor(page)).toBeFocused();
  });

  test('links to the card of the model', async ({ page }) => {
    await open(page);
    await expect(page.getByRole('contentinfo')).toContainText(/Model: sentiment, \d+\.\d MB/);
    const card = page.getByRole('link', { name: /how good it is/ });
    const title = /^# (.*)$/m.exec(await readFile(new URL('README.md', modelFolder), 'utf8'))![1]!;
    await card.click();
    await expect(page).toHaveURL(/models\/sentiment\/card\.html$/);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  });
});

test.describe('Views', () => {
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

  test('are changed by links, and by the back button', async ({ page }) => {
    await openReviews(page);
    const reviewsTitle = await page.title();
    await expect(link(page, 'Reviews')).toHaveAttribute('aria-current', 'page');
    await link(page, 'Sentiment').press('Enter');
    await expect(timing(page)).toContainText('on your device');
    await expect(page).toHaveTitle(/sentiment/i);
    await expect(link(page, 'Sentiment')).toHaveAttribute('aria-current', 'page');
    await expect(link(page, 'Reviews')).not.toHaveAttribute('aria-current');
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await read(page, 'Kept while away.');

    await page.goBack();
    await expect(page).toHaveTitle(reviewsTitle);
    await expect(page.locator('#marked mark').first()).toBeVisible();
    await expect(view(page)).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    await page.goForward();
    await expect(editor(page)).toHaveValue('Kept while away.');
    await expect(words(page)).toHaveCount(4);
  });

  test('that come late do not disturb the one that is shown', async ({ page }) => {
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let releaseLast = () => {};
    const lastReleased = new Promise<void>((resolve) => (releaseLast = resolve));
    await openReviews(page);
    await page.route('**/assets/sentiment-*', async (route) => {
      await released;
      await route.continue();
    });
    await page.route('**/assets/questions-*', async (route) => {
      await lastReleased;
      await route.continue();
    });
    await link(page, 'Sentiment').click();
    await link(page, 'Questions').click();
    release();
    await expect(view(page).getByRole('heading', { level: 1, includeHidden: true })).toHaveCount(1);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    releaseLast();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('of an unknown name are the reviews', async ({ page }) => {
    await openReviews(page, './#nothing');
    await expect(link(page, 'Reviews')).toHaveAttribute('aria-current', 'page');
  });
});

const sizes = {
  desktop: { width: 1280, height: 900 },
  'a small phone': { width: 320, height: 640 },
};

for (const [device, viewport] of Object.entries(sizes)) {
  test.describe(`on ${device}`, () => {
    test.use({ viewport, expectedProblems: /Failed to load resource/ });

    test('axe finds nothing in the sentiment view', async ({ page }) => {
      await open(page);
      await expectNoViolations(page);
      await words(page).nth(3).focus();
      for (const part of await view(page).locator('summary').all()) await part.click();
      await expectNoViolations(page);
      await view(page).locator('.ngram').first().click();
      await expectNoViolations(page);
      await sample(page, 'A whole review').click();
      await expect(view(page).locator('.dense')).toBeVisible();
      await expectNoViolations(page);
      await editor(page).fill('');
      await expect(view(page).getByText('Write a sentence to see')).toBeVisible();
      await expectNoViolations(page);
    });

    test('axe finds nothing while its model loads, nor where it cannot', async ({ page }) => {
      await page.route('**/models/sentiment/model.safetensors', () => {});
      await page.goto('./#sentiment');
      await expect(view(page).getByRole('progressbar')).toBeVisible();
      await expectNoViolations(page);
      await page.route('**/assets/sentiment-*.js', (route) => route.fulfill({ status: 404 }));
      await page.reload();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}

test.describe('on a small phone', () => {
  test.use({ viewport: sizes['a small phone'], hasTouch: true });

  test('a tap on a word marks its point', async ({ page }) => {
    await open(page);
    await words(page).nth(3).tap();
    await expect(words(page).nth(3)).toHaveAttribute('aria-selected', 'true');
    await expect(spot(page)).toBeVisible();
  });

  test('everything to touch is at least 44 pixels high and wide', async ({ page }) => {
    await open(page);
    await editor(page).fill('My own, not a good one.');
    await expect(view(page).locator('.ngram').first()).toBeVisible();
    for (const target of await page.locator('button, summary, textarea, a').all()) {
      if (!(await target.isVisible())) continue;
      const box = (await target.boundingBox())!;
      expect(Math.min(box.width, box.height), await target.innerText()).toBeGreaterThanOrEqual(44);
    }
  });

  test('nothing has to be scrolled sideways', async ({ page }) => {
    await open(page);
    for (const { name } of samples) {
      await sample(page, name).click();
      await expect(sample(page, name)).toHaveAttribute('aria-current', 'true');
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(320);
    }
  });
});

test('moves nothing for those who ask for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page);
  const moving = await page.evaluate(
    () =>
      [...document.querySelectorAll('*')].filter((element) => {
        const style = getComputedStyle(element);
        return style.transitionDuration !== '0s' || style.animationName !== 'none';
      }).length,
  );
  expect(moving).toBe(0);
});

test('keeps its curve and bars where colours are forced', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page);
  const line = view(page).locator('.fill').first();
  const colours = await line.evaluate((fill) => [
    getComputedStyle(fill).backgroundColor,
    getComputedStyle(fill.parentElement!).backgroundColor,
  ]);
  expect(colours[0]).not.toBe(colours[1]);
});
