// Standard output that cannot be written is an error; standard error that cannot
// be written is none.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { configured, leftBehind, train, writeData } from './lamp-reviews.mjs';
import { fail, file, home, modelBytes, program, tiny, whylight } from './support.mjs';

let full; // A device on which nothing can be written.
let path; // Of a config.
let corpus;
before(() => {
  full = openSync('/dev/full', 'w');
  writeData();
  path = configured('small.json', {});
  corpus = file('little.txt', 'new york has dark ale\n'.repeat(40));
});
after(() => closeSync(full));

const learn = (output) => [
  ...['vectors', '--input', corpus, '--output', join(home, output)],
  ...['--dimension', '4', '--min-count', '1', '--epochs', '1', '--json'],
];

/** Runs the program with a shell's `redirections`. */
function redirected(args, redirections) {
  return spawnSync('sh', ['-c', `"$0" "$@" ${redirections}`, program, ...args], {
    cwd: home,
    encoding: 'utf8',
  });
}

describe('a full standard output is an error of', () => {
  const spec = file('spec.json', '{"type": "bag"}');
  for (const [name, args] of [
    ['--help', () => ['--help']],
    ['--version', () => ['--version']],
    ['the help of a verb', () => ['train', '--help']],
    ['options', () => ['options']],
    ['questions', () => ['questions', '--model', tiny]],
    ['layer-shapes', () => ['layer-shapes', '--spec', spec]],
    ['train --dry-run', () => train(path, join(home, 'never'), '--dry-run')],
    ['vectors --json', () => learn('told')],
  ]) {
    test(name, () => {
      const message = fail('io', args(), { stdout: full });
      assert.equal(message, 'standard output: writing failed: No space left on device');
    });
  }

  test('--version also if it is closed', () => {
    const { status, stderr } = redirected(['--version'], '>&-');
    assert.equal(status, 1, stderr);
    assert.match(stderr, /^error: \[io\] standard output/);
  });
});

test('a reader that has enough ends a verb in silence', () => {
  const { stdout, stderr } = redirected(['options', '--markdown', 'rationale'], '| true');
  assert.deepEqual([stdout, stderr], ['', '']);
});

describe('a standard error that cannot be written stops', () => {
  test('no training, whether it is full, closed or read no more', () => {
    const runs = ['full', 'closed', 'unread'].map((name) => join(home, name));
    assert.equal(whylight(train(path, runs[0]), { stderr: full }).status, 0);
    assert.equal(redirected(train(path, runs[1]), '2>&-').status, 0);
    // The pipe's only reader is gone before the program starts.
    redirected(train(path, runs[2]), '2>&1 >/dev/null | true');
    const models = runs.map((out) => modelBytes(join(out, 'model')));
    assert.deepEqual(models[1], models[0]);
    assert.deepEqual(models[2], models[0]);
  });

  test('no learning of vectors', () => {
    assert.equal(whylight(learn('quiet'), { stderr: full }).status, 0);
    assert.ok(existsSync(join(home, 'quiet', 'config.json')));
  });

  test('and what is meant for it is in no file', () => {
    const out = join(home, 'closed streams');
    assert.equal(redirected(train(path, out), '0<&- >&- 2>&-').status, 0);
    for (const name of leftBehind.filter((each) => /json/.test(each))) {
      for (const line of readFileSync(join(out, name), 'utf8').split('\n').slice(0, 1)) {
        assert.match(line, /^\{/);
      }
    }
  });

  test('nor hides how a wrong call ends', () => {
    assert.equal(whylight(['explode'], { stderr: full }).status, 2);
    assert.equal(whylight(['plot', join(home, 'nowhere')], { stderr: full }).status, 1);
  });
});
