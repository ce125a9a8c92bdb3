// Options are declared once: what is generated from them is committed, and fresh.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { fail, program, succeed } from './support.mjs';

const generate = fileURLToPath(new URL('../../scripts/generate.mjs', import.meta.url));

test('tables of options and types of layers are as npm run generate writes them', async () => {
  await promisify(execFile)(process.execPath, [generate, program, '--check']);
});

test('an option says its values, its default and when it applies', () => {
  const stdout = succeed(['options', 'rationale']);
  assert.match(
    stdout,
    /--selection\.sparsity {2}\(0 to 1000; default 0\.01\)\n.* Only if control is fixed\./,
  );
});

test('of a long list the default shows how it starts', () => {
  const stdout = succeed(['options', 'rationale']);
  assert.match(stdout, /default \["not","no","never",… \d+ more\]\)/);
  for (const line of stdout.split('\n')) assert.ok(line.length < 400, line);
});

test('without a name all names are listed', () => {
  const stdout = succeed(['options']);
  for (const name of ['rationale', 'classifier', 'language-model', 'stage', 'data', 'rcnn']) {
    assert.match(stdout, new RegExp(`^${name} `, 'm'));
  }
});

test('a system may have its short name, as for train', () => {
  assert.equal(succeed(['options', 'lm']), succeed(['options', 'language-model']));
});

test('an unknown name is answered with those there are', () => {
  const message = fail('invalid-argument', ['options', 'poem']);
  assert.match(message, /^options: expected one of rationale, .*, found "poem"/);
});
