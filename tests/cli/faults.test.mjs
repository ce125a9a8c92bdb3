// Whatever call of the system fails, and whenever: a file is the old or the new one, whole, and a
// training that is gone on with ends with the same bits.
import assert from 'node:assert/strict';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';

import { configured, logged, randomNumbers, train, writeData } from './lamp-reviews.mjs';
import {
  file,
  home,
  modelBytes,
  parseLines,
  repository,
  start,
  succeed,
  tiny,
  whylight,
} from './support.mjs';

const { EACCES, EINTR, EIO, ENOSPC, EROFS } = constants.errno;
const HALF = 0;
// Others are not cut short by signals.
const INTERRUPTED = /^(f?open|p?write|read|fsync|f?close|fflush|ftruncate|flock)$/;
const FULL = Boolean(process.env.WHYLIGHT_FULL);

/** Runs the program with a call that fails, as faults.cc says. */
function faulty(args, { folder, calls = 'write', at = 0, error = 0, lasts = false, clock, log }) {
  const env = {
    ...process.env,
    LD_PRELOAD: join(repository, 'build/native/tests/cli/libwhylight_faults.so'),
    FAULT_FOLDER: folder,
    FAULT_CALLS: calls,
    FAULT_AT: at,
    FAULT_ERROR: error,
    FAULT_LASTS: Number(lasts),
    ...(clock && { FAULT_CLOCK: clock }),
    ...(log && { FAULT_LOG: log }),
  };
  return whylight(args, { env });
}

/** The names of the calls that the program makes on files of the folder, in order. */
function callsOf(args, where) {
  const log = join(home, 'calls');
  rmSync(log, { force: true });
  const { status, stderr } = faulty(args, { ...where, log });
  assert.equal(status, 0, stderr);
  return readFileSync(log, 'utf8').trimEnd().split('\n');
}

/** Either it was done, or an error names what was in the way. */
function assertSaysSo({ status, signal, stderr }, about) {
  assert.equal(signal, null, about);
  if (status === 0) return;
  assert.equal(status, 1, `${about}\n${stderr}`);
  assert.match(stderr, /error: \[(io|not-found)\] .*: .+/, about);
}

/** Some of these numbers, evenly, the first and the last among them; all of them in full. */
function some(count, of) {
  if (FULL || count >= of) return Array.from({ length: of }, (_, index) => index + 1);
  return Array.from({ length: count }, (_, i) => 1 + Math.round((i * (of - 1)) / (count - 1)));
}

// What writes one file or one folder, and how to look at what is there.
const WRITERS = [
  {
    name: 'vectors convert',
    write: (out, text) => {
      const input = file('glove.txt', text);
      return ['vectors', 'convert', '--input', input, '--output', out, '--format', 'word2vec'];
    },
    versions: ['foam 0 0 1\nhead 1 0 0\n', 'foam 0 1 0\ncafé 1 0 0\nmalt 0 0 1\n'],
  },
  {
    name: 'explain --output',
    write: (out, text) => ['explain', '--model', tiny, '--text', text, '--output', out],
    versions: ['hazy gold', 'the nose is pine'],
  },
];

for (const { name, write, versions } of WRITERS) {
  describe(`a file that \`${name}\` replaces`, () => {
    let folder;
    let out;
    let contents;
    let calls;

    before(() => {
      folder = join(home, name);
      mkdirSync(folder);
      out = join(folder, 'file');
      contents = versions.map((text) => {
        succeed(write(out, text));
        return readFileSync(out);
      });
      calls = callsOf(write(out, versions[1]), { folder });
      assert.ok(calls.length >= 5, String(calls));
    });

    /** With the old file there, a call fails: what happened, and what is there then. */
    function replace(at, error, lasts = false) {
      writeFileSync(out, contents[0]);
      const about = `${calls[at - 1]} (${at} of ${calls.length}) with error ${error}`;
      const result = faulty(write(out, versions[1]), { folder, at, error, lasts });
      return { result, found: readFileSync(out), about };
    }

    test('is the old or the new one, whatever fails', () => {
      for (const error of [ENOSPC, EIO, EACCES, EROFS]) {
        for (const lasts of [false, true]) {
          calls.forEach((_, index) => {
            const { result, found, about } = replace(index + 1, error, lasts);
            assertSaysSo(result, about);
            if (result.status === 0) assert.deepEqual(found, contents[1], about);
            else
              assert.ok(
                contents.some((content) => found.equals(content)),
                about,
              );
          });
        }
      }
      // What could not be removed then is removed by the next.
      succeed(write(out, versions[1]));
      assert.deepEqual(readdirSync(folder), ['file']);
    });

    test('is the new one where calls are interrupted, or do half', () => {
      for (const error of [EINTR, HALF]) {
        calls.forEach((call, index) => {
          if (!INTERRUPTED.test(call)) return;
          const { result, found, about } = replace(index + 1, error);
          assert.equal(result.status, 0, `${about}\n${result.stderr}`);
          assert.deepEqual(found, contents[1], about);
        });
      }
    });
  });
}

