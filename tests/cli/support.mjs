// Runs the native program as a person does, in a folder that is thrown away.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));
export const program = join(repository, 'build/native/core/whylight');
/** A small random model; see tests/golden/README.md. */
export const tiny = join(repository, 'tests/golden/tiny');

/** A folder for the files of one test file. */
export const home = mkdtempSync(join(tmpdir(), 'whylight cli '));
after(() => rmSync(home, { recursive: true, force: true }));

/** Writes a file below `home`, and returns its path. */
export function file(name, content) {
  const path = join(home, name);
  writeFileSync(path, content);
  return path;
}

/** `objects` as JSON lines. */
export function lines(objects) {
  return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
}

/** Lines of JSON as objects. */
export function parseLines(text) {
  assert.match(text, /\n$/);
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** A text of one word more than the program takes. */
export const tooLong = 'a '.repeat(100_001);

// Long enough for a busy machine; a program that hangs must not hang the tests.
const PATIENCE = 60_000;

/** Runs the program to its end: { status, signal, stdout, stderr }. */
export function whylight(args, { input = '', stdout = 'pipe', stderr = 'pipe', ...options } = {}) {
  return spawnSync(program, args, {
    cwd: home,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
    ...options,
    input,
    stdio: ['pipe', stdout, stderr],
  });
}

/** Starts the program; `ended` resolves with { status, signal }. */
export function start(args) {
  const child = spawn(program, args, {
    cwd: home,
    stdio: 'ignore',
    timeout: PATIENCE,
    killSignal: 'SIGKILL',
  });
  const ended = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (status, signal) => resolve({ status, signal }));
  });
  return { child, ended };
}

/** Runs the program, which must succeed, and returns its standard output. */
export function succeed(args, options) {
  const { status, signal, stdout, stderr } = whylight(args, options);
  assert.deepEqual({ status, signal }, { status: 0, signal: null }, stderr);
  return stdout;
}

/** Runs the program, which must fail with `code`, and returns the message. */
export function fail(code, args, options) {
  const { status, signal, stderr } = whylight(args, options);
  assert.deepEqual({ status, signal }, { status: 1, signal: null }, stderr);
  // The error is the last line.
  const said = stderr.trimEnd().split('\n').at(-1);
  const found = /^error: \[([a-z-]+)\] (.+)$/.exec(said);
  assert.ok(found, `expected an error with a code, found ${said}`);
  assert.ok([code].flat().includes(found[1]), `expected [${code}], found ${said}`);
  return found[2];
}

/** The explanations of `explain --model tests/golden/tiny` with `args`. */
export function explain(args, options) {
  return parseLines(succeed(['explain', '--model', tiny, ...args], options));
}

/** The words of an explanation, by their spans. */
export function words({ text, tokens }) {
  return tokens.map(({ start, end }) => text.slice(start, end));
}

/** `value` with every number that is no offset taken out into `numbers`. */
function withoutNumbers(value, numbers) {
  return JSON.stringify(value, (key, item) => {
    if (typeof item !== 'number' || key === 'start' || key === 'end') return item;
    numbers.push(item);
    return 'a number';
  });
}

/** Alike in keys, their order, offsets and selection; in numbers nearly. */
export function assertExplainsAs(actual, expected) {
  const numbers = [];
  const expectedNumbers = [];
  const found = withoutNumbers(actual, numbers);
  assert.equal(found, withoutNumbers(expected, expectedNumbers));
  numbers.forEach((number, index) => {
    const error = Math.abs(number - expectedNumbers[index]);
    assert.ok(error < 1e-5, `${number} is not ${expectedNumbers[index]} in ${expected.text}`);
  });
}

/** A copy of the model in `folder`, below `home`, with operating points. */
export function withPoints(folder, name, points) {
  const copy = join(home, name);
  cpSync(folder, copy, { recursive: true });
  const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8'));
  writeFileSync(join(copy, 'config.json'), JSON.stringify({ ...config, points }));
  return copy;
}

/** The bytes of a model folder, by file. */
export function modelBytes(folder) {
  return ['config.json', 'model.safetensors', 'vocab.txt'].map((name) =>
    readFileSync(join(folder, name)).toString('latin1'),
  );
}
