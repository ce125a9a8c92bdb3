// A verb for each question of each system, and `whylight questions`.
import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { fail, file, home, lines, parseLines, repository, succeed, whylight } from './support.mjs';

const golden = (name) => join(repository, 'tests/golden', name);
const read = (path) => readFileSync(golden(path), 'utf8');

const models = [
  'tiny',
  'classifier-tiny',
  'language-model-tiny',
  'tagger-tiny',
  'parser-tiny',
  'parser-cascade-tiny',
  'cafe-tiny',
  'reader-tiny',
  'selecting-reader-tiny',
  'answer-generator-tiny',
];
const questionsOf = (name) =>
  JSON.parse(succeed(['questions', '--model', golden(name), '--json'])).questions;

// The flags that a question needs besides texts.
const aspect = ['--aspect', 'aroma'];
const needed = {
  ngrams: aspect,
  curve: aspect,
  gates: aspect,
  faithfulness: [...aspect, '--select', '0-5'],
};
const texts = Array.from({ length: 300 }, (_, index) => `Pours gold, pint ${index}.`);

for (const model of models) {
  for (const { name, inputs } of questionsOf(model)) {
    describe(`${name}, of ${model},`, () => {
      const two = inputs === 'two texts';
      // What a line has besides its text.
      const besides = two
        ? { other: 'A gold pint.' }
        : inputs === 'a question and a text'
          ? { question: 'What does it pour?' }
          : {};
      const asked = [name, '--model', golden(model), ...(needed[name] ?? [])];
      const path = file(
        `${model} ${name}.jsonl`,
        lines(texts.map((text) => ({ text, ...besides }))),
      );
      const output = join(home, `${model} ${name} answers.jsonl`);

      test('answers each line of a file, in order, on any number of threads', () => {
        const args = [...asked, '--input', path, '--threads'];
        const found = succeed([...args, '3']);
        assert.equal(succeed([...args, '1', '--output', output]), '');
        assert.equal(readFileSync(output, 'utf8'), found);
        assert.deepEqual(
          parseLines(found).map(({ text }) => text),
          texts,
        );
      });

      test('answers one text as it does that line', () => {
        const [line] = parseLines(succeed([...asked, '--input', path]));
        const flags = Object.entries(besides).flatMap(([key, value]) => [`--${key}`, value]);
        const json = name === 'sample' ? ['--json'] : [];
        const [found] = parseLines(succeed([...asked, '--text', texts[0], ...flags, ...json]));
        assert.deepEqual({ ...line, ...found }, { ...found, text: texts[0], ...besides });
      });

      test('names a line that it cannot read', () => {
        const bad = file(
          'bad lines.jsonl',
          lines([{ text: 'a', other: 'b', question: 'c' }, { text: 7 }]),
        );
        const args = [...asked, '--input', bad];
        assert.ok(fail('bad-data', args).startsWith(`${bad}:2: `));
      });
    });
  }
}

