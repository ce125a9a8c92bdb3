// The pieces of code that docs/adding-a-system.md shows stand in the files it names.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { repository } from './documents.mjs';

const page = readFileSync(join(repository, 'docs/adding-a-system.md'), 'utf8');
const pieces = [...page.matchAll(/^`([^`]+)`:\n\n```\w+\n([^]*?)\n```$/gm)];
const squeeze = (code) => code.replace(/\s+/g, ' ').trim();

test('there are pieces', () => {
  assert.ok(pieces.length >= 8, `found ${pieces.length}`);
});

for (const [, path, piece] of pieces) {
  const [first] = piece.trim().split('\n');
  test(`${path}: ${first.trim()}`, () => {
    const code = squeeze(readFileSync(join(repository, path), 'utf8'));
    assert.ok(code.includes(squeeze(piece)), `expected in ${path}:\n${piece}`);
  });
}
