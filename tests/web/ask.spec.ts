// The view that asks reviews. What it shows is compared with what the package answers in Node.
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { loadReader, type Reader, type TextAnswer } from '../../wasm/dist/systems/reader/node.js';
import { strings } from '../../web/strings/strings';
import { splitReviews } from '../../web/views/ask/ask-reviews';
import { others } from '../../web/views/ask/answer-card';
import { samples } from '../../web/views/ask/samples';
import { outcomeOf } from '../../web/views/ask/word-effects';
import { factor, likelihood, ngramText, percentage, times } from '../../web/wording';
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
const chips = (page: Page) => view(page).locator('.word-chip');
const effects = (page: Page) => view(page).locator('.word-effect');
const readout = (page: Page) => view(page).locator('.ask-readout');
const why = (page: Page) => view(page).getByRole('button', { name: /^Why\?/ });
const quotes = (page: Page) => view(page).getByRole('list', { name: 'What they say' });

const { ask } = strings;
const [hotel] = samples;
const bar = 'We came late. The bar was loud until midnight, but our room was quiet.';
const lift = 'The lift is slow and the rooms are small.';

async function open(page: Page): Promise<void> {
  await page.goto('./#ask');
  await expect(timing(page)).toContainText('on your device');
}

/** Waits until the question is shown, word by word. */
async function expectAsked(page: Page, asked: string): Promise<void> {
  const parts = asked.match(/[\p{L}\p{N}]+|\S/gu)!;
  await expect(view(page).locator('.word-chip > :first-child')).toHaveText(parts);
}

/** Asks, and waits for the answers to `texts`. */
async function askOf(page: Page, asked: string, ...texts: string[]): Promise<void> {
  await question(page).fill(asked);
  await reviews(page).fill(texts.join('\n\n'));
  await expectAsked(page, asked);
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
      others(found).map((place) => `${cut(found, place)} ${likelihood(place.probability)}`),
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
      await expectAsked(page, asked);
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
      answer ? ask.sure(likelihood(says)) : ask.unsure(likelihood(says), percentage(threshold)),
    );
    await expect(quotes(page)).toBeHidden();
    await expectCards(page, [found]);
    await expect(view(page).locator('.ask-places summary')).toHaveText(
      others(found).length === 0 ? [] : [answer ? 'Next likeliest' : 'What comes nearest'],
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
  await expect(readout(page)).toHaveText(ask.effectsHint);
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
      await expect(readout(page)).toContainText(`${cut(found, word)} reads ${says}`);
      const steps = [0.05, 0.15, 0.3, 0.5, 0.75];
      for (const [k, weight] of word.weights.entries()) {
        const step = steps.filter((least) => weight >= least).length;
        const lit = step > 0 ? `word-chip read weight-${step}` : 'word-chip';
        await expect(chips(page).nth(k)).toHaveClass(lit);
        await expect(effects(page).nth(k)).toHaveText(percentage(weight));
      }
      await page.mouse.move(0, 0);
      await button.blur();
    }
  }
  await expect(readout(page)).toHaveText(ask.effectsHint);
});

const blank = (text: string, { start, end }: { start: number; end: number }) =>
  text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);

/** What the page is to say of each word of a question. */
async function toldOf(reader: Reader, asked: string, text: string): Promise<string[]> {
  const whole = await reader.answer(asked, text);
  const { words: measured } = await reader.questionEffects(asked, text);
  const told = measured.map(async (word) => {
    const { effect } = word;
    const does = Math.abs(effect) < 0.1 ? ask.doesLittle : ask.makes(factor(Math.exp(effect)));
    const without = await reader.answer(blank(asked, word), text);
    const [before, now] = [likelihood(whole.says), likelihood(without.says)];
    const outcome = outcomeOf(whole, without);
    const then =
      outcome === 'other'
        ? ask.withoutOther(cut(without, without.answer!), now)
        : ask.without[outcome](before === now ? now : ask.instead(now, before));
    return `${asked.slice(word.start, word.end)} ${does} ${then}`;
  });
  return Promise.all(told);
}

test('each word of the question says what the answer is without it', async ({ page, reader }) => {
  await open(page);
  for (const asked of ['How is the bar?', 'How is the pool?', 'Was our room loud?']) {
    await askOf(page, asked, bar);
    const { words: measured } = await reader.questionEffects(asked, bar);
    const numbers = measured.map(({ effect }) => times(Math.exp(effect)));
    await expect(effects(page)).toHaveText(numbers);
    for (const [at, told] of (await toldOf(reader, asked, bar)).entries()) {
      const chip = chips(page).nth(at);
      if (at % 2 === 0) await chip.hover();
      else await chip.focus();
      await expect(readout(page)).toHaveText(told);
      await expect(chip).toHaveClass(/pointed/);
      // Those who hear the page are told the same.
      await expect(chip).toHaveAccessibleName(told);
      await expect(view(page).locator('.ask-answer, .ask-nearest')).toHaveClass(/lit/);
      await chip.blur();
      await page.mouse.move(0, 0);
      await expect(readout(page)).toHaveText(ask.effectsHint);
    }
  }
});

