// The flags that tell how data are read, where a verb has them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';

import { fail, file, home, lines, parseLines, repository, succeed } from './support.mjs';

const golden = (name) => join(repository, 'tests/golden', name);
const table = file('columns.csv', 'topic,body\nbug,It crashes.\nwish,More colours.\n');
const good = file('good.csv', 'label,text\nbug,It crashes.\nwish,More colours.\n');
const objects = file('keys.jsonl', lines([{ topic: 'bug', body: 'It crashes.' }]));
const dry = ['--out', join(home, 'never'), '--dry-run'];
const classify = ['train', '--task', 'classifier', '--train', table, '--dev', table, ...dry];
const asked = (verb, model) => [verb, '--model', golden(model), '--input', table];

describe('a missing column is named by a flag that', () => {
  const found = ', found "topic", "body"';
  for (const [name, args, message] of [
    ['train has', classify, `expected a column "text"${found}; --data.text names another`],
    [
      'train has for labels',
      [...classify, '--data.text', 'body'],
      `expected a column "label"${found}; --data.label names another`,
    ],
    [
      'train has for dev',
      ['train', '--task', 'classifier', '--train', good, '--dev', table, ...dry],
      `expected a column "text"${found}; --dev_data.text names another`,
    ],
    [
      'eval has',
      ['eval', '--model', golden('classifier-tiny'), '--data', table],
      `expected a column "text"${found}; --text-key names another`,
    ],
    [
      'eval has for ratings',
      ['eval', '--model', golden('tiny'), '--data', table, '--text-key', 'body'],
      `expected a column "appearance"${found}; --columns names another`,
    ],
    [
      'explain has',
      asked('explain', 'tiny'),
      `expected a column "text"${found}; --text-key names another`,
    ],
    [
      'compare has',
      [...asked('compare', 'cafe-tiny'), '--text-key', 'body'],
      `expected a column "other"${found}; --second-key names another`,
    ],
    // They have none.
    ['answer has', asked('answer', 'reader-tiny'), `expected a column "question"${found}`],
    ['rank has', asked('rank', 'questions-tiny'), `expected a column "query"${found}`],
  ]) {
    test(name, () => {
      assert.ok(
        fail('bad-data', args).endsWith(`columns.csv:1: ${message}`),
        fail('bad-data', args),
      );
    });
  }

  test('train has for ratings', () => {
    const config = file(
      'ratings.json',
      JSON.stringify({
        task: 'rationale',
        aspects: [{ name: 'urgency' }, { name: 'satisfaction' }],
        train: table,
        dev: table,
        vectors: file('words.txt', 'it 1 0\ncrashes 0 1\n'),
        data: { text: 'body' },
      }),
    );
    const message = fail('bad-data', ['train', '--config', config, ...dry]);
    assert.ok(
      message.endsWith(`expected a column "urgency"${found}; --data.columns names another`),
      message,
    );
  });

  test('is the same for a key of JSON', () => {
    const train = ['train', '--task', 'classifier', '--train', objects, '--dev', objects, ...dry];
    assert.equal(
      fail('bad-data', train),
      `${objects}:1: expected a field "text", found "body", "topic"; --data.text names another`,
    );
  });
});

test('what other verbs call --text-key, train suggests as --data.text', () => {
  for (const [flag, key] of [
    ['--text-key', '--data.text'],
    ['--label-key', '--data.label'],
    ['--columns', '--data.columns'],
  ]) {
    const message = fail('invalid-argument', [...classify, flag, 'body']);
    assert.match(message, new RegExp(`; did you mean ${key}( or .*)?\\?$`));
  }
});

test('quotes are part of a text with --no-quotes, whoever reads the table', () => {
  const quoted = file('quoted.tsv', 'text\tother\n"Loud" it is\t"Loud"\n');
  for (const args of [
    ['explain', '--model', golden('tiny')],
    ['compare', '--model', golden('cafe-tiny')],
  ]) {
    const reading = [...args, '--input', quoted];
    assert.match(fail('bad-data', reading), /quoted\.tsv:2: /);
    const [{ text }] = parseLines(succeed([...reading, '--no-quotes']));
    assert.equal(text, '"Loud" it is');
  }
  const words = ['vectors', '--input', quoted, '--min-count', '1', '--epochs', '1'];
  succeed([...words, '--dimension', '2', '--no-quotes', '--output', join(home, 'vectors')]);
});
