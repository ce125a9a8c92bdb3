// The system "questions", from data to answers.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fail, file, home, lines, parseLines, succeed } from './support.mjs';

// Each asks the same in two ways; the other ways are wrong.
const QUESTIONS = [
  ['How do I reset my password?', 'I forgot my password'],
  ['Where is my parcel?', 'The parcel has not arrived'],
  ['Can I take my dog on the train?', 'Are dogs allowed on trains?'],
  ['Why is my printer so slow?', 'The printer takes ages'],
  ['How much does a window seat cost?', 'Price of a seat by the window'],
];
const queries = QUESTIONS.map(([query], own) => ({
  query,
  candidates: QUESTIONS.map(([, text], i) => ({ text, label: i === own ? 1 : 0 })),
}));
const data = file('questions.jsonl', lines(queries));
const vectors = join(home, 'vectors');
const model = join(home, 'questions', 'model');

test('word vectors are learned from queries and their candidates', () => {
  succeed(
    ['vectors', 'train', '--input', data, '--output', vectors].concat([
      '--dimension',
      '8',
      '--min-count',
      '1',
      '--epochs',
      '1',
    ]),
  );
  assert.match(succeed(['vectors', 'neighbours', '--vectors', vectors, 'allowed']), /\S/);
});

test('a model of questions is trained, measured and asked', () => {
  const config = file(
    'questions.json',
    JSON.stringify({
      task: 'questions',
      train: [data],
      dev: [data],
      vectors,
      train_vectors: true,
      subwords: { buckets: 64 },
      layers: { type: 'rcnn', hidden: 8 },
      training: { epochs: 30, optimiser: { learning_rate: 0.02 }, negatives: 0 },
    }),
  );
  succeed(['train', '--config', config, '--out', join(home, 'questions')]);

  const figures = JSON.parse(succeed(['eval', '--model', model, '--data', data]));
  assert.equal(figures.n, 5);
  assert.ok(figures.map > 90, JSON.stringify(figures));
  const words = JSON.parse(succeed(['eval', '--model', model, '--data', data, '--ranker', 'bm25']));
  assert.ok(words.map < 100 && words.map > 30);

  const ranked = parseLines(succeed(['rank', '--model', model, '--input', data, '--limit', '2']));
  assert.equal(ranked.length, 5);
  assert.deepEqual(
    ranked.map(({ candidates }) => candidates[0].candidate),
    [0, 1, 2, 3, 4],
  );

  const [best, next] = ranked[0].candidates;
  assert.ok(best.probability > next.probability && best.probability <= 1);
  assert.ok(figures.calibration.error < 0.5, JSON.stringify(figures.calibration));

  const [text, other] = QUESTIONS[0];
  const match = JSON.parse(succeed(['match', '--model', model, '--text', text, '--other', other]));
  assert.ok(Math.abs(match.score - match.pairs - match.bias - match.residual) < 1e-5);
  assert.ok(match.error < 1e-5);
  for (const { start, end } of match.strongest[0].query) assert.match(text.slice(start, end), /\w/);

  const { recurrences } = JSON.parse(succeed(['gates', '--model', model, '--text', text]));
  assert.equal(recurrences.length, 1);
  assert.equal(recurrences[0].words.length, 7);
  for (const { mean, max } of recurrences[0].words) assert.ok(0 < mean && mean < max && max < 1);
  const byPosition = JSON.parse(succeed(['eval', '--model', model, '--data', data, '--gates']));
  assert.equal(byPosition.gates[0].positions[0].n, 10);

  const two = file(
    'two.jsonl',
    lines([{ query: text, candidates: [other, QUESTIONS[1][1]].map((text) => ({ text })) }]),
  );
  const [preference] = parseLines(succeed(['prefer', '--model', model, '--input', two]));
  assert.ok(preference.first > preference.second);
  assert.ok(preference.error < 1e-5);
});

test('a model learns which words say what is asked', () => {
  const config = file(
    'keywords.json',
    JSON.stringify({
      task: 'questions',
      train: [data],
      dev: [data],
      vectors,
      train_vectors: true,
      rationale: { share: 0.5 },
      training: { epochs: 10, optimiser: { learning_rate: 0.02 }, negatives: 0 },
      selection: { epochs: 4, optimiser: { learning_rate: 0.02 } },
    }),
  );
  const chooser = join(home, 'keywords', 'model');
  succeed(['train', '--config', config, '--out', join(home, 'keywords')]);

  const [text] = QUESTIONS[0];
  const { spans, words } = JSON.parse(succeed(['keywords', '--model', chooser, '--text', text]));
  assert.equal(words.length, 7);
  const chosen = words.filter((word) => word.chosen);
  assert.ok(chosen.length > 0 && spans.length > 0 && spans.length <= chosen.length);
  for (const { start, end } of chosen)
    assert.ok(spans.some((span) => span.start <= start && end <= span.end));

  const figures = JSON.parse(
    succeed(
      ['eval', '--model', chooser, '--data', data].concat([
        '--read-query',
        'rationale',
        '--read-candidates',
        'title',
      ]),
    ),
  );
  assert.ok(figures.words_read.queries < 100);
  assert.equal(figures.words_read.candidates, 100);
  assert.match(
    fail('invalid-argument', [
      ...['eval', '--model', chooser, '--data', data],
      ...['--ranker', 'bm25', '--read-query', 'title'],
    ]),
    /^read_query and read_candidates: expected the ranker model or hybrid, .*found "bm25"$/,
  );
  const read = ['--read-query', 'rationale'];
  succeed(['rank', '--model', chooser, '--input', data, ...read]);
  assert.match(
    fail('invalid-argument', ['rank', '--model', model, '--input', data, ...read]),
    /rank: expected a model that learned to choose the words/,
  );
});

test('a support vector machine ranks after other queries', () => {
  const figures = JSON.parse(
    succeed(
      ['eval', '--model', model, '--data', data].concat(['--ranker', 'svm', '--train', data]),
    ),
  );
  assert.ok(figures.map > 80, JSON.stringify(figures));
});

test('pairs of a table are measured, whatever its columns are called', () => {
  const rows = [
    'first\tsecond\tjudgement',
    'how do i bake bread\t"how is bread baked\tyes',
    'how do i bake bread\twhere do birds sleep\tno',
  ];
  const table = file('table.tsv', `${rows.join('\n')}\n`);
  const printed = succeed([
    ...['eval', '--model', model, '--data', table, '--no-quotes'],
    ...['--first-key', 'first', '--second-key', 'second'],
    ...['--label-key', 'judgement', '--merge', 'yes=1,no=0'],
  ]);
  assert.equal(JSON.parse(printed).n, 2);
});

test('bad questions and bad data are errors', () => {
  const question = (args) => fail('invalid-argument', args);
  assert.match(
    question(['prefer', '--model', model, '--input', data]),
    /prefer: expected a query and 2 candidates, found 5 candidates/,
  );
  assert.match(
    question(['eval', '--model', model, '--data', data, '--ranker', 'luck']),
    /expected one of .*"given", found "luck"/,
  );
  const bad = file('bad-pairs.jsonl', lines([{ a: 'x', b: 'y', label: 'maybe' }]));
  assert.match(
    fail('bad-data', ['eval', '--model', model, '--data', bad]),
    /bad-pairs\.jsonl:1: expected the label 0, 1, false or true, found "maybe"/,
  );
  const alike = file('alike-pairs.jsonl', lines([{ a: 'x', b: 'y', label: 1 }]));
  assert.equal(
    question(['eval', '--model', model, '--data', alike]),
    `${alike}: expected positive and negative examples, found no negative one`,
  );
});
