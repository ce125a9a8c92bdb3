// Serves the built page, web/dist, as a careful host would: with the page's own
// Content-Security-Policy as a header, and 404 for what is not there.
//
//   node scripts/serve.mjs [--port N] [--host HOST] [--open]
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { preview } from 'vite';

const root = new URL('../web/', import.meta.url);

function pagePolicy() {
  const html = readFileSync(new URL('dist/index.html', root), 'utf8');
  const policy =
    /<meta\s+http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(
      html,
    );
  if (!policy) throw new Error('web/dist/index.html states no policy');
  return policy[1].replaceAll(/\s+/g, ' ').trim();
}

function openBrowser(url) {
  const browser = spawn('xdg-open', [url], {
    detached: true,
    stdio: 'ignore',
  });
  // The address is on the screen; no browser is no reason to fail.
  browser.on('error', () => {});
  browser.unref();
}

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8000' },
    host: { type: 'string', default: 'localhost' },
    open: { type: 'boolean', default: false },
  },
});
const port = Number(values.port);

try {
  await preview({
    root: fileURLToPath(root),
    appType: 'mpa',
    logLevel: 'warn',
    preview: {
      port,
      host: values.host,
      strictPort: true,
      open: false,
      // What is served is public and the same for everybody.
      allowedHosts: true,
      headers: {
        'Content-Security-Policy': pagePolicy(),
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    },
  });
} catch (error) {
  const inUse = /already in use/.test(error.message);
  console.error(
    inUse
      ? `Port ${port} is in use. Choose another: npm run demo -- --port ${port + 1}`
      : `The page cannot be served: ${error.message}`,
  );
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => process.exit(0));
}
const local = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(values.host);
const url = `http://${local ? 'localhost' : values.host}:${port}/`;
console.log(`Whylight is at ${url} (Ctrl-C stops it)`);
if (values.open) openBrowser(url);
