// What scripts/serve.mjs sends, as an example for hosts.
import { get, type IncomingMessage } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { expect, test } from '@playwright/test';

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

test('nothing outside of the folder is served', async ({ baseURL }) => {
  for (const path of [
    '/../vite.config.ts',
    '/%2e%2e/styles/page.css',
    '/..%2fstyles/page.css',
    '/%',
  ]) {
    const { status, body } = await ask(baseURL!, path, { 'accept-encoding': 'br' });
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body.toString()).not.toContain('color-scheme: light dark;\n  --paper');
  }
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

test('no page may frame it, unless the server is told so', async ({ baseURL }) => {
  const { headers } = await ask(baseURL!, '/');
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
});
