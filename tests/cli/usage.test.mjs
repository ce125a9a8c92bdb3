// Help, version, and calls that make no sense.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { fail, home, repository, succeed, tiny, whylight } from './support.mjs';

test('--help names every verb', () => {
  const help = succeed(['--help']);
  const verbs = ['vectors', 'train', 'sweep', 'plot', 'sample', 'explain', 'eval', 'probes', 'svm'];
  const reasons = ['ngrams', 'curve', 'gates', 'faithfulness', 'match'];
  for (const verb of [...verbs, ...reasons]) {
    assert.match(help, new RegExp(`^ +${verb} `, 'm'));
    assert.match(succeed([verb, '--help']), /^ +--\w/m);
  }
  assert.match(help, /^ +prepare /m);
  assert.match(succeed(['prepare', '--help']), /^ +decorrelate /m);
  assert.match(succeed(['prepare', 'decorrelate', '--help']), /^ +--threshold/m);
});

test('an option without a default has none in its help', () => {
  const help = succeed(['parse', '--help']);
  assert.match(help, /--tags/);
  assert.doesNotMatch(help, /Default: \./);
});

test('--version is that of the package', () => {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  assert.equal(succeed(['--version']), `whylight ${version}\n`);
});

describe('says what number was expected, and exits with 2', () => {
  const model = ['--model', tiny];
  const count = (low, high) => `expected a whole number from ${low} to ${high}`;
  const any = count(0, 2 ** 53);
  const threads = ['explain', ...model, '--text', 'a', '--threads'];
  const vectors = ['vectors', '--input', 'a.txt', '--output', 'a'];
  const decorrelate = ['prepare', 'decorrelate', '--input', 'a', '--output', 'b'];
  const evaluate = ['vectors', 'evaluate', '--vectors', 'a', '--against', 'a'];
  for (const [args, value, expected] of [
    [threads, '0', count(1, 256)],
    [threads, '', count(1, 256)],
    [threads, '0x10', count(1, 256)],
    [threads, '1.5', count(1, 256)],
    [['train', '--config', 'a.json', '--out', 'a', '--seed'], '-1', any],
    [['train', '--config', 'a.json', '--out', 'a', '--max-errors'], '-1', count(0, 1e9)],
    [['sweep', '--config', 'a.json', '--out', 'a', '--max-errors'], '-1', count(0, 1e9)],
    [['eval', ...model, '--data', 'a.jsonl', '--max-errors'], '-1', count(0, 1e9)],
    [['prepare', 'templates', '--file', 'a', '--aspects', 'a', '--seed'], '-1', any],
    [['ngrams', ...model, '--text', 'a', '--top'], '-1', any],
    [['sample', ...model, '--seed'], '-1', any],
    [['sample', ...model, '--temperature'], 'nan', 'expected a number'],
    [['faithfulness', ...model, '--text', 'a', '--bins'], 'inf', 'expected a number'],
    [
      ['index', ...model, '--input', 'a', '--output', 'b', '--field', 'a', '--k1'],
      'nan',
      'expected a number',
    ],
    [
      ['search', ...model, '--index', 'a', '--text', 'a', '--threshold'],
      'nan',
      'expected a number from 0 to 1',
    ],
    [[...vectors, '--max-words'], '-1', any],
    [[...vectors, '--phrase-threshold'], 'nan', 'expected a number'],
    [[...vectors, '--learning-rate'], 'infinity', 'expected a number'],
    [[...evaluate, '--words'], '-1', any],
    [[...evaluate, '--skip'], '-1', any],
    [
      ['vectors', 'join', '--input', 'a', '--input', 'b', '--output', 'c', '--length'],
      'nan',
      'expected a number above 0',
    ],
    [
      [...decorrelate, '--aspect', 'a', '--others', 'b', '--threshold'],
      'nan',
      'expected a number from 0 to 1',
    ],
    [['svm', '--train', 'a', '--dev', 'a', '--order'], '4', count(1, 3)],
  ]) {
    test(`for ${args[0]} ${args.at(-1)} ${value}`, () => {
      const { status, stdout, stderr } = whylight([...args, value]);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      const said = `${args.at(-1)}: ${expected}, found ${value || 'none'}\n`;
      assert.ok(stderr.startsWith(said), stderr);
    });
  }

  test('but takes zeros before a number for what they are', () => {
    succeed([...threads, '010']);
  });
});