test('a word that makes the answer is tinted, and one that does nothing is not', async ({
  page,
}) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await expect(effects(page).last()).toHaveText(/×/);
  await expect(chips(page).nth(3)).toHaveClass(/ for-[23]/);
  await expect(chips(page).last()).toHaveText(/^\?/);
  await expect(chips(page).last()).toHaveClass('word-chip');
  // As it reads, once.
  await chips(page).nth(3).hover();
  await expect(readout(page)).toHaveText(
    /^bar makes the likeliest place [\d.]+ times as likely to be the answer\. Without it, the \S.+ likely.*\)\.$/,
  );
});

/**
 * Has `page` count how often the effects of words are asked for. While `window.held` is an array, what
 * is asked for waits there until it is let go; while `window.broken`, it fails.
 */
async function watchEffects(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.assign(window, { measured: 0, held: undefined, broken: false });
    const state = window as unknown as Watched;
    // eslint-disable-next-line @typescript-eslint/unbound-method
    const send = Worker.prototype.postMessage as (this: Worker, message: unknown) => void;
    Worker.prototype.postMessage = function (this: Worker, message: unknown) {
      if ((message as { question?: string } | null)?.question !== 'question-effects') {
        return send.call(this, message);
      }
      state.measured += 1;
      const sent = state.broken ? { ...(message as object), inputs: ['bar', 'Loud.'] } : message;
      if (state.held) state.held.push(() => send.call(this, sent));
      else send.call(this, sent);
    };
  });
}

interface Watched {
  measured: number;
  held: (() => void)[] | undefined;
  broken: boolean;
}

const measured = (page: Page) => page.evaluate(() => (window as unknown as Watched).measured);
/** Longer than the page waits before it measures. */
const quiet = 400;

test('forgets the word of an answer that is gone', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await words(page).nth(1).hover();
  await expect(effects(page).first()).toHaveText(/%/);
  await question(page).fill('');
  await expect(cards(page)).toHaveCount(0);
  await question(page).fill('How is our room?');
  await expectAsked(page, 'How is our room?');
  await page.mouse.move(0, 0);
  await expect(effects(page)).toHaveText([/×/, /×/, /×/, /×/, /×/]);
  await expect(readout(page)).toHaveText(ask.effectsHint);
});

test('the place stays lit under a word that is pointed at', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await chips(page).nth(3).hover();
  await expect(view(page).locator('.ask-answer')).toHaveClass(/lit/);
  const other = bar.replace('late', 'early');
  await reviews(page).fill(other);
  await expect(view(page).locator('.ask-text')).toHaveText(other);
  await expect(chips(page).nth(3)).toHaveClass(/pointed/);
  await expect(view(page).locator('.ask-answer')).toHaveClass(/lit/);
});

test('measures the words of each review once', async ({ page }) => {
  await watchEffects(page);
  await open(page);
  await askOf(page, 'How is the bar?', bar, lift);
  await expect(effects(page).last()).toHaveText(/×/);
  const before = await measured(page);
  const first = await effects(page).allTextContents();
  await why(page).first().click();
  await expect(effects(page)).toHaveText(first);
  await why(page).nth(1).click();
  await expect(effects(page).last()).toHaveText(/×/);
  await why(page).first().click();
  await expect(effects(page)).toHaveText(first);
  expect(await measured(page)).toBe(before + 1);
});

test('ignores what was measured of an answer that is gone', async ({ page, reader }) => {
  await watchEffects(page);
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await expect(effects(page).last()).toHaveText(/×/);
  await page.evaluate(() => Object.assign(window, { held: [] }));
  const before = await measured(page);
  await question(page).fill('Was our room loud?');
  await expect.poll(() => measured(page)).toBe(before + 1);
  await question(page).fill('How is the room?');
  await expectAsked(page, 'How is the room?');
  await page.evaluate(() => {
    const { held } = window as unknown as Watched;
    Object.assign(window, { held: undefined });
    held!.forEach((send) => send());
  });
  const { words: expected } = await reader.questionEffects('How is the room?', bar);
  await expect(effects(page)).toHaveText(expected.map(({ effect }) => times(Math.exp(effect))));
  await page.waitForTimeout(quiet);
  await expect(effects(page)).toHaveText(expected.map(({ effect }) => times(Math.exp(effect))));
});

test('says where words could not be measured, to those who hear it too', async ({ page }) => {
  await watchEffects(page);
  await open(page);
  await page.evaluate(() => Object.assign(window, { broken: true }));
  await askOf(page, 'How is the bar?', bar);
  await expect(view(page).locator('.ask-why').getByRole('status')).toHaveText(ask.effectsFailed);
  await expect(readout(page)).toHaveText(ask.wordsHint);
  await page.evaluate(() => Object.assign(window, { broken: false }));
  await question(page).fill('How is our bar?');
  await expect(effects(page).last()).toHaveText(/×/);
  await expect(view(page).locator('.ask-why').getByRole('status')).toBeEmpty();
});

