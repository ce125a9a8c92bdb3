// The package in bundlers and frameworks: each example is built, served and looked at.
//
// `npm test` tries those that are cheap. `npm run test:package -- --all` tries all, their development
// servers as well, and writes what it found: docs/guides/bundlers.json, and the table of bundlers.md.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { format, resolveConfig } from 'prettier';

import { launchChromium } from '../chromium.mjs';
import { ENVIRONMENTS } from './environments.mjs';
import {
  installExample,
  installExamples,
  look,
  runScript,
  serveFolder,
  serveScript,
  versionOf,
} from './examples.mjs';
import { pack, repository, run } from './support.mjs';

const all = process.env.WHYLIGHT_EXAMPLES === 'all';
const guide = join(repository, 'docs/guides/bundlers.md');
const record = join(repository, 'docs/guides/bundlers.json');

let home;
let tarball;
let browser;
let expected;
const results = [];

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'whylight-bundlers-'));
  const [{ filename }] = await pack(home);
  tarball = join(home, filename);
  const together = ENVIRONMENTS.filter((each) => each.cheap && !all).map(({ folder }) => folder);
  await installExamples(join(home, 'cheap'), [...together, 'server'], tarball);
  const { stdout } = await run('node', ['program.js'], { cwd: join(home, 'cheap/server') });
  expected = stdout.trimEnd().split('\n');
  browser = await launchChromium();
});
after(async () => {
  await browser?.close();
  await rm(home, { recursive: true, force: true });
});

test('Node rates what the text speaks of, by its own words', () => {
  assert.equal(expected.length, 3);
  assert.match(expected[1], /^aroma 0\.\d\d: .*grapefruit/);
});

/** Looks at an example that is served, in the page and in a Worker. */
async function check({ address, stop }, onServer) {
  try {
    for (const query of ['', '?worker']) {
      const found = await look(browser, address + query);
      const server = onServer ? expected : [];
      assert.deepEqual(found, { server, page: expected, errors: [] }, `at /${query}`);
    }
  } finally {
    stop();
  }
}

for (const environment of ENVIRONMENTS.filter(({ cheap }) => cheap || all)) {
  const { name, folder, set, tool, dist, dev = false, start = false, cheap, needs } = environment;
  describe(name, () => {
    let example;
    const result = { name, version: '', needs, build: false, server: start ? false : null };
    result.dev = dev ? false : null;
    results.push(result);

    // Development servers give nothing from outside of their folder.
    const apart = all || !cheap;

    before(async () => {
      const installed = join(home, apart ? name : 'cheap');
      example = apart ? installed : join(installed, folder);
      if (apart) await installExample(installed, folder, tarball, set);
      result.version = await versionOf(installed, tool);
    });
    after(() => apart && rm(example, { recursive: true, force: true }));

    test('what it builds explains, in the page and in a Worker', async () => {
      await runScript(example, 'build');
      await check(
        await (start ? serveScript(example, 'start') : serveFolder(join(example, dist))),
        start,
      );
      result.build = true;
      if (start) result.server = true;
    });

    test('so does its development server', { skip: !dev || !all }, async () => {
      await check(await serveScript(example, 'dev'), start);
      result.dev = true;
    });
  });
}

describe('a program bundled for Node', () => {
  const bundles = { esbuild: 'esbuild.js', webpack: 'webpack.cjs' };
  const server = () => join(home, 'cheap/server');

  for (const [tool, file] of Object.entries(bundles)) {
    test(`by ${tool} finds its module and its model`, async () => {
      await runScript(server(), `build:${tool}`);
      const { stdout } = await run('node', [join('dist', file)], { cwd: server() });
      assert.deepEqual(stdout.trimEnd().split('\n'), expected);
    });
  }

  test('says what is missing where whylight is not installed', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'whylight-bundle-'));
    await cp(join(server(), 'dist/esbuild.js'), join(elsewhere, 'esbuild.mjs'));
    const failing = (cwd) =>
      run('node', ['esbuild.mjs'], { cwd }).then(
        () => assert.fail('it runs'),
        ({ stderr }) => stderr,
      );
    assert.match(await failing(elsewhere), /The model "beer" is not installed\. Run: npm install/);
    const model = join(elsewhere, 'node_modules/@whylight/model-beer');
    await cp(join(repository, 'models/beer'), model, { recursive: true });
    assert.match(
      await failing(elsewhere),
      /whylight-core\.wasm is not beside the code .* not installed where the program runs/,
    );
    await rm(elsewhere, { recursive: true, force: true });
  });
});

test('what was found is written down', { skip: !all }, async () => {
  const found = {
    node: process.version.slice(1),
    browser: `Chromium ${browser.version()}`,
    environments: results,
  };
  await writeFile(record, await pretty(JSON.stringify(found), record));
  await writeFile(guide, await withTable(await readFile(guide, 'utf8'), found));
});

test('all that was tried works', async () => {
  const { environments } = JSON.parse(await readFile(record, 'utf8'));
  const failed = environments.flatMap(({ name, ...results }) =>
    ['build', 'dev', 'server']
      .filter((part) => results[part] === false)
      .map((part) => [name, part]),
  );
  assert.deepEqual(failed, []);
});

test('the guide has the table of what was found', async () => {
  const found = JSON.parse(await readFile(record, 'utf8'));
  assert.deepEqual(
    found.environments.map(({ name, needs }) => [name, needs]),
    ENVIRONMENTS.map(({ name, needs }) => [name, needs]),
  );
  const text = await readFile(guide, 'utf8');
  assert.equal(text, await withTable(text, found));
});

/** The guide with the table of `found` between its marks. */
async function withTable(text, { node, browser: with_, environments }) {
  const mark = (worked) => (worked === null ? '–' : worked ? 'yes' : 'no');
  const rows = environments.map(({ name, version, build, dev, server, needs }) => {
    const { folder } = ENVIRONMENTS.find((each) => each.name === name);
    const cells = [version, mark(build), mark(dev), mark(server), needs.join('; ') || 'nothing'];
    return `| [${name}](../../examples/${folder}) | ${cells.join(' | ')} |`;
  });
  const table = [
    `Node ${node}, ${with_}:`,
    '',
    '| | version | build | development | on the server | needs |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
  const [head, , tail] = text.split(/<!-- (?:table|end) -->/);
  return pretty(`${head}<!-- table -->\n\n${table}\n\n<!-- end -->${tail}`, guide);
}

async function pretty(text, path) {
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}
