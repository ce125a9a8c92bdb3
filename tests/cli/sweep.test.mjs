// `whylight sweep`: short real trainings, compared.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

import { fail, file, home, lines, modelBytes, parseLines, succeed, whylight } from './support.mjs';

const config = {
  task: 'rationale',
  train: join(home, 'train.jsonl'),
  dev: join(home, 'train.jsonl'),
  vectors: join(home, 'vectors'),
  aspects: [{ name: 'shine' }],
  generator: { hidden: 4 },
  encoder: { hidden: 4 },
  selection: { reviews: 0, epochs: 1, batch: 8 },
  refit: { epochs: 2, batch: 8 },
};
const sweep = (path, out, ...more) => ['sweep', '--config', path, '--out', out, ...more];
const results = (out) => parseLines(readFileSync(join(out, 'results.jsonl'), 'utf8'));

let path; // Of a config with a grid.
let out; // Of a sweep with it.

before(() => {
  const reviews = Array.from({ length: 24 }, (_, i) => ({
    text: i % 3 === 0 ? 'la klara lampo de mia' : 'tre malka lampo kaj tio',
    ratings: { shine: i % 3 === 0 ? 0.9 : 0.2 },
  }));
  const data = file('train.jsonl', lines(reviews));
  const small = ['--dimension', '4', '--min-count', '1', '--epochs', '1'];
  succeed(['vectors', '--input', data, '--output', config.vectors, ...small]);
  const grid = { 'encoder.hidden': [3, 4], seed: [1, 2] };
  path = file('sweep.json', JSON.stringify({ ...config, sweep: grid }));
  out = join(home, 'sweep');
});

test('trains with every combination, as train would', () => {
  const table = succeed(sweep(path, out)).trimEnd().split('\n');
  const names = ['hidden=3,seed=1', 'hidden=3,seed=2', 'hidden=4,seed=1', 'hidden=4,seed=2'];
  const rows = table.slice(1).map((row) => row.split(/ +/)[0]);
  assert.deepEqual([...rows].sort(), names);
  assert.deepEqual(
    readdirSync(out).sort(),
    [...names, 'results.csv', 'results.jsonl', 'sweep.json'].sort(),
  );

  const same = join(home, 'the same');
  succeed([
    ...['train', '--config', file('plain.json', JSON.stringify(config)), '--out', same],
    ...['--encoder.hidden', '3', '--seed=2'],
  ]);
  assert.deepEqual(modelBytes(join(out, names[1], 'model')), modelBytes(join(same, 'model')));
});

test('puts the best run first', () => {
  const [first, ...others] = results(out);
  assert.equal(first.status, 'finished');
  assert.deepEqual(Object.keys(first.options), ['encoder.hidden', 'seed']);
  const log = parseLines(readFileSync(join(out, first.run, 'log.jsonl'), 'utf8'));
  const { metric, goal } = log.at(-1).criterion;
  for (const other of others) {
    const gain = first.dev[metric] - other.dev[metric];
    assert.ok((goal === 'max' ? gain : -gain) >= 0);
  }
  const csv = readFileSync(join(out, 'results.csv'), 'utf8').split('\n');
  assert.match(csv[0], /^run,status,options\.encoder\.hidden,options\.seed,stage,/);
  assert.equal(csv.length, 6);
});

test('leaves finished runs alone and makes anew what is gone', () => {
  const before = modelBytes(join(out, 'hidden=3,seed=1', 'model'));
  rmSync(join(out, 'hidden=3,seed=1'), { recursive: true });
  const { status, stderr } = whylight(sweep(path, out));
  assert.equal(status, 0, stderr);
  assert.deepEqual(stderr.match(/^run .*$/gm), ['run 1 of 4: hidden=3,seed=1']);
  assert.deepEqual(modelBytes(join(out, 'hidden=3,seed=1', 'model')), before);
  assert.equal(results(out).length, 4);
});

test('reports a run that fails and goes on', () => {
  const folder = join(home, 'failing');
  const grid = file('grid.json', '{"encoder.hidden": [0, 3]} // 0 is no width');
  assert.match(
    fail('invalid-argument', sweep(path, folder, '--grid', grid)),
    /^1 of 2 runs failed/,
  );
  const [good, bad] = results(folder);
  assert.equal(good.status, 'finished');
  assert.equal(bad.status, 'failed');
  assert.match(bad.error, /^invalid-argument: --encoder\.hidden: .*expected a whole number from 1/);
});

