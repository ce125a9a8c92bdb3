import { context } from 'esbuild';
import { cp } from 'node:fs/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({ options: { serve: { type: 'boolean' }, port: { type: 'string' } } });
const options = {
  // A Worker is an entry of its own.
  entryPoints: ['main.js', 'reader.js'],
  bundle: true,
  format: 'esm',
  splitting: true,
  minify: true,
  outdir: 'dist',
  // Importing a module of WebAssembly copies it, and gives its address.
  loader: { '.wasm': 'file' },
};

await cp('public', 'dist', { recursive: true });
await cp('index.html', 'dist/index.html');
const build = await context(options);
await build.rebuild();
if (values.serve) await build.serve({ servedir: 'dist', port: Number(values.port ?? 8000) });
else await build.dispose();