test('a flag is given, also with a number that is beyond all', () => {
  const flag = ['eval', '--model', tiny, '--data', join(home, 'none.tsv'), '--no-quotes'];
  const given = whylight(flag);
  assert.match(given.stderr, /none\.tsv/);
  const beyond = whylight([...flag.slice(0, -1), `${flag.at(-1)}=99999999999999999999`]);
  assert.deepEqual([beyond.status, beyond.stderr], [given.status, given.stderr]);
});

test('a file to write has a name, as a variable that was never set has not', () => {
  for (const args of [
    ['train', '--config', 'a.json', '--out'],
    ['sweep', '--config', 'a.json', '--out'],
    ['plot', home, '--output'],
    ['explain', '--model', tiny, '--text', 'a', '--output'],
    ['vectors', 'convert', '--input', 'a', '--output'],
    ['index', '--model', tiny, '--input', 'a', '--field', 'a', '--output'],
  ]) {
    const { status, stdout, stderr } = whylight([...args, '']);
    assert.equal(status, 2, stderr);
    assert.equal(stdout, '');
    assert.ok(stderr.startsWith(`${args.at(-1)}: expected a name, found none\n`), stderr);
  }
});

describe('exits with 2 for', () => {
  const model = ['--model', tiny];
  for (const [name, args] of [
    ['no verb', []],
    ['an unknown verb', ['explode']],
    ['an unknown flag', ['explain', ...model, '--text', 'a', '--colour']],
    ['a flag without its value', ['explain', ...model, '--text']],
    ['no model', ['explain', '--text', 'a']],
    ['neither a text nor a file', ['explain', ...model]],
    ['both a text and a file', ['explain', ...model, '--text', 'a', '--input', 'a.jsonl']],
    ['no threads', ['explain', ...model, '--text', 'a', '--threads', '0']],
    ['a number that is none', ['train', '--config', 'a.json', '--out', 'a', '--seed', 'one']],
  ]) {
    test(name, () => {
      const { status, stdout, stderr } = whylight(args);
      assert.equal(status, 2, stderr);
      assert.equal(stdout, '');
      assert.notEqual(stderr, '');
    });
  }
});

describe('names what was misspelled, and what was meant:', () => {
  const model = ['--model', tiny];
  for (const [args, expected] of [
    [['trian'], 'unknown verb "trian"; did you mean "train"?'],
    [['explan', '--text', 'search'], 'unknown verb "explan"; did you mean "explain"?'],
    [['explan', '--help'], 'unknown verb "explan"; did you mean "explain"?'],
    [['help', 'explan'], 'unknown verb "explan"; did you mean "explain"?'],
    [['hlep'], 'unknown verb "hlep"; did you mean "help"?'],
    [['brew'], 'unknown verb "brew"'],
    [['vectors', 'convrt'], 'unknown verb "convrt"; did you mean "convert"?'],
    [['-v'], 'unknown option -v'],
    [[], 'expected a verb'],
    [
      ['explain', '--modle', tiny, '--text', 'a'],
      'explain: unknown option --modle; did you mean --model?',
    ],
    [['explain', ...model, '--txt=a'], 'explain: unknown option --txt; did you mean --text?'],
    [['explain', ...model, '--text', 'a', '--colour'], 'explain: unknown option --colour'],
    [
      ['explain', ...model, 'hazy gold'],
      'explain: unexpected argument "hazy gold"; a text is given as --text',
    ],
    [['explain', ...model], '--text or --input is required'],
    [['search', ...model, '--index', 'a'], '--text or --input is required'],
  ]) {
    test(`whylight ${args.join(' ')}`.replace(tiny, 'DIR'), () => {
      const { status, stdout, stderr } = whylight(args);
      assert.equal(status, 2);
      assert.equal(stdout, '');
      assert.ok(stderr.startsWith(`${expected}\n`), stderr);
    });
  }
});

