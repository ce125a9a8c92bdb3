// Modules of the page, which are TypeScript, as one that Node runs.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { build } from 'vite';

const repository = fileURLToPath(new URL('../../', import.meta.url));

/** What these modules of web/ export, all together: `await pageModule('share/link', 'import/table')`. */
export async function pageModule(...names) {
  const entry = 'fuzzed-modules';
  // In the repository, so that Node finds the packages that the page uses.
  await mkdir(join(repository, 'build'), { recursive: true });
  const outDir = await mkdtemp(join(repository, 'build/fuzz-'));
  try {
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [
        {
          name: entry,
          resolveId: (id) => (id === entry ? id : undefined),
          load: (id) =>
            id === entry
              ? names.map((name) => `export * from '${join(repository, 'web', name)}';`).join('\n')
              : undefined,
        },
      ],
      build: { ssr: true, outDir, rollupOptions: { input: entry } },
    });
    return await import(pathToFileURL(join(outDir, `${entry}.js`)));
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
