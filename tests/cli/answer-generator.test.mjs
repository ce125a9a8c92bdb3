// Answers in words, from data to each word with its reason.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, file, home, lines, modelBytes, parseLines, start, succeed } from './support.mjs';

// The answer is a thing with what is said of it.
const THINGS = ['bar', 'room', 'pool'];
const WORDS = ['big', 'red', 'old', 'new'];
const asked = THINGS.flatMap((thing, t) =>
  WORDS.flatMap((word, w) =>
    [1, 2].map((next) => {
      const other = THINGS[(t + next) % THINGS.length];
      const start = `we saw ${other} ${WORDS[(w + next) % WORDS.length]} and `;
      const text = `${start}${thing} ${word}`;
      return { question: `${thing}?`, text, answers: [[start.length, text.length]] };
    }),
  ),
);

const logOf = (out) => readFileSync(join(out, 'log.jsonl'), 'utf8');
/** How many epochs of a run are logged by now. */
const epochsOf = (out) =>
  existsSync(join(out, 'log.jsonl')) ? logOf(out).split('\n').length - 1 : 0;

describe('a generator of answers', () => {
  const data = file('answers.jsonl', lines([...asked, { ...asked[0], answers: [] }]));
  const config = file(
    'generator.json',
    JSON.stringify({
      task: 'answer-generator',
      train: [data],
      dev: [data],
      dimensions: 8,
      train_vectors: true,
      min_texts: 2,
      layers: [{ type: 'bidirectional', layer: { type: 'rcnn', hidden: 8 } }],
      align: 0,
      state: 24,
      attention: 24,
      checkpoints: { every_steps: 1 },
      training: {
        epochs: 30,
        batch: 8,
        optimiser: { learning_rate: 0.02 },
        curriculum: { chunks: [2, 4], words: 6, swap: 0.5 },
      },
    }),
  );
  const out = join(home, 'generator');
  const model = join(out, 'model');
  before(() => succeed(['train', '--config', config, '--out', out]));

  test('writes words with their sources', () => {
    const text = 'We saw pool new and Bar big';
    const answer = JSON.parse(
      succeed(['write-answer', '--model', model, '--question', 'bar?', '--text', text]),
    );
    assert.equal(answer.text, text);
    assert.equal(answer.answer.toLowerCase(), 'bar big');
    assert.equal(answer.ended, true);
    for (const { text: word, source, probability, copied } of answer.words) {
      assert.ok(probability > 0 && probability <= 1 && copied >= 0 && copied <= 1);
      if (source) assert.equal(text.slice(source.start, source.end), word);
    }
  });

  test('answers files, and is measured beside sentences', () => {
    const answers = succeed(['write-answer', '--model', model, '--input', data]);
    assert.equal(answers.trim().split('\n').length, asked.length + 1);
    const figures = JSON.parse(succeed(['eval', '--model', model, '--data', data, '--baselines']));
    assert.equal(figures.n, asked.length);
    assert.ok(figures.rouge_l > figures.baselines.nearest_sentence.rouge_l);
    assert.ok(figures.bleu_1 > 0.8);
    assert.equal(figures.baselines.soft_cosine.n, asked.length);
  });

  test('goes on to the same bits after a stop, from easy excerpts to hard ones', async () => {
    const again = join(home, 'stopped generator');
    const { child, ended } = start(['train', '--config', config, '--out', again]);
    while (epochsOf(again) < 6) await sleep(1);
    child.kill('SIGINT');
    assert.equal((await ended).status, 130);
    succeed(['train', '--out', again, '--resume']);
    assert.deepEqual(modelBytes(join(again, 'model')), modelBytes(model));
    const [hard, undisturbed] = [again, out].map((run) =>
      parseLines(logOf(run)).map(({ dev }) => dev.hard),
    );
    assert.deepEqual(hard, undisturbed);
    assert.equal(Math.max(...hard), 1);
  });

  test('says what is wrong with what it is asked or trained on', () => {
    const refused = (args) => fail('invalid-argument', args);
    const ask = (text) => ['write-answer', '--model', model, '--question', 'bar?', '--text', text];
    assert.match(refused(ask(' ')), /expected words in the text, found none/);
    const train = (...flags) => ['train', '--config', config, '--out', join(home, 'no'), ...flags];
    assert.match(refused(train('--min_texts', '99')), /"min_texts": expected words .* in 99 texts/);
    assert.match(refused(train('--training.curriculum.swap', '2')), /"swap": expected/);
    assert.match(refused(train('--colour', 'red')), /unknown key "colour"/);
  });
});
