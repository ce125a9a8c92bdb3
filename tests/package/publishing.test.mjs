// What npm and those who judge its packages make of ours before they are published.
import assert from 'node:assert/strict';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { pack, repository, run } from './support.mjs';

const MODELS = [
  'beer',
  'hotels',
  'movies',
  'opinions',
  'pairs',
  'questions',
  'reader',
  'sentiment',
];
const program = (name) => join(repository, 'node_modules/.bin', name);

let folder;
let packed;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'whylight-publishing-'));
  packed = await pack(folder, MODELS);
});
after(() => rm(folder, { recursive: true, force: true }));

/** Runs a checker, and returns its complaints: nothing when there are none. */
const complaints = (name, args) =>
  run(program(name), args).then(
    () => '',
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );

describe('publint finds nothing to say of', () => {
  for (const name of ['whylight', ...MODELS.map((model) => `@whylight/model-${model}`)]) {
    test(name, async () => {
      const { filename } = packed.find((each) => each.name === name);
      assert.equal(await complaints('publint', ['run', join(folder, filename), '--strict']), '');
    });
  }
});

// Wildcards of `exports` are checked only where they are spelled out.
for (const entries of [
  [],
  ['core.wasm', 'classifier', 'layers', 'pairs', 'questions', 'tagger', 'reader', 'recommender'],
]) {
  test(`types resolve as code does: ${entries.join(', ') || 'every entry'}`, async () => {
    const { filename } = packed.find(({ name }) => name === 'whylight');
    const args = [join(folder, filename), '--profile', 'esm-only'];
    if (entries.length > 0) args.push('--entrypoints', ...entries);
    assert.equal(await complaints('attw', args), '');
  });
}

test('source maps bring the TypeScript they speak of', async () => {
  const map = JSON.parse(await readFile(join(repository, 'wasm/dist/worker.js.map'), 'utf8'));
  const source = await readFile(join(repository, 'wasm/src/worker.ts'), 'utf8');
  assert.deepEqual(map.sourcesContent, [source]);
});

describe('npm pack', () => {
  test('builds whylight first, and leaves its own output to itself', async () => {
    const clone = join(folder, 'clone');
    await mkdir(join(clone, 'scripts'), { recursive: true });
    await copyFile(join(repository, 'package.json'), join(clone, 'package.json'));
    // In place of the build, which takes minutes in a fresh clone: what it is asked for.
    const build = 'mkdir -p wasm/dist && echo building && echo "$@" >wasm/dist/asked.js';
    await writeFile(join(clone, 'scripts/build.sh'), build);
    const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd: clone });
    const [made] = Object.values(JSON.parse(stdout));
    assert.ok(made.files.some(({ path }) => path === 'wasm/dist/asked.js'));
    const asked = await readFile(join(clone, 'wasm/dist/asked.js'), 'utf8');
    assert.equal(asked, 'wasm whylight_modules\n');
  });

  test('gives each model the licence, and takes it back', async () => {
    for (const name of MODELS) {
      const model = join(folder, 'models', name);
      await mkdir(model, { recursive: true });
      await copyFile(join(repository, 'LICENSE'), join(dirname(dirname(model)), 'LICENSE'));
      await copyFile(join(repository, 'models', name, 'package.json'), join(model, 'package.json'));
      const { stdout } = await run('npm', ['pack', '--json', '--dry-run'], { cwd: model });
      const [made] = Object.values(JSON.parse(stdout));
      assert.ok(
        made.files.some(({ path }) => path === 'LICENSE'),
        name,
      );
      assert.deepEqual(await readdir(model), ['package.json']);
    }
  });
});
