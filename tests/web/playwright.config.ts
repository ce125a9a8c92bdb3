import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_OPTIONS } from '../chromium.mjs';

// Checkouts that are tested at the same time need a port each.
const port = Number(process.env.WHYLIGHT_PORT ?? 43117);

// Each test compiles the page's WebAssembly afresh. To compile it a second time, for speed, takes a sixth of
// all that the tests take, and no test runs for long enough to gain from it.
const baselineOnly = process.env.WHYLIGHT_FULL ? [] : ['--js-flags=--liftoff-only'];

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results',
  reporter: 'list',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Machines may be slow, and builds and other suites share them: how long it takes is no failure.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: `http://localhost:${port}/`,
    launchOptions: { ...CHROMIUM_OPTIONS, args: [...CHROMIUM_OPTIONS.args, ...baselineOnly] },
    // What goes through one, tests cannot answer in a host's place; offline.spec.ts allows them.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
  },
  webServer: {
    // Vite's preview, with the page's policy as a header as well.
    command: `node scripts/serve.mjs --port ${port}`,
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    port,
  },
});
