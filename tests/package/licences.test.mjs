// Whether what others wrote is shipped on its terms, and all of it is listed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, test } from 'node:test';

import { copyrightOf, termsOf } from '../../scripts/supply/debian.mjs';
import { complaints, parts } from '../../scripts/supply/shipped.mjs';
import { repository } from './support.mjs';

const licences = readFileSync(join(repository, 'licences.txt'), 'utf8');
const lines = (program, ...args) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 }).split('\n');

test('npm run licences knows and permits all, and licences.txt is what it writes', () => {
  const { status, stdout, stderr } = spawnSync('node', ['scripts/licences.mjs', '--check'], {
    cwd: repository,
    encoding: 'utf8',
  });
  assert.deepEqual([stderr, status], ['', 0]);
  assert.match(
    stdout,
    /^ {2}Eigen +\S+ +MPL-2\.0 AND BSD-3-Clause +compiled in, of libeigen3-dev$/m,
  );
  assert.match(stdout, /^ {2}made with questions\/ubuntu_irc, which is not shipped: CC BY 4\.0$/m);
});

test('--json gives the same to programs', () => {
  const products = JSON.parse(
    execFileSync('node', ['scripts/licences.mjs', '--check', '--json'], { cwd: repository }),
  );
  const page = products.find(({ name }) => name === 'the page');
  assert.ok(page.parts.some(({ name, licence }) => name === 'papaparse' && licence === 'MIT'));
});

describe('a licence', () => {
  const complain = (part) =>
    complaints([{ name: 'the page', licence: 'MIT', parts: [{ name: 'x', ...part }] }]);
  for (const [part, sentence] of [
    [{ licence: 'MIT' }],
    [{ licence: 'GPL-2.0-only OR BSD-3-Clause' }],
    [{ licence: 'LGPL-2.1-or-later', how: 'linked' }],
    [{}, /^the page: no licence of x is known$/],
    [{ licence: 'GPL-2.0-only' }, /^the page: x is under GPL-2\.0-only, which is not on the list/],
    [{ licence: 'MIT AND GPL-2.0-only' }, /x is under MIT AND GPL-2\.0-only/],
    [{ licence: 'LGPL-2.1-or-later', how: 'compiled in' }, /x is under LGPL/],
  ]) {
    test(`${JSON.stringify(part)} is ${sentence ? 'refused' : 'permitted'}`, () => {
      const found = complain(part);
      assert.equal(found.length, sentence ? 1 : 0);
      if (sentence) assert.match(found[0], sentence);
    });
  }

  test('of a file is what the last paragraph that names it says', () => {
    const copyright = `Format: 1.0
Source: https://example.org

Files: *
Copyright: A
License: Expat

Files:
 src/*.c
 old/x?.h
Copyright: B
License: BSD-3-clause or GPL-2
 Do as you like.

License: Expat
 Keep this.
`;
    assert.equal(termsOf(copyright, ['src/a.cc']).licence, 'MIT');
    assert.equal(termsOf(copyright, ['old/x1.h']).licence, 'BSD-3-Clause OR GPL-2');
    const both = termsOf(copyright, ['a', 'src/b.c']);
    assert.equal(both.licence, 'MIT AND BSD-3-Clause OR GPL-2');
    for (const text of ['https://example.org', 'Copyright: A', 'Copyright: B', 'Keep this.']) {
      assert.ok(both.notice.includes(text), text);
    }
  });
});

describe('what is compiled into the .wasm files', () => {
  // The headers and sources of others, by the package that brought them.
  const folder = join(repository, 'build/wasm');
  const files = new Set();
  let shipped = false;
  for (const line of lines('ninja', '-C', folder, '-t', 'deps')) {
    if (!line.startsWith(' ')) shipped = /^(core|wasm)\//.test(line);
    else if (shipped) files.add(realpathSync(resolve(folder, line.trim())));
  }
  const foreign = [...files].filter((path) => path.startsWith('/usr/'));
  const owners = lines('dpkg', '--search', ...foreign)
    .filter(Boolean)
    .map((line) => /^([^:]+)(?::\w+)?: (.*)$/.exec(line).slice(1));

  test('is of packages that are listed', () => {
    assert.ok(foreign.length > 300, `${foreign.length} files`);
    assert.equal(owners.length, foreign.length);
    const listed = new Set(parts.compiled.map((part) => part.package));
    assert.deepEqual(new Set(owners.map(([name]) => name)), listed);
  });

  const upstream = {
    'libeigen3-dev': (path) => path.replace('/usr/include/eigen3/', ''),
    'libhwy-dev': (path) => path.replace('/usr/include/', ''),
    'nlohmann-json3-dev': (path) => path.replace('/usr/', ''),
  };
  for (const [name, toUpstream] of Object.entries(upstream)) {
    test(`has the copyright of each file of ${name} in licences.txt`, () => {
      const copyright = copyrightOf(name);
      const ours = owners.filter(([owner]) => owner === name);
      assert.ok(ours.length > 0);
      for (const [, path] of ours) {
        const { licence, notice } = termsOf(copyright, [toUpstream(path)]);
        assert.ok(parts.permitted.includes(licence), `${path}: ${licence}`);
        const holders = /^Copyright:.*(\n[ \t].*)*/m.exec(notice)[0];
        assert.ok(licences.includes(holders), `${path}: ${holders}`);
      }
    });
  }
});

test('the native program links what is listed, and nothing else', () => {
  // Debian lets a machine choose its BLAS, and `npm run bench` installs another one: the one listed
  // is what comes with liblinear.
  const [machine] = lines('uname', '-m');
  const blas = `LD_LIBRARY_PATH=/usr/lib/${machine}-linux-gnu/blas`;
  const linked = lines('env', blas, 'ldd', join(repository, 'build/native/core/whylight'))
    .map((line) => /=> (\S+)/.exec(line)?.[1])
    .filter(Boolean);
  // Where /lib is /usr/lib, a package may name either.
  const patterns = linked.map((path) => `*/${realpathSync(path).split('/').slice(-2).join('/')}`);
  const owners = new Set(
    lines('dpkg', '--search', ...patterns)
      .filter(Boolean)
      .map((line) => line.split(':')[0]),
  );
  const listed = parts.program.filter((part) => part.linked).map((part) => part.package);
  assert.deepEqual([...owners].sort(), listed.sort());
});
