// The configs that models of publications are trained again with.
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { file, home, repository, whylight } from './support.mjs';

describe('the language models of the Penn Treebank', () => {
  // As many words as there are in its vocabulary, of which "<unk>" and "<eos>"
  // need not be written.
  before(() => {
    mkdirSync(join(home, 'ptb'));
    const words = Array.from({ length: 9998 }, (_, i) => `vorto${i}`);
    file('ptb/train.txt.gz', `${words.join(' ')}\n`);
    file('ptb/valid.txt.gz', `${words.slice(0, 30).join(' ')}\n`);
  });

  const folder = join(repository, 'scripts/reproduce/ptb');
  for (const name of readdirSync(folder)) {
    test(`${name} has 5.0 million parameters`, () => {
      const { status, stderr } = whylight(
        ['train', '--config', join(folder, name), '--out', join(home, name), '--dry-run'],
        { env: { ...process.env, WHYLIGHT_DATA: home } },
      );
      assert.equal(status, 0, stderr);
      const [, parameters] = /10000 different, (\d+) parameters/.exec(stderr);
      assert.equal((Number(parameters) / 1e6).toFixed(1), '5.0');
    });
  }
});
