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

// File in the page's folder -> file in the repository. The card is served as
// text, because few hosts send a type for .md that browsers display.
const modelFiles = {
  'models/beer/config.json': 'models/beer/config.json',
  'models/beer/model.safetensors': 'models/beer/model.safetensors',
  'models/beer/vocab.txt': 'models/beer/vocab.txt',
  'models/beer/card.txt': 'models/beer/README.md',
};

function shipModel(): Plugin {
  return {
    name: 'ship-model',
    async generateBundle() {
      for (const [fileName, path] of Object.entries(modelFiles)) {
        this.emitFile({ type: 'asset', fileName, source: await readFile(fromRepository(path)) });
      }
    },
    configureServer(server) {
      for (const [fileName, path] of Object.entries(modelFiles)) {
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
  plugins: [policyTag(), shipModel()],
  resolve: {
    alias: [
      { find: /^whylight$/, replacement: fromRepository('wasm/dist/index.js') },
      { find: /^whylight\/worker$/, replacement: fromRepository('wasm/dist/worker.js') },
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
