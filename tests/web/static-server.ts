// Serves a folder of this repository as a plain host would.
import { readFile } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

export interface StaticServer {
  /** The address of the folder, with a slash at the end. */
  url: string;
  close(): Promise<void>;
}

export interface Options {
  /** Where the folder stands on the host: "/", or like "/some/where/". */
  prefix?: string;
  /** Sent with every answer. */
  headers?: Record<string, string>;
  /** Sends the body of the file at this path, at its own pace. */
  send?: Record<string, (bytes: Buffer, response: ServerResponse) => unknown>;
  /** How long each answer takes to come, as from a host far away. */
  delayMs?: number;
}

/** Serves `folder`, by default with a strict policy. */
export async function serveFolder(
  folder: URL,
  {
    prefix = '/',
    headers = { 'Content-Security-Policy': policy },
    send = {},
    delayMs = 0,
  }: Options = {},
): Promise<StaticServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, body: string | Buffer, type = 'text/plain') => {
      response.writeHead(status, { ...headers, 'Content-Type': type });
      response.end(body);
    };
    if (!pathname.startsWith(prefix)) {
      answer(404, 'Not here.');
      return;
    }
    const path = pathname.slice(prefix.length) || 'index.html';
    void pause(delayMs)
      .then(() => readFile(new URL(path, folder)))
      .then(
        (bytes) =>
          send[path] ? send[path](bytes, response) : answer(200, bytes, types[extname(path)]),
        () => answer(404, 'Not found.'),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
