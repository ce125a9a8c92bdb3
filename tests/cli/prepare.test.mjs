// `whylight prepare`: data files made from others.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { randomNumbers } from './lamp-reviews.mjs';
import { fail, file, home, lines, parseLines, succeed } from './support.mjs';

describe('prepare decorrelate', () => {
  // Both ratings follow a mood, but now and then go their own way.
  const next = randomNumbers(7);
  const reviews = Array.from({ length: 600 }, (_, i) => {
    const mood = next();
    const rating = () => {
      const own = next();
      return Number((next() < 0.8 ? 0.9 * mood + 0.1 * own : own).toFixed(3));
    };
    return { id: i, text: `lumo ${i}`, ratings: { shine: rating(), scent: rating() } };
  });
  const input = file('moody.jsonl', lines(reviews));
  const output = join(home, 'decorrelated.jsonl');
  const decorrelate = (...more) => [
    'prepare',
    'decorrelate',
    ...['--input', input, '--output', output],
    ...['--aspect', 'shine', '--others', 'scent'],
    ...more,
  ];

  test('keeps lines as they are, and says what that does', () => {
    const { aspect, before, after } = JSON.parse(succeed(decorrelate('--threshold', '0.4')));
    assert.equal(aspect, 'shine');
    assert.equal(before.n, 600);
    assert.ok(before.correlations.scent > 0.55);
    assert.ok(after.mean <= 0.4 && after.largest <= 0.4);
    const kept = parseLines(readFileSync(output, 'utf8'));
    assert.equal(kept.length, after.n);
    assert.ok(after.n >= 100 && after.n < 600);
    for (const review of kept) assert.deepEqual(review, reviews[review.id]);
    const ids = kept.map(({ id }) => id);
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
  });

  test('refuses what cannot be had, and leaves what was there', () => {
    const before = existsSync(output) ? readFileSync(output, 'utf8') : undefined;
    const message = fail(
      'bad-data',
      decorrelate('--input', file('few.jsonl', lines(reviews.slice(0, 9)))).toSpliced(2, 2),
    );
    assert.match(message, /few\.jsonl: expected at least 100 reviews/);
    fail('invalid-argument', decorrelate('--others', 'shine'));
    assert.match(
      fail('bad-data', decorrelate('--others', 'taste')),
      /:1: expected a rating "taste"/,
    );
    assert.equal(existsSync(output) ? readFileSync(output, 'utf8') : undefined, before);
  });
});
