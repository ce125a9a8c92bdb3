// Builds the page into web/dist, to be served from any folder of any host.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

const repository = new URL('../', import.meta.url);
const fromRepository = (path: string) => fileURLToPath(new URL(path, repository));

// The page may run its own code and fetch its own files, and nothing else.
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

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

type ModelIndex = Record<string, { files: Record<string, unknown> }>;

// File in the page's folder -> file in the repository, of every model we ship, and of their list. A
// card is served as text, because few hosts send a type for .md that browsers
// display.
async function modelFiles(): Promise<[string, string][]> {
  const index = JSON.parse(
    await readFile(fromRepository('models/index.json'), 'utf8'),
  ) as ModelIndex;
  const models = Object.entries(index).flatMap(([model, { files }]) => [
    ...Object.keys(files).map((name): [string, string] => {
      const path = `models/${model}/${name}`;
      return [path, path];
    }),
    [`models/${model}/card.txt`, `models/${model}/README.md`] as [string, string],
  ]);
  return [['models/index.json', 'models/index.json'], ...models];
}

function shipModels(): Plugin {
  return {
    name: 'ship-models',
    async generateBundle() {
      for (const [fileName, path] of await modelFiles()) {
        this.emitFile({ type: 'asset', fileName, source: await readFile(fromRepository(path)) });
      }
    },
    async configureServer(server) {
      for (const [fileName, path] of await modelFiles()) {
        server.middlewares.use(`/${fileName}`, (_request, response, next) => {
          readFile(fromRepository(path)).then((bytes) => response.end(bytes), next);
        });
      }
    },
  };
}

export default defineConfig({
  root: fromRepository('web'),
  base: './',
  plugins: [policyTag(), shipModels()],
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
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  },
});
