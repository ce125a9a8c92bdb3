// No text becomes markup or code on the page, but by the rules of web/trusted-types.ts.
import type { Page } from '@playwright/test';
import { readdir } from 'node:fs/promises';
import { expect, marked, open, test, timing } from './fixtures';

interface Watched {
  violations: string[];
}

/** Notes what the policy refuses, from the start. */
async function watchViolations(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched = globalThis as unknown as Watched;
    watched.violations = [];
    addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) =>
      watched.violations.push(`${effectiveDirective}: ${sample}`),
    );
  });
}

const violations = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as Watched).violations);

const views = await readdir(new URL('../../web/views/', import.meta.url));

/** What a view shows once its model has answered, from a Worker; many reviews wait for a file. */
const answer: Readonly<Record<string, string>> = {
  ask: '.ask-word',
  many: '.drop',
  pairs: '.pair-word',
  questions: '.hit-question',
  reviews: 'mark',
  sentiment: '.ngram',
};
const answered = (page: Page, view: string) =>
  page.locator(`#${view}-view`).locator(answer[view]!).first();

for (const view of views) {
  test(`${view}: the policy has nothing to refuse`, async ({ page }) => {
    await watchViolations(page);
    await page.goto(`./?lang=de#${view}`);
    await expect(answered(page, view)).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });
}

test('many reviews are rated by Workers that the policy lets start', async ({ page }) => {
  await watchViolations(page);
  await page.goto('./#many');
  await page
    .locator('#many-view input[type=file]')
    .first()
    .setInputFiles({
      name: 'reviews.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('Pours a hazy gold.\nSmells of wet cardboard.\n'),
    });
  await page.getByRole('button', { name: /^Rate/ }).click();
  await expect(page.locator('#many-view .review-row').first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test.describe('text', () => {
  test.use({ expectedProblems: /Trusted|trusted/ });

  test('becomes no markup, no code and no address of code', async ({ page }) => {
    await open(page);
    const refused = await page.evaluate(() => {
      const policies = (
        globalThis as unknown as {
          trustedTypes: { createPolicy(name: string, rules: object): unknown };
        }
      ).trustedTypes;
      const trials: Record<string, () => unknown> = {
        innerHTML: () => (document.body.innerHTML = '<p>text</p>'),
        insertAdjacentHTML: () => document.body.insertAdjacentHTML('beforeend', '<p>text</p>'),
        parseFromString: () => new DOMParser().parseFromString('<p>text</p>', 'text/html'),
        srcdoc: () => (document.createElement('iframe').srcdoc = '<p>text</p>'),
        script: () => (document.createElement('script').src = './start-guard.js'),
        worker: () => new Worker('./start-guard.js'),
        'another policy': () => policies.createPolicy('other', {}),
        'the same policy again': () => policies.createPolicy('whylight', {}),
      };
      return Object.entries(trials).filter(([, trial]) => {
        try {
          trial();
          return false;
        } catch (error) {
          return error instanceof TypeError;
        }
      });
    });
    expect(refused.map(([name]) => name)).toEqual([
      'innerHTML',
      'insertAdjacentHTML',
      'parseFromString',
      'srcdoc',
      'script',
      'worker',
      'another policy',
      'the same policy again',
    ]);
    await expect(marked(page)).toBeVisible();
  });
});

test('browsers without Trusted Types show every view', async ({ page }) => {
  const directives = /; require-trusted-types-for 'script'; trusted-types whylight/;
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(directives, '');
      const headers = response.headers();
      headers['content-security-policy'] = headers['content-security-policy']!.replace(
        directives,
        '',
      );
      await route.fulfill({ response, headers, body });
    },
  );
  await page.addInitScript(() => Object.defineProperty(globalThis, 'trustedTypes', {}));
  await open(page);
  for (const view of views) {
    await page.goto(`./#${view}`);
    await expect(answered(page, view)).toBeVisible();
  }
  await page.goto('./#reviews');
  await expect(timing(page)).toContainText('on your device');
});