describe('names the key of a config that was meant:', () => {
  const config = join(repository, 'docs/examples/tickets.json');
  for (const [typed, meant] of [
    ['--epoch', '--epochs'],
    ['--full_text.optimizer.learning_rate', '--full_text.optimiser'],
    ['--selection.batchs', '--selection.batch'],
    ['--aspects.0.rat', '--aspects.0.rate'],
    [
      '--learning_rate',
      '--full_text.optimiser.learning_rate or --selection.optimiser.learning_rate or --distil.optimiser.learning_rate',
    ],
  ]) {
    test(`whylight train ${typed}`, () => {
      const out = join(home, 'never');
      const said = fail('invalid-argument', [
        'train',
        '--config',
        config,
        '--out',
        out,
        typed,
        '1',
      ]);
      assert.ok(said.trimEnd().endsWith(`; did you mean ${meant}?`), said);
    });
  }
  test('but none where none is like it', () => {
    const unlike = ['train', '--config', config, '--out', join(home, 'never'), '--colour', '1'];
    assert.doesNotMatch(fail('invalid-argument', unlike), /did you mean/);
  });
});

test('a misspelled option of a verb that takes any is named where one is missing', () => {
  const { status, stderr } = whylight(['train', '--config', 'a.json', '--ouput', 'a']);
  assert.equal(status, 2);
  assert.ok(stderr.startsWith('train: unknown option --ouput; did you mean --output?\n'), stderr);
});

test('help is --help, of the program or of a verb', () => {
  assert.equal(succeed(['help']), succeed(['--help']));
  for (const verb of [['explain'], ['train'], ['vectors', 'convert']]) {
    assert.equal(succeed(['help', ...verb]), succeed([...verb, '--help']));
  }
  assert.match(succeed(['help']), /^ +help /m);
});

test('a model is a folder', () => {
  const explain = (model) => fail('not-found', ['explain', '--model', model, '--text', 'a']);
  const none = join(home, 'beer');
  assert.ok(explain(none).includes(`${none}: expected the folder of a model, found none`));
  const config = join(tiny, 'config.json');
  assert.ok(explain(config).includes(`${config}: expected the folder of a model, found a file`));
});

describe('help', () => {
  const all = ['vectors', 'train', 'plot', 'eval', 'rank', 'explain', 'options', 'search'];
  for (const verb of all) {
    test(`of ${verb} has one style`, () => {
      const help = succeed(['help', verb]);
      const options = help.slice(help.indexOf('  -h,--help'));
      const [said] = options.split(/\n\n/);
      // What is said of an option ends before the next one.
      for (const each of said.trimEnd().split(/\n(?= {2}-)/)) assert.match(each, /\.$/, each);
      assert.doesNotMatch(help, /_\w+ [A-Z]|Option Group|Subcommand|\.\.\. \.\.\./);
    });
  }

  test('names what is not an option', () => {
    assert.match(succeed(['help', 'plot']), /^ {2}RUN \.\.\. REQUIRED +Folders of runs/m);
  });

  test('names every format of data that the error does', () => {
    const { stderr } = whylight(['explain', '--format', 'none']);
    const [, names] = /^--format: expected one of (.*), found "none"$/m.exec(stderr);
    assert.ok(names.endsWith('aspects'));
    assert.ok(succeed(['help', 'explain']).includes(`: one of ${names}.\n`));
  });
});

test('what a model does not answer is said in terms of verbs', () => {
  const asked = ['compare', '--model', tiny, '--text', 'a', '--other', 'b'];
  const message = fail('invalid-argument', asked);
  assert.match(message, /compare: expected a model of pairs, found a model with rationales,/);
  assert.match(message, / which answers explain, ngrams, curve, gates, faithfulness, match$/);
});
