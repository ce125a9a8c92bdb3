// The view that asks reviews. What it shows is compared with what the package answers in Node.
import type { Page } from '@playwright/test';
import { loadReader, type Reader, type TextAnswer } from '../../wasm/dist/systems/reader/node.js';
import { strings } from '../../web/strings/strings';
import { splitReviews } from '../../web/views/ask/ask-reviews';
import { others, shareOf } from '../../web/views/ask/answer-card';
import { samples } from '../../web/views/ask/samples';
import { likelihood, percentage } from '../../web/wording';
import { expect, expectNoViolations, test as base } from './fixtures';

const test = base.extend<object, { reader: Reader }>({
  reader: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const reader = await loadReader(new URL('../../models/reader/', import.meta.url));
      await use(reader);
      await reader.dispose();
    },
    { scope: 'worker' },
  ],
});

const view = (page: Page) => page.locator('#ask-view');
const question = (page: Page) => page.getByRole('textbox', { name: 'Question' });
const reviews = (page: Page) => page.getByRole('textbox', { name: 'Reviews' });
const headline = (page: Page) => view(page).locator('.ask-headline');
const notice = (page: Page) => view(page).locator('.notice');
const timing = (page: Page) => view(page).locator('.timing');
const cards = (page: Page) => view(page).getByRole('article');
const words = (page: Page) => view(page).locator('.ask-word');
const quotes = (page: Page) => view(page).getByRole('list', { name: 'What they say' });

const { ask } = strings;
const [hotel] = samples;
const bar = 'We came late. The bar was loud until midnight, but our room was quiet.';
const lift = 'The lift is slow and the rooms are small.';

async function open(page: Page): Promise<void> {
  await page.goto('./#ask');
  await expect(timing(page)).toContainText('on your device');
}

/** Asks, and waits for the answers to `texts`. */
async function askOf(page: Page, asked: string, ...texts: string[]): Promise<void> {
  await question(page).fill(asked);
  await reviews(page).fill(texts.join('\n\n'));
  await expect(view(page).locator('.ask-asked')).toHaveText(asked);
  await expect(view(page).locator('.ask-text')).toHaveText(texts);
}

const cut = ({ text }: TextAnswer, { start, end }: { start: number; end: number }) =>
  text.slice(start, end);

/** Asserts that the cards show these answers. */
async function expectCards(page: Page, answers: readonly TextAnswer[]): Promise<void> {
  await expect(cards(page)).toHaveCount(answers.length);
  for (const [at, found] of answers.entries()) {
    const card = cards(page).nth(at);
    const best = found.answer ?? found.alternatives[0]!;
    const mark = card.locator(found.answer ? '.ask-answer' : '.ask-nearest');
    await expect(card.locator('.ask-text')).toHaveText(found.text, { useInnerText: true });
    await expect(mark).toHaveText(cut(found, best));
    await expect(card.locator('.ask-word')).toHaveText(
      found.reads.words.map((word) => cut(found, word)),
    );
    await expect(card.locator('.ask-places li')).toHaveText(
      others(found).map((place) => `${cut(found, place)} ${shareOf(place)}`),
    );
    if (answers.length > 1) {
      const says = found.answer ? ask.saysIt : ask.saysNothing;
      await expect(card.locator('.ask-says')).toHaveText(says(likelihood(found.says)));
    }
  }
}

test('shows what the reviews of every sample say to each question', async ({ page, reader }) => {
  await open(page);
  for (const sample of samples) {
    await page.getByRole('button', { name: sample.name, exact: true }).click();
    await expect(reviews(page)).toHaveValue(sample.reviews);
    for (const asked of sample.questions) {
      const button = page.getByRole('button', { name: asked, exact: true });
      await button.click();
      await expect(button).toHaveAttribute('aria-current', 'true');
      await expect(question(page)).toHaveValue(asked);
      await expect(view(page).locator('.ask-asked')).toHaveText(asked);
      await expectCards(page, await reader.answerMany(asked, splitReviews(sample.reviews)));
    }
  }
});

