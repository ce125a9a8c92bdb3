// How the packages are released: the address they name, what a release must have, and the workflows.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';

import { manifests } from '../../scripts/manifests.mjs';
import { repository } from './support.mjs';

const ADDRESS = 'https://example.org/someone/whylight';
const yard = mkdtempSync(join(tmpdir(), 'whylight-release-'));
after(() => rmSync(yard, { recursive: true, force: true }));

const packages = manifests();
const VERSION = '98.7.6';

/** A copy of what a release looks at. */
function copyRepository(name) {
  const copy = join(yard, name);
  for (const path of [...packages.map(({ path }) => path), 'scripts', 'CHANGELOG.md']) {
    cpSync(join(repository, path), join(copy, path), { recursive: true });
  }
  return copy;
}

const node = (folder, ...args) => spawnSync('node', args, { cwd: folder, encoding: 'utf8' });
const setRepository = (folder, ...args) => node(folder, 'scripts/set-repository.mjs', ...args);
const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Changes a file of a copy. */
function edit(folder, path, change) {
  writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));
}

describe('the address of the project', () => {
  let copy;
  before(() => {
    copy = copyRepository('address');
    const { status, stderr } = setRepository(copy, ADDRESS);
    assert.equal(status, 0, stderr);
  });

  for (const { path, directory, manifest } of packages) {
    test(`is written into ${path}, and nothing else is changed`, () => {
      const { homepage, bugs, repository: place, ...rest } = readJson(copy, path);
      assert.equal(homepage, `${ADDRESS}#readme`);
      assert.equal(bugs, `${ADDRESS}/issues`);
      const url = `git+${ADDRESS}.git`;
      assert.deepEqual(place, { type: 'git', url, ...(directory && { directory }) });
      for (const field of ['homepage', 'bugs', 'repository']) delete manifest[field];
      assert.deepEqual(rest, manifest);
    });
  }

  test('takes the place of another', () => {
    const again = copyRepository('again');
    for (const address of ['https://example.org/old/name', ADDRESS]) setRepository(again, address);
    for (const { path } of packages) {
      assert.equal(readFileSync(join(again, path), 'utf8'), readFileSync(join(copy, path), 'utf8'));
    }
  });

  for (const wrong of [[], ['example.org'], ['https://example.org/a/b.git'], [ADDRESS, ADDRESS]]) {
    test(`is refused if it is none: ${wrong.join(' ')}`, () => {
      const { status, stderr } = setRepository(copy, ...wrong);
      assert.match(stderr, /^usage: /);
      assert.equal(status, 2);
    });
  }

  // As npm's pages do: below the folder of the package, at its newest commit.
  const tracked = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).split(
    '\n',
  );
  for (const { path } of packages) {
    test(`leads the links of the README beside ${path} to files`, () => {
      const { repository: place } = readJson(copy, path);
      const base = `${place.url.replace(/^git\+|\.git$/g, '')}/blob/HEAD/`;
      const readme = readFileSync(join(repository, dirname(path), 'README.md'), 'utf8');
      const targets = [...readme.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
      const relative = targets.filter((target) => !/^(#|[a-z]+:)/.test(target));
      assert.ok(relative.length > 0);
      for (const target of relative) {
        const { href } = new URL(posix.join(place.directory ?? '', target), base);
        assert.ok(href.startsWith(base), `${target} leads out of the project`);
        const file = href.slice(base.length).replace(/#.*/, '');
        assert.ok(tracked.includes(file), `${target} leads to ${href}`);
      }
    });
  }
});

describe('a release', () => {
  const check = (folder, tag = `v${VERSION}`) => node(folder, 'scripts/check-release.mjs', tag);
  const addEntry = (text) =>
    text.replace('## [Unreleased]', `## [${VERSION}] - 2030-01-01\n\n- Something.`);
  let ready;
  before(() => {
    ready = copyRepository('ready');
    setRepository(ready, ADDRESS);
    edit(ready, 'CHANGELOG.md', addEntry);
    for (const { path } of packages) {
      edit(ready, path, (text) => text.replace(/(?<="version": ").*(?=")/, VERSION));
    }
  });

  test('may be made when nothing is missing', () => {
    const { status, stderr } = check(ready);
    assert.deepEqual([stderr, status], ['', 0]);
  });

  const flaws = {
    'without the address of the project': [
      (folder) => {
        for (const { path } of packages) {
          edit(folder, path, (text) => text.replace(/ {2}"homepage"[^]*?(?= {2}"author")/, ''));
        }
      },
      /^The address of the project is not known\. Run: node scripts\/set-repository\.mjs https:/,
    ],
    'with another address in a package': [
      (folder) => edit(folder, 'models/beer/package.json', (text) => text.replace('someone', 'no')),
      /^models\/beer\/package\.json: expected "homepage" as node scripts\/set-repository\.mjs https:/,
    ],
    'of a package without its author': [
      (folder) =>
        edit(folder, 'models/hotels/package.json', (text) => text.replace(/ {2}"author".*\n/, '')),
      /^models\/hotels\/package\.json: "author" is missing\n$/,
    ],
    'of a package with another version': [
      (folder) =>
        edit(folder, 'models/movies/package.json', (text) => text.replace(VERSION, '0.0.1')),
      new RegExp(
        `^models/movies/package\\.json: expected version ${VERSION} .* v${VERSION}, found 0\\.0\\.1\n$`,
      ),
    ],
    'without an entry in the changelog': [
      (folder) => cpSync(join(repository, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md')),
      new RegExp(`^CHANGELOG\\.md: expected an entry "## \\[${VERSION}\\] - YYYY-MM-DD"\n$`),
    ],
    'with an empty entry': [
      (folder) =>
        edit(folder, 'CHANGELOG.md', (text) => text.replace('- Something.', '\n## [0]\n')),
      /^CHANGELOG\.md: the entry of .* is empty\n$/,
    ],
  };
  for (const [flaw, [make, message]] of Object.entries(flaws)) {
    test(`is refused ${flaw}`, () => {
      const folder = join(yard, 'flawed');
      cpSync(ready, folder, { recursive: true });
      make(folder);
      const { status, stderr } = check(folder);
      assert.match(stderr, message);
      assert.equal(status, 1);
      rmSync(folder, { recursive: true });
    });
  }

  test('is refused under another tag', () => {
    const { status, stderr } = check(ready, 'v99.0.0');
    assert.match(stderr, /package\.json: expected version 99\.0\.0 for the tag v99\.0\.0, found /);
    assert.equal(status, 1);
    assert.equal(check(ready, 'latest').status, 2);
  });

  test('is no prerelease, which npm would install where no version is asked for', () => {
    const { status, stderr } = check(ready, `v${VERSION}-rc.1`);
    assert.match(stderr, /^usage: .* vMAJOR\.MINOR\.PATCH\n$/);
    assert.equal(status, 2);
  });
});

test('one command sets the version of all, and of the native program', () => {
  const folder = copyRepository('version');
  for (const path of ['CMakeLists.txt', 'CMakePresets.json', 'cmake', 'core']) {
    cpSync(join(repository, path), join(folder, path), { recursive: true });
  }
  const build = (program, ...args) => execFileSync(program, args, { cwd: folder, stdio: 'ignore' });
  build('cmake', '--preset', 'native', '-DWHYLIGHT_BUILD_TESTS=OFF');
  const flags = ['--workspaces', '--include-workspace-root', '--no-git-tag-version'];
  // Packages need not be installed again for that.
  execFileSync('npm', ['version', VERSION, ...flags, '--no-workspaces-update'], { cwd: folder });
  for (const { path } of packages) assert.equal(readJson(folder, path).version, VERSION);
  // A build folder that is there looks again.
  build('ninja', '-C', 'build/native', 'build.ninja');
  const rules = readFileSync(join(folder, 'build/native/build.ninja'), 'utf8');
  assert.deepEqual(
    [...new Set(rules.match(/WHYLIGHT_VERSION=\S+/g))],
    [`WHYLIGHT_VERSION=\\"${VERSION}\\"`],
  );
});

test('every package of npm is of one version, here and in the lock', () => {
  const { devDependencies, dependencies } = packages.at(-1).manifest;
  assert.equal(dependencies, undefined);
  const { packages: locked } = readJson(repository, 'package-lock.json');
  for (const [name, version] of Object.entries(devDependencies)) {
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(locked[`node_modules/${name}`].version, version, name);
  }
  for (const [path, { version, integrity, link }] of Object.entries(locked)) {
    if (!path.includes('node_modules/') || link) continue;
    assert.ok(version && /^sha512-/.test(integrity), path);
  }
});

describe('publishing', () => {
  /** Runs scripts/publish.sh where npm says of some packages that it has them, and returns its calls. */
  function publish(known, ...flags) {
    const folder = copyRepository('publish');
    const bin = join(yard, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(
      join(bin, 'npm'),
      `#!/usr/bin/env bash
if [[ $1 == view ]]; then [[ " $KNOWN " == *" $2 "* ]] && echo "$3"; exit; fi
echo "$*" >>calls
`,
    );
    chmodSync(join(bin, 'npm'), 0o755);
    writeFileSync(join(folder, 'calls'), '');
    const { status, stderr } = spawnSync('scripts/publish.sh', flags, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, KNOWN: known },
    });
    assert.equal(status, 0, stderr);
    return readFileSync(join(folder, 'calls'), 'utf8').trimEnd().split('\n');
  }

  test('is done of the models, then of whylight', () => {
    assert.deepEqual(publish('', '--provenance'), [
      'publish ./models/beer --access public --provenance',
      'publish ./models/hotels --access public --provenance',
      'publish ./models/movies --access public --provenance',
      'publish ./models/opinions --access public --provenance',
      'publish ./models/pairs --access public --provenance',
      'publish ./models/questions --access public --provenance',
      'publish ./models/reader --access public --provenance',
      'publish ./models/sentiment --access public --provenance',
      'publish ./. --access public --provenance',
    ]);
  });

  test('goes on where it was interrupted', () => {
    const { version } = packages.at(-1).manifest;
    const done = ['beer', 'hotels', 'movies'].map((name) => `@whylight/model-${name}@${version}`);
    assert.deepEqual(publish(done.join(' ')), [
      'publish ./models/opinions --access public',
      'publish ./models/pairs --access public',
      'publish ./models/questions --access public',
      'publish ./models/reader --access public',
      'publish ./models/sentiment --access public',
      'publish ./. --access public',
    ]);
  });
});

describe('the workflow', () => {
  const workflow = (name) =>
    parse(readFileSync(join(repository, `.github/workflows/${name}.yml`), 'utf8'));
  const { scripts } = packages.at(-1).manifest;

  for (const name of ['test', 'release']) {
    test(`${name} names what there is`, () => {
      const { jobs } = workflow(name);
      for (const { steps, 'runs-on': runner } of Object.values(jobs)) {
        assert.ok(runner);
        for (const { run, uses } of steps) {
          // A tag can be moved, a commit cannot.
          assert.ok(uses ? /^actions\/[\w-]+@[0-9a-f]{40}$/.test(uses) : run, uses);
          if (uses) continue;
          execFileSync('bash', ['-n', '-c', run]);
          for (const [, script] of run.matchAll(/\bnpm (?:run ([\w:]+)|test\b)/g)) {
            assert.ok(scripts[script ?? 'test'], `there is no script ${script}`);
          }
          for (const [path] of run.matchAll(/\bscripts\/[\w.-]+/g)) {
            assert.ok(existsSync(join(repository, path)), `there is no ${path}`);
          }
        }
      }
    });
  }

  test('test runs all suites on pushes and pull requests', () => {
    const { on, jobs } = workflow('test');
    assert.deepEqual(Object.keys(on), ['push', 'pull_request']);
    assert.ok(jobs.test.steps.some(({ run }) => run === 'npm test'));
  });

  test('release checks, tests and packs a tag before it publishes it with provenance', () => {
    const { on, jobs } = workflow('release');
    assert.deepEqual(on, { push: { tags: ['v*'] } });
    assert.equal(jobs.publish.permissions['id-token'], 'write');
    const runs = jobs.publish.steps.map(({ run = '' }) => run);
    const order = ['check-release.mjs "$GITHUB_REF_NAME"', 'npm test', 'npm pack', 'publish.sh'];
    const places = order.map((part) => runs.findIndex((run) => run.includes(part)));
    assert.ok(!places.includes(-1), `${places}`);
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.match(runs.at(-1), /scripts\/publish\.sh --provenance$/m);
  });

  test('release gives away what was built, of what, with what and on which terms', () => {
    const { permissions, jobs } = workflow('release');
    const packing = jobs.publish.steps.find(({ run = '' }) => run.includes('npm pack')).run;
    for (const part of [
      'npm run licences',
      'npm run sbom -- build/release/whylight.cdx.json',
      'cp build/build-report.json licences.txt build/release',
      'sha256sum * >SHA256SUMS',
    ]) {
      assert.ok(packing.includes(part), part);
    }
    const upload = jobs.publish.steps.find(({ uses = '' }) => uses.includes('upload-artifact'));
    assert.equal(upload.with.path, 'build/release');
    // The job that may write has no code but GitHub's own.
    assert.deepEqual(permissions, { contents: 'read' });
    assert.deepEqual(jobs.publish.permissions, { contents: 'read', 'id-token': 'write' });
    assert.deepEqual(jobs.attach.permissions, { contents: 'write' });
    assert.equal(jobs.attach.needs, 'publish');
    const [download, attach] = jobs.attach.steps;
    assert.equal(download.with.name, upload.with.name);
    assert.match(attach.run, /^gh release upload "\$GITHUB_REF_NAME" release\/\* --clobber$/m);
  });
});
