// The system of docs/adding-a-system.md, from data to an answer.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fail, file, home, succeed } from './support.mjs';

const sentences = {
  de: [
    'Der Zug fährt um neun',
    'Wo ist meine Tasche',
    'Ich habe das nicht gesehen',
    'Das Wetter ist schön',
  ],
  en: [
    'The train leaves at nine',
    'Where is my bag',
    'I have not seen that',
    'The weather is fine',
  ],
  fr: [
    'Le train part à neuf heures',
    'Où est mon sac',
    "Je n'ai pas vu cela",
    'Il fait beau temps',
  ],
};
const lines = Object.entries(sentences)
  .flatMap(([language, texts]) => texts.map((text) => `${language} ${text}\n`))
  .join('');

test('a model of languages is trained and asked like any other', () => {
  const data = file('languages.txt', lines);
  const config = file(
    'languages.json',
    JSON.stringify({
      task: 'language-id',
      train: data,
      dev: data,
      buckets: 4096,
      training: { epochs: 8 },
    }),
  );
  const out = join(home, 'languages');
  assert.match(
    fail('invalid-argument', ['train', '--config', config, '--out', out, '--vectors', 'nowhere']),
    /^--vectors: expected none, as no words are read$/,
  );
  succeed(['train', '--config', config, '--out', out]);
  const model = join(out, 'model');
  const text = 'Where is the train?';
  const answer = JSON.parse(succeed(['identify', '--model', model, '--text', text]));
  assert.equal(answer.language, 'en');
  const sum = answer.words.reduce((all, { contribution }) => all + contribution, answer.bias);
  assert.ok(Math.abs(sum - answer.lead) < 1e-5);
  assert.match(succeed(['questions', '--model', model]), /^identify/);
  const mixed = JSON.parse(
    succeed(['word-languages', '--model', model, '--text', 'Where is the Zug', '--above', '0.36']),
  );
  assert.deepEqual(
    mixed.words.map(({ start, language }) => [start, language]),
    [
      [0, 'en'],
      [9, 'en'],
      [13, 'de'],
    ],
  );
  assert.ok(mixed.words.every(({ probability }) => probability >= 0.36));
  const other = JSON.parse(
    succeed(['identify', '--model', model, '--text', text, '--language', 'fr']),
  );
  assert.ok(other.lead < answer.lead);
  assert.match(
    fail('invalid-argument', ['identify', '--model', model, '--text', text, '--language', 'nl']),
    /--language: expected one of "de", "en", "fr", found "nl"/,
  );
  assert.equal(
    fail('invalid-argument', ['eval', '--model', model, '--data', data]),
    `${model}: expected a model that can be measured, found a model of languages`,
  );
});
