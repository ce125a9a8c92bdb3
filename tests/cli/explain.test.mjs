// `whylight explain`: what it answers, what it reads and what it writes.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import {
  assertExplainsAs,
  explain,
  fail,
  file,
  home,
  lines,
  parseLines,
  program,
  repository,
  succeed,
  tiny,
  tooLong,
  withPoints,
  words,
} from './support.mjs';

const golden = join(tiny, 'texts.jsonl');

describe('answers', () => {
  test('the golden texts as it should', () => {
    const expected = parseLines(readFileSync(join(tiny, 'expected.jsonl'), 'utf8'));
    const found = explain(['--input', golden]);
    assert.equal(found.length, expected.length);
    found.forEach((explanation, index) => assertExplainsAs(explanation, expected[index]));
  });

  test('the same on any number of threads', () => {
    const args = ['explain', '--model', tiny, '--input', golden, '--threads'];
    assert.equal(succeed([...args, '1']), succeed([...args, '3']));
  });

  test('a text on the command line', () => {
    const [explanation] = explain(['--text', 'a hazy gold 🍺']);
    assert.equal(explanation.text, 'a hazy gold 🍺');
    assert.deepEqual(words(explanation), ['a', 'hazy', 'gold', '🍺']);
  });

  test('an empty text', () => {
    const [explanation] = explain(['--text', '']);
    assert.equal(explanation.text, '');
    assert.deepEqual(Object.keys(explanation.ratings), ['appearance', 'aroma']);
    assert.deepEqual(explanation.tokens, []);
    assert.deepEqual(explanation.rationales, { appearance: [], aroma: [] });
  });
});

describe('answers at an operating point', () => {
  const folder = withPoints(tiny, 'with points', [
    { rate: 0.25, thresholds: [-0.7, -0.5], errors: [0.25, 0.125] },
    { rate: 0.5, thresholds: [-2, -2], errors: [0.125, 0.0625] },
  ]);
  const at = (...args) => ['explain', '--model', folder, '--input', golden, ...args];

  test('are those of its thresholds', () => {
    assert.equal(succeed(at('--point', '0')), succeed(at()));
    assert.notEqual(succeed(at('--point', '1')), succeed(at()));
  });

  test('are the same on any number of threads', () => {
    const args = at('--point', '1', '--threads');
    assert.equal(succeed([...args, '1']), succeed([...args, '3']));
  });

  test('are refused where there is none', () => {
    assert.match(
      fail('invalid-argument', at('--point', '2')),
      /point: expected one from 0 to 1, found 2/,
    );
    const classifier = join(repository, 'tests/golden/classifier-tiny');
    const args = ['explain', '--model', classifier, '--text', 'a', '--point', '0'];
    assert.match(fail('invalid-argument', args), /^--point: expected a model with rationales/);
  });
});

describe('answers of a classifier', () => {
  const classifier = join(repository, 'tests/golden/classifier-tiny');
  const ask = (...args) => ['explain', '--model', classifier, ...args];
  const golden = parseLines(readFileSync(join(classifier, 'answers.jsonl'), 'utf8'));

  test('are the golden ones', () => {
    for (const { text, options, answer } of golden) {
      const { ngrams = 5, label, local = false } = options;
      const asked = ['--ngrams', ngrams, ...(label ? ['--label', label] : [])];
      const args = ask('--text', text, ...asked, ...(local ? ['--local'] : []));
      const [found] = parseLines(succeed(args));
      assertExplainsAs(found, { text, ...answer });
    }
  });

  test('are the same on any number of threads', () => {
    const args = ask('--input', file('some.jsonl', lines(golden)), '--threads');
    assert.equal(succeed([...args, '1']), succeed([...args, '3']));
  });

  test('are refused where the question makes no sense', () => {
    const unknown = fail('invalid-argument', ask('--text', 'dull', '--label', 'superb'));
    assert.match(unknown, /^explain: --label: expected one of "0"/);
    const none = ['explain', '--model', tiny, '--text', 'a', '--ngrams', '3'];
    assert.match(fail('invalid-argument', none), /^--ngrams: expected a classifier/);
  });
});

