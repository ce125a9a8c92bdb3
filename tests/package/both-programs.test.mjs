// The program of the package and the native one say the same, of hostile texts
// too.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, test } from 'node:test';

import {
  assertExplainsAs,
  explain,
  fail,
  file,
  parseLines,
  repository,
  succeed,
  tiny,
  withPoints,
} from '../cli/support.mjs';

const bin = join(repository, 'wasm/dist/bin.js');
const classifier = join(repository, 'tests/golden/classifier-tiny');
const questions = join(repository, 'tests/golden/questions-tiny');
const pairs = join(repository, 'tests/golden/cafe-tiny');
const tagger = join(repository, 'tests/golden/tagger-tiny');
const reader = join(repository, 'tests/golden/reader-tiny');
const recommender = join(repository, 'tests/golden/recommender-tiny');

function runInNode(args) {
  return parseLines(execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8' }));
}

// The output of the native program, which has no halves of characters in its text.
function assertBothSay(path) {
  const inNode = runInNode(['explain', '--json', '--model', tiny, '--input', path]);
  const native = explain(['--input', path]);
  assert.equal(native.length, inNode.length);
  native.forEach((explanation, index) => {
    const text = inNode[index].text.toWellFormed();
    assertExplainsAs(explanation, { ...inNode[index], text });
  });
  return native.map(({ text }) => text);
}

// Escapes stand for what UTF-8 cannot hold, or nobody could see here.
const texts = [
  '',
  ' \t ',
  '🍺🍺 café 👩‍👩‍👧‍👦 loved it 👍🏽 🇧🇪🇩🇪 1️⃣ hazy gold',
  'half \ud83c of \udf7a a hazy gold',
  '\udf7a\ud83c\ud83c\udf7a white\ud83c head',
  'nul\0byte and\0\0 hazy gold',
  'البيرة ذهبية \u202emalt\u202c and עם טעם טוב',
  '\ufeffhazy\ufeff gold',
  'cafe\u0301 ﬁne İstanbul ǅ',
  'thick\u00a0white\u3000head\u2028of\u2029gold\u200b\u0085nose',
  "don't 9.5/10... !!!?! http://hop.example/a_b #gold",
  '一杯金色的啤酒 ｗｉｔｈ かなカナ 한국어 ไทย',
  '\u0000\u0001\u001f\u007f\u009f\ufffe\uffff\u{10ffff}',
  'gold '.repeat(2000),
];

const wellFormed = texts.map((text) => text.toWellFormed());

describe('at an operating point', () => {
  const folder = withPoints(tiny, 'with points', [
    { rate: 0.5, thresholds: [-2, -2], errors: [0.1, 0.1] },
  ]);
  const asked = ['--model', folder, '--text', 'pours a hazy gold, thick lacing, hops and orange'];

  for (const [verb, ...flags] of [
    ['explain'],
    ...['ngrams', 'curve', 'gates', 'faithfulness'].map((why) => [why, '--aspect', 'aroma']),
  ]) {
    test(verb, () => {
      const args = [verb, ...asked, ...flags, '--point', '0'];
      const [inNode] = runInNode(args);
      const [native] = parseLines(succeed(args));
      assertExplainsAs(native, inNode);
    });
  }
});

test('JSON lines', () => {
  const content = `\n\r\n${texts.map((text) => JSON.stringify({ text })).join('\n \n')}`;
  assert.deepEqual(assertBothSay(file('hostile.jsonl', content)), wellFormed);
});

test('JSON at its edges', () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const content = [
    '\ufeff{"text": "hazy"}\r',
    '{"text": "gold", "text": "white"}',
    `{"text": "head", "unread": ${deep}}`,
    '{"__proto__": {"text": "no"}, "text": "nose"}',
    '{"text": "\\ud83c\\udf7a \\ud83c \\u0000 \\u00e9", "unread": 18446744073709551617}',
    ' { "text" : "last" } ',
  ].join('\n');
  assert.deepEqual(assertBothSay(file('edges.jsonl', content)), [
    'hazy',
    'white',
    'head',
    'nose',
    '🍺 \ufffd \0 é',
    'last',
  ]);
});

describe('what is no JSON line is refused by both', () => {
  for (const [name, line] of [
    ['a comma at the end', '{"text": "hazy",}'],
    ['NaN', '{"text": "hazy", "unread": NaN}'],
    ['two objects', '{"text": "hazy"}{"text": "gold"}'],
    ['a list', '["hazy"]'],
    ['a comment', '{"text": "hazy"} // gold'],
    ['Latin-1', Buffer.from('{"text": "caf\xe9"}', 'latin1')],
  ]) {
    test(name, () => {
      const path = file('refused.jsonl', line);
      assert.match(fail('bad-data', ['explain', '--model', tiny, '--input', path]), /jsonl:1: /);
      const args = [bin, 'explain', '--json', '--model', tiny, '--input', path];
      const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      assert.equal(status, 1);
      assert.match(stderr, /^error: \[bad-data\] .*jsonl:1: /);
    });
  }
});

