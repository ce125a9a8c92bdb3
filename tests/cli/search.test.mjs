// Indexes of documents: made, searched and exported.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fail, file, home, lines, parseLines, succeed, tiny, whylight } from './support.mjs';

const DOCUMENTS = [
  { id: 'reset', question: 'How do I reset my password?', answer: 'Press "Forgot".' },
  { id: 'parcel', question: 'Where is my parcel?', answer: 'See the 🍺 tracking page.' },
  { id: 'dog', question: 'Can I take my dog on the train?', answer: 'In a bag.', topic: 'travel' },
  { id: 'seat', question: 'How much does a window seat cost?', answer: 'Two euros.' },
];
const documents = file('documents.jsonl', lines(DOCUMENTS));
const queries = file(
  'queries.jsonl',
  lines(
    DOCUMENTS.map(({ question }, own) => ({
      query: question.replace('?', ' please?'),
      candidates: DOCUMENTS.map(({ question: text }, i) => ({ text, label: Number(i === own) })),
    })),
  ),
);
const model = join(home, 'questions', 'model');
const index = join(home, 'documents.index');
const asked = ['--model', model, '--index', index];

before(() => {
  const vectors = join(home, 'vectors');
  succeed(
    ['vectors', 'train', '--input', queries, '--output', vectors].concat([
      '--dimension',
      '8',
      '--min-count',
      '1',
      '--epochs',
      '1',
    ]),
  );
  const config = file(
    'questions.json',
    JSON.stringify({
      task: 'questions',
      train: [queries],
      dev: [queries],
      vectors,
      subwords: { buckets: 64 },
      layers: { type: 'rcnn', hidden: 8, activation: 'identity' },
      training: { epochs: 3, optimiser: { learning_rate: 0.02 }, negatives: 0 },
    }),
  );
  succeed(['train', '--config', config, '--out', join(home, 'questions')]);
  succeed(
    ['index', '--model', model, '--input', documents, '--output', index].concat([
      '--field',
      'question',
      '--field',
      'answer:0.5',
      '--encode',
      'question',
    ]),
  );
});

test('a question finds the document that asks it', () => {
  const page = succeed(['search', ...asked, '--text', 'Where is my parcel?']);
  assert.match(page, /^ 1\. 0\.\d+ +\d+ % {2}Where is my parcel\? {2}\[parcel\]\n/);
  assert.equal(page.match(/\n/g).length, 4);

  const found = JSON.parse(
    succeed(['search', ...asked, '--text', 'dog train', '--json', '--limit', '1']),
  );
  assert.equal(found.text, 'dog train');
  assert.equal(found.hits.length, 1);
  const [hit] = found.hits;
  assert.deepEqual(hit.document, DOCUMENTS[2]);
  assert.deepEqual(
    hit.spans.question.map(({ start, end }) => DOCUMENTS[2].question.slice(start, end)),
    ['dog', 'train'],
  );
});

test('reasons name words of the query and of the document', () => {
  const page = succeed(['search', ...asked, '--text', 'my parcel', '--limit', '1', '--reasons']);
  assert.match(page, /cosine/);
  assert.match(page, /[+-]\d\.\d\d .*(my|parcel).* \/ \w/);
  const { hits } = JSON.parse(
    succeed(['search', ...asked, '--text', 'my parcel', '--reasons', '--json']),
  );
  for (const { reasons } of hits) assert.ok(reasons.error < 1e-5);
});

test('a file of texts gets a line for each', () => {
  const texts = file('texts.txt', 'seat by the window\nforgot password\n');
  const answers = parseLines(
    succeed(['search', ...asked, '--input', texts, '--mode', 'bm25', '--limit', '1']),
  );
  assert.deepEqual(
    answers.map(({ hits }) => hits[0].id),
    ['seat', 'reset'],
  );
});

