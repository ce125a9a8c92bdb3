// What the fuzzers in JavaScript share: texts, the loop, and the smallest input of what it found.
//
//   node tests/fuzz/NAME.fuzzer.mjs [--seconds N] [--seed N] [--case N]
//
// The last line says how many executions there were; with --case there is one, that of this number.
import { writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, workerData } from 'node:worker_threads';

import { Random } from './random.mjs';

/** Part of the characters that texts are made of, and of texts that made trouble somewhere. */
export const oddText = [
  ...['', ' ', '\t', '\n', '\r', '\r\n', '\0', '\x7f', '\u0085', '\u00a0', '\u2028', '\ufeff'],
  ...['"', '""', "'", ',', ';', '|', '=', '+', '-', '@', '\\', '/', '%', '#', '&', '<', '>', '`'],
  ...[
    '{',
    '}',
    '[',
    ']',
    ':',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'NaN',
    '-0',
    '1e999',
  ],
  ...['é', 'e\u0301', 'ß', 'İ', '中文', '🍺', '👩‍👩‍👧', '\ud83c', '\udf7a', '\uffff', '\u202e'],
  ...['a', 'word', 'Great room.', 'The staff was rude, and the bed hard!', 'x'.repeat(70)],
];

/** A text of such pieces. */
export function textOf(random, mostPieces) {
  return random.list(mostPieces, () => random.pick(oddText)).join(random.pick(['', '', ' ']));
}

/** `text` with some places changed, of which some are taken from `others`. */
export function mutate(random, text, others) {
  let mutated = text;
  for (let times = random.from(1, 4); times > 0; --times) {
    const at = random.below(mutated.length + 1);
    const end = at + random.below(Math.min(30, mutated.length - at) + 1);
    const put = [
      () => '',
      () => mutated.slice(at, end) + mutated.slice(at, end),
      () => random.pick(oddText),
      () => String.fromCharCode(random.below(random.pick([128, 65536]))),
      () => {
        const other = random.pick(others);
        const from = random.below(other.length + 1);
        return other.slice(from, from + random.below(40));
      },
    ];
    mutated = mutated.slice(0, at) + random.pick(put)() + mutated.slice(random.pick([at, end]));
  }
  return mutated;
}

// Of a single execution, far more than any takes: of the processor, and, on a machine that does much
// else, of the clock.
const mostBusyMs = 60_000;
const longestMs = 600_000;

/**
 * Runs `check(input, random, at)` on what `make(random, at)` gives for case after case, until the time
 * is over. The first that throws is a finding: its input, a string or an array, is made smaller as long
 * as `check` still throws, and printed as `show` tells it. The exit status is 1 then.
 */
export async function fuzz({ name, make, check, count = () => 1, show = shown }) {
  const { seconds, seed, number } = readOptions();
  const watched = watch(name, seed);
  const until = performance.now() + 1000 * seconds;
  let executions = 0;
  // Where a refusal came from takes longer to say than all else.
  Error.stackTraceLimit = 0;
  try {
    for (let at = number ?? 0; ; ++at) {
      watched.begin(at);
      const input = make(new Random(seed, at), at);
      const finding = await tried(check, input, seed, at);
      executions += count(input);
      if (finding) {
        process.exitCode = 1;
        await report({ name, check, show, seed, at, input, finding, watched });
        return;
      }
      if (number !== undefined || performance.now() > until) return;
    }
  } finally {
    watched.end();
    console.log(`executions: ${executions}`);
  }
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      case: { type: 'string' },
    },
  });
  const number = (name) => {
    const value = Number(values[name]);
    if (values[name] === '' || !(value >= 0 && value <= Number.MAX_SAFE_INTEGER)) {
      console.error(`--${name}: expected a number, found "${values[name]}"`);
      process.exit(2);
    }
    return value;
  };
  return {
    seconds: number('seconds'),
    seed: number('seed'),
    number: values.case === undefined ? undefined : number('case'),
  };
}

/** What `check` throws, if it does. */
async function tried(check, input, seed, at) {
  try {
    // Most checks are over when they return: a turn of the loop each would take longer than they do.
    const checked = check(input, new Random(seed, at, 1), at);
    if (checked instanceof Promise) await checked;
    return undefined;
  } catch (error) {
    return { error };
  }
}

async function report({ name, check, show, seed, at, input, finding, watched }) {
  Error.stackTraceLimit = 10;
  console.log(`${name}: a finding in case ${at}:`, finding.error);
  console.log(`once more: node tests/fuzz/${name}.fuzzer.mjs --seed ${seed} --case ${at}`);
  let smallest = input;
  let error = finding.error;
  // By halves, quarters, ... and single items, for as long as one of them is left out.
  for (let size = Math.ceil(input.length / 2); size >= 1;) {
    let smaller = false;
    for (let from = 0; from < smallest.length;) {
      const without = leftOut(smallest, from, size);
      watched.begin(at);
      const found = await tried(check, without, seed, at);
      if (found) {
        smallest = without;
        error = found.error;
        smaller = true;
      } else from += size;
    }
    if (!smaller || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  console.log(`smallest input: ${show(smallest)}\nwhich gives:`, error);
}

/** As JSON, in which nothing is invisible. */
function shown(input) {
  const escaped = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return JSON.stringify(input).replaceAll(/[^ -~]/g, escaped);
}

function leftOut(input, from, size) {
  const rest = input.slice(from + size);
  return typeof input === 'string'
    ? input.slice(0, from) + rest
    : [...input.slice(0, from), ...rest];
}

/** Ends the process if a case does not end: the thread that is stuck cannot say so itself. */
function watch(name, seed) {
  const beat = new Float64Array(new SharedArrayBuffer(16));
  const watcher = new Worker(new URL(import.meta.url), { workerData: { beat, name, seed } });
  watcher.unref();
  return {
    begin(at) {
      beat[0] = at;
      beat[1] += 1;
    },
    end: () => watcher.terminate(),
  };
}

if (!isMainThread && workerData?.beat) {
  const { beat, name, seed } = workerData;
  const busyMs = () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  let last = { beat: -1 };
  setInterval(() => {
    if (beat[1] !== last.beat) {
      last = { beat: beat[1], busy: busyMs(), time: performance.now() };
      return;
    }
    if (busyMs() - last.busy < mostBusyMs && performance.now() - last.time < longestMs) return;
    const repeat = `node tests/fuzz/${name}.fuzzer.mjs --seed ${seed} --case ${beat[0]}`;
    writeSync(1, `${name}: case ${beat[0]} does not end\nonce more: ${repeat}\n`);
    process.kill(process.pid, 'SIGKILL');
  }, 5000);
}
