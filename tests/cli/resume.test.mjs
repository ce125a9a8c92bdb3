// A training survives being killed at any moment, and other mishaps.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import {
  config,
  configured,
  lamps,
  logged,
  randomNumbers,
  train,
  writeData,
} from './lamp-reviews.mjs';
import { fail, file, home, modelBytes, program, start, succeed, whylight } from './support.mjs';

let path; // Of a config that saves after every step.
let expected; // The model of an undisturbed run,
let log; // what it logged,
let duration; // and its time in milliseconds.

const checkpoints = (out) =>
  readdirSync(join(out, 'checkpoints'))
    .filter((name) => name.endsWith('.safetensors'))
    .sort()
    .map((name) => join(out, 'checkpoints', name));

// A run that is interrupted in the middle.
async function interrupted(name, ...more) {
  const out = join(home, name);
  const { child, ended } = start(train(path, out, ...more));
  while (!existsSync(join(out, 'checkpoints')) || checkpoints(out).length < 2) await sleep(1);
  child.kill('SIGINT');
  assert.equal((await ended).status, 130);
  return out;
}

before(() => {
  writeData();
  path = configured('saving.json', { checkpoints: { every_steps: 1 } });
  const out = join(home, 'undisturbed');
  const begin = performance.now();
  succeed(train(path, out));
  duration = performance.now() - begin;
  expected = modelBytes(join(out, 'model'));
  log = logged(out);
});

const KILLS = process.env.WHYLIGHT_FULL ? 1000 : 50;

test(`${KILLS} kills at random moments cost nothing`, async () => {
  const seed = Date.now() % 2 ** 32;
  const random = randomNumbers(seed);
  let kills = 0;
  for (let run = 0; kills < KILLS; ++run) {
    const out = join(home, `killed ${run}`);
    for (;;) {
      const { child, ended } = start(
        train(path, out, '--resume', '--threads', String(1 + (run % 2))),
      );
      const delay = random() * duration;
      await Promise.race([sleep(delay), ended]);
      child.kill('SIGKILL');
      const { status } = await ended;
      if (status === 0) break;
      assert.equal(status, null, `seed ${seed}, run ${run}`);
      ++kills;
    }
    assert.deepEqual(modelBytes(join(out, 'model')), expected, `seed ${seed}, run ${run}`);
    assert.deepEqual(logged(out), log, `seed ${seed}, run ${run}`);
  }
});

