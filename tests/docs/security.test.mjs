// What SECURITY.md promises is tested where it says.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { repository } from './documents.mjs';

const text = readFileSync(join(repository, 'SECURITY.md'), 'utf8').replace(/\s+/g, ' ');
const [, promised] = /## What is promised (.*) ## What is not/.exec(text);

/** The names in a sentence that stand before the link to the file that has them. */
const claims = [
  ...promised.matchAll(/((?:(?:, | and )?`[^`]+`)+) in \[[^\]]+\]\(([^)]+)\)/g),
].flatMap(([, names, file]) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ name, file })),
);

test('SECURITY.md names tests', () => {
  assert.ok(claims.length > 20, `${claims.length}`);
});

for (const { name, file } of claims) {
  test(`${file} has: ${name}`, () => {
    const source = readFileSync(join(repository, file), 'utf8').replace(/\s+/g, ' ');
    assert.ok(source.includes(name));
  });
}

test('each promise has a test', () => {
  for (const [sentence] of promised.matchAll(/ - .*?(?= - | \*\*|$)/g)) {
    assert.match(sentence, /\]\(tests\//);
  }
});
