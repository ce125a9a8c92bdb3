// Classifiers from a data file to their figures: `train`, `eval`, and what other
// verbs say of them.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import {
  fail,
  file,
  home,
  lines,
  modelBytes,
  parseLines,
  repository,
  succeed,
  whylight,
} from './support.mjs';

// In a made-up language a lamp is praised by one word and blamed by another,
// among others that say nothing; "ne" before it turns the word around.
const NOISE = ['la', 'de', 'kaj', 'tio', 'estas', 'lampo', 'mia', 'hejme'];

function inventTexts(count, seed) {
  let state = seed;
  const below = (bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const noise = () => Array.from({ length: 1 + below(4) }, () => NOISE[below(NOISE.length)]);
  return Array.from({ length: count }, () => {
    const praise = below(2) === 1;
    const turned = below(2) === 1;
    const word = praise === turned ? 'grizu' : 'klara';
    const text = [...noise(), ...(turned ? ['ne'] : []), word, ...noise()].join(' ');
    return { text, label: praise ? 'good' : 'bad' };
  });
}

const labelled = (texts) => texts.map(({ text, label }) => `${label} ${text}\n`).join('');
const train = inventTexts(400, 1);
const dev = inventTexts(100, 2);
const trainFile = file('train.txt', labelled(train));
const devFile = file('dev.txt', labelled(dev));

const config = {
  task: 'classifier',
  train: trainFile,
  dev: devFile,
  dimensions: 8,
  train_vectors: false,
  layers: [{ type: 'rcnn', hidden: 8 }],
  training: { epochs: 10, batch: 16, optimiser: { learning_rate: 0.02 } },
};
const configFile = (name, changes) => file(name, JSON.stringify({ ...config, ...changes }));

/** What training says, line by line. */
const told = (args) => {
  const { status, stderr } = whylight(args);
  assert.equal(status, 0, stderr);
  return stderr.trimEnd().split('\n');
};

let runs = 0;
const newRun = () => join(home, `run ${++runs}`);
const trained = join(home, 'trained');
const model = join(trained, 'model');
const evaluate = (data, ...more) => ['eval', '--model', model, '--data', data, ...more];

before(() => {
  succeed(['train', '--config', configFile('plain.json'), '--out', trained, '--threads', '2']);
});

/** The keys in the table of docs/reference/figures.md. */
function documentedKeys() {
  const page = readFileSync(join(repository, 'docs/reference/figures.md'), 'utf8');
  const section = page.match(/^## Classifiers\n([^]*?)(?=^## )/m)[1];
  return [...section.matchAll(/^\| `(\w+)` /gm)].map(([, key]) => key);
}

describe('before it trains', () => {
  test('warns of data that are likely a mistake', () => {
    const text = `${labelled(train)}Good klara\nGood caf\xe9\n`;
    const path = join(home, 'odd.txt');
    writeFileSync(path, text, 'latin1');
    const files = ['--train', path, '--dev', path, '--dry-run'];
    const { status, stderr } = whylight([
      ...['train', '--config', configFile('odd.json'), '--out', newRun(), ...files],
    ]);
    assert.equal(status, 0, stderr);
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '));
    assert.deepEqual(warnings, [
      'warning: dev is the same file as train: its figures say nothing about other texts',
      `warning: ${path}: 1 line is not UTF-8, perhaps Latin-1: save it as UTF-8`,
      'warning: the labels "Good" and "good" differ only in case: join them by "merge"',
      'warning: fewer than 10 texts to train on have the label "Good"',
    ]);
  });

  test('says nothing of data as they should be', () => {
    const { stderr } = whylight([
      ...['train', '--config', configFile('fine.json'), '--out', newRun(), '--dry-run'],
    ]);
    assert.doesNotMatch(stderr, /warning/);
  });
});

describe('training', () => {
  const run = (path, ...more) => told(['train', '--config', path, '--out', newRun(), ...more]);

  test('needs no more than texts', () => {
    const files = ['--train', trainFile, '--dev', devFile, '--out', newRun()];
    const printed = succeed(['train', '--task', 'classifier', ...files, '--dry-run']);
    const { dimensions, train_vectors: trainVectors } = JSON.parse(printed);
    assert.deepEqual({ dimensions, trainVectors }, { dimensions: 100, trainVectors: true });
  });

  test('says that it has learned nothing', () => {
    const opposite = { good: 'bad', bad: 'good' };
    const wrong = train.map(({ text, label }) => ({ text, label: opposite[label] }));
    const lines = run(configFile('wrong.json', { train: file('wrong.txt', labelled(wrong)) }));
    assert.match(lines.at(-1), /^the model is in /);
    assert.match(
      lines.at(-2),
      /^(no better than always saying "(good|bad)" \(\d+ % of dev\): |epoch \d+ was better)/,
    );
    assert.ok(lines.some((line) => line.startsWith('no better than always saying ')));
  });

  test('says nothing more where all is well', () => {
    const training = { ...config.training, keep_best: true };
    const lines = run(configFile('well.json', { training }));
    assert.match(lines.at(-1), /^the model is in /);
    assert.match(lines.at(-2), /^classify 10\/10 /);
  });

  test('shows figures of dev with the epoch that they are of', () => {
    const training = { ...config.training, epochs: 200 };
    const lines = run(configFile('long.json', { training }), '--threads', '1');
    const running = lines.filter((line) => line.includes(' words/s '));
    assert.ok(running.length > 0, lines.join('\n'));
    for (const line of running) assert.doesNotMatch(line, / dev /);
    assert.equal(lines.filter((line) => / dev .*accuracy/.test(line)).length, 200);
  });
});

describe('a classifier', () => {
  test('learns a word that turns another around', () => {
    const figures = JSON.parse(succeed(evaluate(devFile)));
    assert.deepEqual(Object.keys(figures), documentedKeys());
    assert.equal(figures.n, dev.length);
    assert.ok(figures.accuracy > 0.95, `accuracy ${figures.accuracy}`);
    assert.ok(figures.macro_f1 > 0.95 && figures.loss < 0.3);
    assert.deepEqual(figures.labels, ['bad', 'good']);
    const rows = figures.confusion.map((row) => row.reduce((sum, count) => sum + count));
    assert.deepEqual(
      rows,
      figures.labels.map((label) => dev.filter((text) => text.label === label).length),
    );
    const right = figures.confusion[0][0] + figures.confusion[1][1];
    assert.equal(figures.accuracy, right / dev.length);
  });

  test('keeps the vectors of its training words before those of frequent others', () => {
    const words = ['unu', 'la', 'du', ...NOISE.slice(1), 'tri', 'ne', 'grizu', 'klara'];
    const vectors = file('words.txt', words.map((word, i) => `${word} 1 ${i}\n`).join(''));
    const keep = (count) => {
      const out = newRun();
      const plain = configFile('cut.json', { vectors, dimensions: undefined, words: count });
      succeed(['train', '--config', plain, '--out', out, '--epochs', '1']);
      return readFileSync(join(out, 'model/vocab.txt'), 'utf8').trimEnd().split('\n');
    };
    const others = ['unu', 'du', 'tri'];
    assert.deepEqual(
      keep(12),
      words.filter((word) => !others.slice(1).includes(word)),
    );
    assert.deepEqual(
      keep(11),
      words.filter((word) => !others.includes(word)),
    );
    assert.deepEqual(keep(4), words.filter((word) => !others.includes(word)).slice(0, 4));
    assert.deepEqual(keep(0), words);
  });

  test('answers with others by the mean of their probabilities', () => {
    const out = newRun();
    const seed = ['--seed', '2', '--epochs', '2'];
    succeed(['train', '--config', configFile('plain.json'), '--out', out, ...seed]);
    const other = join(out, 'model');
    const figuresOf = (...models) =>
      JSON.parse(succeed(['eval', '--data', devFile, ...models.flatMap((m) => ['--model', m])]));
    const [alone, otherAlone] = [figuresOf(model), figuresOf(other)];
    assert.notEqual(alone.loss, otherAlone.loss);
    const twice = figuresOf(model, model);
    assert.deepEqual(twice.confusion, alone.confusion);
    assert.ok(Math.abs(twice.loss - alone.loss) < 1e-9);
    // Never worse than their mean (Jensen), and between the two.
    const both = figuresOf(model, other);
    assert.ok(both.loss <= (alone.loss + otherAlone.loss) / 2);
    assert.ok(both.loss > alone.loss - Math.log(2));
    assert.deepEqual(figuresOf(other, model).confusion, both.confusion);
  });

  test('answers together with models of the same labels only', () => {
    const swapped = newRun();
    const relabel = (texts) =>
      labelled(texts.map((text) => ({ ...text, label: `${text.label}!` })));
    succeed([
      ...['train', '--config', configFile('plain.json'), '--out', swapped, '--epochs', '1'],
      ...['--train', file('relabelled.txt', relabel(train))],
      ...['--dev', file('relabelled-dev.txt', relabel(dev))],
    ]);
    const other = join(swapped, 'model');
    assert.equal(
      fail('invalid-argument', evaluate(devFile, '--model', other)),
      `${other}: expected the labels of ${model}, found others`,
    );
    const reviews = join(repository, 'tests/golden/tiny');
    assert.equal(
      fail('invalid-argument', evaluate(devFile, '--model', reviews)),
      `--model: expected one model or several classifiers, found ${reviews} among several`,
    );
  });

  test('has the same figures in the log of its training', () => {
    const log = parseLines(readFileSync(join(trained, 'log.jsonl'), 'utf8'));
    assert.equal(log.length, 10);
    assert.deepEqual(Object.keys(log.at(-1).dev), documentedKeys());
  });

  test('is the same whatever the format of its data', () => {
    const table = (separator, quote) =>
      ['id,label,text'.replaceAll(',', separator)]
        .concat(train.map(({ text, label }, i) => [i, label, quote(text)].join(separator)))
        .map((line) => `${line}\r\n`)
        .join('');
    for (const [name, content] of [
      ['same.jsonl', lines(train)],
      ['same.jsonl.gz', gzipSync(lines(train))],
      ['same.csv', `\ufeff${table(',', (text) => `"${text}"`)}`],
      ['same.tsv', table('\t', (text) => text)],
    ]) {
      const out = newRun();
      const args = ['--out', out, '--train', file(name, content), '--threads', '1'];
      succeed(['train', '--config', configFile('plain.json'), ...args]);
      const [, tensors, words] = modelBytes(join(out, 'model'));
      assert.deepEqual([tensors, words], modelBytes(model).slice(1), name);
    }
  });

  test('needs no config where flags say everything', () => {
    const { task, train, dev, layers, training, ...others } = config;
    const flags = [
      ...['--task', task, '--train', train, '--dev', dev, '--threads', '1'],
      ...['--layers', JSON.stringify(layers), '--dimensions', `${others.dimensions}`],
      ...['--training', JSON.stringify(training), '--train_vectors', 'false'],
    ];
    const out = newRun();
    succeed(['train', '--out', out, ...flags]);
    assert.deepEqual(modelBytes(join(out, 'model'))[1], modelBytes(model)[1]);
    const untold = file('untold.json', JSON.stringify({ ...config, task: undefined }));
    const again = newRun();
    succeed(['train', '--config', untold, '--task', task, '--out', again]);
    assert.deepEqual(modelBytes(join(again, 'model'))[1], modelBytes(model)[1]);
    const wrong = ['train', '--config', configFile('plain.json'), '--task', 'lm', '--out'];
    assert.match(fail('invalid-argument', [...wrong, newRun()]), /^--task: expected "classifier"/);
    assert.match(
      fail('invalid-argument', ['train', '--config', untold, '--out', newRun()]),
      /untold\.json: expected "task", or --task, found none$/,
    );
  });

  test('is told from one that explains', () => {
    for (const args of [['ngrams'], ['curve']]) {
      const message = fail('invalid-argument', [...args, '--model', model, '--text', 'klara']);
      assert.match(
        message,
        /: expected a model with rationales.*, found a classifier, which answers classify$/,
      );
    }
    const message = fail('invalid-argument', evaluate(devFile, '--keywords', devFile));
    assert.match(message, /--keywords/);
  });

  test('says why, by the names and grades it was trained with', () => {
    const out = newRun();
    const named = { names: { good: 'praised', bad: 'blamed' }, grades: { good: 1, bad: -1 } };
    const path = configFile('named.json', named);
    succeed(['train', '--config', path, '--out', out, '--threads', '2']);
    const text = 'la lampo estas klara';
    const args = ['explain', '--model', join(out, 'model'), '--text', text, '--ngrams', '2'];
    const [answer] = parseLines(succeed([...args, '--local']));
    assert.deepEqual([answer.text, answer.name], [text, 'praised']);
    assert.ok(answer.grade > 0.5 && answer.value > 0);
    assert.equal(answer.ngrams.length, 2);
    assert.deepEqual(Object.keys(answer.words.at(-1).probabilities), ['bad', 'good']);
    const about = JSON.parse(readFileSync(join(out, 'model', 'config.json'), 'utf8'));
    assert.deepEqual(
      [about.names, about.grades],
      [
        ['blamed', 'praised'],
        [-1, 1],
      ],
    );

    const some = configFile('some.json', { grades: { good: 1 } });
    const message = fail('invalid-argument', ['train', '--config', some, '--out', newRun()]);
    assert.match(message, /"grades": expected one for every label of train, found none for "bad"$/);
  });

  test('has the same figures on any number of threads', () => {
    const [one, three] = ['1', '3'].map((count) => succeed(evaluate(devFile, '--threads', count)));
    assert.equal(one, three);
  });
});

describe('evaluation', () => {
  test('takes columns by their names and formats by theirs', () => {
    const rows = dev.map(({ text, label }) => `${label},${text}\n`).join('');
    const path = file('columns.data', `class,body\n${rows}`);
    const keys = ['--format', 'csv', '--text-key', 'body', '--label-key', 'class'];
    assert.equal(succeed(evaluate(path, ...keys)), succeed(evaluate(devFile)));
    assert.match(fail('bad-data', evaluate(path, '--format', 'csv')), /:1: .*"text".*"body"/);
    fail('invalid-argument', evaluate(path));
    assert.equal(whylight(evaluate(path, '--format', 'xml')).status, 2);
  });

  test('puts labels and the text of a treebank in the words of the model', () => {
    const split = file('split.txt', '1 la lampo estas klara\n0 ne -LRB- klara -RRB-\n2 lampo\n');
    const plain = file('plain.txt', 'good la lampo estas klara\nbad ne ( klara )\n');
    const read = ['--treebank', '--merge', '0=bad,1=good'];
    assert.equal(succeed(evaluate(split, ...read)), succeed(evaluate(plain)));
    assert.equal(whylight(evaluate(split, '--merge', 'bad')).status, 2);
  });

  test('names a label that the model does not know', () => {
    const path = file('unknown.txt', `${labelled(dev)}fair lampo\n`);
    const message = fail('bad-data', evaluate(path));
    assert.ok(message.startsWith(`${path}:${dev.length + 1}: `), message);
    assert.match(message, /"bad", "good", found "fair"$/);
  });
});

describe('bad lines', () => {
  const spoilt = `${labelled(dev)}good\n\nbad  \n`;

  test('end the reading with the first', () => {
    const path = file('spoilt.txt', spoilt);
    const message = fail('bad-data', evaluate(path));
    assert.equal(
      message,
      `${path}:${dev.length + 1}: expected a label, a space and a text, found "good"`,
    );
  });

  test('are told and skipped up to --max-errors', () => {
    const path = file('spoilt.txt', spoilt);
    const { status, stdout, stderr } = whylight(evaluate(path, '--max-errors', '2'));
    assert.equal(status, 0, stderr);
    assert.equal(stdout, succeed(evaluate(devFile)));
    const told = stderr.trimEnd().split('\n');
    assert.equal(told.length, 2);
    assert.ok(told[0].startsWith(`skipped: ${path}:${dev.length + 1}: `), told[0]);
    assert.ok(told[1].startsWith(`skipped: ${path}:${dev.length + 3}: `), told[1]);
  });

  test('are counted when there is one too many', () => {
    const path = file('spoilt.txt', spoilt);
    const message = fail('bad-data', evaluate(path, '--max-errors', '1'));
    assert.ok(message.startsWith(`${path}:${dev.length + 3}: `), message);
    assert.match(message, /; found 2 bad lines, expected at most 1$/);
  });

  test('are skipped in training, and change nothing of it', () => {
    const path = file('spoilt train.txt', `good\n${labelled(train)}`);
    const args = ['train', '--config', configFile('plain.json'), '--train', path];
    const refused = newRun();
    fail('bad-data', [...args, '--out', refused]);
    assert.ok(!existsSync(join(refused, 'model')));
    const out = newRun();
    succeed([...args, '--out', out, '--max-errors', '1']);
    assert.deepEqual(modelBytes(join(out, 'model'))[1], modelBytes(model)[1]);
  });

  test('of reviews are skipped, too', () => {
    const tiny = join(repository, 'tests/golden/tiny');
    const review = { text: 'hazy gold', ratings: { appearance: 0.5, aroma: 0.5 } };
    const path = file('reviews.jsonl', `${lines([review])}hop\n${lines([review])}`);
    const args = ['eval', '--model', tiny, '--data', path];
    fail('bad-data', args);
    assert.equal(JSON.parse(succeed([...args, '--max-errors', '1'])).n, 2);
  });
});

describe('refused before any training is', () => {
  const refused = (code, changes, ...more) => {
    const out = newRun();
    const path = configFile('refused.json', changes);
    const message = fail(code, ['train', '--config', path, '--out', out, ...more]);
    assert.ok(!existsSync(out));
    return message;
  };

  test('a label of dev that no text of train has', () => {
    const path = file('odd dev.txt', `${labelled(dev)}fair lampo\n`);
    const message = refused('bad-data', { dev: path });
    assert.ok(message.startsWith(`${path}:${dev.length + 1}: `), message);
  });

  test('a dev set that lacks a label', () => {
    const path = file('good alone.txt', labelled(dev.filter(({ label }) => label === 'good')));
    const message = refused('bad-data', { dev: path });
    assert.ok(message.startsWith(`${path}: expected a text of every label`), message);
    assert.match(message, /found none of "bad"; /);
    // A slip of the keyboard is a label of its own.
    const slip = file(
      'slip.txt',
      `${labelled(train)}${labelled([{ ...train[0], label: 'Good' }])}`,
    );
    assert.match(
      refused('bad-data', { train: slip }),
      /found none of "Good", which differs from "good" only in case: join them by "merge"$/,
    );
  });

  test('a label other than those wanted', () => {
    const path = file('odd train.txt', `${labelled(train)}fair lampo\n`);
    const message = refused('bad-data', { train: path, labels: ['bad', 'good'] });
    assert.ok(message.startsWith(`${path}:${train.length + 1}: `), message);
  });

  test('word vectors of another language', () => {
    const path = file('vectors.txt', '2 2\nlamp 1 2\nbright 3 4\n');
    const message = refused('bad-data', { vectors: path, dimensions: undefined });
    assert.ok(message.startsWith(`${path}: expected at least 20 % of the words of `), message);
    assert.match(message, /, found 0 %; it lacks "\w+", "\w+", "\w+"$/);
  });

  test('one label alone', () => {
    const path = file('one label.txt', 'good klara\ngood lampo\n');
    assert.match(refused('bad-data', { train: path }), /at least 2 labels, found "good" alone/);
  });

  test('a layer without a width', () => {
    const layers = [{ type: 'rcnn', hidden: 4 }, { type: 'lstm' }];
    assert.match(refused('invalid-argument', { layers }), /layers\[1\]: .*"hidden"/);
  });

  test('a key that is not known', () => {
    assert.match(refused('invalid-argument', { poling: 'max' }), /"poling"/);
    assert.match(refused('invalid-argument', { data: { formt: 'csv' } }), /data: .*"formt"/);
  });

  test('data that ends early', () => {
    const whole = gzipSync(labelled(inventTexts(20_000, 3)));
    const path = file('half.txt.gz', whole.subarray(0, whole.length / 2));
    const message = refused('bad-data', { train: path }, '--max-errors', '1000');
    assert.match(message, /expected complete gzip data, found: unexpected end of file/);
  });
});
