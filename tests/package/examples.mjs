// Installs the packed package in copies of the examples, builds and serves them, and looks at them.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { npm, PATIENCE, repository, run } from './support.mjs';

// What the tools would ask of the network, or say to a person.
const ENVIRONMENT = {
  ...process.env,
  CI: '1',
  HOST: '127.0.0.1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

const examples = join(repository, 'examples');
const readManifest = async (folder) =>
  JSON.parse(await readFile(join(examples, folder, 'package.json'), 'utf8'));

/** Copies an example to `home`, and installs what it depends on, or `set` in its place. */
export async function installExample(home, folder, tarball, set = {}) {
  await cp(join(examples, folder), home, { recursive: true });
  const manifest = await readManifest(folder);
  for (const part of [manifest.dependencies, (manifest.devDependencies ??= {})]) {
    for (const name of Object.keys(part)) part[name] = set[name] ?? part[name];
  }
  manifest.dependencies.whylight = `file:${tarball}`;
  await installAs(home, manifest);
}

/** Copies several examples into `home`, with one installation for all. */
export async function installExamples(home, folders, tarball) {
  const dependencies = {};
  for (const folder of folders) {
    await cp(join(examples, folder), join(home, folder), { recursive: true });
    const manifest = await readManifest(folder);
    Object.assign(dependencies, manifest.dependencies, manifest.devDependencies);
  }
  dependencies.whylight = `file:${tarball}`;
  await installAs(home, { private: true, type: 'module', dependencies });
}

async function installAs(home, manifest) {
  await writeFile(join(home, 'package.json'), JSON.stringify(manifest));
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund'], home);
}

/** The version of a package that is installed in `home`. */
export async function versionOf(home, name) {
  const path = join(home, 'node_modules', name, 'package.json');
  return JSON.parse(await readFile(path, 'utf8')).version;
}

/** Runs a script of an example to its end. */
export function runScript(folder, script) {
  return run('npm', ['run', script], { cwd: folder, env: ENVIRONMENT, timeout: PATIENCE });
}

const TYPES = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder as any static host does: `{address, stop}`. */
export async function serveFolder(folder) {
  const server = createServer(async (request, response) => {
    const pathname = decodeURIComponent(new URL(request.url, 'http://localhost').pathname);
    const path = join(folder, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    const body = await readFile(path).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${server.address().port}/`,
    stop: () => server.close(),
  };
}

async function freePort() {
  const { address, stop } = await serveFolder('');
  stop();
  return new URL(address).port;
}

/** Starts a script that serves an example, and waits until it answers: `{address, stop}`. */
export async function serveScript(folder, script) {
  const port = await freePort();
  const args = script === 'dev' ? ['run', script, '--', '--port', port] : ['run', script];
  const child = spawn('npm', args, {
    cwd: folder,
    env: { ...ENVIRONMENT, PORT: port },
    // A group of its own, so that what it starts ends with it.
    detached: true,
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const stop = () => child.exitCode ?? process.kill(-child.pid, 'SIGKILL');
  const address = `http://localhost:${port}/`;
  for (const end = Date.now() + PATIENCE; Date.now() < end; await wait(250)) {
    if (child.exitCode !== null) break;
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return { address, stop };
  }
  stop();
  throw new Error(`${script} serves nothing:\n${said}`);
}

/** What a page shows: the lines of its server, its own, and its errors. */
export async function look(browser, address) {
  const page = await browser.newPage();
  const errors = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(address, { timeout: PATIENCE });
  const own = page.locator('ul > li');
  const wanted = own.nth(2).waitFor({ timeout: PATIENCE });
  await wanted.catch(() => errors.push('There are no reasons on the page.'));
  const server = await page.locator('ol > li').allTextContents();
  const found = { server, page: await own.allTextContents(), errors };
  await page.close();
  return found;
}