test('boosts of fields are in a file', () => {
  const score = (...flags) => {
    const found = ['--text', 'tracking', '--mode', 'bm25', '--json'];
    const { hits } = JSON.parse(succeed(['search', ...asked, ...found, ...flags]));
    return hits.find(({ id }) => id === 'parcel')?.bm25 ?? 0;
  };
  assert.ok(score() > 0);
  // The word stands in the answer alone.
  const boosts = (value) => file('boosts.json', JSON.stringify(value));
  assert.equal(score('--boosts', boosts({ answer: 0 })), 0);
  const search = ['search', ...asked, '--text', 'tracking', '--boosts'];
  assert.match(
    fail('invalid-argument', [...search, boosts({ answers: 2 })]),
    /--boosts: expected fields of "question", "answer", found "answers"$/,
  );
  assert.match(fail('invalid-argument', [...search, boosts({ answer: -1 })]), /--boosts: expected/);
  assert.match(fail('not-found', [...search, join(home, 'none.json')]), /none\.json/);
});

test('tables and lines of text are documents too', () => {
  const table = file('documents.csv', 'id,question,topic\n1,"Where, oh where?",a\n2,When?,b\n');
  const output = join(home, 'table.index');
  const make = (input, ...more) =>
    succeed(
      ['index', '--model', model, '--input', input, '--output', output].concat(
        ['--field', 'question'],
        more,
      ),
    );
  const search = (text) =>
    JSON.parse(succeed(['search', '--model', model, '--index', output, '--text', text, '--json']))
      .hits[0].document;
  make(table);
  assert.deepEqual(search('where'), { id: '1', question: 'Where, oh where?', topic: 'a' });
  make(file('lines.txt', 'What?\n\nWhy?\n'));
  assert.deepEqual(search('why'), { id: '3', question: 'Why?' });
  make(documents, '--id', 'answer');
  assert.equal(search('dog').answer, 'In a bag.');
});

test('documents that the index refuses are bad lines of their file', () => {
  const path = file(
    'refused.jsonl',
    lines([{ id: 'a', question: 5 }, DOCUMENTS[0], DOCUMENTS[1], DOCUMENTS[1], { id: 'b' }]),
  );
  const output = join(home, 'refused.index');
  const make = (most) =>
    ['index', '--model', model, '--input', path, '--output', output].concat([
      '--field',
      'question',
      '--max-errors',
      `${most}`,
    ]);
  const { status, stderr } = whylight(make(2));
  assert.equal(status, 0, stderr);
  const told = stderr.split('\n').filter((line) => line.startsWith('skipped: '));
  assert.deepEqual(told, [
    `skipped: ${path}:1: "question": expected a text, found 5`,
    `skipped: ${path}:4: expected an id that no other document has, found "parcel" again`,
  ]);
  assert.match(stderr, /refused\.index: 3 documents, /);
  const search = ['search', '--model', model, '--index', output, '--json', '--text'];
  const [hit] = JSON.parse(succeed([...search, 'Where is my parcel?'])).hits;
  assert.deepEqual(hit.document, DOCUMENTS[1]);

  const kept = readFileSync(output);
  assert.match(
    fail('invalid-argument', make(1)),
    /refused\.jsonl:4: .* again; found 2 bad lines, expected at most 1$/,
  );
  assert.deepEqual(readFileSync(output), kept);
});

test('quotes are part of the documents of a table with --no-quotes', () => {
  const path = file('quoted.tsv', 'id\tquestion\n1\t"Where" is it?\n');
  const output = join(home, 'quoted.index');
  const make = ['index', '--model', model, '--input', path, '--output', output];
  const named = [...make, '--field', 'question'];
  assert.match(fail('bad-data', named), /quoted\.tsv:2: /);
  succeed([...named, '--no-quotes']);
  const search = ['search', '--model', model, '--index', output, '--json', '--text', 'where'];
  assert.equal(JSON.parse(succeed(search)).hits[0].document.question, '"Where" is it?');
});

