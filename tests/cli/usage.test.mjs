// Help, version, and calls that make no sense.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { repository, succeed, tiny, whylight } from './support.mjs';

test('--help names every verb', () => {
  const help = succeed(['--help']);
  const verbs = ['vectors', 'train', 'sweep', 'plot', 'sample', 'explain', 'eval', 'probes', 'svm'];
  const reasons = ['ngrams', 'curve', 'gates', 'faithfulness', 'match'];
  for (const verb of [...verbs, ...reasons]) {
    assert.match(help, new RegExp(`^ +${verb} `, 'm'));
    assert.match(succeed([verb, '--help']), /^ +--\w/m);
  }
  assert.match(help, /^ +prepare /m);
  assert.match(succeed(['prepare', '--help']), /^ +decorrelate /m);
  assert.match(succeed(['prepare', 'decorrelate', '--help']), /^ +--threshold/m);
});

test('--version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  assert.equal(succeed(['--version']), `whylight ${version}\n`);
});

describe('exits with 2 for', () => {
  const model = ['--model', tiny];
  for (const [name, args] of [
    ['no verb', []],
    ['an unknown verb', ['explode']],
    ['an unknown flag', ['explain', ...model, '--text', 'a', '--colour']],
    ['a flag without its value', ['explain', ...model, '--text']],
    ['no model', ['explain', '--text', 'a']],
    ['neither a text nor a file', ['explain', ...model]],
    ['both a text and a file', ['explain', ...model, '--text', 'a', '--input', 'a.jsonl']],
    ['no threads', ['explain', ...model, '--text', 'a', '--threads', '0']],
    ['a number that is none', ['train', '--config', 'a.json', '--out', 'a', '--seed', 'one']],
  ]) {
    test(name, () => {
      const { status, stdout, stderr } = whylight(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }
});