describe('a text that cannot be answered', () => {
  const review = 'Hazy gold, with a nose of honey.';
  const aLot = `${'a '.repeat(500)}a`;
  for (const [args, good, bad, problem] of [
    [
      ['faithfulness', '--model', golden('tiny'), ...aspect],
      { text: review },
      { text: '' },
      'selection: expected at least one selected word, found none',
    ],
    [
      ['compare', '--model', golden('cafe-tiny')],
      { text: 'a lamp', other: 'a light' },
      { text: 'a lamp', other: ' ' },
      'expected words in both texts, found none in the second',
    ],
    [
      ['answer', '--model', golden('reader-tiny')],
      { question: 'How is it?', text: 'The bar is loud.' },
      { question: ' ', text: 'The bar is loud.' },
      'expected words in the question, found none',
    ],
    [
      ['parse', '--model', golden('parser-tiny')],
      { text: 'Pours gold.' },
      { text: aLot },
      'expected a sentence of at most 500 words, found 501',
    ],
  ]) {
    test(`by ${args[0]} is a bad line of its file`, () => {
      const path = file(`refused by ${args[0]}.jsonl`, lines([good, bad, good]));
      const asked = [...args, '--input', path];
      const { status, stdout, stderr } = whylight([...asked, '--max-errors', '1']);
      assert.equal(status, 0, stderr);
      assert.deepEqual(
        parseLines(stdout).map(({ text }) => text),
        [good.text, good.text],
      );
      assert.equal(stderr, `skipped: ${path}:2: ${problem}\n`);
      assert.equal(fail(['invalid-argument', 'text-too-long'], asked), `${path}:2: ${problem}`);
    });
  }

  const asked = ['faithfulness', '--model', golden('tiny'), ...aspect];

  test('counts as one that cannot be read', () => {
    const path = file('two kinds.jsonl', lines([{ text: review }, { text: '' }, { text: 7 }]));
    const most = (count) => [...asked, '--input', path, '--max-errors', `${count}`];
    assert.match(
      fail('invalid-argument', most(1)),
      /:2: selection: .*; found 2 bad lines, expected at most 1$/,
    );
    assert.equal(parseLines(succeed(most(2))).length, 1);
  });

  // An option that fits no text must not end as if all were well.
  test('is an error where no text can be answered', () => {
    const path = file('no answers.jsonl', lines([{ text: 'a' }, { text: 'b' }]));
    const unknown = ['ngrams', '--model', golden('tiny'), '--aspect', 'arome'];
    assert.match(
      fail('invalid-argument', [...unknown, '--input', path, '--max-errors', '5']),
      /no answers\.jsonl:1: ngrams: --aspect: expected one of .*, found "arome"$/,
    );
  });
});

describe('a query and its candidates', () => {
  const rank = ['rank', '--model', golden('questions-tiny')];
  const texts = ['a cat', 'the dog', 'a dog'];
  const flags = ['--text', 'a dog', ...texts.flatMap((text) => ['--candidate', text])];
  const input = lines([{ query: 'a dog', candidates: texts }]);

  test('are flags, or lines of a file', () => {
    const { query, ...answer } = JSON.parse(succeed([...rank, '--input', '-'], { input }));
    assert.equal(query, 'a dog');
    assert.deepEqual(JSON.parse(succeed([...rank, ...flags])), answer);
    const two = ['--text', 'a dog', '--candidate', 'a dog', '--candidate=a cat'];
    const { first, second } = JSON.parse(succeed(['prefer', ...rank.slice(1), ...two]));
    assert.ok(first > second);
  });

  test('are ranked by number and text', () => {
    const best = ['--input', '-', '--limit', '2'];
    const { candidates } = JSON.parse(succeed([...rank, ...best], { input }));
    assert.equal(candidates.length, 2);
    assert.deepEqual(Object.keys(candidates[0]).slice(0, 3), ['candidate', 'text', 'score']);
    assert.equal(candidates[0].text, 'a dog');
    for (const { candidate, text } of candidates) assert.equal(text, texts[candidate]);
  });

  test('are both needed', () => {
    for (const args of [flags.slice(0, 2), flags.slice(2), ['--input', 'a.jsonl', ...flags]]) {
      assert.equal(whylight([...rank, ...args]).status, 2);
    }
    const help = succeed([...rank, '--help']);
    assert.match(help, /The query/);
    assert.match(help, /Queries with candidates/);
    assert.doesNotMatch(help, /Texts in any format/);
  });
});

