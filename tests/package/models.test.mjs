// Models are packages of their own, found by their names and copied into pages.
import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { install, repository, run, whylight as runProgram } from './support.mjs';

const FILES = ['config.json', 'model.safetensors', 'vocab.txt'];
const NAMES = ['beer', 'hotels', 'movies', 'opinions', 'pairs', 'questions', 'reader', 'sentiment'];

let home;
let packed;

before(async () => {
  ({ home, packed } = await install(['hotels', 'sentiment']));
});
after(() => rm(home, { recursive: true, force: true }));

const whylight = (...args) => runProgram(home, args);
const readJson = async (path) => JSON.parse(await readFile(join(repository, path), 'utf8'));

/** Runs a module in the folder where the packages are. */
async function runModule(code) {
  await writeFile(join(home, 'program.mjs'), code);
  return run('node', ['program.mjs'], { cwd: home });
}

test('a package holds what is loaded, the card, and no logs of training', () => {
  const model = packed.find(({ name }) => name === '@whylight/model-hotels');
  const paths = model.files.map(({ path }) => path);
  assert.deepEqual(paths.sort(), ['README.md', ...FILES, 'package.json'].sort());
});

test('the manifests of all models are alike, and of the release of whylight', async () => {
  const { version } = await readJson('package.json');
  for (const name of NAMES) {
    const manifest = await readJson(`models/${name}/package.json`);
    assert.equal(manifest.name, `@whylight/model-${name}`);
    assert.equal(manifest.version, version);
    assert.deepEqual(manifest.files, FILES);
    for (const file of [...FILES, 'package.json']) {
      assert.equal(manifest.exports[`./${file}`], `./${file}`);
    }
  }
});

test('what the package knows of them is what models/index.json says', async () => {
  const index = await readJson('models/index.json');
  const { stdout } = await whylight('models', '--json');
  const listed = JSON.parse(stdout).map(({ name, bytes }) => [name, bytes]);
  const expected = Object.entries(index).map(([name, { files }]) => [
    name,
    Object.values(files).reduce((sum, { bytes }) => sum + bytes, 0),
  ]);
  assert.deepEqual(listed, expected);
});

describe('in Node', () => {
  test('models that are installed are loaded by their names', async () => {
    const { stdout } = await runModule(`
      import { load } from 'whylight';
      import { loadClassifier } from 'whylight/classifier';
      const aspects = [];
      for (const name of ['beer', 'hotels']) aspects.push((await load(name)).aspects[0]);
      const classifier = await loadClassifier('sentiment');
      console.log(JSON.stringify([...aspects, classifier.labels.length]));
    `);
    assert.deepEqual(JSON.parse(stdout), ['appearance', 'location', 5]);
  });

  test('the error of one that is not says what to install', async () => {
    const { stdout } = await runModule(`
      import { load } from 'whylight';
      import { loadRetriever } from 'whylight/questions';
      const failures = await Promise.allSettled([load('movies'), loadRetriever('questions')]);
      console.log(JSON.stringify(failures.map(({ reason }) => [reason.code, reason.message])));
    `);
    const missing = (name) => [
      'not-found',
      `The model "${name}" is not installed. Run: npm install @whylight/model-${name}`,
    ];
    assert.deepEqual(JSON.parse(stdout), [missing('movies'), missing('questions')]);
  });

  test('a folder of the same name is a path with a slash', async () => {
    const { stdout } = await runModule(`
      import { load } from 'whylight';
      console.log((await load('./hotels').catch((error) => error)).message);
    `);
    assert.equal(
      stdout,
      `${join(home, 'hotels/config.json')} is not there. Pass the address of a model's folder to load() of whylight.\n`,
    );
  });

  test('every file of a model is an export of its package', async () => {
    const { stdout } = await runModule(
      `for (const file of ${JSON.stringify(FILES)}) {
        console.log(import.meta.resolve('@whylight/model-hotels/' + file));
        console.log(import.meta.resolve('whylight/models/beer/' + file));
      }`,
    );
    assert.equal(stdout.trim().split('\n').length, 2 * FILES.length);
  });
});

describe('whylight models', () => {
  test('says which are installed, and how to install the others', async () => {
    const { stdout } = await whylight('models');
    assert.match(stdout, /^hotels +location, .* of a hotel review\n +\d\.\d MB, installed$/m);
    assert.match(stdout, /^movies .*\n.* npm install @whylight\/model-movies$/m);
  });

  test('names them for --model', async () => {
    const { stdout } = await whylight('explain', 'Noisy room.', '--model', 'hotels');
    assert.ok('location' in JSON.parse(stdout).ratings);
    const { stderr, status } = await whylight('explain', 'A film.', '--model', 'movies');
    assert.match(stderr, /^error: \[not-found\] .*npm install @whylight\/model-movies\n$/);
    assert.equal(status, 1);
  });
});

