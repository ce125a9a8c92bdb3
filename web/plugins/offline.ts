// Writes the service worker of a build: what it keeps, and a version that changes with any of it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const source = new URL('../offline/service-worker.js', import.meta.url);

/** `shell`: files in public/ that the page needs to be shown. */
export function offline(shell: readonly string[]): Plugin {
  return {
    name: 'offline',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const files = Object.keys(bundle).sort();
        const hashed = files.filter((name) => name.startsWith('assets/') && !name.endsWith('.map'));
        const isModule = (name: string) => name.endsWith('.wasm');
        const parts = [
          ...hashed.filter(isModule),
          ...files.filter((name) => name.startsWith('models/') && !name.endsWith('.html')),
        ];
        const page = ['./', ...shell, ...hashed.filter((name) => !isModule(name))];
        const html = bundle['index.html'];
        const code = await readFile(source, 'utf8');
        const version = createHash('sha256')
          .update(JSON.stringify([code, page, parts, html?.type === 'asset' && html.source]))
          .digest('hex')
          .slice(0, 16);
        const fillings: Record<string, string> = {
          version,
          shell: JSON.stringify(page),
          hashed: JSON.stringify(hashed),
          parts: JSON.stringify(parts),
        };
        this.emitFile({
          type: 'asset',
          fileName: 'service-worker.js',
          source: code.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => fillings[name]!),
        });
      },
    },
  };
}
