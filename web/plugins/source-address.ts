// The public address of the project, which package.json has once it is known: links to sources lead
// there, and are left out before.
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const manifest = new URL('../../package.json', import.meta.url);

export async function findSources(): Promise<string | undefined> {
  const { repository } = JSON.parse(await readFile(manifest, 'utf8')) as {
    repository?: { url: string };
  };
  return repository?.url.replace(/^git\+|\.git$/g, '');
}

/** Lets the page's code know it, '' where there is none. */
export function sourceAddress(): Plugin {
  return {
    name: 'source-address',
    config: async () => ({
      define: { 'import.meta.env.SOURCE_ADDRESS': JSON.stringify((await findSources()) ?? '') },
    }),
  };
}
