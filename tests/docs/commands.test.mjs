// Every command of the documents runs, but for those of models' cards (cards.test.mjs).
import assert from 'node:assert/strict';
import { describe } from 'node:test';

import { testCommands } from './commands.mjs';
import { documents, isCard } from './documents.mjs';

describe('what the documents say to type', () => {
  // Others read the vectors that are learned there.
  const first = 'docs/guides/word-vectors.md';
  const others = documents.filter((document) => document !== first && !isCard(document));
  assert.ok(documents.includes(first));
  testCommands([first, ...others]);
});
