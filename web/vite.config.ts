// Builds the page into web/dist, to be served from any folder of any host.
import { readFile, readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  defineConfig,
  runnerImport,
  type HtmlTagDescriptor,
  type Plugin,
  type Rolldown,
} from 'vite';
import { compressed } from './plugins/compressed.js';
import { documents } from './plugins/documents.js';
import { embedPage } from './plugins/embed-page.js';
import { notFound, notFoundStyle } from './plugins/not-found.js';
import { offline } from './plugins/offline.js';
import { sourceAddress } from './plugins/source-address.js';
import { fill } from './strings/strings.js';
import type { View } from './view.js';

const repository = new URL('../', import.meta.url);
const fromRepository = (path: string) => fileURLToPath(new URL(path, repository));

// The page may run its own code and fetch its own files, and nothing else.
const policyWith = (styles: string) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self'",
    `style-src ${styles}`,
    "img-src 'self' data:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // No text becomes markup or code, but by the rules of web/trusted-types.ts.
    "require-trusted-types-for 'script'",
    'trusted-types whylight',
  ].join('; ');

const contentSecurityPolicy = policyWith("'self'");

// A header stands above the tags of all pages, of which one has its style within.
const policyOfHeaders = policyWith(`'self' ${notFoundStyle}`);

// Which pages may show this one in a frame: what a tag cannot say. scripts/serve.mjs has an option.
const frameAncestors = process.env.WHYLIGHT_FRAME_ANCESTORS ?? "'none'";

// As a tag it holds on every host, also on one that sends no headers.
function policyTag(): Plugin {
  return {
    name: 'policy-tag',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
  };
}

interface NamedView {
  name: string;
  view: View;
}

// The folders of the views, as web/main.ts finds them, in the order of the navigation.
async function findViews(folder: string): Promise<[NamedView, ...NamedView[]]> {
  const found = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const { module } = await runnerImport<{ view: View }>(`${folder}/${name}/view.ts`);
      return { name, view: module.view };
    }),
  );
  return found.sort((a, b) => a.view.order - b.view.order) as [NamedView, ...NamedView[]];
}

// The navigation and the first view are in the page, so that they are seen before any code
// has run.
function showFirstView(): Plugin {
  let folder: string;
  return {
    name: 'show-first-view',
    configResolved(config) {
      folder = `${config.root}/views`;
    },
    transformIndexHtml: {
      order: 'pre',
      async handler(html) {
        const views = await findViews(folder);
        const [{ name, view }] = views;
        const links = views.map(
          (each, i) =>
            `<a href="#${each.name}"${i === 0 ? ' aria-current="page"' : ''}>${each.view.label()}</a>`,
        );
        const markup = await readFile(`${folder}/${name}/${name}.html`, 'utf8');
        const filled = html
          .replace(/(?<=<title>).*(?=<\/title>)/, () => view.title())
          .replace('</nav>', () => `${links.join(' ')}</nav>`)
          .replace(
            '<div class="view"></div>',
            () => `<div class="view" id="${name}-view">${markup}</div>`,
          );
        return fill(filled);
      },
    },
  };
}

// The first view's code and styles are fetched together with the page's own.
function preloadFirstView(): Plugin {
  let folder: string;
  return {
    name: 'preload-first-view',
    configResolved(config) {
      folder = `${config.root}/views`;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const [{ name }] = await findViews(folder);
        const ofView = Object.values(bundle).filter(
          (file) =>
            file.type === 'chunk' &&
            file.isDynamicEntry &&
            file.facadeModuleId?.startsWith(`${folder}/${name}/`) &&
            !file.facadeModuleId.endsWith('?raw'),
        ) as Rolldown.OutputChunk[];
        const styles = ofView.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        const code = new Set<string>();
        const follow = (fileName: string): void => {
          const file = bundle[fileName];
          if (code.has(fileName) || file?.type !== 'chunk') return;
          code.add(fileName);
          file.imports.forEach(follow);
        };
        ofView.forEach(({ fileName }) => follow(fileName));
        const link = (rel: string, fileName: string): HtmlTagDescriptor => ({
          tag: 'link',
          injectTo: 'head',
          attrs: { rel, crossorigin: true, href: `./${fileName}` },
        });
        return [
          ...[...code]
            .filter((fileName) => !html.includes(fileName))
            .map((fileName) => link('modulepreload', fileName)),
          ...styles.map((fileName) => link('stylesheet', fileName)),
        ];
      },
    },
  };
}

