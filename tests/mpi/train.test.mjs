// Training with several processes: the same bits as with one, also where they
// go on from each other's checkpoints.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { configured, train, writeData } from '../cli/lamp-reviews.mjs';
import { home, modelBytes, repository, succeed } from '../cli/support.mjs';

const program = join(repository, 'build/mpi/core/whylight');

// Root in a container, more ranks than cores, and less than a minute to save
// are what mpirun would refuse.
const mpirun = (ranks, args) => [
  ...['--allow-run-as-root', '--oversubscribe', '--mca', 'odls_base_sigkill_timeout', '60'],
  ...['-n', String(ranks), program, ...args, '--threads', '1'],
];

let path;
let expected;

before(() => {
  writeData();
  path = configured('config.json', { checkpoints: { every_steps: 1 } });
  succeed(train(path, join(home, 'alone')));
  expected = modelBytes(join(home, 'alone', 'model'));
});

for (const ranks of [1, 2, 4]) {
  test(`${ranks} processes give the bits of one`, () => {
    const out = join(home, `${ranks} ranks`);
    const { status, stderr } = spawnSync('mpirun', mpirun(ranks, train(path, out)), {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    assert.deepEqual(modelBytes(join(out, 'model')), expected);
  });
}

test('2 processes go on where 4 were stopped, and one where those were', async () => {
  const out = join(home, 'stopped');
  const child = spawn('mpirun', mpirun(4, train(path, out)), { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  while (!existsSync(join(out, 'checkpoints'))) await sleep(1);
  child.kill('SIGINT');
  assert.notEqual(await ended, 0);
  const again = ['train', '--out', out, '--resume'];
  const { status, stderr } = spawnSync('mpirun', mpirun(2, again), { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  succeed(again);
  assert.deepEqual(modelBytes(join(out, 'model')), expected);
});