test('errors name the line, the field or the file, and leave the index alone', () => {
  const old = readFileSync(index);
  const make = (input, ...more) =>
    fail(
      ['invalid-argument', 'bad-data'],
      ['index', '--model', model, '--input', input, '--output', index].concat(
        more.length > 0 ? more : ['--field', 'question'],
      ),
    );
  assert.match(
    make(file('twice.jsonl', lines([...DOCUMENTS, DOCUMENTS[1]]))),
    /twice\.jsonl:5: expected an id that no other document has, found "parcel" again/,
  );
  assert.match(
    make(file('number.jsonl', lines([{ id: 'a', question: 3 }]))),
    /number\.jsonl:1: "question": expected a text, found 3/,
  );
  assert.match(make(file('bad.jsonl', '{"id": "a"}\n{"id": \n')), /bad\.jsonl:2: /);
  assert.match(
    make(documents, '--field', 'question', '--encode', 'body'),
    /--encode: expected a --field, found "body"/,
  );
  assert.match(make(documents, '--field', 'question:x'), /expected NAME or NAME:BOOST/);
  // One that no document has is misspelled.
  assert.match(
    make(documents, '--field', 'question', '--field', 'anwser'),
    /--field: expected a key or column of a document, one of .*"question".*, found "anwser"/,
  );
  assert.match(make(file('ragged.csv', 'id,question\n1\n')), /ragged\.csv:2: /);
  assert.deepEqual(readFileSync(index), old);

  const search = (...args) =>
    fail(['invalid-argument', 'bad-data'], ['search', '--text', 'x', ...args]);
  const cut = file('cut.index', old.subarray(0, old.length - 3));
  assert.match(
    search('--model', model, '--index', cut),
    /cut\.index: expected bytes that give their checksum/,
  );
  assert.match(search('--model', tiny, '--index', index), /expected a model that keeps an index/);
  assert.match(search(...asked, '--mode', 'hybrid', '--weight', '2'), /--weight: expected/);
  assert.match(search(...asked, '--fuzzy', '-1'), /--fuzzy: expected a number/);
  for (const flag of ['--fuzzy', '--threshold']) {
    assert.equal(whylight(['search', ...asked, '--text', 'x', flag, 'nan']).status, 2);
  }
});

test('exported vectors are those of the texts', () => {
  const { vector } = JSON.parse(
    succeed(['embed', '--model', model, '--text', DOCUMENTS[2].question]),
  );
  const write = (format) => {
    const path = join(home, `vectors.${format}`);
    succeed(['export', ...asked, '--vectors', path, '--format', format]);
    return readFileSync(path);
  };
  const near = (found) =>
    vector.forEach((number, k) => assert.ok(Math.abs(found[k] - number) < 1e-6));

  const npy = write('npy');
  assert.equal(npy.subarray(1, 6).toString(), 'NUMPY');
  const start = 10 + npy.readUInt16LE(8);
  assert.equal(start % 64, 0);
  assert.match(npy.subarray(10, start).toString(), /'<f4', .*'shape': \(4, 8\), \} *\n$/);
  near(Array.from({ length: 8 }, (_, k) => npy.readFloatLE(start + 4 * (2 * 8 + k))));
  assert.deepEqual(
    JSON.parse(readFileSync(join(home, 'vectors.npy.ids.json'))),
    DOCUMENTS.map(({ id }) => id),
  );

  const points = parseLines(write('jsonl').toString());
  assert.deepEqual(
    points.map(({ document }) => document),
    DOCUMENTS,
  );
  near(points[2].vector);

  const bulk = parseLines(write('elasticsearch').toString());
  assert.deepEqual(bulk[4], { index: { _id: 'dog' } });
  near(bulk[5].vector);
  assert.equal(bulk[5].topic, 'travel');

  const named = join(home, 'named.jsonl');
  writeFileSync(named, '{"id": "a", "question": "Where is my dog?", "vector": "mine"}\n');
  const namedIndex = join(home, 'named.whyindex');
  succeed([
    'index',
    '--model',
    model,
    '--input',
    named,
    '--field',
    'question',
    '--output',
    namedIndex,
  ]);
  const bulkOfNamed = ['--model', model, '--index', namedIndex, '--format', 'elasticsearch'];
  assert.match(
    fail('invalid-argument', ['export', ...bulkOfNamed, '--vectors', join(home, 'named.bulk')]),
    /document "a": expected no member "vector"/,
  );

  const [batch] = parseLines(write('qdrant').toString());
  assert.equal(batch.points[2].id, 2);
  assert.deepEqual(batch.points[2].payload, DOCUMENTS[2]);
  near(batch.points[2].vector);
});
