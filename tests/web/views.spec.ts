// A view is its own folder: one that is added is found, and nothing else changes.
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, loadConfigFromFile, type Plugin } from 'vite';
import { expect, open, test as base } from './fixtures';
import { serveFolder } from './static-server';

const repository = new URL('../../', import.meta.url);
const copy = new URL('build/added-view/', repository);

const files = {
  'view.ts': `import type { View } from '../../view';
    export const view: View = {
      label: () => 'Greeting',
      title: () => 'Whylight: a greeting',
      order: 1.5,
      code: () => import('./greeting'),
    };`,
  'greeting.ts': `import './greeting.css';
    export function start(root: HTMLElement) {
      return (part: string) => { root.querySelector('h1')!.textContent = 'Hello ' + part; };
    }`,
  'greeting.html': '<main><h1>Hello</h1></main>',
  'greeting.css': '#greeting-view h1 { text-transform: uppercase; }',
};

async function buildWithGreeting(): Promise<URL> {
  await rm(copy, { recursive: true, force: true });
  const view = new URL('web/views/greeting/', copy);
  await mkdir(view, { recursive: true });
  const skipped = new URL('web/dist', repository).pathname;
  await cp(new URL('web', repository), new URL('web', copy), {
    recursive: true,
    filter: (path) => path !== skipped,
  });
  await cp(new URL('tsconfig.base.json', repository), new URL('tsconfig.base.json', copy));
  for (const [name, text] of Object.entries(files)) await writeFile(new URL(name, view), text);
  const path = fileURLToPath(new URL('web/vite.config.ts', repository));
  const { config } = (await loadConfigFromFile({ command: 'build', mode: 'production' }, path))!;
  // What is served as it is need not be packed, which takes longer than all else.
  const plugins = (config.plugins as Plugin[]).filter(({ name }) => name !== 'compressed');
  await build({
    ...config,
    plugins,
    configFile: false,
    root: fileURLToPath(new URL('web', copy)),
    logLevel: 'error',
  });
  return new URL('web/dist/', copy);
}

const test = base.extend({
  // eslint-disable-next-line no-empty-pattern
  baseURL: async ({}, use) => {
    const server = await serveFolder(await buildWithGreeting(), { headers: {} });
    await use(server.url);
    await server.close();
  },
});

test('a folder that is added is a view', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  await open(page);
  const links = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  await expect(links).toHaveText([
    'Reviews',
    'Greeting',
    'Many reviews',
    'Ask',
    'Sentiment',
    'Questions',
    'Compare',
  ]);
  expect(paths.filter((path) => path.includes('greeting'))).toEqual([]);

  await links.nth(1).click();
  await expect(page).toHaveTitle('Whylight: a greeting');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.locator('#reviews-view')).toBeHidden();
  await page.goto('./#greeting/you');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hello you');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCSS('text-transform', 'uppercase');
});
