// `whylight plot`: pictures of logs.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { fail, file, home, lines, succeed, whylight } from './support.mjs';

/** The folder of a run whose log is `text`. */
function logged(name, text) {
  mkdirSync(join(home, name), { recursive: true });
  file(join(name, 'log.jsonl'), text);
  return join(home, name);
}

const epochs = [1, 2, 3].map((epoch) => ({
  stage: 'learn',
  epoch,
  step: 10 * epoch,
  loss: 1 / epoch,
  dev: { n: 9, accuracy: epoch / 4 },
}));
const whole = logged('whole', lines(epochs));
const killed = logged('killed', `${lines(epochs)}{"stage": "le`);

const panels = (svg) => [...svg.matchAll(/aria-label="([^"]*)"/g)].map(([, title]) => title);

test('draws several runs into one picture', () => {
  const svg = succeed(['plot', whole, killed]);
  assert.match(svg, /^<svg [^>]*role="img"/);
  assert.match(svg, /<\/svg>\n$/);
  assert.deepEqual(panels(svg), ['loss', 'dev.accuracy']);
  assert.match(svg, />whole<.*>killed</s);
});

test('draws what it is asked for, into a file', () => {
  const path = join(home, 'a.svg');
  const args = ['--metric', 'accuracy', '--metric', 'dev.n', whole];
  assert.equal(succeed(['plot', ...args, '--output', path]), '');
  assert.deepEqual(panels(readFileSync(path, 'utf8')), ['dev.accuracy', 'dev.n']);
});

test('leaves a link to itself as it is', () => {
  const loop = join(home, 'loop.svg');
  symlinkSync('loop.svg', loop);
  assert.match(fail('io', ['plot', whole, '--output', loop]), /loop\.svg/);
  assert.equal(readlinkSync(loop), 'loop.svg');
});

test('names what it cannot draw', () => {
  assert.equal(
    fail('invalid-argument', ['plot', whole, '--metric', 'f1']),
    '--metric: expected one of loss, dev.n, dev.accuracy; found f1',
  );
  const bad = logged('bad', `${lines(epochs)}3\n${lines(epochs)}`);
  const path = join(home, 'none.svg');
  assert.equal(
    fail('bad-data', ['plot', bad, '--output', path]),
    `${join(bad, 'log.jsonl')}:4: expected a JSON object, found "3"`,
  );
  assert.ok(!existsSync(path));
  const other = file('vectors.txt', 'foam 0 0 1\nhead 1 0 0\n');
  assert.match(fail('bad-data', ['plot', other]), /vectors\.txt:1: expected /);
  assert.match(fail('bad-data', ['plot', logged('begun', '')]), /^begun: expected a log with/);
  fail('not-found', ['plot', join(home, 'nowhere')]);
  assert.equal(whylight(['plot']).status, 2);
});
