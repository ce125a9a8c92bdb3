// `whylight prepare`: data files made from others.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { randomNumbers } from './lamp-reviews.mjs';
import { fail, file, home, lines, parseLines, program, repository, succeed } from './support.mjs';

describe('prepare split', () => {
  const split = (input, ...more) => [
    ...['prepare', 'split', '--input', input],
    ...['--train', join(home, 'split-train'), '--dev', join(home, 'split-dev'), ...more],
  ];
  const read = (name) => readFileSync(join(home, name), 'utf8');
  const parts = () => [read('split-train'), read('split-dev')];

  const header = '\ufeffid;text\r\n';
  const rows = Array.from({ length: 50 }, (_, i) =>
    i % 3 === 0 ? `${i};"a ""lamp"";\r\nof ${i}"\r\n` : `${i}; dim \r\n`,
  );
  const table = file('split.csv', header + rows.join(''));

  test('gives each row of a table, as it stands, to one of two files', () => {
    assert.equal(succeed(split(table, '--share', '0.3')), '{"train":35,"dev":15}\n');
    const [train, dev] = parts();
    assert.ok(train.startsWith(header) && dev.startsWith(header));
    const inTrain = rows.filter((row) => train.includes(`\n${row}`));
    const inDev = rows.filter((row) => !inTrain.includes(row));
    assert.deepEqual([header + inTrain.join(''), header + inDev.join('')], [train, dev]);
    // Neither the first nor the last ones.
    assert.notDeepEqual(inDev, rows.slice(0, 15));
    assert.notDeepEqual(inDev, rows.slice(-15));
  });

  test('chooses the same rows for the same seed, also of what is compressed', () => {
    succeed(split(table, '--seed', '2'));
    const second = parts();
    const compressed = join(home, 'split.csv.gz');
    writeFileSync(compressed, gzipSync(readFileSync(table)));
    succeed(split(compressed, '--seed', '2'));
    assert.deepEqual(parts(), second);
    succeed(split(table, '--seed', '3'));
    assert.notDeepEqual(parts(), second);
  });

  test('splits JSON lines, and lines of text by a format', () => {
    const objects = Array.from({ length: 10 }, (_, i) => `{ "id":${i}}\n`);
    for (const [name, ...format] of [['split.jsonl'], ['split.log', '--format', 'text']]) {
      assert.equal(
        succeed(split(file(name, objects.join('')), ...format)),
        '{"train":8,"dev":2}\n',
      );
      const [train, dev] = parts();
      assert.deepEqual(
        objects.filter((line) => train.includes(line) !== dev.includes(line)),
        objects,
      );
    }
  });

  for (const [what, code, says, ...more] of [
    ['its input in place', 'invalid-argument', /--train: expected another file/, '--train', table],
    [
      'one file for both parts',
      'invalid-argument',
      /--dev: expected another file than --train/,
      '--dev',
      join(home, 'split-train'),
    ],
    ['a compressed output', 'invalid-argument', /--dev: expected a name without/, '--dev', 'a.gz'],
    ['a share without rows', 'bad-data', /found 50, of which 0 would go to --dev/, '--share', '0'],
  ]) {
    test(`refuses ${what}`, () => {
      const args = split(table, ...more);
      // The last of a flag that is given twice counts.
      for (const flag of ['--train', '--dev']) {
        const at = args.indexOf(flag);
        if (args.lastIndexOf(flag) > at) args.splice(at, 2);
      }
      assert.match(fail(code, args), says);
      assert.equal(readFileSync(table, 'utf8'), header + rows.join(''));
    });
  }

  test('refuses sentences of many lines, and what is piped in', () => {
    const input = file('split.conll', 'a B\n\nb B\n');
    assert.match(fail('invalid-argument', split(input)), /found another format/);
    assert.match(fail('invalid-argument', split('-')), /--input: expected a file/);
  });
});

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

  test('refuses what can be read only once', () => {
    const piped = ['prepare', 'decorrelate', '--input', '-', ...decorrelate().slice(4)];
    assert.equal(
      fail('invalid-argument', piped, { input: readFileSync(input) }),
      '--input: expected a file, which is read twice, found "-"',
    );
    const command = [program, ...piped].map((word) => (word === '-' ? '<(cat "$0")' : `'${word}'`));
    const { status, stderr } = spawnSync('bash', ['-c', command.join(' '), input], {
      encoding: 'utf8',
    });
    assert.equal(status, 1);
    assert.match(stderr, /--input: expected a file, which is read twice, found "\/dev\/fd\//);
    assert.ok(!existsSync(output));
  });

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

  test('has no flags of formats that it does not read', () => {
    assert.doesNotMatch(
      succeed(['prepare', 'decorrelate', '--help']),
      /--(format|no-quotes|treebank)/,
    );
    const input = file('gaps.jsonl', `oops\n${lines(reviews)}`);
    assert.match(
      fail('bad-data', decorrelate().with(3, input)),
      /gaps\.jsonl:1: expected a JSON object/,
    );
    succeed(decorrelate('--threshold', '0.4', '--max-errors', '1').with(3, input));
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

describe('prepare sentences', () => {
  const said = [
    'A wonderful film, and I 💛 the music! It was shown in May. What a dreadful bore the second half is.',
    'The story is clever.\nThe jokes are stale. Yes.',
    'It was shown in May.',
  ];
  const input = file('said.jsonl', lines(said.map((text) => ({ text }))));
  const sentiment = join(repository, 'models/sentiment');
  const prepare = (model, texts, ...more) => [
    ...['prepare', 'sentences', '--model', model, '--input', texts],
    ...more,
  ];
  const rated = (...more) => parseLines(succeed(prepare(sentiment, input, ...more)));

  test('gives each sentence the grade of the classifier, from 0 to 1', () => {
    const sentences = rated('--each', '5');
    assert.deepEqual(
      sentences.map(({ text }) => text),
      [
        'A wonderful film, and I 💛 the music!',
        'It was shown in May.',
        'What a dreadful bore the second half is.',
        'The story is clever.',
        'The jokes are stale.',
      ],
    );
    for (const { text, ratings } of sentences) {
      const { grade } = JSON.parse(succeed(['classify', '--model', sentiment, '--text', text]));
      assert.ok(Math.abs(ratings - (grade + 2) / 4) < 1e-5, text);
    }
  });

  test('draws as many of each text as told, by the seed alone', () => {
    const drawn = rated('--each', '1', '--seed', '3', '--ratings-key', 'label');
    assert.ok(drawn.length >= 2 && drawn.length <= said.length);
    for (const { text, label } of drawn) {
      assert.ok(said.some((whole) => whole.includes(text)));
      assert.ok(label >= 0 && label <= 1);
    }
    const again = ['--each', '1', '--seed', '3', '--ratings-key', 'label'];
    assert.deepEqual(rated(...again, '--threads', '1'), drawn);
    const seeds = Array.from({ length: 9 }, (_, i) => rated('--each', '1', '--seed', `${i}`));
    assert.ok(new Set(seeds.map((sentences) => JSON.stringify(sentences))).size > 1);
  });

  test('refuses what cannot be rated, and leaves what was there', () => {
    const output = file('rated.jsonl', 'kept\n');
    const refused = (kind, model, texts, ...more) =>
      fail(kind, prepare(model, texts, '--output', output, ...more));
    assert.match(
      refused('bad-data', sentiment, file('curt.jsonl', lines([{ text: 'Yes. No.' }]))),
      /curt\.jsonl: expected sentences of 3 to 40 words, found none/,
    );
    assert.match(
      refused('invalid-argument', sentiment, input, '--ratings-key', 'text'),
      /--ratings-key: expected another key/,
    );
    assert.match(refused('bad-model', join(repository, 'models/beer'), input), /models\/beer/);
    refused('not-found', join(home, 'none'), input);
    const plain = join(home, 'plain');
    cpSync(join(repository, 'tests/golden/classifier-tiny'), plain, { recursive: true });
    const { grades, ...config } = JSON.parse(readFileSync(join(plain, 'config.json'), 'utf8'));
    assert.ok(grades);
    writeFileSync(join(plain, 'config.json'), JSON.stringify(config));
    assert.match(
      refused('invalid-argument', plain, input),
      /plain: expected a classifier with "grades", found one without/,
    );
    assert.equal(readFileSync(output, 'utf8'), 'kept\n');
  });
});

describe('prepare targets', () => {
  const reports = [
    { text: 'A cold lamp.', label: 'neg', stars: 1, ratings: { hum: 0.5 } },
    { text: 'A fair lamp.', label: 'pos', stars: '7' },
    { text: 'A fine lamp.', label: 'pos', stars: null },
    { text: 'A warm lamp.', label: 'pos', stars: 10, seen: [1, 2] },
  ];
  const output = join(home, 'targets.jsonl');
  const targets = (input, ...all) => [
    ...['prepare', 'targets', '--input', input, '--output', output],
    ...all.flatMap((target) => ['--target', target]),
  ];
  const input = file('reports.jsonl', `${lines(reports)}\n`);
  const both = ['liked=label:pos', 'strong=stars:1,2,9,10'];

  test('rates by the values of fields, and leaves all else as it was', () => {
    const counts = JSON.parse(succeed(targets(input, ...both)));
    assert.deepEqual(counts, {
      liked: { ones: 3, zeros: 1, missing: 0 },
      strong: { ones: 2, zeros: 1, missing: 1 },
    });
    const ratings = [
      { hum: 0.5, liked: 0, strong: 1 },
      { liked: 1, strong: 0 },
      { liked: 1 },
      { liked: 1, strong: 1 },
    ];
    assert.deepEqual(
      parseLines(readFileSync(output, 'utf8')),
      reports.map((report, i) => ({ ...report, ratings: ratings[i] })),
    );
  });

  test('reads ratings that are null as none', () => {
    const none = reports.map((report) => ({ ...report, ratings: null }));
    succeed(targets(file('null.jsonl', lines(none)), 'liked=label:pos'));
    assert.deepEqual(
      parseLines(readFileSync(output, 'utf8')).map(({ ratings }) => ratings),
      [0, 1, 1, 1].map((liked) => ({ liked })),
    );
  });

  test('refuses what tells nothing, and leaves what was there', () => {
    const before = existsSync(output) ? readFileSync(output, 'utf8') : undefined;
    for (const target of ['liked', 'liked=label', '=label:pos', 'liked=:pos', 'liked=label:pos,']) {
      assert.match(
        fail('invalid-argument', targets(input, target)),
        /--target: expected NAME=FIELD:VALUE,\.\.\., found/,
      );
    }
    assert.equal(
      fail('invalid-argument', targets(input, ...both, 'liked=label:neg')),
      '--target: expected each NAME once, found "liked" again',
    );
    assert.equal(
      fail('invalid-argument', targets(input, ...both).with(5, `${output}.gz`)),
      `${output}.gz: expected a name without .gz, as it is written plain`,
    );
    assert.match(
      fail('bad-data', targets(input, 'liked=label:good')),
      /reports\.jsonl: expected a field "label" with some of the values of "liked" and with others, found 0 and 4/,
    );
    assert.match(fail('bad-data', targets(input, 'liked=labels:pos')), /found 0 and 0/);
    assert.match(
      fail('bad-data', targets(input, 'long=seen:1')),
      /reports\.jsonl:4: expected "seen" to be a string/,
    );
    const flat = file('flat.jsonl', lines([{ text: 'A lamp.', ratings: 0.5, label: 'pos' }]));
    assert.match(
      fail('bad-data', targets(flat, ...both)),
      /flat\.jsonl:1: expected "ratings" to be an object, found 0\.5/,
    );
    fail('not-found', targets(join(home, 'none.jsonl'), ...both));
    assert.equal(existsSync(output) ? readFileSync(output, 'utf8') : undefined, before);
  });
});
