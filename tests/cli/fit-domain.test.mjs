// `whylight fit-domain`: what a trained model takes for its domain.
import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { configured, inventReviews, train, writeData } from './lamp-reviews.mjs';
import { fail, file, home, parseLines, repository, succeed } from './support.mjs';

// A review of a lamp has no such texts.
const OTHER = 'hejme hejme hejme tre tre hejme';

let trained; // The folder of a model that takes everything for its domain.
let outside; // The path of a config that says what it should turn away.

const fitDomain = (path, model, output) => [
  ...['fit-domain', '--config', path, '--model', model, '--output', output],
];
const explain = (model, text) =>
  parseLines(succeed(['explain', '--model', model, '--text', text]))[0];

before(() => {
  writeData();
  succeed(train(configured('plain.json', {}), join(home, 'run')));
  trained = join(home, 'run/model');
  const others = file('others.txt', `${OTHER}\ntre hejme tre hejme tre\nhejme tre hejme\n`);
  outside = configured('outside.json', { outside: [others] });
});

describe('fit-domain', () => {
  test('turns away what the config says, and changes nothing else', () => {
    const model = join(home, 'fitted');
    const shares = JSON.parse(succeed(fitDomain(outside, trained, model)));
    assert.deepEqual(Object.keys(shares), ['dev', 'inside', 'outside']);
    assert.ok(shares.dev >= 0.95 && shares.outside === 0, JSON.stringify(shares));

    assert.equal(explain(trained, OTHER).inDomain, true);
    assert.equal(explain(model, OTHER).inDomain, false);
    for (const { text } of inventReviews(5, 7)) {
      const { domain, ...fitted } = explain(model, text);
      const { domain: none, ...before } = explain(trained, text);
      assert.equal(none, null);
      assert.ok(domain > 0.5);
      assert.deepEqual(fitted, before);
    }
    const stored = (folder) => JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
    assert.deepEqual(stored(model).training, stored(trained).training);
  });

  test('gives the same model when it is asked again, also of its own', () => {
    const bytes = (folder) => readFileSync(join(folder, 'model.safetensors'));
    const once = join(home, 'once');
    const twice = join(home, 'twice');
    succeed(fitDomain(outside, trained, once));
    succeed(fitDomain(outside, once, twice));
    assert.ok(bytes(once).equals(bytes(twice)));
  });

  test('leaves what a model says of its training as it is where that is no config', () => {
    for (const training of [{ config: 'a.json' }, { config: [1] }]) {
      const model = join(home, 'noted');
      cpSync(trained, model, { recursive: true });
      const config = JSON.parse(readFileSync(join(model, 'config.json'), 'utf8'));
      writeFileSync(join(model, 'config.json'), JSON.stringify({ ...config, training }));
      const output = join(home, 'noted and fitted');
      succeed(fitDomain(outside, model, output));
      const fitted = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8'));
      assert.deepEqual(fitted.training, training);
    }
  });

  test('says what is missing, and writes nothing', () => {
    const output = join(home, 'nothing');
    const plain = join(home, 'plain.json');
    assert.equal(
      fail('invalid-argument', fitDomain(plain, trained, output)),
      `${plain}: expected texts on other subjects in "outside", found none`,
    );
    const other = configured('other.json', {
      outside: [join(home, 'others.txt')],
      aspects: [{ name: 'shine' }],
    });
    assert.equal(
      fail('invalid-argument', fitDomain(other, trained, output)),
      `${other}: expected the model's aspects, shine, hum, found shine`,
    );
    const absent = configured('absent.json', { outside: [join(home, 'absent.txt')] });
    assert.match(fail('not-found', fitDomain(absent, trained, output)), /absent\.txt/);
    assert.match(fail('not-found', fitDomain(outside, join(home, 'no model'), output)), /no model/);
    const classifier = join(repository, 'tests/golden/classifier-tiny');
    assert.equal(
      fail('bad-model', fitDomain(outside, classifier, output)),
      `${classifier}/config.json: expected "task" to be "rationale", found "classifier"`,
    );
    assert.ok(!existsSync(output));
  });

  test('fits no model that has no such score', () => {
    const layered = configured('layered.json', {
      encoder: { layers: [{ type: 'lstm', hidden: 4 }] },
    });
    succeed(train(layered, join(home, 'layered')));
    const path = configured('layered outside.json', { outside: [join(home, 'others.txt')] });
    assert.equal(
      fail('invalid-argument', fitDomain(path, join(home, 'layered/model'), join(home, 'out'))),
      `${path}: expected a model of the type "rcnn", found "layers"`,
    );
  });
});
