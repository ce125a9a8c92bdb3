// What scripts/serve.mjs sends, as an example for hosts.
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { servePage } from './hosts';

/** Asks as it stands: neither Playwright nor fetch leaves paths and encodings alone. */
async function ask(
  base: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number | undefined; headers: IncomingMessage['headers']; body: Buffer }> {
  const { hostname, port } = new URL(base);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get({ hostname, port, path, headers }, resolve).on('error', reject),
  );
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(pieces) };
}

const unpack = { br: brotliDecompressSync, gzip: gunzipSync };

for (const path of ['/', '/models/beer/model.safetensors', '/models/beer/vocab.txt']) {
  for (const encoding of ['br', 'gzip'] as const) {
    test(`${path} comes as ${encoding} to those that take it, and unpacks to itself`, async ({
      baseURL,
    }) => {
      const file = `../../web/dist${path.replace(/\/$/, '/index.html')}`;
      const original = await readFile(new URL(file, import.meta.url));
      const { headers, body } = await ask(baseURL!, path, { 'accept-encoding': encoding });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toContain('Accept-Encoding');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body.length).toBeLessThan(0.97 * original.length);
      expect(unpack[encoding](body).equals(original)).toBe(true);
      const again = { 'accept-encoding': encoding, 'if-none-match': headers.etag! };
      expect((await ask(baseURL!, path, again)).status).toBe(304);
    });
  }
}

test('who takes no encoding, or refuses it, gets files as they are', async ({ baseURL }) => {
  for (const taken of [{}, { 'accept-encoding': 'br;q=0, gzip; q=0.0' }]) {
    const { headers, body } = await ask(baseURL!, '/models/beer/vocab.txt', taken);
    expect(headers['content-encoding']).toBeUndefined();
    const path = new URL('../../models/beer/vocab.txt', import.meta.url);
    expect(body.equals(await readFile(path))).toBe(true);
  }
});

test('an unknown address gets the page that says so, with status 404', async ({ baseURL }) => {
  const accept = 'text/html,*/*';
  const page = await ask(baseURL!, '/no/such/page', { accept });
  expect(page.status).toBe(404);
  expect(page.body.toString()).toContain('There is no page at this address.');
  expect((await ask(baseURL!, '/models/beer/nothing.bin')).status).toBe(404);
});

test('that page has its style, which both policies allow', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  await page.goto('./no/such/page');
  await expect(page.locator('main')).toBeVisible();
  expect(await page.evaluate(() => getComputedStyle(document.body).maxWidth)).not.toBe('none');
  expect(refused).toEqual([]);
});

for (const up of ['../', '%2e%2e/', '..%2f', '%2E%2e%2f', 'assets/../../', '..\\', '%252e%252e/']) {
  test(`nothing outside of the folder is served, nor told to be there: ${up}`, async ({
    baseURL,
  }, testInfo) => {
    const outside = testInfo.outputPath('outside.txt');
    await mkdir(dirname(outside), { recursive: true });
    await Promise.all(['', '.br', '.gz'].map((end) => writeFile(outside + end, 'outside')));
    const site = fileURLToPath(new URL('../../web/dist/', import.meta.url));
    const path = `/${relative(site, outside).replaceAll('../', up)}`;
    for (const encoding of ['br', 'identity']) {
      const { status, body, headers } = await ask(baseURL!, path, { 'accept-encoding': encoding });
      expect(status).toBeGreaterThanOrEqual(400);
      expect(body.toString()).not.toContain('outside');
      expect(headers['cache-control']).toBeUndefined();
    }
  });
}

for (const path of ['/%', '/%00', '/index.html%00.js', '/@fs/etc/passwd', '/.git/config', '/*']) {
  test(`an address that is none gets status 404: ${path}`, async ({ baseURL }) => {
    expect((await ask(baseURL!, path)).status).toBe(404);
  });
}

for (const path of [
  '/assets/',
  '/models',
  '/models/',
  '/models/beer/',
  '/docs/guides/',
  '/icons',
]) {
  test(`a folder is not listed: ${path}`, async ({ baseURL }) => {
    for (const accept of ['text/html', '*/*']) {
      const { status, body } = await ask(baseURL!, path, { accept });
      expect(status).toBe(404);
      expect(body.toString()).not.toMatch(/safetensors|\.png|package\.html|\.wasm/);
    }
  });
}

test('every answer has the headers of the policy, also one that is no page', async ({
  baseURL,
}) => {
  const paths = [
    '/',
    '/licences.txt',
    '/models/index.json',
    '/icons/180.png',
    '/service-worker.js',
  ];
  const { body, headers: first } = await ask(baseURL!, '/');
  const [asset] = /assets\/[\w.-]+\.js/.exec(body.toString())!;
  for (const path of [...paths, `/${asset}`, '/nothing', '/assets/', '/%2e%2e%2fpackage.json']) {
    for (const asked of [{}, { 'accept-encoding': 'br' }, { accept: 'text/html' }]) {
      const { headers } = await ask(baseURL!, path, asked);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['referrer-policy']).toBe('no-referrer');
    }
  }
  const again = await ask(baseURL!, '/', { 'if-none-match': first.etag! });
  expect(again.status).toBe(304);
  expect(again.headers['content-security-policy']).toContain("frame-ancestors 'none'");
});

test('what never changes is kept, and all else asked for again', async ({ baseURL }) => {
  const { body, headers } = await ask(baseURL!, '/');
  expect(headers['cache-control']).toBe('no-cache');
  expect(headers['x-content-type-options']).toBe('nosniff');
  const assets = body.toString().match(/assets\/[\w.-]+/g)!;
  expect(assets.length).toBeGreaterThan(3);
  for (const asset of assets) {
    for (const encoding of ['br', 'identity']) {
      const found = await ask(baseURL!, `/${asset}`, { 'accept-encoding': encoding });
      expect(found.status).toBe(200);
      expect(found.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(found.headers['x-content-type-options']).toBe('nosniff');
    }
  }
  expect((await ask(baseURL!, '/models/index.json')).headers['cache-control']).toBe('no-cache');
  const missing = await ask(baseURL!, '/assets/nothing.js');
  expect(missing.status).toBe(404);
  expect(missing.headers['cache-control']).toBeUndefined();
});

test('it answers to its own names alone', async ({ baseURL }) => {
  const { port } = new URL(baseURL!);
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`]) {
    expect((await ask(baseURL!, '/', { host })).status).toBe(200);
  }
  const { status, body } = await ask(baseURL!, '/', { host: 'example.org' });
  expect(status).toBe(403);
  expect(body.toString()).not.toContain('<title>');
});

test('it answers to other names that it is told, and to no others', async () => {
  const server = await servePage('--allowed-host', 'demo.example');
  const statusOf = async (host: string) => (await ask(server.origin, '/', { host })).status;
  expect(await statusOf('demo.example')).toBe(200);
  for (const host of ['example', 'other.example', 'a.demo.example', 'demo.example.org']) {
    expect(await statusOf(host)).toBe(403);
  }
  server.stop();
});

test('no page may frame it, unless the server is told so', async ({ baseURL }) => {
  const { headers } = await ask(baseURL!, '/');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
