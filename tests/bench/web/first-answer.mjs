// How long a first visit takes on slow networks, from the navigation to the first highlighted word.
// The host itself is slow, as Chromium's own brake does not reach Workers: one pipe for all answers,
// and a delay before each. It sends what scripts/build.sh web wrote, packed where it is.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';

import { launchChromium } from '../../chromium.mjs';

const page = new URL('../../../web/dist/', import.meta.url);
const types = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Lighthouse's two, as they are known: bits a second, and milliseconds to the first byte. */
const networks = {
  'slow 3G': { rate: 400e3, delay: 400 },
  '4G': { rate: 9e6, delay: 170 },
};

// A busy machine wakes the server late, in milliseconds; the pipe was not idle then.
const lateness = 100;

async function serve({ rate, delay }, packed) {
  const pieceBytes = Math.max(1024, rate / 8 / 50);
  let free = 0;
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname.slice(1) || 'index.html';
    await pause(delay);
    const usePacked = packed && existsSync(new URL(`${path}.br`, page));
    const bytes = await readFile(new URL(usePacked ? `${path}.br` : path, page)).catch(() => {});
    if (!bytes) return response.writeHead(404).end();
    const encoding = usePacked ? { 'Content-Encoding': 'br' } : {};
    response.writeHead(200, { 'Content-Type': types[extname(path)] ?? 'text/plain', ...encoding });
    for (let from = 0; from < bytes.length && !response.destroyed; from += pieceBytes) {
      const piece = bytes.subarray(from, from + pieceBytes);
      free = Math.max(free, performance.now() - lateness) + (8e3 * piece.length) / rate;
      await pause(free - performance.now());
      response.write(piece);
    }
    response.end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function firstHighlight(browser, server) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const tab = await context.newPage();
  await tab.addInitScript(() => {
    globalThis.firstHighlight = new Promise((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector('#marked mark')) resolve(performance.now());
      }).observe(document, { childList: true, subtree: true });
    });
  });
  await tab.goto(`http://localhost:${server.address().port}/`, { timeout: 0 });
  const ms = await tab.evaluate(() => globalThis.firstHighlight);
  await context.close();
  return ms;
}

const help = `usage: node tests/bench/web/first-answer.mjs

Times a first visit to web/dist on slow networks, with files as they are and packed.`;
if (parseArgs({ options: { help: { type: 'boolean' } } }).values.help) {
  console.log(help);
  process.exit();
}

const browser = await launchChromium();
console.log('| network | as it is, s | packed, s |\n| --- | --- | --- |');
for (const [name, network] of Object.entries(networks)) {
  const seconds = [];
  for (const packed of [false, true]) {
    const server = await serve(network, packed);
    seconds.push(((await firstHighlight(browser, server)) / 1000).toFixed(1));
    server.close();
    server.closeAllConnections();
  }
  console.log(`| ${name} | ${seconds.join(' | ')} |`);
}
await browser.close();
