// What README and CONTRIBUTING say of how the project is built.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { repository } from './documents.mjs';

const read = (path) => readFileSync(join(repository, path), 'utf8');

test('CONTRIBUTING names every preset', () => {
  const [, named] = /with the presets ([^:]*):/.exec(read('CONTRIBUTING.md'));
  const { configurePresets } = JSON.parse(read('CMakePresets.json'));
  assert.deepEqual(
    [...named.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort(),
    configurePresets.map(({ name }) => name).sort(),
  );
});

test('both ask for the Node that scripts/setup.sh does', () => {
  const [, wanted] = /wanted="Node ([^"]+)"/.exec(read('scripts/setup.sh'));
  for (const document of ['README.md', 'CONTRIBUTING.md']) {
    assert.ok(read(document).includes(wanted), document);
  }
});