test('tells how many reviews say it, and leads to each', async ({ page, reader }) => {
  await open(page);
  const texts = splitReviews(hotel!.reviews);
  const answers = await reader.answerMany(hotel!.questions[0]!, texts);
  const saying = answers.filter(({ answer }) => answer);
  await expect(headline(page)).toHaveText(ask.saying(saying.length, texts.length));
  const sorted = saying.toSorted((a, b) => b.says - a.says);
  await expect(quotes(page).getByRole('button')).toHaveText(
    sorted.map((found) => {
      const place = ask.review(answers.indexOf(found) + 1);
      return `${cut(found, found.answer!)} ${place}, ${likelihood(found.says)}`;
    }),
  );
  for (const [at, found] of sorted.entries()) {
    await quotes(page).getByRole('button').nth(at).click();
    await expect(cards(page).nth(answers.indexOf(found))).toBeFocused();
    await expect(cards(page).nth(answers.indexOf(found))).toBeInViewport();
  }
});

test('says what one review says, how likely, and what comes next', async ({ page, reader }) => {
  await open(page);
  for (const asked of ['How is the bar?', 'Is breakfast included?', 'How is the pool?']) {
    await askOf(page, asked, bar);
    const found = await reader.answer(asked, bar);
    const { answer, says, threshold } = found;
    await expect(headline(page)).toHaveText(
      answer ? ask.quoted(cut(found, answer)) : 'The review does not say.',
    );
    await expect(view(page).locator('.ask-sure')).toHaveText(
      answer ? ask.sure(likelihood(says)) : ask.unsure(percentage(says), percentage(threshold)),
    );
    await expect(quotes(page)).toBeHidden();
    await expectCards(page, [found]);
    await expect(view(page).locator('.ask-places summary')).toHaveText(
      others(found).length === 0 ? [] : [answer ? 'Next likeliest' : 'The nearest it says'],
    );
    // For those who hear the page, once.
    const heard = view(page).locator('[aria-live=polite]');
    await expect(heard).toContainText(answer ? cut(found, answer) : 'The review does not say.');
  }
});

test('a place of the list is lit in the review', async ({ page, reader }) => {
  await open(page);
  await askOf(page, 'How is the pool?', bar);
  const found = await reader.answer('How is the pool?', bar);
  const places = view(page).locator('.ask-place');
  for (const [at, place] of others(found).entries()) {
    if (at % 2 === 0) await places.nth(at).focus();
    else await places.nth(at).hover();
    await expect(view(page).locator('.lit')).toHaveText(cut(found, place));
    await places.nth(at).blur();
    await page.mouse.move(0, 0);
  }
});

test('a word of an answer lights up what it reads of the question', async ({ page, reader }) => {
  await open(page);
  const asked = 'How is the bar?';
  await askOf(page, asked, bar, lift);
  const readout = view(page).locator('.ask-readout');
  await expect(readout).toHaveText(ask.wordsHint);
  const answers = await reader.answerMany(asked, [bar, lift]);
  for (const [card, found] of answers.entries()) {
    const { question: read, words: readers } = found.reads;
    for (const [at, word] of readers.slice(0, 3).entries()) {
      const button = cards(page).nth(card).locator('.ask-word').nth(at);
      if (at % 2 === 0) await button.hover();
      else await button.focus();
      const most = Math.max(...word.weights);
      const { start, end } = read[word.weights.indexOf(most)]!;
      const says = strings.pairs.readWord(asked.slice(start, end), percentage(most));
      await expect(readout).toContainText(`${cut(found, word)} reads ${says}`);
      const steps = [0.05, 0.15, 0.3, 0.5, 0.75];
      for (const [k, weight] of word.weights.entries()) {
        const step = steps.filter((least) => weight >= least).length;
        const lit = step > 0 ? `ask-asked-word weight-${step}` : 'ask-asked-word';
        await expect(view(page).locator('.ask-asked-word').nth(k)).toHaveClass(lit);
      }
      await page.mouse.move(0, 0);
      await button.blur();
    }
  }
  await expect(readout).toHaveText(ask.wordsHint);
});