describe('a tree in brackets', () => {
  const asked = ['classify-tree', '--model', golden('tree-tiny')];
  const tree = "(3 (2 It) (4 (2 's) (4 lovely)))";
  const answered = (...args) => parseLines(succeed([...asked, ...args]));
  const answer = answered('--text', tree);

  test('is a line of a file of trees', () => {
    assert.equal(answer[0].text, tree);
    for (const [name, ...flags] of [
      ['asked.trees'],
      ['asked.txt'],
      ['asked.parsed', '--format', 'trees'],
    ]) {
      assert.deepEqual(answered('--input', file(name, `${tree}\n`), ...flags), answer);
    }
    assert.deepEqual(answered('--input', file('asked.jsonl', lines([{ text: tree }]))), answer);
  });

  test('may have no labels', () => {
    const bare = "(It ('s lovely))";
    const path = file('bare.trees', `${bare}\n`);
    assert.deepEqual(answered('--unlabelled', '--input', path)[0].phrases, answer[0].phrases);
  });

  test('is a bad line if it is none', () => {
    const path = file('broken.trees', `${tree}\n(3 (2 It)\n`);
    const { status, stdout, stderr } = whylight([...asked, '--input', path, '--max-errors', '1']);
    assert.equal(status, 0, stderr);
    assert.deepEqual(parseLines(stdout), answer);
    assert.equal(
      stderr,
      `skipped: ${path}:2: classify-tree: column 10: expected ")", found the end of the line\n`,
    );
  });

  test('is a plain sentence to who asks about texts', () => {
    const [{ text }] = parseLines(
      succeed(['explain', '--model', golden('tiny'), '--input', file('plain.trees', `${tree}\n`)]),
    );
    assert.equal(text, "It 's lovely");
  });
});

describe('questions', () => {
  test('lists what a model can be asked, for people', () => {
    const page = succeed(['questions', '--model', golden('tiny')]);
    for (const { name, inputs, options } of questionsOf('tiny')) {
      assert.ok(page.includes(`${name} (${inputs}): `));
      for (const option of options) assert.match(page, new RegExp(`^  ${option.name} `, 'm'));
    }
  });

  test('says what the model says of itself, for programs', () => {
    const found = JSON.parse(succeed(['questions', '--model', golden('tiny'), '--json']));
    assert.equal(found.task, 'rationale');
    assert.deepEqual(found.model.aspects, ['appearance', 'aroma']);
  });
});

describe('refuses', () => {
  test('a folder of an unknown task', () => {
    const folder = join(home, 'weather');
    cpSync(golden('tiny'), folder, { recursive: true });
    const config = JSON.parse(read('tiny/config.json'));
    writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, task: 'weather' }));
    const start = `${folder}/config.json: "task": expected one of "rationale", `;
    for (const args of [['explain', '--text', 'a'], ['questions']]) {
      const message = fail('bad-model', [...args, '--model', folder]);
      assert.ok(message.startsWith(start) && message.endsWith(', found "weather"'), message);
    }
  });

  for (const bad of JSON.parse(read('bad-questions.json'))) {
    // No flags make a list of options.
    if (Array.isArray(bad.options)) continue;
    const flags = Object.entries(bad.options).map(([key, value]) => `--${key}=${value}`);
    const [text, other] = bad.inputs;
    const args = [
      ...[bad.question, '--model', golden(bad.model), ...flags],
      ...(text === undefined ? [] : ['--text', text]),
      ...(other === undefined ? [] : ['--other', other]),
    ];
    // Keys are flags here, and questions are verbs.
    const message =
      bad.command_line ??
      bad.message.replace(/"(\w+)": /, (_, key) => `--${key.replaceAll('_', '-')}: `);
    test(`${bad.name}, ${bad.usage ? 'as a wrong call' : 'in the words of all programs'}`, () => {
      if (bad.usage) assert.equal(whylight(args).status, 2);
      else assert.equal(fail(bad.code, args), message);
    });
  }

  test('an option of another system’s question of the same name', () => {
    const explain = ['explain', '--text', 'a', '--model'];
    assert.equal(
      fail('invalid-argument', [...explain, golden('tiny'), '--ngrams', '3']),
      '--ngrams: expected a classifier, found a model with rationales',
    );
    assert.equal(
      fail('invalid-argument', [...explain, golden('classifier-tiny'), '--point', '0']),
      '--point: expected a model with rationales, found a classifier',
    );
  });
});
