// Whether the same sources give the same files, wherever and whenever they are built. This is the part
// that takes seconds; scripts/reproducible.sh builds everything twice.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build, loadConfigFromFile } from 'vite';

import { pack, repository } from './support.mjs';

const yard = mkdtempSync(join(tmpdir(), 'whylight-reproducible-'));
const copy = join(yard, 'the/second/elsewhere');
after(() => rmSync(yard, { recursive: true, force: true }));

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();

/** The names of files that are in one folder alone, or not the same in both. */
function differences(one, other) {
  const names = new Set([...filesIn(one), ...filesIn(other)]);
  const read = (folder, name) => readFileSync(join(folder, name));
  return [...names].filter((name) => {
    try {
      return !read(one, name).equals(read(other, name));
    } catch {
      return true;
    }
  });
}

before(() => {
  const tracked = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    {
      cwd: repository,
      encoding: 'utf8',
    },
  );
  const built = filesIn(join(repository, 'wasm/dist')).map((name) => `wasm/dist/${name}`);
  for (const path of [...tracked.split('\0').filter(Boolean), ...built]) {
    const to = join(copy, path);
    mkdirSync(dirname(to), { recursive: true });
    cpSync(join(repository, path), to);
    utimesSync(to, 1e9, 1e9);
    chmodSync(to, statSync(to).mode | 0o020);
  }
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'));
});

test('no file of the package names the folder that it was built in', () => {
  const named = filesIn(join(repository, 'wasm/dist')).filter((name) =>
    readFileSync(join(repository, 'wasm/dist', name)).includes(repository),
  );
  assert.deepEqual(named, []);
});

test('C++ gives the same object in another folder', () => {
  const folder = join(repository, 'build/wasm');
  const commands = JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8'));
  const { command } = commands.find(({ file }) => file.endsWith('/wasm/bindings/types.cc'));
  const [, object] = /-o (\S+)/.exec(command);
  const there = join(copy, 'build/wasm');
  mkdirSync(join(there, dirname(object)), { recursive: true });
  cpSync(join(folder, 'include'), join(there, 'include'), { recursive: true });
  execFileSync('bash', ['-c', command.replaceAll(repository.replace(/\/$/, ''), copy)], {
    cwd: there,
  });
  assert.ok(readFileSync(join(folder, object)).equals(readFileSync(join(there, object))));
});

describe('the page', () => {
  /** Builds it without the compressed twins of its files, which take most of the time. */
  async function buildPage(root, to) {
    const file = join(root, 'web/vite.config.ts');
    const { config } = await loadConfigFromFile({ command: 'build', mode: 'production' }, file);
    await build({
      ...config,
      plugins: config.plugins.filter(({ name }) => name !== 'compressed'),
      build: { ...config.build, outDir: to },
      configFile: false,
      logLevel: 'silent',
    });
  }

  test('is the same, and does not name the folder that it was built in', async () => {
    const [here, there] = [join(yard, 'page'), join(copy, 'page')];
    await buildPage(repository, here);
    await buildPage(copy, there);
    assert.ok(filesIn(here).length > 100);
    assert.deepEqual(differences(here, there), []);
    const named = filesIn(here).filter((name) =>
      readFileSync(join(here, name)).includes(repository),
    );
    assert.deepEqual(named, []);
  });
});

test('the tarball is the same, whatever the times and the rights of files', async () => {
  const [here, there] = [join(yard, 'here'), join(yard, 'there')];
  for (const folder of [here, there]) mkdirSync(folder);
  await pack(here);
  await pack(there, [], copy);
  assert.equal(filesIn(here).length, 1);
  assert.deepEqual(differences(here, there), []);
});