test('plain lines', () => {
  const path = file('hostile.txt', `${wellFormed.join('\n')}\n\n\r\n`);
  assert.deepEqual(assertBothSay(path), [...wellFormed, '', '']);
});

describe('why', () => {
  const aroma = ['--aspect', 'aroma'];
  for (const [verb, ...flags] of [
    ['ngrams', ...aroma],
    ['ngrams', ...aroma, '--read', 'all', '--top', '3'],
    ['curve', ...aroma],
    ['gates', ...aroma, '--read', 'all'],
    ['faithfulness', ...aroma, '--select', '0-4', '--select', '5-8', '--leave-one-out'],
    ['faithfulness', ...aroma, '--select', '0-8', '--bins', '0.5', '--bins', '1'],
    ['match', '--other', 'a hazy head 🍺', '--order', '1', '--decay', '0.3', '--top', '4'],
    ['match', '--other', 'gold', '--order', '1', '--mapping', 'additive', '--weighting', 'end'],
    ['match', '--other', 'white head, hazy gold', '--normalized'],
  ]) {
    test(`${verb} ${flags.join(' ')}`, () => {
      for (const text of [
        'Pours a hazy gold 🍺, cafe\u0301 and a thick white head.',
        'gold 한국어',
      ]) {
        const args = [verb, '--model', tiny, '--text', text, ...flags];
        const [native] = parseLines(succeed(args));
        assertExplainsAs(native, runInNode(args)[0]);
      }
    });
  }
});

describe('a classifier', () => {
  const asked = ['--model', classifier, '--ngrams', '2'];

  for (const verb of ['classify', 'explain']) {
    test(`${verb} a text`, () => {
      const args = [verb, ...asked, '--local', '--text', 'not a bad movie'];
      assertExplainsAs(parseLines(succeed(args))[0], runInNode(args)[0]);
    });
  }

  test('classify every line of a file', () => {
    const path = file('films.jsonl', '{"text": "good"}\n{"text": "not bad"}\n');
    const args = ['classify', ...asked, '--input', path];
    const native = parseLines(succeed(args));
    const inNode = runInNode(args);
    assert.equal(inNode.length, 2);
    native.forEach((line, index) => assertExplainsAs(line, inNode[index]));
  });
});

test('every question answers a file of texts', () => {
  const path = file(
    'pairs.jsonl',
    '{"text": "hazy gold", "other": "gold"}\n{"text": "white head", "other": "head"}\n',
  );
  for (const [verb, ...flags] of [
    ['ngrams', '--aspect', 'aroma'],
    ['curve', '--aspect', 'aroma'],
    ['match'],
  ]) {
    const args = [verb, '--model', tiny, '--input', path, ...flags];
    const native = parseLines(succeed(args));
    const inNode = runInNode(args);
    assert.equal(inNode.length, 2);
    native.forEach((line, index) => assertExplainsAs(line, inNode[index]));
  }
});

test('both list the same questions', () => {
  for (const model of [tiny, classifier, questions, pairs, tagger, reader, recommender]) {
    const args = ['questions', '--model', model];
    const inNode = execFileSync(process.execPath, [bin, ...args], { encoding: 'utf8' });
    assert.equal(inNode, succeed(args));
    const listed = JSON.parse(
      execFileSync(process.execPath, [bin, ...args, '--json'], { encoding: 'utf8' }),
    );
    assert.deepEqual(listed, JSON.parse(succeed([...args, '--json'])).questions);
  }
});

describe('of two texts', () => {
  const asked = ['--model', pairs, '--text', 'The lamp 💡 is lit.', '--other', 'It is dark.'];
  for (const args of [
    ['compare'],
    ['alignment'],
    ['features'],
    ['word-effects', '--label', 'entails'],
  ]) {
    test(args.join(' '), () => {
      const all = [...args, ...asked];
      assertExplainsAs(parseLines(succeed(all))[0], runInNode(all)[0]);
    });
  }
});

test('tag a text', () => {
  const args = ['tag', '--model', tagger, '--text', 'The night train 🚂 leaves New Harbour.'];
  assert.deepEqual(runInNode(args)[0], parseLines(succeed(args))[0]);
});

test('of a question and a text', () => {
  const asked = ['--question', 'How is the bar?', '--text', 'The bar 🍸 was loud at night.'];
  for (const threshold of ['0', '1']) {
    const args = ['answer', '--model', reader, '--threshold', threshold, ...asked];
    assertExplainsAs(parseLines(succeed(args))[0], runInNode(args)[0]);
  }
  const args = ['question-effects', '--model', reader, ...asked];
  assertExplainsAs(parseLines(succeed(args))[0], runInNode(args)[0]);
});

