// What examples/README.md says of the examples, and what they leave in a clone.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { repository } from './documents.mjs';

const read = (path) => readFileSync(join(repository, 'examples', path), 'utf8');
const examples = readdirSync(join(repository, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const git = (...args) => spawnSync('git', args, { cwd: repository, encoding: 'utf8' });

for (const name of examples) {
  test(`examples/${name} has the scripts that the reader is told to run`, () => {
    const { scripts } = JSON.parse(read(`${name}/package.json`));
    assert.ok(scripts.build);
    // Where there is no server, the reader is told of a file that is built.
    if (!scripts.dev) assert.ok(read('README.md').includes(`\`${name}/dist`));
  });
}

describe('git, and prettier with it, leaves out', () => {
  for (const path of [
    'astro/.astro/types.d.ts',
    'next/.next/server/app.js',
    'nuxt/.nuxt/tsconfig.json',
    'nuxt/.output/server/index.mjs',
    'parcel/.parcel-cache/data.mdb',
    'parcel/dist/index.html',
    'sveltekit/.svelte-kit/output.js',
    'sveltekit/build/index.js',
    'sveltekit/static/models/beer/config.json',
    'vite/package-lock.json',
    'vite/public/models/beer/config.json',
  ]) {
    test(`examples/${path}`, () => {
      assert.equal(git('check-ignore', '--quiet', `examples/${path}`).status, 0);
    });
  }

  test('nothing that is in the repository', () => {
    assert.equal(git('ls-files', '--cached', '--ignored', '--exclude-standard').stdout, '');
  });
});
