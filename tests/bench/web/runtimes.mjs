// Where tasks are performed: Node, a page of Chromium and a Worker of one. Each
// has `root`, the address of the repository as it sees it, and `perform(task)`.
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { launchChromium } from '../../chromium.mjs';
import { serve } from './server.mjs';

const repository = new URL('../../../', import.meta.url);
const nodeRuntime = fileURLToPath(new URL('node-runtime.mjs', import.meta.url));

/** Performs `task` in a process of its own; `{result, peak}`, peak in bytes. */
export function performInNode(task) {
  return new Promise((resolve, reject) => {
    const child = fork(nodeRuntime);
    child.once('message', ({ error, ...answer }) => {
      if (error) reject(new Error(error));
      else resolve(answer);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Node ended early, with ${code}`)));
    child.send(task);
  });
}

export const node = {
  name: 'Node',
  root: repository.href,
  perform: async (task) => (await performInNode(task)).result,
};

/** A browser and what it is served. Every task has a page of its own. */
export async function startChromium() {
  const server = await serve(repository);
  const browser = await launchChromium();

  async function onPage(act, parameters) {
    // With a cache of its own, so that all is loaded anew.
    const context = await browser.newContext();
    const page = await context.newPage();
    try {
      await page.goto(`${server.url}tests/bench/web/page.html`);
      return await page.evaluate(act, parameters);
    } finally {
      await context.close();
    }
  }

  const page = {
    name: 'Chromium page',
    root: server.url,
    perform: (task) =>
      onPage(async (task) => {
        const { perform } = await import('/tests/bench/web/tasks.mjs');
        return perform(task);
      }, task),
  };
  const worker = {
    name: 'Chromium Worker',
    root: server.url,
    perform: (task) =>
      onPage(
        (task) =>
          new Promise((resolve, reject) => {
            const worker = new Worker('/tests/bench/web/worker.mjs', { type: 'module' });
            worker.onerror = ({ message }) => reject(new Error(message));
            worker.onmessage = ({ data }) =>
              data.error ? reject(new Error(data.error)) : resolve(data.result);
            worker.postMessage(task);
          }),
        task,
      ),
  };
  return {
    version: browser.version(),
    browser,
    page,
    worker,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
