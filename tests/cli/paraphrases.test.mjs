// The groups of questions that the shipped model of questions learned from, models/shared/paraphrases.jsonl.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { parseLines, repository } from './support.mjs';

describe('the paraphrases of the shipped model of questions', () => {
  const bare = (text) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}' ]+/gu, ' ')
      .replaceAll(/ +/g, ' ')
      .trim();
  const groups = parseLines(
    readFileSync(join(repository, 'models/shared/paraphrases.jsonl'), 'utf8'),
  );

  test('say of each question what asks the same and what does not', () => {
    for (const { query, candidates } of groups) {
      assert.ok(
        candidates.some(({ label }) => label === 1),
        query,
      );
      assert.ok(
        candidates.some(({ label }) => label === 0),
        query,
      );
      const texts = [query, ...candidates.map(({ text }) => text)].map(bare);
      assert.equal(new Set(texts).size, texts.length, query);
    }
  });

  test('are no questions of the page', () => {
    const read = (name) => JSON.parse(readFileSync(join(repository, 'web/samples', name), 'utf8'));
    const tried = readFileSync(join(repository, 'web/views/questions/shipped-sets.ts'), 'utf8');
    const shown = new Set(
      [
        ...['computers.json', 'help-desk.json', 'travel.json']
          .flatMap(read)
          .map(({ question }) => question),
        ...read('queries.json').map(({ query }) => query),
        ...read('unrelated.json'),
        ...[...tried.matchAll(/'([^'\n]{8,})'/g)].map(([, text]) => text),
      ].map(bare),
    );
    assert.ok(shown.size > 400, `${shown.size} questions`);
    const learned = groups.flatMap(({ query, candidates }) => [
      query,
      ...candidates.map(({ text }) => text),
    ]);
    assert.deepEqual(
      learned.filter((text) => shown.has(bare(text))),
      [],
    );
  });
});
