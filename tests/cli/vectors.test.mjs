// `whylight vectors`: learning, converting and looking at word vectors.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';

import {
  fail,
  file,
  home,
  modelBytes,
  parseLines,
  repository,
  start,
  succeed,
  tiny,
  whylight,
} from './support.mjs';

const vectors = (...args) => succeed(['vectors', ...args]);
const small = ['--dimension', '8', '--min-count', '1', '--epochs', '1', '--subsample', '0'];
const TEXT = 'new york has dark ale\nnew york has pale ale\nnew york has dark stout\n'.repeat(40);

// A parallelogram: ale to lager is as stout to dunkel.
const GLOVE = 'ale 1 0 1\nlager -1 0 1\nstout 1 0 -1\ndunkel -1 0 -1\nchair 0 1 0\n';

let corpus;
let glove;
before(() => {
  corpus = file('corpus.txt', TEXT);
  glove = file('glove.txt', GLOVE);
});

describe('vectors', () => {
  test('trains without a verb as with one', () => {
    vectors('--input', corpus, '--output', join(home, 'plain'), ...small);
    vectors('train', '--input', corpus, '--output', join(home, 'verb'), ...small);
    assert.deepEqual(modelBytes(join(home, 'plain')), modelBytes(join(home, 'verb')));
  });

  for (const objective of ['skip-gram', 'cbow', 'ranking', 'ppmi']) {
    test(`have the same bits on any number of threads: ${objective}`, () => {
      const [first, ...others] = [1, 2, 4].map((threads) => {
        const output = join(home, `${objective} ${threads}`);
        const args = ['--input', corpus, '--output', output, '--objective', objective, ...small];
        vectors('train', ...args, '--threads', threads);
        return modelBytes(output);
      });
      for (const other of others) assert.deepEqual(other, first);
    });
  }

  test('tell as JSON how learning went', () => {
    const args = ['--input', corpus, '--output', join(home, 'told'), '--json', ...small];
    const [told] = parseLines(vectors('train', ...args));
    assert.equal(told.vocabulary, 7);
    assert.equal(told.words, 600);
    assert.ok(told.words_per_second > 0 && told.loss > 0);
  });

  test('learn from a column of a table as from lines', () => {
    const rows = TEXT.trimEnd()
      .split('\n')
      .map((text) => `1;${text}\n`);
    const table = file('corpus.dat', `rating;ticket text\n${rows.join('')}`);
    const reading = ['--text-key', 'ticket text', '--input-format', 'csv'];
    vectors(
      '--input',
      table,
      '--output',
      join(home, 'of column.txt'),
      '--format',
      'glove',
      ...reading,
      ...small,
    );
    vectors(
      '--input',
      corpus,
      '--output',
      join(home, 'of lines.txt'),
      '--format',
      'glove',
      ...small,
    );
    assert.equal(
      readFileSync(join(home, 'of column.txt'), 'utf8'),
      readFileSync(join(home, 'of lines.txt'), 'utf8'),
    );
  });

  const animals = () => file('animals.txt', 'furry cat purrs\nsteel bolt rusts\n'.repeat(60));

  test('are learned from a short text in more epochs', () => {
    const args = ['vectors', '--input', animals(), '--output', join(home, 'short')];
    const { status, stderr } = whylight([...args, '--subsample', '0']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^100 epochs, 36\.0k words to read: .*--epochs/m);
    assert.match(stderr, /^36000 words read at .*, loss \d\.\d{4} at the end$/m);
    assert.doesNotMatch(stderr, /warning/);
  });

  test('that look alike are warned of', () => {
    const output = join(home, 'alike');
    const args = ['vectors', '--input', animals(), '--output', output, '--subsample', '0'];
    const { status, stderr } = whylight([...args, '--epochs', '10']);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /^10 epochs, as given$/m);
    assert.match(
      stderr,
      /^warning: all words look alike; give more --epochs, or take the vectors of a model, e\.g\. --vectors models\/hotels$/m,
    );
  });

  test('that learned from no word are warned of', () => {
    const sparse = [...small.slice(0, 6), '--subsample', '0.0000000001'];
    for (const objective of ['skip-gram', 'cbow']) {
      const output = join(home, `unlearned ${objective}`);
      const args = ['--input', corpus, '--output', output, '--objective', objective];
      const { status, stderr } = whylight(['vectors', ...args, ...sparse]);
      assert.equal(status, 0, stderr);
      assert.match(
        stderr,
        /^warning: nothing was learned, as too few words were read side by side; give more text, or a larger --subsample \(0 reads all\)$/m,
      );
      const learned = whylight(['vectors', ...args, ...small]);
      assert.doesNotMatch(learned.stderr, /nothing was learned/);
    }
  });

  test('that learned from a few words among many lone ones are not', () => {
    // Of a batch, the loss is measured on some words only: not on these.
    for (const before of [18, 34, 50]) {
      const lone = Array.from({ length: 400 }, (_, i) => `malt${i % 20}`);
      lone.splice(before, 0, 'malt1 malt2 malt3 malt4 malt5');
      const { status, stderr } = whylight([
        ...['vectors', '--input', file(`lone-${before}.txt`, lone.join('\n'))],
        ...['--output', join(home, `lone ${before}`), '--subsample', '0', '--min-count', '1'],
        ...['--dimension', '4', '--epochs', '1'],
      ]);
      assert.equal(status, 0, stderr);
      assert.doesNotMatch(stderr, /nothing was learned/);
    }
  });

  test('say in their folder how they were learned', () => {
    const output = join(home, 'recorded');
    vectors('train', '--input', corpus, '--output', output, '--max_words', '5', ...small);
    const { origin } = JSON.parse(readFileSync(join(output, 'config.json'), 'utf8'));
    const { data, objective, min_count, max_words, negatives } = origin;
    assert.deepEqual(
      { data, objective, min_count, max_words, negatives },
      { data: ['corpus.txt'], objective: 'skip-gram', min_count: 1, max_words: 5, negatives: 5 },
    );
  });

  for (const [flag, value, says] of [
    ['--window', '0', '--window: expected a whole number from 1 to 100, found 0'],
    [
      '--objective',
      'bag',
      '--objective: expected one of "skip-gram", "cbow", "ranking", "ppmi", found "bag"',
    ],
    ['--hidden', '0', '--hidden: expected a whole number from 1 to 4096, found 0'],
    ['--subsample', '2', '--subsample: expected a number from 0.0 to 1.0, found 2.0'],
    ['--learning-rate', '0', '--learning-rate: expected a number above 0, found 0'],
    ['--phrase-threshold', '0', '--phrase-threshold: expected a number above 0, found 0'],
    ['--learning-rate', '-1', '--learning-rate: expected a number from 0.0 to 1000.0, found -1.0'],
  ]) {
    test(`are not learned with ${flag} ${value}`, () => {
      const output = join(home, 'wrong');
      const args = ['vectors', '--input', corpus, '--output', output, flag, value];
      assert.equal(fail('invalid-argument', args), `vectors: ${says}`);
      assert.ok(!existsSync(output));
    });
  }

  for (const [found, says, ...args] of [
    ['positions', '"words" or "dependencies" of objective "skip-gram"'],
    ['dependencies', '"words" of objective "cbow"', '--objective', 'cbow'],
    ['positions', '"words" of objective "ranking"', '--objective', 'ranking'],
  ]) {
    test(`are not learned of ${found} ${args.join(' ')}`, () => {
      const output = join(home, 'wrong contexts');
      const train = ['vectors', 'train', '--input', corpus, '--output', output];
      assert.equal(
        fail('invalid-argument', [...train, '--contexts', found, ...args]),
        `vectors: --contexts: expected ${says}, found "${found}"`,
      );
      assert.ok(!existsSync(output));
    });
  }

  test('can be of phrases', () => {
    const output = join(home, 'phrases.txt');
    const phrases = ['--phrase-passes', '1', '--phrase-threshold', '4', '--format', 'glove'];
    vectors('train', '--input', corpus, '--output', output, ...phrases, ...small);
    const words = readFileSync(output, 'utf8').match(/^\S+/gm);
    assert.ok(words.includes('new_york') && words.includes('ale'), words.join(' '));
  });

  test('are not there after a run that was ended', async () => {
    const output = join(home, 'ended');
    const args = ['vectors', 'train', '--input', corpus, '--output', output];
    const { child, ended } = start([...args, ...small.slice(0, 4), '--epochs', '10000']);
    const exited = ended.then(() => true);
    // A signal may come before the program watches for it, and then ends it.
    while (!(await Promise.race([exited, new Promise((next) => setTimeout(next, 50))]))) {
      child.kill('SIGINT');
    }
    const { status, signal } = await ended;
    assert.ok(status === 130 || signal === 'SIGINT', `${status} ${signal}`);
    assert.ok(!existsSync(output));
  });
});

