// Trains a language model as a person would, and lets it make up text.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { fail, file, home, lines, parseLines, succeed, tiny, whylight } from './support.mjs';

const SENTENCE = 'la lampo brilas dum la nokto\n';
const run = join(home, 'language-model');
const model = join(run, 'model');

before(() => {
  const config = {
    task: 'language-model',
    train: file('sentences.txt', SENTENCE.repeat(40)),
    dev: file('more-sentences.txt', SENTENCE.repeat(5)),
    layers: 2,
    hidden: 8,
    predict: { epochs: 20, batch: 2, unroll: 7, dropout: 0 },
  };
  succeed(['train', '--config', file('lm.json', JSON.stringify(config)), '--out', run]);
});

const sample = (...flags) => succeed(['sample', '--model', model, ...flags]);

test('dev is foretold better from epoch to epoch', () => {
  const epochs = parseLines(readFileSync(join(run, 'log.jsonl'), 'utf8')).filter(({ dev }) => dev);
  assert.equal(epochs.length, 20);
  assert.ok(epochs.at(-1).dev.perplexity < 1.5);
  assert.ok(epochs.at(-1).dev.perplexity < epochs[0].dev.perplexity);
});

test('eval measures how well a text is foretold, over all of its words', () => {
  const measure = (name, text) =>
    JSON.parse(succeed(['eval', '--model', model, '--data', file(name, text)]));
  const known = measure('known.txt', SENTENCE.repeat(3));
  const shuffled = measure('shuffled.txt', 'nokto la dum brilas lampo la\n'.repeat(3));
  assert.equal(known.n, 21);
  assert.ok(known.perplexity >= 1 && known.perplexity < 1.6);
  assert.ok(shuffled.perplexity > 2 * known.perplexity);
});

test('other formats than plain text are refused, whose words would be those of their notation', () => {
  const data = file('sentences.jsonl', lines([{ text: SENTENCE.trim() }]));
  const says =
    /: expected plain text, one sentence per line, found the format "jsonl"; if it is plain text, /;
  const told = (args) => assert.match(fail('invalid-argument', args), says);
  const config = join(home, 'lm.json');
  for (const flag of ['--train', '--dev']) {
    told(['train', '--config', config, flag, data, '--out', join(home, 'none')]);
  }
  told(['eval', '--model', model, '--data', data]);
  told(['eval', '--model', model, '--data', join(home, 'sentences.txt'), '--format', 'jsonl']);
  const others = ['train', '--config', config, '--out', join(home, 'none')];
  told([...others, '--data.format', 'jsonl']);
  assert.match(
    fail('invalid-argument', [...others, '--data.text', 'body']),
    /expected no "data" unless "direction" is "both"/,
  );
  assert.match(
    fail('invalid-argument', [...others, '--vectors', 'nowhere']),
    /^--vectors: expected none unless "direction" is "both"$/,
  );
});

test('both directions need vectors that know the words, and eval cuts as training did', () => {
  const train = file('both.txt', SENTENCE.repeat(30));
  const vectors = (words) =>
    file(`${words[0]}.txt`, words.map((word, index) => `${word} ${index} 1 0\n`).join(''));
  const configFor = (words) =>
    file(
      'both.json',
      JSON.stringify({
        task: 'language-model',
        direction: 'both',
        train,
        dev: train,
        layers: 1,
        hidden: 3,
        predict: { epochs: 1, samples: 4, unroll: 3 },
        vectors: vectors(words),
      }),
    );
  const run = (words, out) => ['train', '--config', configFor(words), '--out', join(home, out)];
  assert.match(
    fail('bad-data', run(['strange', 'words'], 'strange')),
    /strange\.txt: expected at least 20 % of the words of .*both\.txt, found 0 %$/,
  );
  succeed(run([...new Set(SENTENCE.trim().split(' '))], 'both'));
  const model = join(home, 'both/model');
  const [{ dev }] = parseLines(readFileSync(join(home, 'both/log.jsonl'), 'utf8'));
  const { perplexity } = JSON.parse(succeed(['eval', '--model', model, '--data', train]));
  assert.ok(Math.abs(perplexity / dev.perplexity - 1) < 0.01, `${perplexity}, ${dev.perplexity}`);
});

test('eval refuses what only models with rationales are asked for', () => {
  const data = file('known.txt', SENTENCE);
  const { status, stderr } = whylight(['eval', '--model', model, '--data', data, '--integers']);
  assert.equal(status, 1);
  assert.match(stderr, /--integers: expected a model with rationales, found a language model/);
});

test('what was learned is made up again, a sentence a line', () => {
  assert.equal(sample('--words=14', '--temperature=0.05'), SENTENCE.repeat(2));
  assert.equal(sample('--prompt=la lampo brilas', '--words=4', '--temperature=0.05'), SENTENCE);
});

test('the same seed gives the same text', () => {
  const text = sample('--words=50', '--temperature=20', '--seed=3');
  assert.equal(sample('--words=50', '--temperature=20', '--seed=3'), text);
  assert.notEqual(sample('--words=50', '--temperature=20', '--seed=4'), text);
});

test('a model of another system is refused', () => {
  const { status, stderr } = whylight(['sample', '--model', tiny]);
  assert.equal(status, 1);
  assert.match(
    stderr,
    /sample: expected a language model, found a model with rationales, which answers explain, /,
  );
});
