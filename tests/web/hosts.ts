// Hosts beside the one of the page.
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

export interface Host {
  /** Its origin. */
  origin: string;
  stop(): void;
}

/** Another host, whose every page has this body. */
export async function serveBlog(body: string): Promise<Host> {
  const page = `<!doctype html><html lang="en"><title>A blog</title><link rel="icon" href="data:,">${body}`;
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => server.close() };
}

/** The page's server on another port, with some flags. */
export async function servePage(...flags: string[]): Promise<Host> {
  const free = await serveBlog('');
  free.stop();
  const { port } = new URL(free.origin);
  const server = spawn(process.execPath, ['scripts/serve.mjs', '--port', port, ...flags], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise((resolve, reject) => {
    server.stdout.once('data', resolve);
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return { origin: free.origin, stop: () => server.kill() };
}
