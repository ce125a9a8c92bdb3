// What the program of the package shows on a terminal, which `script` makes, and how it ends.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { openModel } from '../../wasm/dist/cli/models.js';
import { VERBS } from '../../wasm/dist/cli/verbs.js';
import { painterOf } from '../../wasm/dist/cli/why.js';
import { repository } from './support.mjs';

const bin = join(repository, 'wasm/dist/bin.js');
const text = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';

const ESCAPE = '\x1b[';

const quote = (word) => `'${word.replaceAll("'", "'\\''")}'`;

/** What the program shows on a terminal, with lines that end as elsewhere. */
const show = (args, env) => showOf(['node', bin, ...args], env);

function showOf(words, env = { TERM: 'dumb' }) {
  const command = words.map(quote).join(' ');
  const { stdout, status } = spawnSync('script', ['-qec', command, '/dev/null'], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  assert.equal(status, 0, stdout);
  return stdout.replaceAll('\r\n', '\n');
}

/** How the program ends, with its output in a pipe. */
function run(args, input = '') {
  return spawnSync('node', [bin, ...args], { encoding: 'utf8', input });
}

const ROW = '\\n {2} *[-+]?\\d+(\\.\\d+| %).*';

describe('a terminal shows', () => {
  test('the words behind each rating', () => {
    const shown = show(['explain', 'Smells of grapefruit.']);
    assert.match(shown, /^\[aroma: Smells of grapefruit\]\.\n/);
    assert.match(shown, /\n {2}appearance {2}not mentioned\n/);
    assert.match(shown, /\n {2}aroma +0\.\d\d ± 0\.\d\d {2}.*: Smells of grapefruit\n/);
  });

  for (const [args, head, words] of [
    [['ngrams', '--aspect', 'aroma', text], 'aroma  0\\.\\d\\d, a logit of', 'grapefruit'],
    [['curve', '--aspect', 'palate', text], 'palate  0\\.\\d\\d', 'watery'],
    [['gates', '--aspect', 'palate', text], 'palate', 'watery'],
    [['faithfulness', '--aspect', 'palate', '--leave-one-out', text], 'palate', 'of watery'],
    [['match', 'hazy gold', '--other', 'a hazy head'], 'hazy gold', 'hazy … gold ~ hazy … head'],
    [['classify', 'never dull'], '(very )?positive  \\d', 'never … dull'],
    [
      ['rank', 'A refund?', 'A dog?', 'My money back?'],
      'A refund\\?\\n {3}\\d\\d %  My money back\\?',
      'A dog\\?',
    ],
    [['prefer', 'A refund?', 'My money back?', 'A dog?'], 'A refund\\?', 'refund'],
    [['embed', 'A refund?'], 'A refund\\?', '.*-?0\\.\\d{4}'],
    [['compare', 'A man is singing.', '--other', 'Nobody sings.'], '[A-Z]+', '[A-Z]+'],
    [['answer', '--question', 'How is it?', 'The bar is loud.'], '[TA\\[]', '\\w+'],
    [['word-effects', 'A dog barks.', '--other', 'It barks.'], '[A-Z]+  0\\.\\d\\d', 'barks'],
    [
      ['match', '--model', 'questions', 'By rail?', '--other', 'By train?'],
      'By rail\\?  0',
      'rail ~ train',
    ],
  ]) {
    test(`what ${args[0]} answers, in words: ${words}`, () => {
      const shown = show(args);
      assert.match(shown, new RegExp(`^${head}.*${ROW}`));
      assert.match(shown, new RegExp(`${ROW} {2}${words}`));
      assert.doesNotMatch(shown, /[{"]/);
      assert.ok(!shown.includes(ESCAPE));
    });
  }

  test('which words read which', () => {
    const shown = show(['alignment', 'A dog barks.', '--other', 'Dogs bark.']);
    assert.match(shown, /^A dog barks\. ~ Dogs bark\.\n {2}A: \d+ % \w/);
    assert.match(shown, /\n {2}dog: \d+ % .*\n/);
    assert.match(shown, /\n\n {2}Dogs: \d+ % /);
  });

  test('the words on which a verdict rests', () => {
    const model = join(repository, 'tests/golden/selecting-tiny');
    const shown = show(['compare', '--model', model, 'A lamp.', '--other', 'The hall is dark.']);
    const [, , , , , first, second] = shown.split('\n');
    assert.match(first, /^ {2}.*\[\w+\]/);
    assert.match(second, /^ {2}.*\[\w+\]/);
    assert.equal(first.replace(/[[\]]/g, ''), '  A lamp.');
    assert.equal(second.replace(/[[\]]/g, ''), '  The hall is dark.');
  });

  test('what a text says to a question, or that it does not say', () => {
    const model = join(repository, 'tests/golden/reader-tiny');
    const asked = ['answer', '--model', model, '--question', 'How is the bar?', 'The bar is loud.'];
    const said = show([...asked, '--threshold', '0', '--no-color']);
    assert.match(said, /^.*\[.+\].*\n {2} *\d+ % {2}\w/);
    assert.match(said, /It is \d+ % likely that the text says it\./);
    const unsaid = show([...asked, '--threshold', '1']);
    assert.match(unsaid, /^The text does not say\.\n {2} *\d+ % {2}\w/);
  });

  test('what each word of a question does to the answer', () => {
    const model = join(repository, 'tests/golden/reader-tiny');
    const asked = ['--question', 'How is the bar?', 'The bar is loud.'];
    const shown = show(['question-effects', '--model', model, ...asked, '--no-color']);
    assert.match(shown, /^.*\[.+\].*\n {2}[+-]\d+\.\d\d {2}How\n/);
  });

  test('what each number beside a word is made of', () => {
    const model = join(repository, 'tests/golden/csran-tiny');
    const shown = show(['features', '--model', model, 'A lamp.', '--other', 'A light.']);
    assert.match(shown, /^A lamp\. ~ A light\.\n {2}A\n/);
    const made = '[+-]\\d+\\.\\d\\d alone, [+-]\\d+\\.\\d\\d \\S+, ';
    assert.match(shown, new RegExp(`\\n {4}[+-]\\d+\\.\\d\\d {2}layer 1, own product: ${made}`));
    assert.match(shown, new RegExp(`layer 1, other difference: ${made}`));
  });

  for (const name of ['beer', 'sentiment', 'questions', 'pairs', 'opinions', 'reader']) {
    test(`every answer of ${name} in words`, async () => {
      const model = await openModel(name);
      for (const question of await model.questions()) {
        assert.ok(painterOf(model, question.name), question.name);
      }
      await model.dispose();
    });
  }

  test('what a review speaks of, and each word with its tag', () => {
    const model = join(repository, 'tests/golden/tagger-tiny');
    const shown = show(['tag', '--model', model, 'The night train leaves New Harbour.']);
    const [marked, ...rows] = shown.trimEnd().split('\n');
    assert.match(marked, /\[[^\]]+\]/);
    assert.equal(marked.replace(/[[\]]/g, ''), 'The night train leaves New Harbour.');
    assert.equal(rows.pop(), 'What the tags mark.');
    for (const row of rows) assert.match(row, /^ {2}(place {2}|time {3})\S/);
  });

  test('JSON, if it is wanted', () => {
    const shown = show(['curve', '--aspect', 'palate', '--json', text]);
    assert.ok(JSON.parse(shown).rating > 0);
  });

  test('colours, unless they are not wanted or the terminal has none', () => {
    const shown = (env, ...flags) => show(['explain', ...flags, 'Smells of grapefruit.'], env);
    const terminal = { TERM: 'xterm' };
    assert.ok(shown(terminal).includes(ESCAPE));
    for (const plain of [
      shown({ TERM: 'dumb' }),
      shown({ ...terminal, NO_COLOR: '1' }),
      shown(terminal, '--no-color'),
    ]) {
      assert.ok(!plain.includes(ESCAPE));
    }
  });
});

describe('the native program shows the same of', () => {
  const model = (name) => ['--model', join(repository, 'models', name)];
  const golden = (name) => ['--model', join(repository, 'tests/golden', name)];
  const odd = 'Über "head": \u{1f37a} foamy,\n\x1b[31mnot\x07 bad. Smells of grapefruit.';
  for (const args of [
    ['explain', ...model('beer'), '--text', text],
    ['explain', ...model('beer'), '--text', odd],
    ['explain', ...model('beer'), '--text', 'Une bonne auberge.'],
    ['explain', ...model('movies'), '--text', 'Never dull, and well played.'],
    ['explain', ...golden('mention-tiny'), '--text', text],
    ['ngrams', ...model('beer'), '--aspect', 'aroma', '--text', text],
    ['curve', ...model('beer'), '--aspect', 'aroma', '--text', text],
    ['gates', ...model('beer'), '--aspect', 'aroma', '--text', text],
    ['faithfulness', ...model('beer'), '--aspect', 'aroma', '--leave-one-out', '--text', text],
    ['match', ...model('beer'), '--text', 'hazy gold', '--other', 'a hazy head'],
    ['classify', ...model('sentiment'), '--text', 'Never dull, or not for long.'],
    ['match', ...model('questions'), '--text', 'By rail?', '--other', 'By train?'],
    ['gates', ...golden('questions-tiny'), '--text', 'How do I get there?'],
    ['keywords', ...golden('questions-tiny'), '--text', 'How do I get there?'],
    ['word-effects', ...model('pairs'), '--text', 'A dog barks.', '--other', 'It barks.'],
    ['alignment', ...model('pairs'), '--text', 'A dog barks.', '--other', 'It barks.'],
    ['tag', ...model('opinions'), '--text', 'The soup was cold, but the staff were kind.'],
    ['tag', ...golden('tagger-tiny'), '--text', 'The night train leaves New Harbour.'],
    ['compare', ...model('pairs'), '--text', 'A man sings.', '--other', 'Nobody sings.'],
    ['compare', ...golden('selecting-tiny'), '--text', 'A lamp.', '--other', 'It is dark.'],
    ['answer', ...model('reader'), '--question', 'Who sings?', '--text', 'A man sings.'],
    ['answer', ...golden('reader-tiny'), '--question', 'Who?', '--text', 'It is dark.'],
    ['question-effects', ...model('reader'), '--question', 'Who sings?', '--text', 'A man sings.'],
  ]) {
    test(`${args[0]} of ${args[2].split('/').at(-1)}: ${JSON.stringify(args.at(-1))}`, () => {
      const native = join(repository, 'build/native/core/whylight');
      for (const env of [{ TERM: 'dumb' }, { TERM: 'xterm' }]) {
        assert.equal(showOf([native, ...args], env), showOf(['node', bin, ...args], env));
      }
      const json = JSON.parse(showOf([native, ...args, '--json']));
      assert.deepEqual(Object.keys(json), Object.keys(JSON.parse(show([...args, '--json']))));
    });
  }

  test('NO_COLOR', () => {
    const args = ['explain', ...model('beer'), '--text', text];
    const native = join(repository, 'build/native/core/whylight');
    const shown = showOf([native, ...args], { TERM: 'xterm', NO_COLOR: '1' });
    assert.equal(shown, show(args));
  });
});

describe('help', () => {
  test('is that of the program, or of a verb', () => {
    assert.equal(run(['help']).stdout, run(['--help']).stdout);
    for (const verb of ['curve', 'classify', 'search', 'questions', 'models', 'copy-model']) {
      const { stdout, status } = run(['help', verb]);
      assert.equal(status, 0);
      assert.equal(stdout, run([verb, '--help']).stdout);
      assert.notEqual(stdout, run(['help']).stdout);
    }
  });

  test('of no verb is a wrong call', () => {
    assert.equal(run(['help', 'brew']).status, 2);
  });

  test('of recommend does without a model, since none comes with a name', () => {
    const { stdout, status } = run(['help', 'recommend']);
    assert.equal(status, 0);
    for (const { name } of questionsOf('recommender-tiny')[0].options) {
      assert.match(stdout, new RegExp(`^ +--${name} `, 'm'));
    }
    const { stderr } = run(['recommend', '--user', 'ann']);
    assert.match(stderr, /recommend: expected --model DIR/);
  });
});

/** What the model in a folder of the golden files can be asked. */
function questionsOf(folder) {
  const model = join(repository, 'tests/golden', folder);
  return JSON.parse(run(['questions', '--json', '--model', model]).stdout);
}

test('questions takes no argument, and says how a model is named', () => {
  const { stderr, stdout, status } = run(['questions', 'sentiment']);
  assert.deepEqual([status, stdout], [2, '']);
  const says =
    'questions: expected no argument, found "sentiment"; a model is named as --model sen';
  assert.ok(stderr.includes(says), stderr);
});

describe('a verb', () => {
  test('is every question of every system, and its alias', () => {
    const others = ['classifier', 'questions', 'cafe', 'tagger', 'reader', 'recommender'];
    for (const model of ['tiny', ...others.map((name) => `${name}-tiny`)]) {
      for (const { name, alias = name } of questionsOf(model)) {
        assert.ok(VERBS.includes(name) && VERBS.includes(alias), name);
      }
    }
  });

  for (const [word, meant] of [
    ['explan', 'explain'],
    ['serach', 'search'],
    ['model', 'models'],
    ['hlep', 'help'],
    ['recomend', 'recommend'],
  ]) {
    test(`is suggested for ${word}`, () => {
      const { stderr, status } = run([word, 'hi']);
      assert.equal(status, 2);
      assert.ok(stderr.includes(`Unknown verb "${word}"; did you mean "${meant}"?\n`), stderr);
    });
  }

  test('that nobody could mean is answered by all there are', () => {
    const { stderr } = run(['brew', 'hi']);
    assert.ok(stderr.includes(`Unknown verb "brew"; expected ${VERBS.join(', ')}.\n`), stderr);
  });

  test('of another model is said to be so', () => {
    const { stderr, status } = run(['compare', '--model', 'beer', 'hi', '--other', 'hi']);
    assert.equal(status, 2);
    const answers = 'explain, ngrams, curve, gates, faithfulness, match';
    assert.ok(
      stderr.includes(`compare: expected a model such as pairs; this one answers ${answers}.`),
      stderr,
    );
  });
});

describe('an option', () => {
  test('before the verb is said to be misplaced', () => {
    const { stderr, status } = run(['--aspect', 'palate', 'ngrams', 'Thin body.']);
    assert.equal(status, 2);
    const says = 'Expected a verb, found "palate"; options come after the verb "ngrams".\n';
    assert.ok(stderr.includes(says), stderr);
  });

  for (const [args, says] of [
    [['explain', '--modle', 'hotels', 'hi'], 'Unknown option --modle; did you mean --model?'],
    [['ngrams', '--aspekt=aroma', 'hi'], 'Unknown option --aspekt; did you mean --aspect?'],
    [['search', '--indx', 'a'], 'Unknown option --indx; did you mean --index?'],
    [['explain', '-x', 'hi'], 'Unknown option -x.'],
    [['explain', 'hi', '--text'], '--text: expected a value, found none.'],
    [
      ['explain', '--text', '--json'],
      '--text: expected a value, found --json; if it is the value, write --text=--json.',
    ],
    [['explain', '--json=yes', 'hi'], '--json: expected no value, found "yes".'],
  ]) {
    test(`is named: ${args.join(' ')}`, () => {
      const { stderr, status } = run(args);
      assert.equal(status, 2);
      assert.ok(stderr.startsWith(`error: [invalid-argument] ${says}\n`), stderr);
    });
  }

  test('has dashes, also where configs have underscores', () => {
    const asked = ['rank', 'A refund?', 'A dog?', 'My money back?'];
    const dashes = run([...asked, '--read-query', 'title']);
    assert.equal(dashes.status, 0, dashes.stderr);
    assert.equal(run([...asked, '--read_query=title']).stdout, dashes.stdout);
    assert.match(run(['help', 'rank']).stdout, /^ {2}--read-query /m);
  });

  test('is what an error of the model is about', () => {
    const { stderr } = run(['ngrams', text]);
    assert.match(stderr, /ngrams: --aspect: expected one of "appearance", .* found none\n$/);
  });

  test('may have a value that starts as one does', () => {
    assert.match(
      run(['ngrams', '--aspect', 'aroma', '--top', '-1', text]).stderr,
      /--top: .* found -1/,
    );
    assert.equal(run(['explain', '--text=--json']).status, 0);
    assert.equal(run(['explain', '--', '--json']).status, 0);
  });
});

describe('a query and its candidates', () => {
  const line = { query: 'A refund?', candidates: [{ text: 'A dog?' }, { text: 'My money back?' }] };
  const texts = ['A dog?', 'My money back?'];

  test('are arguments, and the answer is JSON in a pipe', () => {
    const { candidates, ...others } = JSON.parse(run(['rank', line.query, ...texts]).stdout);
    assert.deepEqual(
      candidates.map(({ candidate, text }) => [candidate, text]),
      [
        [1, texts[1]],
        [0, texts[0]],
      ],
    );
    assert.deepEqual(others, {});
  });

  test('are lines of a file, which the answers name', () => {
    const args = ['--model', 'questions', '--input', '-'];
    const ask = (verb) => JSON.parse(run([verb, ...args], JSON.stringify(line)).stdout);
    const ranked = ask('rank');
    assert.deepEqual(Object.keys(ranked), ['query', 'candidates']);
    assert.equal(ranked.query, line.query);
    const { candidate, text } = ranked.candidates[0];
    assert.deepEqual([candidate, text], [1, texts[1]]);
    const { query, candidates, first, second } = ask('prefer');
    assert.deepEqual([query, candidates], [line.query, texts]);
    assert.ok(first < second);
  });
});

describe('a question and a text', () => {
  const model = join(repository, 'tests/golden/reader-tiny');
  const line = { question: 'How is the bar?', text: 'The bar is loud.' };
  const asked = ['answer', '--model', model];

  test('are flags, or lines of a file, which the answers name', () => {
    const one = run([...asked, '--question', line.question, '--text', line.text]);
    const many = run([...asked, '--input', '-'], JSON.stringify(line));
    assert.equal(one.stdout, many.stdout);
    const { question, text, says } = JSON.parse(one.stdout);
    assert.deepEqual({ question, text }, line);
    assert.ok(says > 0 && says < 1);
  });

  for (const { flags, says } of [
    { flags: [], says: /a question and a text, the first as --question\.$/m },
    { flags: ['--other', 'a'], says: /a question and a text, found --other as well\.$/m },
    { flags: ['--question', 'a', '--input', '-'], says: /either a text or --input, found both/ },
  ]) {
    test(`are refused with ${flags.join(' ') || 'no question'}`, () => {
      const { status, stderr } = run([...asked, line.text, ...flags]);
      assert.equal(status, 2);
      assert.match(stderr, says);
    });
  }
});

describe('the exit status', () => {
  for (const args of [
    ['explain', '--point', '99', text],
    ['curve', '--aspect', 'taste of the glass', text],
    ['classify', '--label', 'best', text],
    ['brew', text],
    ['rank', 'a query alone'],
    ['prefer', 'a query', 'and one candidate'],
    ['embed', 'two', 'texts'],
  ]) {
    test(`of a wrong call is 2: ${args.slice(0, 3).join(' ')}`, () => {
      const { status, stdout, stderr } = run(args);
      assert.match(stderr, /^error: \[invalid-argument\] /);
      assert.deepEqual([status, stdout], [2, '']);
    });
  }

  test('of a text that is no UTF-8 is 1, and the byte is named', () => {
    const { status, stderr } = run(['explain'], Buffer.from([104, 105, 10, 255]));
    assert.equal(
      stderr,
      'error: [bad-data] standard input:2: expected UTF-8, found byte 0xff at offset 3.\n',
    );
    assert.equal(status, 1);
  });
});