describe('vectors of dependencies', () => {
  const row = (number, word, head, relation) =>
    `${number}\t${word}\t_\t_\t_\t_\t${head}\t${relation}\t_\t_\n`;
  const sentence = (subject, verb, head = 2) =>
    `${row(1, subject, head, 'nsubj')}${row(2, verb, 0, 'root')}\n`;
  const train = (input, output, ...args) => [
    ...['vectors', 'train', '--input', input, '--output', join(home, output)],
    ...['--contexts', 'dependencies', ...args],
  ];
  const parser = join(repository, 'tests/golden/parser-tiny');

  for (const objective of ['skip-gram', 'ppmi']) {
    test(`bring words with the same verb together: ${objective}`, () => {
      const pairs = ['cat purrs', 'dog purrs', 'nut rusts', 'bolt rusts', 'cat eats', 'dog eats'];
      const text = pairs.map((pair) => sentence(...pair.split(' '))).join('');
      const input = file('animals.conllu', text.repeat(100));
      const small = ['--dimension', '4', '--subsample', '0', '--epochs', '20'];
      succeed(train(input, objective, ...small, '--objective', objective, '--negatives', '1'));
      const output = vectors(
        ...['neighbours', '--vectors', join(home, objective), 'cat', 'nut', '--count', '1'],
      );
      assert.match(output, /^cat: dog .*\nnut: bolt /);
      const { origin } = JSON.parse(readFileSync(join(home, objective, 'config.json'), 'utf8'));
      assert.deepEqual([origin.contexts, origin.documents], ['dependencies', 600]);
    });
  }

  for (const [name, bad, says] of [
    ['no such head', sentence('cat', 'purrs', 7), /:4: expected a head of word 1 .*, found 7$/],
    [
      'a head that is no number',
      sentence('cat', 'purrs', 'x'),
      /:4: expected the number of a word/,
    ],
    [
      'a cycle',
      sentence('cat', 'purrs', 1),
      /:4: expected a tree, found that word 1 .* on itself$/,
    ],
    ['no relation', `${row(1, 'cat', 0, '_')}\n`, /:4: expected a relation of word 1, found none$/],
  ]) {
    test(`are not learned where there is ${name}`, () => {
      const input = file('bad.conllu', sentence('cat', 'purrs') + bad);
      assert.match(fail('bad-data', train(input, 'bad')), says);
      assert.ok(!existsSync(join(home, 'bad')));
    });
  }

  test('are not learned of text, nor of phrases', () => {
    assert.match(
      fail('invalid-argument', train(corpus, 'bad')),
      /expected parsed sentences as CoNLL-U, found a format without heads$/,
    );
    const input = file('parsed.conllu', sentence('cat', 'purrs'));
    assert.equal(
      fail('invalid-argument', train(input, 'bad', '--phrase-passes', '1')),
      'vectors: --phrase-passes: expected 0 of contexts "dependencies", whose words stay as they are, found 1',
    );
  });

  test('are not learned where all of them are rare', () => {
    const input = file('rare.conllu', sentence('cat', 'purrs') + sentence('purrs', 'cat'));
    assert.equal(
      fail('bad-data', train(input, 'bad', '--min-count', '2')),
      'expected contexts that occur at least 2 times, found none among 4',
    );
  });

  test('are learned of what parse writes, sentence by sentence', () => {
    const input = file('two.txt', 'The ale has foam! It has it.\nNo foam?\n');
    const output = join(home, 'two.conllu');
    vectors('parse', '--model', parser, '--input', input, '--output', output);
    const written = readFileSync(output, 'utf8');
    const sentences = written.split('\n\n').slice(0, -1);
    const texts = ['The ale has foam!', 'It has it.', 'No foam?'];
    assert.equal(sentences.length, texts.length);
    for (const [i, text] of texts.entries()) {
      const [{ words }] = parseLines(succeed(['parse', '--model', parser, '--text', text]));
      assert.deepEqual(
        sentences[i].split('\n'),
        words.map(({ start, end, head, relation }, j) =>
          row(j + 1, text.slice(start, end), head, relation).slice(0, -1),
        ),
      );
    }
    for (const threads of ['1', '3']) {
      const args = ['parse', '--model', parser, '--input', input, '--threads', threads];
      assert.equal(vectors(...args), written);
    }
    succeed(train(output, 'of two', '--min-count', '1'));
  });

  test('parse leaves out what is too long, and wants a parser', () => {
    const input = file('long.txt', `${'ale '.repeat(501)}. It has it.\n`);
    const args = ['vectors', 'parse', '--model', parser, '--input', input];
    const { stdout, stderr } = whylight(args);
    assert.equal(stdout.match(/^1\t/gm).length, 1);
    assert.match(stderr, /^1 sentences parsed, 1 left out that are too long$/m);
    args[3] = tiny;
    assert.match(fail('invalid-argument', args), /parse/);
  });
});