describe('what is read', () => {
  const args = ['explain', '--model', tiny, '--text', 'hazy gold'];
  const where = { folder: tiny, calls: 'read' };

  test('is the same where calls are interrupted, or give half', () => {
    const expected = succeed(args);
    const calls = callsOf(args, where);
    assert.ok(calls.length >= 6, String(calls));
    for (const error of [EINTR, HALF]) {
      calls.forEach((call, index) => {
        const { status, stdout, stderr } = faulty(args, { ...where, at: index + 1, error });
        assert.equal(status, 0, `${call} ${index + 1}: ${stderr}`);
        assert.equal(stdout, expected);
      });
    }
  });

  test('is refused, by its name, where it cannot be read', () => {
    callsOf(args, where).forEach((call, index) => {
      const { status, stdout, stderr } = faulty(args, { ...where, at: index + 1, error: EIO });
      assert.equal(status, 1, call);
      assert.equal(stdout, '');
      assert.match(stderr, /error: \[io\] .*tiny.*: cannot be (read|opened): /);
    });
  });
});

describe('a training', () => {
  let path; // Of a config that saves after every step.
  let expected; // The model of an undisturbed run,
  let log; // and what it logged.

  before(() => {
    writeData();
    path = configured('saving.json', { checkpoints: { every_steps: 1 } });
    const out = join(home, 'undisturbed');
    succeed(train(path, out));
    expected = modelBytes(join(out, 'model'));
    log = logged(out);
  });

  const assertAsUndisturbed = (out, about) => {
    assert.deepEqual(modelBytes(join(out, 'model')), expected, about);
    assert.deepEqual(logged(out), log, about);
  };

  test('in which any call fails is gone on with to the same bits', () => {
    const counted = join(home, 'counted');
    const calls = callsOf(train(path, counted), { folder: counted });
    const faults = [
      { error: ENOSPC, lasts: true },
      { error: EIO, lasts: false },
    ];
    for (const at of some(12, calls.length)) {
      for (const fault of faults) {
        const out = join(home, `faulty ${at} ${fault.error}`);
        const about = `${calls[at - 1]} (${at} of ${calls.length}) with error ${fault.error}`;
        assertSaysSo(faulty(train(path, out), { folder: out, at, ...fault }), about);
        succeed(train(path, out, '--resume'));
        assertAsUndisturbed(out, about);
        rmSync(out, { recursive: true });
      }
    }
  });

  test('in which calls are interrupted, or do half, has the same bits', () => {
    const counted = join(home, 'counted again');
    const calls = callsOf(train(path, counted), { folder: counted });
    const interrupted = [...calls.keys()].filter((index) => INTERRUPTED.test(calls[index]));
    for (const place of some(6, interrupted.length)) {
      const at = 1 + interrupted[place - 1];
      for (const error of [EINTR, HALF]) {
        const out = join(home, `half ${at} ${error}`);
        const about = `${calls[at - 1]} (${at} of ${calls.length}) with error ${error}`;
        const { status, stderr } = faulty(train(path, out), { folder: out, at, error });
        assert.equal(status, 0, `${about}\n${stderr}`);
        assertAsUndisturbed(out, about);
      }
    }
  });

  test('does not mind a clock that goes back', () => {
    const out = join(home, 'clock');
    const { status, stderr } = faulty(train(path, out), { folder: out, clock: 86_400 });
    assert.equal(status, 0, stderr);
    assertAsUndisturbed(out);
    for (const { seconds } of parseLines(readFileSync(join(out, 'log.jsonl'), 'utf8'))) {
      assert.ok(seconds === undefined || seconds >= 0, String(seconds));
    }
  });

  test('does not go on from a checkpoint of which one bit is another', async () => {
    const seed = Date.now() % 2 ** 32;
    const random = randomNumbers(seed);
    const out = join(home, 'one bit');
    const checkpoints = join(out, 'checkpoints');
    const list = () =>
      existsSync(checkpoints) ? readdirSync(checkpoints).filter((name) => /^[^.]/.test(name)) : [];
    const { child, ended } = start(train(path, out));
    while (list().length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    child.kill('SIGINT');
    await ended;
    const saved = join(home, 'saved');
    cpSync(out, saved, { recursive: true });
    const newest = list().sort().at(-1);
    const bytes = readFileSync(join(checkpoints, newest));
    for (let flip = 0; flip < (FULL ? 300 : 12); ++flip) {
      rmSync(out, { recursive: true });
      cpSync(saved, out, { recursive: true });
      const bit = Math.floor(random() * bytes.length * 8);
      const changed = Buffer.from(bytes);
      changed[bit >> 3] ^= 1 << (bit & 7);
      writeFileSync(join(checkpoints, newest), changed);
      const { status, stderr } = whylight(train(path, out, '--resume'));
      const about = `seed ${seed}: bit ${bit} of ${newest}`;
      assert.equal(status, 0, `${about}\n${stderr}`);
      assert.ok(stderr.includes(newest), `${about}\n${stderr}`);
      assertAsUndisturbed(out, about);
    }
  });
});