describe('reads', () => {
  const texts = (args, options) => explain(args, options).map(({ text }) => text);

  test('standard input', () => {
    const input = '{"text": "one"}\n{"text": "two"}';
    assert.deepEqual(texts(['--input', '-'], { input }), ['one', 'two']);
  });

  test('past blank lines', () => {
    const path = file('blank.jsonl', '\n{"text": "one"}\r\n\r\n \t\n{"text": "two"}\n\n');
    assert.deepEqual(texts(['--input', path]), ['one', 'two']);
  });

  test('gzip by its content, not its name', () => {
    const zipped = gzipSync('{"text": "one"}\n');
    // Two compressed files in a row are one.
    const path = file('zipped.jsonl', Buffer.concat([zipped, zipped]));
    assert.deepEqual(texts(['--input', path]), ['one', 'one']);
    const plain = file('plain.jsonl.gz', '{"text": "two"}\n');
    assert.deepEqual(texts(['--input', plain]), ['two']);
    assert.deepEqual(texts(['--input', '-'], { input: zipped }), ['one']);
  });

  test('more texts than it holds at a time', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `pours gold ${index}`);
    const path = file('many.jsonl', lines(many.map((text) => ({ text }))));
    assert.deepEqual(texts(['--input', path]), many);
  });

  test('a folder with spaces in its name', () => {
    const folder = join(home, 'a small model');
    cpSync(tiny, folder, { recursive: true });
    const path = file('my texts.jsonl', '{"text": "one"}\n');
    const output = join(home, 'my lines.jsonl');
    succeed(['explain', '--model', folder, '--input', path, '--output', output]);
    assert.equal(parseLines(readFileSync(output, 'utf8')).length, 1);
  });

  // JSON can say what UTF-8 cannot: half a character.
  for (const { name, line, text, found } of [
    {
      name: 'the first half of a pair',
      line: String.raw`{"text":"a \ud83c b"}`,
      text: 'a \ufffd b',
      found: ['a', '\ufffd', 'b'],
    },
    {
      name: 'the second half of a pair',
      line: String.raw`{"text":"a \udf7a b"}`,
      text: 'a \ufffd b',
      found: ['a', '\ufffd', 'b'],
    },
    {
      name: 'half a pair before a whole one',
      line: String.raw`{"text":"a \ud83c\ud83c\udf7a b"}`,
      text: 'a \ufffd🍺 b',
    },
    {
      name: 'half a pair before a letter',
      line: String.raw`{"text":"a \uD83C\u0062"}`,
      text: 'a \ufffdb',
    },
    {
      name: 'the halves of a pair the wrong way round',
      line: String.raw`{"text":"\udf7a\ud83c b"}`,
      text: '\ufffd\ufffd b',
    },
    {
      name: 'a backslash before what looks like half a pair',
      line: String.raw`{"text":"a \\ud83c b"}`,
      text: String.raw`a \ud83c b`,
    },
    {
      name: 'half a pair in a key',
      line: String.raw`{"\ud83c": "x", "text": "a b"}`,
      text: 'a b',
      found: ['a', 'b'],
    },
  ]) {
    test(name, () => {
      const [explanation] = explain(['--input', file('half.jsonl', `${line}\n`)]);
      assert.equal(explanation.text, text);
      if (found) assert.deepEqual(words(explanation), found);
      assert.equal(explanation.tokens.at(-1).end, text.length);
    });
  }

  test('paths that are not UTF-8', () => {
    const folder = Buffer.concat([Buffer.from(`${home}/caf`), Buffer.from([0xe9])]);
    mkdirSync(folder);
    for (const name of ['config.json', 'model.safetensors', 'vocab.txt', 'texts.jsonl']) {
      writeFileSync(
        Buffer.concat([folder, Buffer.from(`/${name}`)]),
        readFileSync(join(tiny, name)),
      );
    }
    // Node passes arguments on as UTF-8; a shell has bytes.
    const run = (script) =>
      spawnSync(
        'sh',
        ['-c', `cd "$1" && e=$(printf 'caf\\351') && exec "$0" ${script}`, program, home],
        {
          encoding: 'latin1',
        },
      );
    const works = run('explain --model "$e" --input "$e/texts.jsonl" --output "$e/out.jsonl"');
    assert.deepEqual([works.status, works.stderr], [0, '']);
    for (const script of [
      'explain --model "$e$e" --text a',
      'explain --model "$e" --input "$e$e"',
      'explain --model "$e" --text a --output "$e/config.json/out"',
      'eval --model "$e" --data "$e/texts.jsonl"',
      'train --config "$e/config.json" --out "$e/run"',
    ]) {
      const { status, stderr } = run(script);
      assert.equal(status, 1, script);
      assert.match(
        stderr,
        /^error: \[[a-z-]+\] .*caf\xe9|^error: \[[a-z-]+\] .*caf\xef\xbf\xbd/,
        script,
      );
    }
    const wrongly = run('"$e"');
    assert.equal(wrongly.status, 2);
  });

  test('bytes on the command line that are not UTF-8', () => {
    const { status, stdout } = spawnSync(
      'sh',
      ['-c', `exec "$0" explain --model "$1" --text "$(printf 'a caf\\351 b')"`, program, tiny],
      { encoding: 'utf8' },
    );
    assert.equal(status, 0);
    const [explanation] = parseLines(stdout);
    assert.equal(explanation.text, 'a caf\ufffd b');
    assert.equal(words(explanation).at(-1), 'b');
  });
});

