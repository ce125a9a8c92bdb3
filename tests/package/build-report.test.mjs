// What is written down of a build, so that somebody else can repeat it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';

import { repository } from './support.mjs';

const yard = mkdtempSync(join(tmpdir(), 'whylight-build-report-'));
after(() => rmSync(yard, { recursive: true, force: true }));

const ask = (program, ...args) =>
  execFileSync(program, args, { cwd: repository, encoding: 'utf8' }).trimEnd();
const readReport = (file) => JSON.parse(readFileSync(file, 'utf8'));

describe('the report that a build leaves', () => {
  const report = readReport(join(repository, 'build/build-report.json'));

  test('names the version of each Debian package, also of those that others need', () => {
    const named = ask('scripts/setup.sh', 'packages').split('\n');
    assert.ok(named.includes('emscripten') && named.includes('libeigen3-dev'));
    for (const name of [...named, 'clang-14', 'binaryen', 'libc6-dev']) {
      const version = ask('dpkg-query', '--show', '--showformat=${Version}', name);
      assert.equal(report.packages[name], version, name);
    }
  });

  test('names the compilers and Node', () => {
    assert.equal(report.compilers['g++'], ask('g++', '--version').split('\n')[0]);
    assert.match(report.compilers['em++'], /^emcc .* \d+\.\d+\.\d+ /);
    assert.equal(report.node, process.version);
  });

  test('has the hashes of the modules that were built', () => {
    for (const path of ['package-lock.json', 'wasm/dist/whylight-core.relaxed.wasm']) {
      const bytes = readFileSync(join(repository, path));
      assert.equal(report.sha256[path], createHash('sha256').update(bytes).digest('hex'), path);
    }
  });

  test('names the revision and its time', () => {
    execFileSync('node', ['scripts/build-report.mjs', join(yard, 'now.json')], { cwd: repository });
    const now = readReport(join(yard, 'now.json'));
    assert.match(now.revision, new RegExp(`^${ask('git', 'rev-parse', 'HEAD')}(-dirty)?$`));
    assert.equal(Date.parse(now.written), 1000 * Number(ask('git', 'log', '-1', '--format=%ct')));
  });
});

test('sources outside of a repository have no revision, and are built all the same', () => {
  const copy = join(yard, 'copy');
  mkdirSync(join(copy, 'wasm/dist'), { recursive: true });
  for (const path of ['scripts', 'package.json', 'package-lock.json']) {
    cpSync(join(repository, path), join(copy, path), { recursive: true });
  }
  execFileSync('node', ['scripts/build-report.mjs'], { cwd: copy });
  const { revision, written } = readReport(join(copy, 'build/build-report.json'));
  assert.deepEqual([revision, written], ['unknown', 'unknown']);
});