test('shows why of each of several reviews', async ({ page, reader }) => {
  await open(page);
  const asked = 'How is the bar?';
  await askOf(page, asked, bar, lift);
  const title = view(page).locator('.ask-why h3');
  for (const [at, text] of [bar, lift].entries()) {
    // The first says it, so it is there without being asked for.
    if (at > 0) await why(page).nth(at).click();
    await expect(title).toHaveText(ask.theQuestionTo(ask.review(at + 1)));
    await expect(why(page).nth(at)).toHaveAttribute('aria-current', 'true');
    await expect(why(page).nth(1 - at)).not.toHaveAttribute('aria-current');
    const { words: measured } = await reader.questionEffects(asked, text);
    const numbers = measured.map(({ effect }) => times(Math.exp(effect)));
    await expect(effects(page)).toHaveText(numbers);
    await chips(page).nth(3).hover();
    await expect(cards(page).nth(at).locator('.ask-answer, .ask-nearest')).toHaveClass(/lit/);
    await expect(view(page).locator('.lit')).toHaveCount(1);
  }
  const heard = view(page).locator('[aria-live=polite]');
  await expect(heard).toHaveText(ask.theQuestionTo(ask.review(2)));
  // A quote leads to its review, and to its reasons.
  await quotes(page).getByRole('button').first().click();
  await expect(title).toHaveText(ask.theQuestionTo(ask.review(1)));
});

test('the words of the question are one stop of the keyboard', async ({ page }) => {
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  await expect(effects(page).last()).toHaveText(/×/);
  await chips(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(chips(page).nth(1)).toBeFocused();
  await expect(readout(page)).toContainText('is ');
  await page.keyboard.press('End');
  await expect(chips(page).last()).toBeFocused();
  await page.keyboard.press('Home');
  await expect(chips(page).first()).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(words(page).first()).toBeFocused();
});

test('measures no words where there is one alone, or a long review', async ({ page }) => {
  await watchEffects(page);
  await open(page);
  await expect(effects(page).last()).toHaveText(/×/);
  const before = await measured(page);
  await askOf(page, 'bar', bar);
  await expect(readout(page)).toHaveText(ask.wordsHint);
  await page.waitForTimeout(quiet);
  const long = 'The bar was loud until midnight. '.repeat(300);
  await reviews(page).fill(long);
  await expect(view(page).locator('.ask-text')).toHaveText([long]);
  await question(page).fill('How is the bar?');
  await expect(readout(page)).toHaveText(ask.effectsLong);
  await page.waitForTimeout(quiet);
  await expect(effects(page)).toHaveText(['', '', '', '', '']);
  expect(await measured(page)).toBe(before);
});

test('follows the typing while words are measured', async ({ page, reader }) => {
  await open(page);
  // As long as it may be.
  const long = 'The bar was loud until midnight. '.repeat(130);
  await reviews(page).fill(long);
  await expect(view(page).locator('.ask-text')).toHaveText([long]);
  await expect(effects(page).last()).toHaveText(/×/);
  await question(page).fill('How is our bar?');
  await question(page).press('Enter');
  await expectAsked(page, 'How is our bar?');
  await question(page).fill('How is the bar?');
  await reviews(page).fill(bar);
  const { words: measured } = await reader.questionEffects('How is the bar?', bar);
  const numbers = measured.map(({ effect }) => times(Math.exp(effect)));
  await expect(effects(page)).toHaveText(numbers);
});

test('of a reader that selects words, those that it read stand out', async ({ page }) => {
  const folder = new URL('../golden/selecting-reader-tiny/', import.meta.url);
  await page.route('**/models/reader/*', (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1)!;
    return route.fulfill({ path: fileURLToPath(new URL(name, folder)) });
  });
  const selecting = await loadReader(folder);
  await open(page);
  await askOf(page, 'How is the bar?', bar);
  const { rationale = [] } = await selecting.answer('How is the bar?', bar);
  await selecting.dispose();
  expect(rationale.length).toBeGreaterThan(0);
  await expect(view(page).locator('.ask-alone')).toHaveText(
    ask.readAlone(ngramText(bar, rationale)),
  );
  const read = await view(page).locator('.ask-read').allTextContents();
  const selected = rationale.map(({ start, end }) => bar.slice(start, end));
  expect(read.join('').replaceAll(/\s/g, '')).toBe(selected.join('').replaceAll(/\s/g, ''));
  await expectNoViolations(page);
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
  await expectAsked(page, 'How is the room?');
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
    await expect(effects(page).last()).not.toBeEmpty();
    await chips(page).nth(3).tap();
    await expect(readout(page)).toContainText('breakfast makes');
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
