// Shared by the tests of the page. They never ask how good the model is: what
// the page shows is compared with what the package answers in Node.
import axe from 'axe-core';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import {
  load,
  type Explanation,
  type Model,
  type Span,
} from '../../wasm/dist/systems/rationale/node.js';
import { strings } from '../../web/strings/strings';
import { RatingScale } from '../../web/views/reviews/rating-scale';
import { beer as samples } from '../../web/views/reviews/samples/beer';
import { capitalised, labelOf } from '../../web/wording';

export { expect, samples };

export const firstSample = samples[0]!.text;

interface Options {
  /** Problems that a test brings about itself. */
  expectedProblems: RegExp | undefined;
}

interface Fixtures {
  /** Fails a test on any error in the console and any request to another host or with a body. */
  watch: undefined;
}

interface WorkerFixtures {
  model: Model;
}

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  expectedProblems: [undefined, { option: true }],
  watch: [
    async ({ context, baseURL, expectedProblems }, use) => {
      const problems: string[] = [];
      const host = new URL(baseURL!).host;
      context.on('console', (message) => {
        if (message.text() === 'Service Worker registration blocked by Playwright') return;
        if (message.type() === 'error' || message.type() === 'warning') {
          problems.push(`console: ${message.text()}`);
        }
      });
      context.on('weberror', (error) => problems.push(`uncaught: ${error.error()}`));
      context.on('request', (request) => {
        const url = new URL(request.url());
        if (url.protocol !== 'data:' && url.host !== host) problems.push(`request: ${url}`);
        if (request.method() !== 'GET') problems.push(`request: ${request.method()} ${url}`);
      });
      await use(undefined);
      expect(problems.filter((problem) => !expectedProblems?.test(problem))).toEqual([]);
    },
    { auto: true },
  ],
  model: [
    // Playwright reads from the pattern that nothing else is needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const model = await load(new URL('../../models/beer/', import.meta.url));
      await use(model);
      await model.dispose();
    },
    { scope: 'worker' },
  ],
});

/** Opens the page and waits for the first sample's ratings, and for the whole model. */
export async function open(page: Page, url = './'): Promise<void> {
  await page.goto(url);
  await expect(timing(page)).toContainText('on your device');
  await expect(page.locator('.loading:visible')).toHaveCount(0);
}

export const timing = (page: Page) => page.locator('#timing');
/** The layer of marks below the text that is typed: it holds the same text. */
export const marked = (page: Page) => page.locator('#marked');
export const editor = (page: Page) => page.getByRole('textbox', { name: 'A beer review' });
/** The marked stretches as buttons, which drop their words and bring them back. */
export const phrases = (page: Page) =>
  page.getByRole('list', { name: 'The marked words' }).getByRole('button');
export const readout = (page: Page) => page.locator('#reviews-view .readout');
/** The dial between the operating points of a model. */
export const slider = (page: Page) => page.getByRole('slider', { name: 'Words for each rating' });

/** The card of an aspect, a button that shows its words alone. */
export function card(page: Page, aspect: string): Locator {
  return page.locator('.options').getByRole('button', { name: new RegExp(`^${aspect}\\b`, 'i') });
}

export const mark = (page: Page, index: number) => page.locator('#marked mark').nth(index);

/** Clicks in the text where a mark is: what is clicked is the text area above it. */
export async function clickMark(page: Page, index: number): Promise<void> {
  await mark(page, index).scrollIntoViewIfNeeded();
  const at = await mark(page, index).evaluate((element) => {
    const [{ x, y, width, height }] = element.getClientRects() as unknown as [DOMRect];
    return { x: x + width / 2, y: y + height / 2 };
  });
  await page.mouse.click(at.x, at.y);
}

/** Shows the marks of one aspect alone. */
export async function isolate(page: Page, aspect: string): Promise<void> {
  if ((await card(page, aspect).getAttribute('aria-pressed')) !== 'true') {
    await card(page, aspect).click();
  }
  await expect(card(page, aspect)).toHaveAttribute('aria-pressed', 'true');
}

/** The marked stretches, in order. */
export async function marks(page: Page): Promise<string[]> {
  return wholeMarks(await page.locator('#marked mark').allTextContents());
}