type ModelIndex = Record<string, { files: Record<string, unknown> }>;

// The files of every model we ship, and of their list; they have the same paths in the page's folder.
async function modelFiles(): Promise<string[]> {
  const index = JSON.parse(
    await readFile(fromRepository('models/index.json'), 'utf8'),
  ) as ModelIndex;
  const models = Object.entries(index).flatMap(([model, { files }]) =>
    Object.keys(files).map((name) => `models/${model}/${name}`),
  );
  return ['models/index.json', ...models];
}

const modelsOnSite = async () => new Map((await modelFiles()).map((path) => [path, path]));

function shipModels(): Plugin {
  return {
    name: 'ship-models',
    async generateBundle() {
      for (const fileName of await modelFiles()) {
        const source = await readFile(fromRepository(fileName));
        this.emitFile({ type: 'asset', fileName, source });
      }
    },
    async configureServer(server) {
      for (const path of await modelFiles()) {
        server.middlewares.use(`/${path}`, (_request, response, next) => {
          readFile(fromRepository(path)).then((bytes) => response.end(bytes), next);
        });
      }
    },
  };
}

interface Parts {
  page: string[];
}

/** The name of the package that a module of the bundle is of, or whose tool added it. */
const packageOf = (id: string) =>
  /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? /^\0(rolldown|vite)\//.exec(id)?.[1];

/** A package with its version, underlined, and its licence. */
async function packageNotice(name: string): Promise<string> {
  const folder = fromRepository(`node_modules/${name}`);
  const { version } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8')) as {
    version: string;
  };
  const file = (await readdir(folder)).find((each) => /^licen[cs]e(\.|$)/i.test(each));
  if (!file) throw new Error(`${folder} has no licence that the page could ship.`);
  // What a tool itself bundles does not reach the page.
  const [licence = ''] = (await readFile(`${folder}/${file}`, 'utf8')).split(
    /^# Licenses of bundled dependencies/m,
  );
  const title = `${name} ${version}`;
  return `${title}\n${'='.repeat(title.length)}\n\n${licence.trim()}\n`;
}

// The licences of what the page ships and others wrote: a bundler drops the comments in which they stand.
function shipLicences(): Plugin {
  return {
    name: 'ship-licences',
    async generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const bundled = [...new Set(ids.map(packageOf).filter((name) => name !== undefined))].sort();
      const parts = JSON.parse(
        await readFile(fromRepository('scripts/supply/parts.json'), 'utf8'),
      ) as Parts;
      if (bundled.join() !== parts.page.join()) {
        throw new Error(`scripts/supply/parts.json: "page" should be ${JSON.stringify(bundled)}.`);
      }
      const notices = await Promise.all(bundled.map(packageNotice));
      const compiled = await readFile(fromRepository('licences.txt'), 'utf8');
      this.emitFile({
        type: 'asset',
        fileName: 'licences.txt',
        source: `What others wrote and this page uses, and on which terms.\n\n\n${notices.join('\n\n')}\n\n${compiled}`,
      });
    },
  };
}

export default defineConfig({
  root: fromRepository('web'),
  base: './',
  plugins: [
    policyTag(),
    sourceAddress(),
    showFirstView(),
    preloadFirstView(),
    shipModels(),
    documents(modelsOnSite),
    notFound(),
    embedPage(contentSecurityPolicy),
    shipLicences(),
    offline(['start-guard.js', 'favicon.svg']),
    compressed(),
  ],
  resolve: {
    alias: [
      { find: /^whylight$/, replacement: fromRepository('wasm/dist/systems/rationale/index.js') },
      { find: /^whylight\/worker$/, replacement: fromRepository('wasm/dist/worker.js') },
      { find: /^whylight\/(\w+)$/, replacement: fromRepository('wasm/dist/systems/$1/index.js') },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Neither inline code nor data: URLs, which the policy would refuse.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  preview: {
    // A Worker follows the header of its own script, not the page's tag.
    headers: {
      'Content-Security-Policy': `${policyOfHeaders}; frame-ancestors ${frameAncestors}`,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  },
});