describe('of reviews', () => {
  const reviews = [
    { user: 'ann', item: 'ale', text: 'Pours a hazy gold 🍺, of lemon and grass.' },
    { user: 'ann', item: 'stout', text: 'Too sweet for me.' },
    { user: 7, item: 'porter', text: 'Round and warm, with smoke that stays.' },
  ];
  const lines = file(
    'reviews.jsonl',
    reviews.map((each) => `\n${JSON.stringify(each)}\n`).join(''),
  );
  const list = file('reviews.json', JSON.stringify(reviews, null, 2));
  const asked = ['recommend', '--model', recommender, '--user', 'ann'];

  for (const [name, ...flags] of [
    ['in lines of JSON', '--reviews', lines],
    ['in a list', '--reviews', list, '--item', 'porter'],
    ['none', '--count', '1'],
  ]) {
    test(name, () => {
      const args = [...asked, ...flags];
      assertExplainsAs(parseLines(succeed(args))[0], runInNode(args)[0]);
    });
  }

  test('wrong ones are refused alike', () => {
    const cut = file('cut-reviews.jsonl', '{"text": "a"}\n\n{"text": \n');
    const other = file('other-reviews.json', '[{"text": "a"}, {"text": 7}]');
    for (const [code, flags, says] of [
      ['bad-data', ['--reviews', cut], `${cut}:3: `],
      ['invalid-argument', ['--reviews', other], 'recommend: reviews[1]: "text": expected a text'],
      ['not-found', ['--reviews', `${cut}.gone.jsonl`], `${cut}.gone.jsonl`],
    ]) {
      assert.ok(fail(code, [...asked, ...flags]).startsWith(says));
      const inNode = spawnSync(process.execPath, [bin, ...asked, ...flags], { encoding: 'utf8' });
      assert.ok(inNode.stderr.startsWith(`error: [${code}] ${says}`), inNode.stderr);
    }
  });

  test('there is no text to read', () => {
    const args = [bin, ...asked, '--reviews', list];
    for (const more of [['a text'], ['--input', lines]]) {
      const { status, stderr } = spawnSync(process.execPath, [...args, ...more], {
        encoding: 'utf8',
      });
      assert.equal(status, 2);
      assert.match(stderr, /recommend: expected no text\./);
    }
  });
});

describe('of queries with candidates', () => {
  const line = {
    query: 'How do I reset my password?',
    candidates: [{ text: 'May my dog ride the train?' }, { text: 'I forgot my password' }],
  };
  const args = ['--model', questions, '--input', file('queries.jsonl', JSON.stringify(line))];

  for (const verb of ['rank', 'prefer']) {
    test(verb, () => {
      const [inNode] = runInNode([verb, ...args]);
      const [native] = parseLines(succeed([verb, ...args]));
      assert.deepEqual(Object.keys(native), Object.keys(inNode));
      assert.deepEqual(
        [native.query, native.candidates.map(({ candidate, text }) => [candidate, text])],
        [inNode.query, inNode.candidates.map(({ candidate, text }) => [candidate, text])],
      );
      assert.ok(!('first' in inNode) || Math.abs(native.first - inNode.first) < 1e-5);
    });
  }
});

describe('an index', () => {
  const documents = [
    { id: 'password', question: 'How do I reset my password?', answer: 'By e-mail.' },
    { id: 4, question: 'May my dog ride the night train? 🐕', answer: null, stars: 3.5 },
    { id: 'half', question: 'a cut \ud83c emoji' },
  ];
  const input = file('faq.jsonl', documents.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const wellFormed = file(
    'well-formed.jsonl',
    documents.map((each) => `${JSON.stringify(each).replace('\\ud83c', '\ufffd')}\n`).join(''),
  );
  const made = (name) => join(dirname(input), name);
  const flags = ['--model', questions, '--field', 'question:2', '--field', 'answer', '--b', '0.5'];
  const encode = ['--encode', 'question'];

  before(() => {
    const of = (path, output) => [
      'index',
      ...flags,
      ...encode,
      '--input',
      path,
      '--output',
      output,
    ];
    succeed(of(wellFormed, made('native.index')));
    execFileSync(process.execPath, [bin, ...of(input, made('node.index'))]);
  });

  test('is the same file, made by either', () => {
    const [native, inNode] = ['native.index', 'node.index'].map((name) => readFileSync(made(name)));
    assert.equal(Buffer.compare(native, inNode), 0);
  });

  for (const more of [
    ['--limit', '2'],
    ['--mode', 'bm25', '--prefix', 'all', '--fuzzy', '0.2'],
    ['--mode', 'model', '--score', '0.1'],
    ['--weight', '0.25', '--threshold', '0.01'],
  ]) {
    test(`is searched alike with ${more.join(' ')}`, () => {
      const asked = [
        'search',
        '--model',
        questions,
        '--text',
        'My dog forgot the pasword',
        '--json',
      ];
      const [native] = parseLines(succeed([...asked, '--index', made('node.index'), ...more]));
      const [inNode] = runInNode([...asked, '--index', made('native.index'), ...more]);
      assertExplainsAs(native, inNode);
    });
  }
});

test('neither repeats the texts it was asked of', () => {
  const args = ['match', '--model', tiny, '--text', 'hazy gold', '--other', 'hazy head'];
  for (const [answer] of [runInNode(args), parseLines(succeed(args))]) {
    assert.deepEqual(Object.keys(answer), ['kernel', 'matches']);
  }
});