describe('whylight copy-model', () => {
  const copied = (...path) => join(home, 'public', ...path);

  test('copies the files of a model, and says so', async () => {
    const { stdout, status } = await whylight('copy-model', 'hotels', 'public/models');
    assert.match(
      stdout,
      /^Copied hotels to public\/models\/hotels: .*vocab\.txt.*; \d\.\d MB\.\n$/,
    );
    assert.equal(status, 0);
    assert.deepEqual((await readdir(copied('models/hotels'))).sort(), FILES);
    for (const file of FILES) {
      const [made, ours] = await Promise.all([
        readFile(copied('models/hotels', file)),
        readFile(join(repository, 'models/hotels', file)),
      ]);
      assert.ok(made.equals(ours), file);
    }
  });

  test('copies a model of its own, by its folder', async () => {
    const tiny = join(repository, 'tests/golden/tiny');
    const own = join(home, 'runs/tickets/model');
    await mkdir(own, { recursive: true });
    for (const file of FILES) await copyFile(join(tiny, file), join(own, file));
    const inTree = await whylight('copy-model', 'runs/tickets/model', 'public/models');
    assert.match(inTree.stdout, /^Copied tickets to public\/models\/tickets: /);
    const elsewhere = await whylight('copy-model', tiny, 'public/models');
    assert.match(elsewhere.stdout, /^Copied tiny to public\/models\/tiny: /);
    for (const name of ['tickets', 'tiny']) {
      assert.deepEqual((await readdir(copied('models', name))).sort(), FILES);
    }

    await writeFile(join(own, 'config.json'), '{"format": "whylight", "task": "parser"}');
    const { stderr, status } = await whylight('copy-model', 'runs/tickets/model', 'public/bad');
    assert.match(stderr, /^error: \[bad-model\] .*"task": expected one of .*, found "parser"/);
    assert.equal(status, 1);
  });

  test('does nothing twice', async () => {
    const { stdout } = await whylight('copy-model', 'hotels', 'public/models');
    assert.equal(stdout, 'public/models/hotels holds hotels already.\n');
  });

  test('refuses to write over another file, unless it is forced to', async () => {
    await whylight('copy-model', 'beer', 'public/mine');
    await writeFile(copied('mine/beer/vocab.txt'), 'mine');
    await rm(copied('mine/beer/config.json'));
    const { stderr, status } = await whylight('copy-model', 'beer', 'public/mine');
    assert.match(
      stderr,
      /^error: \[io\] public\/mine\/beer\/vocab\.txt is there, and another file/,
    );
    assert.equal(status, 1);
    assert.equal(await readFile(copied('mine/beer/vocab.txt'), 'utf8'), 'mine');
    assert.deepEqual(await readdir(copied('mine/beer')), ['model.safetensors', 'vocab.txt']);
    assert.match(
      (await whylight('copy-model', '--force', 'beer', 'public/mine')).stdout,
      /^Copied /,
    );
    assert.deepEqual((await readdir(copied('mine/beer'))).sort(), FILES);
  });

  test('copies nothing that is not what config.json says', async () => {
    const vocabulary = join(home, 'node_modules/@whylight/model-sentiment/vocab.txt');
    const whole = await readFile(vocabulary);
    await appendFile(vocabulary, 'more');
    const longer = await whylight('copy-model', 'sentiment', 'public/bad');
    await writeFile(vocabulary, whole.fill('x', 0, 1));
    const changed = await whylight('copy-model', 'sentiment', 'public/bad');
    assert.match(longer.stderr, /^error: \[size-mismatch\]/);
    assert.match(changed.stderr, /^error: \[hash-mismatch\]/);
    await assert.rejects(readdir(copied('bad')), { code: 'ENOENT' });
  });

  test('says what is wrong with the target', async () => {
    await mkdir(copied(), { recursive: true });
    await writeFile(copied('file'), '');
    const { stderr, status } = await whylight('copy-model', 'beer', 'public/file');
    assert.match(stderr, /^error: \[io\] public\/file\/beer/);
    assert.equal(status, 1);
  });

  for (const args of [['hops', 'public'], ['beer'], ['beer', 'public', 'more'], ['--loud']]) {
    test(`shows how it is used after: copy-model ${args.join(' ')}`, async () => {
      const { stderr, status } = await whylight('copy-model', ...args);
      assert.match(stderr, /^error: \[invalid-argument\] .*\nTry: whylight --help\n$/s);
      assert.equal(status, 2);
    });
  }
});
