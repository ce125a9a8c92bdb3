// `whylight train` from a rationale model that was trained before.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { configured, inventReviews, logged, train, writeData } from './lamp-reviews.mjs';
import { fail, file, home, parseLines, repository, succeed } from './support.mjs';

// Numbers as they are, so that what stays the same has the same bits.
const store = { vectors: 'f32', network: 'f32' };
const texts = inventReviews(20, 7).map(({ text }) => text);

let trained; // The folder of a model that turns other texts away.

const explain = (model) =>
  texts.map((text) => parseLines(succeed(['explain', '--model', model, '--text', text]))[0]);
/** Trains with `changes` of the config, from `trained`; the path of the config. */
const startedConfig = (name, changes) =>
  configured(name, { vectors: undefined, start: trained, store, ...changes });

before(() => {
  writeData();
  const others = file('others.txt', 'hejme hejme tre\ntre hejme tre hejme tre\nhejme tre hejme\n');
  const path = configured('first.json', { outside: [others], store });
  succeed(train(path, join(home, 'first')));
  trained = join(home, 'first/model');
});

describe('a rationale model to start from', () => {
  test('goes on: a refit leaves the generator, and what no text sets anew', () => {
    const path = startedConfig('refit.json', { stages: ['refit'] });
    succeed(train(path, join(home, 'refit')));
    const [first, second] = [explain(trained), explain(join(home, 'refit/model'))];
    const ratingsOf = (explanations) => explanations.map(({ ratings }) => ratings);
    assert.notDeepEqual(ratingsOf(second), ratingsOf(first));
    for (const [i, { tokens, inDomain, domain }] of first.entries()) {
      const now = second[i];
      assert.deepEqual(
        now.tokens.map(({ probability }) => probability),
        tokens.map(({ probability }) => probability),
      );
      assert.ok(inDomain);
      assert.deepEqual([now.inDomain, now.domain], [inDomain, domain]);
    }
  });

  test('is no new start: its first epoch is better than the last was', () => {
    const path = startedConfig('again.json', { seed: 2 });
    succeed(train(path, join(home, 'again')));
    const error = (run, epoch) => logged(join(home, run)).at(epoch).dev.relative_error;
    assert.ok(error('again', -1) < error('first', -1));
    assert.ok(logged(join(home, 'again'))[0].loss < logged(join(home, 'first'))[0].loss);
  });

  test('is refused where the config says otherwise', () => {
    const refused = (name, changes, code = 'invalid-argument') => {
      const path = startedConfig(name, changes);
      return fail(code, train(path, join(home, 'refused'))).replace(`${path}: `, '');
    };
    assert.equal(
      refused('vectors.json', { vectors: join(home, 'vectors') }),
      'expected no "vectors" beside a model to "start" from, whose words stay',
    );
    assert.equal(
      refused('words.json', { words: 9 }),
      'expected no "words" beside a model to "start" from, whose words stay',
    );
    const as = 'as the model to start from has, found';
    assert.equal(
      refused('aspects.json', { aspects: [{ name: 'hum' }, { name: 'shine' }] }),
      `expected shine, hum, ${as} hum, shine`,
    );
    assert.equal(
      refused('choice.json', { choice: 'independent' }),
      `expected competing, ${as} independent`,
    );
    assert.match(
      refused('hidden.json', { encoder: { hidden: 5 } }),
      /^expected encoder\.\S+ \[8, \d+\], as the model to start from has, found encoder\.\S+ \[8, \d+\]$/,
    );
    assert.match(refused('decay.json', { generator: { hidden: 6, decay: 'xh' } }), /^expected /);
    const classifier = join(repository, 'tests/golden/classifier-tiny');
    assert.equal(
      refused('classifier.json', { start: classifier }, 'bad-model'),
      `${classifier}/config.json: expected "task" to be "rationale", found "classifier"`,
    );
    assert.match(refused('none.json', { start: join(home, 'none') }, 'not-found'), /none/);
  });
});
