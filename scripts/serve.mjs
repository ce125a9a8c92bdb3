// Serves the built page, web/dist, with the headers of web/vite.config.ts.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { preview } from 'vite';

import { readOptions } from './options.mjs';

const USAGE = `usage: node scripts/serve.mjs [--port N] [--host HOST] [--open] [--allowed-host NAME]...
                              [--frame-ancestors SOURCES]

It answers requests to localhost, to HOST, to addresses in numbers and to each NAME. SOURCES are the
pages that may show it in a frame, as in a policy: by default 'none'.`;

function openBrowser(url) {
  const browser = spawn('xdg-open', [url], {
    detached: true,
    stdio: 'ignore',
  });
  // The address is on the screen; no browser is no reason to fail.
  browser.on('error', () => {});
  browser.unref();
}

const { values, fail } = readOptions(USAGE, {
  port: { type: 'string', default: '8000' },
  host: { type: 'string', default: 'localhost' },
  open: { type: 'boolean', default: false },
  'allowed-host': { type: 'string', multiple: true, default: [] },
  'frame-ancestors': { type: 'string', default: "'none'" },
});
const ancestors = values['frame-ancestors'];
if (!/^[\w.:*/' -]+$/.test(ancestors)) {
  fail(
    `--frame-ancestors: expected sources such as 'self' or https://example.org; found ${ancestors}`,
  );
}
// Where web/vite.config.ts reads it.
process.env.WHYLIGHT_FRAME_ANCESTORS = ancestors;
const port = Number(values.port);

try {
  await preview({
    root: fileURLToPath(new URL('../web', import.meta.url)),
    // A missing file is 404, never the page in its place.
    appType: 'mpa',
    logLevel: 'warn',
    preview: {
      port,
      host: values.host,
      strictPort: true,
      open: false,
      // Else any site could give this machine a name of its own, and read what is served here.
      allowedHosts: values['allowed-host'],
    },
  });
} catch (error) {
  console.error(
    /already in use/.test(error.message)
      ? `Port ${port} is in use. Choose another: npm run demo -- --port N`
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
