// How long a key takes in a long review: from its press to the frame that shows it, with all tools of
// the page open, on a processor that is slowed down.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { serve } from './server.mjs';

const page = new URL('../../../web/dist/', import.meta.url);
const samples = JSON.parse(
  readFileSync(new URL('../../../web/samples/hotel-reviews.json', import.meta.url), 'utf8'),
);

/** So many times slower than it is. */
const SLOWDOWN = 4;
/** Shorter events are not reported: browsers round to 8 ms. */
const LEAST_MS = 16;
const TYPED = ' The bed was soft, but a rude man at the desk kept us waiting. Never again!\n';

/** `words` words of our samples, in paragraphs. */
function textOf(words) {
  const all = Array.from({ length: words }, (_, i) => samples[i % samples.length]);
  return all
    .map((sample, i) => (i % 6 === 5 ? `${sample}\n\n` : `${sample} `))
    .join('')
    .split(/(?<=\s)/)
    .slice(0, words)
    .join('');
}

/** Opens all that can be opened, and waits for what that computes. */
async function openTools(tab) {
  await tab.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  await tab.locator('.measures li').first().waitFor();
  await tab.waitForFunction(() => !document.querySelector('.measures').ariaBusy);
}

/** Has the page write down how long events of keys take, by the press that they are of. */
async function watchKeys(tab) {
  await tab.evaluate((durationThreshold) => {
    globalThis.presses = new Map();
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries()) {
        if (!name.startsWith('key') || !interactionId) continue;
        const before = globalThis.presses.get(interactionId) ?? 0;
        globalThis.presses.set(interactionId, Math.max(before, duration));
      }
    }).observe({ type: 'event', durationThreshold });
  }, LEAST_MS);
}

/** A press is over when the page has drawn what came of it: its interaction to next paint. */
async function type(tab, keys) {
  for (let i = 0; i < keys; i += 1) {
    await tab.keyboard.press(TYPED[i % TYPED.length].replace('\n', 'Enter'));
    // Now fast, now slow: some pauses are long enough for the page to begin an answer.
    await pause(80 + 40 * (i % 7));
  }
  await pause(1000);
}

/**
 * Types `keys` letters into the middle of a review of `words` words. The time of each press in
 * milliseconds, LEAST_MS for those that took less, sorted.
 */
export async function timeTyping(browser, { words, keys }) {
  const server = await serve(page);
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const tab = await context.newPage();
    await tab.goto(`${server.url}#reviews/hotels`);
    await tab.locator('#marked mark').first().waitFor();
    const text = textOf(words);
    await tab.locator('#review').fill(text);
    await openTools(tab);
    await watchKeys(tab);
    const session = await context.newCDPSession(tab);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await tab.locator('#review').evaluate((area, at) => {
      area.focus();
      area.setSelectionRange(at, at);
    }, text.length >> 1);
    await type(tab, keys);
    const [length, presses] = await tab.evaluate(() => [
      document.querySelector('#review').value.length,
      [...globalThis.presses.values()],
    ]);
    if (length !== text.length + keys) {
      throw new Error(`Expected ${keys} letters to be typed, found ${length - text.length}`);
    }
    const quick = new Array(Math.max(0, keys - presses.length)).fill(LEAST_MS);
    return [...quick, ...presses].sort((a, b) => a - b);
  } finally {
    await context.close();
    server.close();
  }
}

/** The time that a share of the presses did not exceed; `times` are sorted. */
export function percentile(times, share) {
  return times[Math.min(times.length - 1, Math.ceil(share * times.length) - 1)];
}