/** Stretches from the texts of <mark> elements: one that ends with a line break may go on in the next. */
export function wholeMarks(texts: readonly string[]): string[] {
  return texts.reduce<string[]>((whole, text) => {
    const before = whole.at(-1);
    if (before?.endsWith('\n')) return [...whole.slice(0, -1), before + text];
    return [...whole, text];
  }, []);
}

export function slices(text: string, spans: readonly Span[]): string[] {
  return spans.map(({ start, end }) => text.slice(start, end));
}

/** The marks of spans that may overlap: each begins and ends where a span does. */
export function piecesOf(spans: readonly Span[]): Span[] {
  const edges = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].toSorted(
    (a, b) => a - b,
  );
  return edges
    .slice(1)
    .map((end, i) => ({ start: edges[i]!, end }))
    .filter((piece) => spans.some(({ start, end }) => start <= piece.start && piece.end <= end));
}

/** Waits until the page shows `explanation`, with the marks of one aspect alone. */
export async function expectMarks(
  page: Page,
  explanation: Explanation,
  aspect: string,
): Promise<void> {
  await expect(marked(page)).toHaveText(explanation.text, { useInnerText: false });
  await expect
    .poll(() => marks(page))
    .toEqual(slices(explanation.text, explanation.rationales[aspect]!));
}

/** "4.2 of 5", as the page should say it, or what it says in the place of a rating. */
export function outOfFive(rating: number | null, otherwise = 'not rated'): string {
  return rating === null ? otherwise : `${(1 + 4 * rating).toFixed(1)} of 5`;
}

/**
 * Waits until the card of an aspect says its name, its rating and how far that may be off; then `more`,
 * if it is given.
 */
export async function expectCard(
  page: Page,
  { labels }: Pick<Model, 'labels'>,
  { ratings, spreads }: Explanation,
  aspect: string,
  more = '',
): Promise<void> {
  const scale = new RatingScale(labels);
  const rating = ratings[aspect] ?? null;
  const said = rating === null ? scale.unmentioned(aspect) : scale.text(aspect, rating);
  const spread = rating === null ? '' : scale.spread(aspect, spreads[aspect]);
  const parts = [labelOf(aspect), capitalised(said), spread, more];
  const text = parts.filter((part) => part !== '').join(' ');
  await expect(card(page, aspect)).toHaveAccessibleName(
    new RegExp(`^${text.replaceAll(/[.+]/g, '\\$&')}( treat with care)?$`),
  );
}

/** Waits until a failure is told: what one can do, and in details that are closed what it was. */
export async function expectFailure(
  place: Locator,
  advice: string,
  message: string | RegExp,
): Promise<void> {
  await expect(place).toContainText(advice);
  const details = place.locator('details p');
  await expect(details).toBeHidden();
  await place.getByText(strings.problems.details, { exact: true }).click();
  await expect(details).toBeVisible();
  await expect(details).toContainText(message);
}

async function violations(page: Page): Promise<object[]> {
  return page.evaluate(async () => {
    const results = await (globalThis as unknown as { axe: typeof axe }).axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => `${html}: ${failureSummary}`),
    }));
  });
}

/** The device keeps so many models of the visitor's: what is ticked takes a while to be written. */
export async function expectKept(page: Page, models: number): Promise<void> {
  const count = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opened = indexedDB.open('whylight-models');
          opened.onerror = () => reject(new Error('whylight-models: cannot be opened'));
          opened.onsuccess = () => {
            const database = opened.result;
            const counted = database.transaction('models').objectStore('models').count();
            counted.onsuccess = () => {
              database.close();
              resolve(counted.result);
            };
          };
        }),
    );
  await expect.poll(count).toBe(models);
}

/**
 * Asks axe for every rule there is, not only those of a standard, of the dark page and of the light one. Nothing moves
 * meanwhile: what is on its way has a contrast that nobody is meant to read.
 */
export async function expectNoViolations(page: Page): Promise<void> {
  await page.evaluate(axe.source);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await violations(page), `on the ${colorScheme} page`).toEqual([]);
  }
  await page.emulateMedia({ reducedMotion: null });
}
