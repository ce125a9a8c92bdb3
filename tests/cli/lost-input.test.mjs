// What a verb writes never takes the place of what it reads.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { fail, file, home, lines, repository, succeed, tiny } from './support.mjs';

const classifier = join(home, 'topics');
cpSync(join(repository, 'tests/golden/classifier-tiny'), classifier, { recursive: true });
const reviews = file('reviews.jsonl', lines([{ id: 1, text: 'a good film' }]));

/** The call is refused, and the file is as it was. */
function keeps(path, args) {
  const before = readFileSync(path);
  const message = fail('invalid-argument', args);
  assert.match(message, /--output: expected another file than is read, found "/);
  assert.deepEqual(readFileSync(path), before);
}

test('neither a file of texts, whatever it is called', () => {
  const ask = ['classify', '--model', classifier, '--input', reviews, '--output'];
  keeps(reviews, [...ask, reviews]);
  keeps(reviews, [...ask, 'reviews.jsonl']);
  symlinkSync(reviews, join(home, 'link.jsonl'));
  keeps(reviews, [...ask, 'link.jsonl']);
  succeed([...ask, 'answers.jsonl']);
  // What was written before may be written again.
  succeed([...ask, 'answers.jsonl']);
});

test('nor a file of a model, beside which others may stand', () => {
  const model = join(classifier, 'model.safetensors');
  const to = ['export', '--model', classifier, '--format', 'safetensors', '--output'];
  keeps(model, [...to, model]);
  succeed([...to, join(classifier, 'plain.safetensors')]);
  succeed([...to, join(classifier, 'plain.safetensors')]);
  const config = join(tiny, 'config.json');
  keeps(config, ['explain', '--model', tiny, '--text', 'a', '--output', config]);
});

test('nor a folder, nor what stands in it under a name that is written there', () => {
  const names = ['config.json', 'model.safetensors', 'vocab.txt'];
  const read = () => names.map((name) => readFileSync(join(classifier, name)));
  const before = read();
  const refused = (flag, args) => {
    assert.match(
      fail('invalid-argument', [...args, '--output', 'topics']),
      new RegExp(`^--output: expected another folder than that of ${flag}, found "topics"$`),
    );
    assert.deepEqual(read(), before);
  };
  refused('--input', ['vectors', 'convert', '--input', classifier]);
  refused('--input', ['vectors', 'join', '--input', tiny, '--input', 'topics/.']);
  refused('--input', ['vectors', '--input', 'topics/vocab.txt', '--min-count', '1']);
  refused('--config', [
    ...['fit-domain', '--config', join(classifier, 'config.json'), '--model', tiny],
  ]);
  // What no flag reads may be called as the folder is.
  mkdirSync(join(home, 'folder'));
  const convert = ['vectors', 'convert', '--input', 'topics', '--format', 'folder'];
  succeed([...convert, '--output', 'folder']);
  // Other files may stand where a model is written.
  const glove = file('folder/glove.txt', 'foam 0 0 1\nhead 1 0 0\n');
  succeed(['vectors', 'convert', '--input', glove, '--output', 'folder']);
  assert.match(readFileSync(glove, 'utf8'), /^foam/);
});

test('nor the log of a run', () => {
  const log = file(
    'log.jsonl',
    lines([{ stage: 'classify', epoch: 1, loss: 1, dev: { accuracy: 0.5 } }]),
  );
  keeps(log, ['plot', home, '--output', 'log.jsonl']);
});

test('nor the input of what is prepared', () => {
  const rated = file('rated.jsonl', lines([{ text: 'good', ratings: { a: 1 } }]));
  keeps(rated, ['prepare', 'targets', '--input', rated, '--output', rated, '--target', 'b=a>0']);
});

test('nor is a file that belongs to something else replaced by one of a model', () => {
  mkdirSync(join(home, 'app'));
  const settings = join(home, 'app/config.json');
  writeFileSync(settings, '{"port": 8080}');
  const vectors = file('words.txt', '2 1\nfoam 1\nmalt 0\n');
  const corpus = file('corpus.txt', 'foam and malt and foam\n'.repeat(20));
  const rcnn = join(repository, 'tests/golden/layers/bag/spec.json');
  for (const args of [
    // Before hours of learning, not after.
    ['vectors', '--input', corpus, '--min-count', '1'],
    ['vectors', 'convert', '--input', vectors],
    ['fit-domain', '--config', rcnn, '--model', tiny],
    ['import', '--config', rcnn, '--input', reviews],
  ]) {
    assert.equal(
      fail('invalid-argument', [...args, '--output', 'app']),
      'app: expected the folder of a model, or one without "config.json", found one that ' +
        'belongs to no model; give another folder',
    );
    assert.deepEqual(readdirSync(join(home, 'app')), ['config.json']);
    assert.equal(readFileSync(settings, 'utf8'), '{"port": 8080}');
  }
});