test('does not give the results of other data', () => {
  const text = readFileSync(config.train, 'utf8');
  const data = file('edited.jsonl', text);
  const folder = join(home, 'edited');
  const grid = file('one run.json', '{"seed": [1]}');
  const again = [...sweep(path, folder, '--grid', grid), '--train', data];
  succeed(again);
  const before = readFileSync(join(folder, 'results.jsonl'), 'utf8');
  succeed(again);
  const log = readFileSync(join(folder, 'seed=1', 'log.jsonl'), 'utf8');
  writeFileSync(data, text.split('\n').slice(1).join('\n'));
  const message = fail('invalid-argument', again);
  assert.ok(
    message.startsWith(
      `${join(folder, 'seed=1')}: cannot go on with the sweep: SHA-256 of the data.train: expected "`,
    ),
    message,
  );
  mkdirSync(join(home, 'others'));
  const others = file('others/edited.jsonl', readFileSync(data, 'utf8'));
  fail('invalid-argument', [...again.slice(0, -1), others]);
  assert.equal(readFileSync(join(folder, 'results.jsonl'), 'utf8'), before);
  assert.equal(readFileSync(join(folder, 'seed=1', 'log.jsonl'), 'utf8'), log);
  // Where they are is all the same.
  writeFileSync(others, text);
  const table = succeed([...again.slice(0, -1), others]);
  // Results need the data no longer.
  rmSync(others);
  assert.equal(succeed([...again.slice(0, -1), others]), table);
});

test('compares runs by the smallest loss, and by nothing that they do not have', () => {
  const table = succeed(sweep(path, out, '--metric', 'loss'))
    .trimEnd()
    .split('\n');
  assert.match(table[0], /^run +loss +epoch +time$/);
  const losses = results(out).map(({ loss }) => loss);
  assert.deepEqual(
    losses,
    [...losses].sort((a, b) => a - b),
  );
  for (const { run, loss, stage } of results(out)) {
    const log = parseLines(readFileSync(join(out, run, 'log.jsonl'), 'utf8'));
    const all = log.filter((line) => line.stage === stage).map((line) => line.loss);
    assert.equal(loss, Math.min(...all));
  }
  const refused = (...flags) => fail('invalid-argument', sweep(path, out, ...flags));
  assert.match(
    refused('--metric', 'acuracy'),
    /^--metric: expected one of loss, .*dev\.relative_error.*, found "acuracy"$/,
  );
  assert.match(refused('--metric', 'seconds'), /^--goal: expected min or max for "seconds", as /);
  succeed(sweep(path, out, '--metric', 'seconds', '--goal', 'min'));
  succeed(sweep(path, out));
});

test('refuses what makes no sense', () => {
  assert.match(
    fail('invalid-argument', sweep(join(home, 'plain.json'), join(home, 'none'))),
    /plain\.json: expected "sweep": /,
  );
  assert.equal(
    fail('invalid-argument', sweep(path, join(home, 'none'), '--seed', '4')),
    '--seed: expected an option that the grid does not vary',
  );
  assert.match(
    fail('invalid-argument', sweep(path, out, '--refit.epochs', '1')),
    /expected runs of the same config/,
  );
  assert.equal(
    fail('invalid-argument', sweep(file('list.json', '[]'), join(home, 'none'))),
    `${join(home, 'list.json')}: expected an object, found []`,
  );
});

test('refuses flags that what is varied would make void', () => {
  const none = join(home, 'none');
  const refused = (grid, ...flags) =>
    fail(
      'invalid-argument',
      sweep(path, none, '--grid', file('void.json', JSON.stringify(grid)), ...flags),
    );
  const message = (flag) => `${flag}: expected an option that the grid does not vary`;
  assert.equal(refused({ 'selection.epochs': [1, 2] }, '--epochs', '3'), message('--epochs'));
  assert.equal(refused({ train: ['a', 'b'] }, '--train', config.train), message('--train'));
  assert.equal(
    refused({ refit: [{ batch: 4 }, { batch: 8 }] }, '--refit.batch', '5'),
    message('--refit.batch'),
  );
  assert.ok(!existsSync(none));
});

test('does not give the results of another option', () => {
  const folder = join(home, 'batches');
  const varied = (key) => [
    ...sweep(path, folder, '--grid'),
    file('batch.json', JSON.stringify({ [key]: [4] })),
  ];
  succeed(varied('selection.batch'));
  const before = readFileSync(join(folder, 'results.jsonl'), 'utf8');
  const message = fail('invalid-argument', varied('refit.batch'));
  assert.ok(
    message.startsWith(
      `${join(folder, 'batch=4')}: expected a run with {"refit.batch":4}, found one with {"selection.batch":4}; `,
    ),
    message,
  );
  assert.equal(readFileSync(join(folder, 'results.jsonl'), 'utf8'), before);
});