describe('refuses', () => {
  const input = (path) => ['explain', '--model', tiny, '--input', path];

  test('a model or a file that is not there', () => {
    const model = join(home, 'no model');
    assert.ok(fail('not-found', ['explain', '--model', model, '--text', 'a']).includes(model));
    const path = join(home, 'missing.jsonl');
    assert.ok(fail('not-found', input(path)).includes(path));
  });

  test('a model that was damaged', () => {
    const folder = join(home, 'damaged');
    cpSync(tiny, folder, { recursive: true });
    const path = join(folder, 'model.safetensors');
    const bytes = readFileSync(path);
    bytes[bytes.length - 1] ^= 1;
    writeFileSync(path, bytes);
    assert.ok(fail('bad-model', ['explain', '--model', folder, '--text', 'a']).includes(folder));
  });

  for (const [name, line] of [
    ['no JSON', 'hop'],
    ['JSON that stops short', '{"text": "ho'],
    ['no object', '["hop"]'],
    ['an object without a text', '{"review": "hop"}'],
    ['a text that is no string', '{"text": 7}'],
    ['two objects', '{"text": "a"} {"text": "b"}'],
    ['bytes that are not UTF-8', Buffer.from('{"text": "caf\xe9"}', 'latin1')],
    ['a broken escape', String.raw`{"text": "\ud8"}`],
    ['brackets without an end', '['.repeat(100_000)],
    ['brackets in brackets', `{"text": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['brackets in brackets beside a text', `{"text": "a", "b": ${'['.repeat(100_000)}`],
  ]) {
    test(`a line with ${name}`, () => {
      const start = Buffer.from('{"text": "one"}\n');
      const path = file('bad.jsonl', Buffer.concat([start, Buffer.from(line), Buffer.from('\n')]));
      const message = fail('bad-data', input(path));
      assert.ok(message.startsWith(`${path}:2: `), message.slice(0, 1000));
      assert.ok(message.length < 1000, 'an error is no place for a whole line');
    });
  }

  test('a bad line, and counts those it passes over', () => {
    const path = file('counted.jsonl', '\n{"text": "one"}\n\nhop\n');
    assert.ok(fail('bad-data', input(path)).startsWith(`${path}:4: `));
  });

  test('a bad line of standard input', () => {
    const args = ['explain', '--model', tiny, '--input', '-'];
    assert.match(fail('bad-data', args, { input: '{"text": "a"}\nhop\n' }), /^[^:]+:2: /);
  });

  test('a compressed file that stops short', () => {
    const zipped = gzipSync('{"text": "a"}\n'.repeat(3));
    const path = file('short.jsonl.gz', zipped.subarray(0, -12));
    assert.ok(fail('bad-data', input(path)).startsWith(`${path}:`));
  });

  test('a text that is too long', () => {
    const path = file('long.jsonl', lines([{ text: 'one' }, { text: tooLong }]));
    const message = fail('text-too-long', input(path));
    assert.ok(message.startsWith(`${path}:2: `), message);
  });
});

describe('writes', () => {
  const explainTo = (output, path = golden) => [
    ...['explain', '--model', tiny, '--input', path],
    ...['--output', output],
  ];
  const answers = succeed(['explain', '--model', tiny, '--input', golden]);

  // A folder of its own shows what else is left behind.
  function folder(name) {
    const path = join(home, name);
    mkdirSync(path);
    return path;
  }

  test('a file with the lines of standard output', () => {
    const place = folder('new');
    const path = join(place, 'out.jsonl');
    assert.equal(succeed(explainTo(path)), '');
    assert.equal(readFileSync(path, 'utf8'), answers);
    assert.deepEqual(readdirSync(place), ['out.jsonl']);
  });

  test('a file whole or not at all', () => {
    const good = lines(Array(600).fill({ text: 'pours gold' }));
    const late = lines([{ text: tooLong }]);
    for (const [name, content] of [
      ['malformed', `${good}hop\n`],
      ['too long', good + late],
    ]) {
      const path = file(`${name}.jsonl`, content);
      const place = folder(name);
      fail(['bad-data', 'text-too-long'], explainTo(join(place, 'out.jsonl'), path));
      assert.deepEqual(readdirSync(place), []);
      writeFileSync(join(place, 'out.jsonl'), 'old');
      fail(['bad-data', 'text-too-long'], explainTo(join(place, 'out.jsonl'), path));
      assert.deepEqual(readdirSync(place), ['out.jsonl']);
      assert.equal(readFileSync(join(place, 'out.jsonl'), 'utf8'), 'old');
    }
  });

  test('over a file that is there', () => {
    const path = join(folder('over'), 'out.jsonl');
    writeFileSync(path, 'x'.repeat(1_000_000));
    succeed(explainTo(path));
    assert.equal(readFileSync(path, 'utf8'), answers);
  });

  test('where a link points', () => {
    const place = folder('links');
    mkdirSync(join(place, 'far'));
    writeFileSync(join(place, 'far', 'real.jsonl'), 'old');
    const link = join(place, 'out.jsonl');
    symlinkSync(join('far', 'real.jsonl'), link);
    succeed(explainTo(link));
    assert.ok(lstatSync(link).isSymbolicLink());
    assert.equal(readFileSync(join(place, 'far', 'real.jsonl'), 'utf8'), answers);
    assert.deepEqual(readdirSync(join(place, 'far')), ['real.jsonl']);
  });

  test("but not a user's file of a similar name", () => {
    const place = folder('partial');
    const mine = join(place, 'out.jsonl.partial');
    writeFileSync(mine, 'mine');
    succeed(explainTo(join(place, 'out.jsonl')));
    fail('bad-data', explainTo(join(place, 'out.jsonl'), file('hop.jsonl', 'hop\n')));
    assert.equal(readFileSync(mine, 'utf8'), 'mine');
    assert.deepEqual(readdirSync(place).sort(), ['out.jsonl', 'out.jsonl.partial']);
  });

  test('into a pipe', () => {
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', '"$0" "$@" | cat', program, ...explainTo('/dev/stdout')],
      { encoding: 'utf8' },
    );
    assert.deepEqual([status, stderr], [0, '']);
    assert.equal(stdout, answers);
  });

  test('and says when a disk is full', () => {
    assert.ok(fail('io', explainTo('/dev/full')).includes('/dev/full'));
    const full = openSync('/dev/full', 'w');
    try {
      fail('io', ['explain', '--model', tiny, '--input', golden], { stdout: full });
      fail('io', ['explain', '--model', tiny, '--text', ''], { stdout: full });
    } finally {
      closeSync(full);
    }
  });

  test('and makes the folders above its file', () => {
    const path = join(home, 'new', 'deep', 'out.jsonl');
    succeed(explainTo(path));
    assert.equal(readFileSync(path, 'utf8'), answers);
  });

  test('and says when a folder cannot be made', () => {
    const path = join(file('no-folder', ''), 'deep', 'out.jsonl');
    assert.ok(fail('io', explainTo(path)).includes(path));
  });
});

test('rates a verdict of one word, and nothing about something else', () => {
  const texts = {
    movies: ['Superb!', 'Great!', 'Terrible!', 'Brilliant.'],
    beer: ['Superb!', 'Great!', 'Terrible!', 'Delicious.'],
    hotels: ['Superb!', 'Great!', 'Terrible!', 'Filthy.'],
  };
  for (const [name, verdicts] of Object.entries(texts)) {
    const model = join(repository, 'models', name);
    const explained = (text) =>
      parseLines(succeed(['explain', '--model', model, '--text', text]))[0];
    for (const text of verdicts) {
      assert.equal(explained(text).inDomain, true, `${name}: ${text}`);
    }
    for (const text of ['Quantum computers use qubits.', 'asdf qwer', '!!!']) {
      assert.equal(explained(text).inDomain, false, `${name}: ${text}`);
    }
    // What people type first; the last may be read as a slip for a word that is known.
    for (const text of ['hello', 'test', 'Who are you?', 'lorem ipsum', 'blah blah', 'aaaa']) {
      for (const rating of Object.values(explained(text).ratings)) {
        assert.equal(rating, null, `${name}: ${text}`);
      }
    }
  }
});
