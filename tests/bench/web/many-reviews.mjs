// How long the page's view of many reviews takes for 1,000 of them, and what the page notices of it.
import { readFileSync } from 'node:fs';

import { serve } from './server.mjs';

const page = new URL('../../../web/dist/', import.meta.url);
const samples = JSON.parse(
  readFileSync(new URL('../../../web/samples/hotel-reviews.json', import.meta.url), 'utf8'),
);

/** `count` texts about as long as reviews of hotels are, some 100 words: our samples, six at a time. */
function reviewsOf(count) {
  return Array.from({ length: count }, (_, i) =>
    Array.from({ length: 6 }, (_, k) => samples[(7 * i + 11 * k + i * k) % samples.length]).join(
      ' ',
    ),
  );
}

/**
 * Brings `count` reviews and waits until all are rated: `seconds` from the click, the model's loading
 * included, and of what the page notices meanwhile the longest task in milliseconds (0: none above 50),
 * the longest frame likewise, and the share of the screen's frames that had nothing new to show because
 * the page was busy.
 */
export async function timeManyReviews(browser, count) {
  const server = await serve(page);
  const context = await browser.newContext();
  try {
    const tab = await context.newPage();
    await tab.goto(`${server.url}#many`);
    const view = tab.locator('#many-view');
    await view.locator('input[type=file]').setInputFiles({
      name: 'reviews.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from(reviewsOf(count).join('\n')),
    });
    const submit = view.locator('.setup [type=submit]');
    await submit.waitFor();
    return await submit.evaluate(
      (button) =>
        new Promise((resolve, reject) => {
          const longest = { longtask: 0, 'long-animation-frame': 0 };
          for (const type of Object.keys(longest)) {
            new PerformanceObserver((list) => {
              for (const { duration } of list.getEntries()) {
                longest[type] = Math.max(longest[type], duration);
              }
            }).observe({ type });
          }
          const began = performance.now();
          // The screen of the browser that is measured shows 60 frames a second.
          const frameMs = 1000 / 60;
          let frames = 0;
          let dropped = 0;
          let before = began;
          let asked = requestAnimationFrame(function count(now) {
            const passed = Math.max(1, Math.round((now - before) / frameMs));
            frames += passed;
            dropped += passed - 1;
            before = now;
            asked = requestAnimationFrame(count);
          });
          const root = document.querySelector('#many-view');
          new MutationObserver((_, observer) => {
            const problem = root.querySelector('.rated-part .problem').textContent;
            if (problem) reject(new Error(problem));
            if (!root.querySelector('.timing').textContent) return;
            observer.disconnect();
            cancelAnimationFrame(asked);
            const seconds = (performance.now() - began) / 1000;
            // Tasks are reported a moment after they end.
            setTimeout(() => {
              const longestFrame = longest['long-animation-frame'];
              resolve({
                seconds,
                longest: longest.longtask,
                longestFrame,
                droppedFrames: dropped / frames,
              });
            }, 500);
          }).observe(root, { childList: true, subtree: true, characterData: true });
          button.click();
        }),
    );
  } finally {
    await context.close();
    server.close();
  }
}
