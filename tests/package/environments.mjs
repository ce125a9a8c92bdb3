// The bundlers and frameworks in which Whylight is tried, each a folder of examples/.
//
// `set` are dependencies in place of the example's, `tool` is the package whose version is told.
// What is `cheap` is tried by `npm test`, the rest by `npm run test:package -- --all`.
// An example is served from its `dist`, or by its script `start`, where it explains on the server as well.

const VITE = ["`optimizeDeps: { exclude: ['whylight'] }` for the development server"];
const WORKERS = "`worker: { format: 'es' }`";
const ADDRESS = 'the address of the module as `wasm`, an entry for the Worker';

const vite = (version, ...needs) => ({
  name: `Vite ${version}`,
  folder: 'vite',
  tool: 'vite',
  set: { vite: String(version) },
  dist: 'dist',
  dev: true,
  needs: [...VITE, ...needs],
});

export const ENVIRONMENTS = [
  vite(5, WORKERS),
  vite(6, WORKERS),
  vite(7, WORKERS),
  { ...vite(8, WORKERS), cheap: true },
  {
    name: 'webpack 5',
    folder: 'webpack',
    tool: 'webpack',
    dist: 'dist',
    dev: true,
    cheap: true,
    needs: [],
  },
  {
    name: 'esbuild',
    folder: 'esbuild',
    tool: 'esbuild',
    dist: 'dist',
    dev: true,
    cheap: true,
    needs: ["`loader: { '.wasm': 'file' }`", ADDRESS],
  },
  {
    name: 'Rollup',
    folder: 'rollup',
    tool: 'rollup',
    dist: 'dist',
    cheap: true,
    needs: ['`@rollup/plugin-url` for `.wasm`', ADDRESS],
  },
  {
    name: 'Parcel 2',
    folder: 'parcel',
    tool: 'parcel',
    dist: 'dist',
    dev: true,
    needs: [
      '`"@parcel/resolver-default": { "packageExports": true }` in package.json',
      'no `await` outside of functions for the development server',
    ],
  },
  { name: 'Next', folder: 'next', tool: 'next', start: true, dev: true, needs: [] },
  { name: 'Nuxt', folder: 'nuxt', tool: 'nuxt', start: true, dev: true, needs: [...VITE, WORKERS] },
  {
    name: 'SvelteKit',
    folder: 'sveltekit',
    tool: '@sveltejs/kit',
    start: true,
    dev: true,
    needs: [...VITE, WORKERS],
  },
  {
    name: 'Astro',
    folder: 'astro',
    tool: 'astro',
    start: true,
    dev: true,
    needs: [...VITE, WORKERS],
  },
];