describe('an interrupted run', () => {
  test('goes on to the same bits and the same log', async () => {
    const out = await interrupted('stopped');
    succeed(['train', '--out', out, '--resume']);
    assert.deepEqual(modelBytes(join(out, 'model')), expected);
    assert.deepEqual(logged(out), log);
  });

  test('is neither replaced nor gone on with unasked', async () => {
    const out = await interrupted('unasked');
    assert.match(fail('invalid-argument', train(path, out)), /--resume .*--overwrite/);
    assert.ok(checkpoints(out).length > 0);
  });

  test('goes on from the checkpoint before one that is cut short', async () => {
    const out = await interrupted('cut short');
    const newest = checkpoints(out).at(-1);
    truncateSync(newest, Math.floor(statSync(newest).size / 2));
    const { status, stderr } = whylight(train(path, out, '--resume'));
    assert.equal(status, 0, stderr);
    assert.ok(stderr.includes(newest), stderr);
    assert.deepEqual(modelBytes(join(out, 'model')), expected);
  });

  test('says so when no checkpoint can be read', async () => {
    const out = await interrupted('unreadable');
    for (const checkpoint of checkpoints(out)) writeFileSync(checkpoint, 'nothing');
    assert.match(fail('bad-data', train(path, out, '--resume')), /expected a checkpoint/);
  });

  test('does not go on with data that has changed', async () => {
    const data = file('changing.jsonl', readFileSync(config.train, 'utf8'));
    const out = await interrupted('changed data', '--train', data);
    writeFileSync(data, readFileSync(data, 'utf8').split('\n').slice(1).join('\n'));
    const again = train(path, out, '--train', data, '--resume');
    assert.match(fail('invalid-argument', again), /SHA-256 of the data\.train: expected "/);
  });

  test('does not go on with other options', async () => {
    const out = await interrupted('other options');
    const again = train(path, out, '--resume', '--selection.batch', '16');
    assert.match(fail('invalid-argument', again), /selection\.batch: expected 32.*found 16/);
  });
});

test('a full disk costs nothing', async () => {
  const out = await interrupted('full disk');
  const before = checkpoints(out).map((checkpoint) => readFileSync(checkpoint));
  // Bash counts in blocks of 1,024 bytes: larger files cannot be written.
  const command = [program, ...train(path, out, '--resume')].map((word) => `'${word}'`).join(' ');
  const limited = spawnSync('bash', ['-c', `trap '' XFSZ; ulimit -f 2; ${command}`], {
    encoding: 'utf8',
  });
  assert.equal(limited.status, 1, limited.stderr);
  assert.match(limited.stderr, /error: \[io\] .*safetensors/);
  assert.deepEqual(
    checkpoints(out).map((checkpoint) => readFileSync(checkpoint)),
    before,
  );
  succeed(train(path, out, '--resume'));
  assert.deepEqual(modelBytes(join(out, 'model')), expected);
});

test('choices that depend on each other go on to the same bits, too', async () => {
  const changes = {
    dependent: 6,
    refit: { epochs: 2, batch: 64 },
    checkpoints: { every_steps: 1 },
    templates: { files: [file('lamps.json', JSON.stringify(lamps))], texts: 60 },
  };
  const own = configured('dependent.json', changes);
  const undisturbed = join(home, 'dependent');
  succeed(train(own, undisturbed));
  for (const stage of ['selection', 'refit']) {
    const out = join(home, `dependent ${stage}`);
    const { child, ended } = start(train(own, out));
    const log = join(out, 'log.jsonl');
    const reached = () => existsSync(log) && readFileSync(log, 'utf8').includes(`"${stage}"`);
    while (!reached() && child.exitCode === null) await sleep(1);
    child.kill('SIGINT');
    await ended;
    succeed(train(own, out, '--resume'));
    assert.deepEqual(modelBytes(join(out, 'model')), modelBytes(join(undisturbed, 'model')));
  }
});

test('a file that ends early is told', () => {
  const half = file('half.jsonl', readFileSync(config.train, 'utf8').slice(0, -10));
  const out = join(home, 'half');
  assert.match(fail('bad-data', train(path, out, '--train', half)), /half\.jsonl:300: /);
});

test('bad lines are skipped as far as was allowed', () => {
  const content = readFileSync(config.train, 'utf8').split('\n');
  content[3] = '{"text": 5}';
  content[9] = 'oops';
  const bad = file('bad lines.jsonl', content.join('\n'));
  const run = (allowed, own = path) =>
    train(own, join(home, 'bad lines'), '--train', bad, ...allowed);
  assert.match(fail('bad-data', run(['--max-errors', '1'])), /bad lines\.jsonl:10: /);
  const { status, stderr } = whylight(run(['--max-errors', '2', '--dry-run']));
  assert.equal(status, 0, stderr);
  assert.match(stderr, /bad lines\.jsonl:4: /);
  assert.match(stderr, /bad lines\.jsonl:10: /);
  // Every resolved config says how many are allowed: the flag counts.
  const none = configured('none allowed.json', { data: { max_errors: 0 } });
  succeed(run(['--max-errors', '2', '--dry-run'], none));
  assert.match(
    fail('invalid-argument', run(['--max-errors', '2', '--data.max_errors', '1'])),
    /^--max-errors: expected this or --data\.max_errors, found both$/,
  );
});

describe('a dry run', () => {
  test('prints the whole config and writes nothing', () => {
    const out = join(home, 'dry');
    const resolved = JSON.parse(succeed(train(path, out, '--dry-run', '--seed', '7')));
    assert.equal(resolved.seed, 7);
    assert.equal(resolved.selection.optimiser.type, 'adam');
    assert.equal(resolved.checkpoints.every_steps, 1);
    assert.ok(!existsSync(out));
  });

  test('takes options by their path', () => {
    const options = [
      ...['--selection.optimiser.type', 'sgd', '--selection.optimiser.momentum=0.9'],
      ...['--aspects.1.rate', '0.25', '--epochs', '9'],
    ];
    const out = join(home, 'dry');
    const { selection, aspects } = JSON.parse(succeed(train(path, out, '--dry-run', ...options)));
    assert.equal(selection.optimiser.type, 'sgd');
    assert.equal(selection.optimiser.momentum, 0.9);
    assert.equal(selection.epochs, 9);
    assert.equal(aspects[1].rate, 0.25);
  });

  test('names the flag that is wrong', () => {
    const run = (...more) => train(path, join(home, 'dry'), '--dry-run', ...more);
    assert.match(fail('invalid-argument', run('--selection.epoch', '3')), /--selection\.epoch/);
    assert.match(
      fail('invalid-argument', run('--selection.optimiser.momentum', '2')),
      /--selection\.optimiser\.momentum.*expected a number from 0\.0 to 0\.9999, found 2/,
    );
  });
});
