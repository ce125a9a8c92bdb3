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