describe('join', () => {
  test('puts vectors of length 1 side by side, and zeros where there are none', () => {
    const one = file('one.txt', 'ale 3 4\nlager 0 2\n');
    const other = file('other.txt', 'porter -5\nale 0.5\n');
    const output = join(home, 'joined.txt');
    vectors('join', '--input', one, '--input', other, '--output', output, '--format', 'glove');
    const rows = readFileSync(output, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' '));
    assert.deepEqual(
      rows.map(([word, ...numbers]) => [word, numbers.map((x) => Number(Number(x).toFixed(6)))]),
      [
        ['ale', [0.6, 0.8, 1]],
        ['lager', [0, 1, 0]],
        ['porter', [0, 0, -1]],
      ],
    );
  });

  test('wants more than one', () => {
    const args = ['vectors', 'join', '--input', glove, '--output', join(home, 'alone')];
    assert.equal(fail('invalid-argument', args), '--input: expected two or more, found one');
    assert.equal(
      fail('invalid-argument', [...args, '--input', glove, '--length', '2']),
      '--length: expected 2, one for each input, found 1',
    );
  });
});

describe('convert', () => {
  test('reads and writes every format to the bit', () => {
    const folder = join(home, 'folder');
    vectors('convert', '--input', glove, '--output', folder);
    for (const format of ['word2vec', 'word2vec-binary', 'glove']) {
      const output = join(home, `converted ${format}`);
      vectors('convert', '--input', folder, '--output', output, '--format', format);
      const back = join(home, `back from ${format}`);
      vectors('convert', '--input', output, '--output', back, '--format', 'glove');
      assert.equal(readFileSync(back, 'utf8'), GLOVE);
    }
    assert.match(readFileSync(join(home, 'converted word2vec'), 'utf8'), /^5 3\nale 1 0 1\n/);
  });

  test('says how many words with blanks are left out', () => {
    const input = file('blanks.txt', `${GLOVE}. . . 1 1 1\n`);
    const output = join(home, 'without blanks.txt');
    const args = ['--input', input, '--output', output, '--format', 'glove'];
    const { status, stderr } = whylight(['vectors', 'convert', ...args]);
    assert.equal(status, 0, stderr);
    assert.match(stderr, /blanks\.txt: words with blanks, left out: 1/);
    assert.equal(readFileSync(output, 'utf8'), GLOVE);
  });

  test('reads gzip', () => {
    const packed = file('glove.txt.gz', gzipSync(GLOVE));
    const output = join(home, 'unpacked.txt');
    vectors('convert', '--input', packed, '--output', output, '--format', 'glove');
    assert.equal(readFileSync(output, 'utf8'), GLOVE);
  });

  test('reads text as text, however short its first row', () => {
    const short = 'foam 0 0 1\ncafé 1 0 0\n';
    const text = join(home, 'short.txt');
    const output = join(home, 'short again.txt');
    const input = file('short glove.txt', short);
    vectors('convert', '--input', input, '--output', text, '--format', 'word2vec');
    assert.equal(readFileSync(text, 'utf8'), `2 3\n${short}`);
    vectors('convert', '--input', text, '--output', output, '--format', 'glove');
    assert.equal(readFileSync(output, 'utf8'), short);
  });

  test('leaves what was there when the input is bad', () => {
    const bad = file('bad.txt', '2 3\nale 1 0 1\nlager -1 x 1\n');
    const output = file('kept.txt', 'mine');
    const args = ['vectors', 'convert', '--input', bad, '--output', output, '--format', 'glove'];
    assert.equal(fail('bad-data', args), `${bad}:3: expected a finite number, found "x"`);
    assert.equal(readFileSync(output, 'utf8'), 'mine');
  });

  test('refuses a place of the wrong kind', () => {
    const args = ['vectors', 'convert', '--input', glove, '--output'];
    const other = file('other.txt', 'mine');
    assert.match(fail('invalid-argument', [...args, other]), /expected a folder, found a file/);
    assert.match(
      fail('invalid-argument', [...args, home, '--format', 'glove']),
      /expected a file, found a folder/,
    );
    const packed = join(home, 'packed.txt.gz');
    assert.equal(
      fail('invalid-argument', [...args, packed, '--format', 'glove']),
      `${packed}: expected a name without .gz, as it is written plain`,
    );
  });
});