test('the words of an answer are one stop of the keyboard', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the pool?', bar);
  const count = await words(page).count();
  await words(page).first().focus();
  await page.keyboard.press('End');
  await expect(words(page).last()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(words(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(words(page).first()).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(words(page).nth(Math.min(1, count - 1))).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(view(page).locator('.ask-places summary')).toBeFocused();
  await expect(words(page).first()).toHaveAccessibleDescription(/./);
});

test('follows the typing, and asks at once by a key', async ({ page, reader }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await question(page).fill('How is the room?');
  await page.keyboard.press('Enter');
  await expect(view(page).locator('.ask-asked')).toHaveText('How is the room?');
  await expectCards(page, [await reader.answer('How is the room?', bar)]);
  await question(page).fill('');
  await expect(notice(page)).toHaveText(ask.nothing);
  await expect(cards(page)).toHaveCount(0);
  // What was written can be had back.
  await question(page).fill('How is the room?');
  await page.getByRole('button', { name: hotel!.name, exact: true }).click();
  await page.getByRole('button', { name: strings.editor.own }).click();
  await expect(reviews(page)).toHaveValue(bar);
  await expect(question(page)).toHaveValue('How is the room?');
});

test('says that it knows few words', async ({ page }) => {
  await open(page);
  await askOf(page, 'zzyzx qwrtp?', 'Xyzzy plugh fnord grault.');
  await expect(notice(page)).toContainText('of the words of the question');
  await expect(notice(page)).toContainText('of the words of the review');
});

test('shows text as text', async ({ page }) => {
  await open(page);
  await askOf(page, 'Is <b>it</b> loud?', '<img src=x> The 🍸 bar was lo\u0301ud <i>at</i> night.');
  await expect(view(page).locator('img, i')).toHaveCount(0);
  await expect(cards(page)).toHaveCount(1);
});

test('keeps what was asked for Back and a reload', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar, lift);
  await page.getByRole('link', { name: 'Compare' }).click();
  await expect(page.locator('#pairs-view .timing')).toContainText('on your device');
  await page.goBack();
  await expect(question(page)).toHaveValue('How is the bar?');
  await page.reload();
  await expect(reviews(page)).toHaveValue(`${bar}\n\n${lift}`);
  await expect(cards(page)).toHaveCount(2);
});

test('its code is of what is shown', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar, lift);
  await view(page).locator('.code-box > summary').click();
  const code = view(page).locator('.code-box pre').nth(1);
  await expect(code).toContainText("from 'whylight/reader'");
  await expect(code).toContainText(JSON.stringify(lift));
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`is accessible in ${colorScheme} colours`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page);
    await expectNoViolations(page);
    await words(page).first().focus();
    await askOf(page, 'How is the pool?', bar);
    await view(page).locator('.ask-place').first().focus();
    await expectNoViolations(page);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('a word is tapped, and nothing is wider than the screen', async ({ page }) => {
    await open(page);
    await words(page).first().tap();
    await expect(view(page).locator('.ask-readout b')).toBeVisible();
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
  });
});

test('nothing of it is fetched before it is shown', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await page.goto('./');
  await expect(page.locator('#marked mark').first()).toBeAttached();
  const own = () => paths.filter((path) => /reader|\/ask/.test(path));
  expect(own()).toEqual([]);
  await page.getByRole('link', { name: 'Ask', exact: true }).click();
  await expect(timing(page)).toContainText('on your device');
  expect(own().some((path) => path.endsWith('models/reader/model.safetensors'))).toBe(true);
});
