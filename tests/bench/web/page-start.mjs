// How long our page takes from the navigation to the first highlighted word.
import { serve } from './server.mjs';

const page = new URL('../../../web/dist/', import.meta.url);

/** Milliseconds of each of `visits` first visits. */
export async function timeFirstHighlights(browser, visits) {
  const server = await serve(page);
  const times = [];
  try {
    for (let visit = 0; visit < visits; visit += 1) {
      const context = await browser.newContext();
      const tab = await context.newPage();
      await tab.addInitScript(() => {
        globalThis.firstHighlight = new Promise((resolve) => {
          new MutationObserver((_, observer) => {
            if (!document.querySelector('#marked mark')) return;
            observer.disconnect();
            resolve(performance.now());
          }).observe(document, { childList: true, subtree: true });
        });
      });
      await tab.goto(server.url);
      // The clock of a page starts with its navigation.
      times.push(await tab.evaluate(() => globalThis.firstHighlight));
      await context.close();
    }
  } finally {
    server.close();
  }
  return times;
}
