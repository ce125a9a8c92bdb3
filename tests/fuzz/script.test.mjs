// `npm run fuzz`, but for what takes long.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/fuzz.mjs', import.meta.url));
const fuzz = (...flags) => spawnSync('node', [script, ...flags], { encoding: 'utf8' });

test('lists every fuzzer there is', () => {
  const names = readdirSync(new URL('.', import.meta.url))
    .map((file) => file.match(/^(.+)(_fuzzer\.cc|\.fuzzer\.mjs)$/)?.[1])
    .filter((name) => name !== undefined);
  const listed = fuzz('--list');
  assert.equal(listed.status, 0);
  assert.deepEqual(listed.stdout.trim().split('\n'), names.sort());
  assert.ok(names.length > 0);
});

test('has seeds for every fuzzer of C++, and nothing for any other', () => {
  const names = fuzz('--list').stdout.trim().split('\n');
  const folder = (name) => readdirSync(new URL(name, import.meta.url));
  for (const name of [...folder('seeds/'), ...folder('dictionaries/')]) {
    assert.ok(names.includes(name.replace(/\.dict$/, '')), name);
  }
  for (const file of folder('.')) {
    if (!file.endsWith('_fuzzer.cc')) continue;
    assert.ok(folder('seeds/').includes(file.slice(0, -'_fuzzer.cc'.length)), file);
  }
});

for (const [flags, message] of [
  [['nothing'], /expected one of .*tokenizer.*, found nothing/],
  [['--seconds', '0'], /--seconds: expected a whole number from 1, found 0/],
  [['--jobs', 'many'], /--jobs: expected a whole number from 1, found many/],
  [['--what'], /--what/],
]) {
  test(`refuses ${flags.join(' ')}`, () => {
    const refused = fuzz(...flags);
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, message);
    assert.match(refused.stderr, /usage: npm run fuzz/);
  });
}
