// The built page in Firefox, which Debian has and Playwright does not drive: every view answers, and
// the page has nothing to complain of.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const firefox = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
const skip = firefox ? false : 'Firefox is not installed: apt-get install firefox-esr';

/** Builds and other suites may share the processor. */
const patience = 60_000;

/** A port that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

describe('in Firefox', { skip }, () => {
  let server;
  let browser;
  let page;
  let folder;
  let url;
  let problems;
  /** What a test brings about itself. */
  let expected;

  before(async () => {
    const port = await freePort();
    url = `http://localhost:${port}/`;
    server = spawn(process.execPath, ['scripts/serve.mjs', '--port', String(port)], {
      cwd: repository,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve, reject) => {
      server.stdout.once('data', resolve);
      server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
    });
    folder = await mkdtemp(join(tmpdir(), 'whylight-firefox-'));
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox });
  });

  after(async () => {
    await browser?.close();
    server?.kill();
    if (folder) await rm(folder, { recursive: true });
  });

  afterEach(async () => {
    await page.close();
    const unexpected = problems.filter((problem) => !expected?.test(problem));
    assert.deepEqual(unexpected, []);
  });

  /** Opens a page of the site, and notes what it has to complain of. */
  async function open(path) {
    problems = [];
    expected = undefined;
    page = await browser.newPage();
    page.setDefaultTimeout(patience);
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    await page.evaluateOnNewDocument(() => {
      globalThis.violations = [];
      addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
        globalThis.violations.push(`${effectiveDirective} ${blockedURI}`),
      );
    });
    await page.goto(url + path);
  }

  /** Waits for an element that has this in its text, and returns its text. */
  async function said(selector, part = '') {
    const found = await page.waitForFunction(
      (selector, part) =>
        [...document.querySelectorAll(selector)].find(
          (element) => element.checkVisibility() && element.textContent.includes(part),
        )?.textContent,
      {},
      selector,
      part,
    );
    return found.jsonValue();
  }

  const press = (label) => page.locator(`::-p-aria([name="${label}"][role="button"])`).click();

  async function write(selector, text) {
    await page.locator(selector).fill(text);
  }

  const noViolations = async () =>
    assert.deepEqual(await page.evaluate(() => globalThis.violations), []);

  test('a review gets its ratings and marks, also one that is typed', async () => {
    await open('');
    await said('#reviews-view .timing', 'on your device');
    await said('#marked mark');
    const text = 'Pours black with a tan head. Smells of burnt rubber.';
    await write('#review', text);
    await said('#reviews-view .timing', '10 words');
    assert.equal(await said('#marked', 'burnt rubber'), text);
    assert.match(await said('.option', 'Aroma'), /\d\.\d of 5/);
    await noViolations();
  });

  test('text becomes no markup, where Firefox has Trusted Types', async () => {
    await open('');
    expected = /require-trusted-types-for/;
    await said('#reviews-view .timing', 'on your device');
    const refused = await page.evaluate(() => {
      if (!('trustedTypes' in globalThis)) return 'TypeError';
      try {
        document.body.innerHTML = '<p>text</p>';
        return 'nothing';
      } catch (error) {
        return error.name;
      }
    });
    assert.equal(refused, 'TypeError');
  });

  test('another model is opened', async () => {
    await open('');
    await said('#reviews-view .timing', 'on your device');
    await page.locator('::-p-aria([name="Hotels"][role="tab"])').click();
    await said('.option', 'Cleanliness');
    await said('#reviews-view .timing', 'on your device');
    await said('#marked mark');
    await noViolations();
  });

  test('a table of reviews is rated', async () => {
    await open('#many');
    const table = join(folder, 'reviews.csv');
    await writeFile(
      table,
      'id,review\n1,"The room was clean, and the staff were kind."\n2,Dirty towels and a rude clerk.\n',
    );
    const input = await page.waitForSelector('#many-view input[type=file]');
    await input.uploadFile(table);
    await said('#many-view .setup', 'Rate 2 reviews');
    await press('Rate 2 reviews');
    await said('#many-view .timing', '2 reviews rated');
    assert.match(await said('.review-row', 'Dirty towels'), /\d\.\d/);
    await noViolations();
  });

  test('a sentence gets a class, and its words their grades', async () => {
    await open('#sentiment');
    await said('#sentiment-view .timing', 'on your device');
    await write('#sentence', 'A dull film with a wonderful ending.');
    await said('#sentiment-view .words', 'wonderful ending');
    await said('#sentiment-view .verdict', 'on a scale');
    await noViolations();
  });

  test('a question finds those that ask the same', async () => {
    await open('#questions');
    await said('#questions-view .hit-question');
    await write('#question', 'someone took my passport in a foreign city');
    await said('#questions-view .hit-question', 'passport');
    await page.locator('#questions-view [id$="-why"]').click();
    await said('#questions-view .why-score', 'score');
    await noViolations();
  });

  test('the element shows a review in a page for frames', async () => {
    await open('embed.html#model=beer&text=Hazy%20gold%20with%20a%20big%20white%20head.');
    const words = await page.waitForFunction(() => {
      const marks = document.querySelector('whylight-review')?.shadowRoot.querySelectorAll('mark');
      return marks?.length > 0 && [...marks].map(({ textContent }) => textContent).join('; ');
    });
    assert.match(await words.jsonValue(), /head/);
    await noViolations();
  });

  test('what a tab shows is there again after a reload', async () => {
    await open('');
    await said('#reviews-view .timing', 'on your device');
    await write('#review', 'Thin, watery body.');
    await said('#reviews-view .timing', '3 words');
    await page.reload();
    await said('#marked', 'Thin, watery body.');
  });
});