describe('looking at vectors', () => {
  test('neighbours come as text or JSON', () => {
    const args = ['neighbours', '--vectors', glove, 'ale', 'chair', '--count', '2'];
    assert.equal(vectors(...args), 'ale: lager 0.00 stout 0.00\nchair: ale 0.00 lager 0.00\n');
    const [ale] = parseLines(vectors(...args, '--json'));
    assert.equal(ale.word, 'ale');
    assert.deepEqual(Object.keys(ale.neighbours[0]), ['word', 'cosine']);
    assert.deepEqual(
      ale.neighbours.map(({ word }) => word),
      ['lager', 'stout'],
    );
  });

  for (const method of [[], ['--multiply']]) {
    test(`analogies are completed ${method.join(' ')}`, () => {
      const args = ['analogy', '--vectors', glove, 'ale', 'lager', 'stout', ...method];
      assert.match(vectors(...args), /^ale is to lager as stout is to: dunkel /);
      const [answer] = parseLines(vectors(...args, '--json', '--count', '1'));
      assert.deepEqual(
        answer.answers.map(({ word }) => word),
        ['dunkel'],
      );
    });
  }

  test('evaluate finds pairs and overlaps', () => {
    const pairs = file('pairs.txt', '# a comment\nale lager\n\nale wine\n');
    const args = ['evaluate', '--vectors', glove, '--pairs', pairs, '--count', '1'];
    const [found] = parseLines(vectors(...args, '--against', glove, '--skip', '0'));
    assert.deepEqual(found, {
      pairs: 1,
      pairs_missing: 1,
      pairs_found: 1,
      mean_reciprocal_rank: 1,
      words: 5,
      overlap: 1,
    });
    const bad = file('bad pairs.txt', 'ale lager\nale\n');
    const refused = ['vectors', 'evaluate', '--vectors', glove, '--pairs', bad];
    assert.equal(fail('bad-data', refused), `${bad}:2: expected two words with a space between`);
  });

  test('evaluate reads what starts with a byte order mark, and wants something to do', () => {
    const evaluate = ['vectors', 'evaluate', '--vectors', glove];
    for (const start of ['', '# a comment\n']) {
      const marked = file('marked pairs.txt', `\ufeff${start}ale lager\n`);
      const [found] = parseLines(succeed([...evaluate, '--pairs', marked]));
      assert.deepEqual([found.pairs, found.pairs_missing], [1, 0]);
    }
    const empty = file('no pairs.txt', '# none yet\n');
    assert.equal(
      fail('bad-data', [...evaluate, '--pairs', empty]),
      `${empty}: expected pairs of words, found none`,
    );
    assert.equal(
      fail('invalid-argument', evaluate),
      'expected --pairs or --against, found neither',
    );
  });

  test('a word without a vector is an error', () => {
    const args = ['vectors', 'neighbours', '--vectors', glove, 'wine'];
    assert.match(fail('invalid-argument', args), /found "wine"/);
  });
});

test('vectors exits with 2 when files are not named', () => {
  for (const args of [['vectors'], ['vectors', 'train'], ['vectors', 'convert']]) {
    assert.equal(whylight(args).status, 2);
  }
});
