// One run at a time writes what a run writes, and nothing of a killed one stays.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { configured, leftBehind, train, writeData } from './lamp-reviews.mjs';
import {
  fail,
  file,
  home,
  lines,
  modelBytes,
  program,
  start,
  succeed,
  tiny,
  whylight,
} from './support.mjs';

let path; // Of a config whose training does not end by itself.
let corpus;
before(() => {
  writeData();
  path = configured('long.json', {
    selection: { reviews: 0, epochs: 10_000, batch: 32 },
    checkpoints: { every_steps: 1 },
  });
  corpus = file('corpus of vectors.txt', 'new york has dark ale\n'.repeat(20_000));
});

const held = (place, child) =>
  new RegExp(
    `${place}: expected nobody else to write here, found process ${child.pid} of \\S+, ` +
      'since \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC; wait for its end',
  );

/** Waits until `ready` says so. */
async function until(ready) {
  const patience = Date.now() + 30_000;
  while (!ready()) {
    assert.ok(Date.now() < patience, 'it took too long');
    await sleep(5);
  }
}

/** A training that runs, with some checkpoints. */
async function running(name) {
  const out = join(home, name);
  const run = start(train(path, out));
  await until(() => existsSync(join(out, 'model')));
  return { out, ...run };
}

describe('a second training in the folder of one that runs', () => {
  test('changes nothing there, and says whose it is', async () => {
    const { out, child, ended } = await running('shared');
    const config = readFileSync(join(out, 'config.json'), 'utf8');
    for (const flag of ['--resume', '--overwrite', '--seed=2']) {
      assert.match(fail('invalid-argument', train(path, out, flag)), held('shared', child));
    }
    assert.equal(readFileSync(join(out, 'config.json'), 'utf8'), config);
    child.kill('SIGINT');
    assert.deepEqual(await ended, { status: 130, signal: null });
    assert.deepEqual(readdirSync(out).sort(), leftBehind);
  });

  test('begins once it was killed, and removes what it left', async () => {
    const { out, child, ended } = await running('killed');
    child.kill('SIGKILL');
    await ended;
    mkdirSync(join(out, `.model.${child.pid}-0.tmp`), { recursive: true });
    file(join('killed', `.log.csv.${child.pid}-0.tmp`), '');
    const next = start(train(path, out, '--resume'));
    const log = () => readFileSync(join(out, 'log.jsonl'), 'utf8');
    const lines = log().split('\n').length;
    await until(() => log().split('\n').length > lines);
    next.child.kill('SIGTERM');
    assert.deepEqual(await next.ended, { status: 130, signal: null });
    assert.deepEqual(readdirSync(out).sort(), leftBehind);
  });
});

test('SIGHUP, however often, is a Ctrl-C', async () => {
  const { out, child, ended } = await running('hung up');
  child.kill('SIGHUP');
  child.kill('SIGHUP');
  assert.deepEqual(await ended, { status: 130, signal: null });
  assert.deepEqual(readdirSync(out).sort(), leftBehind);
  modelBytes(join(out, 'model'));
});

test('SIGHUP is nothing to a training that is started with nohup', async () => {
  const out = join(home, 'nohup');
  const child = spawn('sh', ['-c', 'trap "" HUP; exec "$0" "$@"', program, ...train(path, out)], {
    stdio: 'ignore',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const ended = once(child, 'exit');
  const epochs = () => readFileSync(join(out, 'log.jsonl'), 'utf8').split('\n').length;
  await until(() => existsSync(join(out, 'model')));
  child.kill('SIGHUP');
  const before = epochs();
  await until(() => epochs() > before + 1);
  child.kill('SIGINT');
  assert.deepEqual(await ended, [130, null]);
});

describe('vectors', () => {
  const learn = (output, ...more) => [
    ...['vectors', '--input', corpus, '--output', output, '--min-count', '1'],
    ...['--epochs', '1000', '--dimension', '50', ...more],
  ];

  for (const format of ['folder', 'glove']) {
    test(`are learned by one run for each place: ${format}`, async () => {
      const output = join(home, `vectors as ${format}`);
      const { child, ended } = start(learn(output, '--format', format));
      await until(() => existsSync(join(home, `.vectors as ${format}.lock`)));
      const second = learn(output, '--format', format);
      assert.match(fail('invalid-argument', second), held(`vectors as ${format}`, child));
      child.kill('SIGKILL');
      await ended;
      const short = ['--epochs', '1', '--dimension', '4', '--format', format];
      const args = ['vectors', '--input', corpus, '--output', output, '--min-count', '1'];
      mkdirSync(join(home, `.vectors as ${format}.${child.pid}-0.tmp`));
      succeed([...args, ...short]);
      assert.deepEqual(
        readdirSync(home).filter((name) => name.startsWith(`.vectors as ${format}`)),
        [],
      );
    });
  }

  test('are not learned for a place where they cannot be', () => {
    for (const [output, format, says] of [
      [file('a file', ''), 'folder', /expected a folder, found a file/],
      [home, 'glove', /expected a file, found a folder or a device/],
      ['/dev/full', 'glove', /expected a file, found a folder or a device/],
      [join(file('another file', ''), 'inside'), 'folder', /another file/],
    ]) {
      const { status, stderr } = whylight(learn(output, '--format', format));
      assert.equal(status, 1);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /documents/);
    }
  });
});

test('answers go to a file by one process at a time', async () => {
  const output = join(home, 'answers.jsonl');
  const input = file('texts.jsonl', lines(Array(20_000).fill({ text: 'a hazy gold' })));
  const explain = ['explain', '--model', tiny, '--output', output];
  const left = () => readdirSync(home).filter((name) => name.startsWith('.answers.jsonl'));
  const { child, ended } = start([...explain, '--input', input]);
  await until(() => left().length === 2);
  const second = [...explain, '--text', 'a'];
  assert.match(fail('invalid-argument', second), held('answers\\.jsonl', child));
  child.kill('SIGKILL');
  await ended;
  assert.equal(left().length, 2);
  succeed(second);
  assert.deepEqual(left(), []);
  assert.equal(readFileSync(output, 'utf8').split('\n').length, 2);
});
