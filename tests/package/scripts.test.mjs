// What the scripts do when something is missing, fails, is interrupted or mistyped. Tools that take long
// have stand-ins, in a copy of the scripts.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

import { PATIENCE, repository } from './support.mjs';

const yard = mkdtempSync(join(tmpdir(), 'whylight-scripts-'));
after(() => rmSync(yard, { recursive: true, force: true }));
const copy = join(yard, 'copy');
const bin = join(yard, 'bin');

const NAMES = 'core reasons classifier questions pairs tagger reader recommender layers'.split(' ');
const MODULES = [...NAMES.map((name) => `whylight-${name}`)]
  .concat('scalar/whylight-core', 'integer/whylight-core')
  .map((name) => `build/wasm/wasm/${name}`);

const STAND_INS = {
  'scripts/setup.sh': 'echo "setup $*" >>calls',
  // Each makes only what it is asked for, and no file twice.
  '../bin/cmake': `echo "cmake $* with $PATH" >>calls
mkdir -p build/{native,wasm/wasm/{scalar,integer}} && touch build/{native,wasm}/build.ninja
[[ " $* " == *" --target whylight_modules "* ]] || exit 0
for module in ${MODULES.join(' ')}; do
  [[ -e $module.wasm ]] || printf '\\0asm\\1\\0\\0\\0' >"$module.wasm"
  touch "$module.mjs"
done`,
  '../bin/nproc': 'echo "${PROCESSORS:-2}"',
  '../bin/node': `[[ $1 == scripts/minify.mjs ]] || exec "${process.execPath}" "$@"`,
  'node_modules/.bin/tsc': '',
  'node_modules/.bin/wasm-opt': `from=\${*: -3:1} to=\${*: -1}
echo "$from" >>shrunk
[[ $from != *"\${BROKEN:-none}.wasm" ]] || exit 1
sleep 0.05
if [[ $from == *"\${NO_ROOM:-none}.wasm" ]]; then head -c 5 "$from" >"$to"; else cp "$from" "$to"; fi`,
};

function write(path, text) {
  const file = join(copy, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function standIn(path, text) {
  write(path, `#!/usr/bin/env bash\n${text}\n`);
  chmodSync(join(copy, path), 0o755);
}

beforeEach(() => {
  rmSync(copy, { recursive: true, force: true });
  cpSync(join(repository, 'scripts'), join(copy, 'scripts'), { recursive: true });
  for (const [path, text] of Object.entries(STAND_INS)) standIn(path, text);
  write('scripts/build-report.mjs', '');
  write(
    'scripts/relax-wasm.mjs',
    "import { copyFileSync } from 'node:fs'; copyFileSync(...process.argv.slice(2));",
  );
});

const options = (env, path = `${bin}:${process.env.PATH}`) => ({
  cwd: copy,
  encoding: 'utf8',
  timeout: PATIENCE,
  env: { ...process.env, PATH: path, ...env },
});
const run = (script, args, env) => spawnSync(join(copy, 'scripts', script), args, options(env));
const buildModules = (env) => run('build.sh', ['wasm', 'whylight_modules'], env);
const linesOf = (name) => {
  const path = join(copy, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
};
const published = () =>
  readdirSync(join(copy, 'wasm/dist'))
    .filter((name) => name.endsWith('.wasm'))
    .sort();

describe('a build of the modules', () => {
  test('publishes each of them', () => {
    const { status, stderr } = buildModules();
    assert.equal(status, 0, stderr);
    assert.deepEqual(
      published(),
      [
        ...NAMES.map((name) => `whylight-${name}.wasm`),
        ...['scalar', 'integer', 'relaxed'].map((flavour) => `whylight-core.${flavour}.wasm`),
      ].sort(),
    );
  });

  for (const module of ['whylight-core', 'whylight-reasons']) {
    test(`does not take half of ${module} for what the next one need not make`, () => {
      const full = buildModules({ NO_ROOM: module });
      assert.equal(full.status, 1);
      assert.match(full.stderr, new RegExp(`${module}\\.wasm\\.new is not whole; is the disk`));
      assert.ok(!published().includes(`${module}.wasm`));
      assert.equal(buildModules().status, 0);
      assert.equal(readFileSync(join(copy, `wasm/dist/${module}.wasm`)).length, 8);
    });
  }

  // One that ends at once may be forgotten by the time that all are waited for.
  for (const [module, PROCESSORS] of [
    ['whylight-questions', '2'],
    ['whylight-questions', '20'],
    ['whylight-reasons', '2'],
  ]) {
    test(`fails when the optimiser fails with ${module}, of ${PROCESSORS} at a time`, () => {
      assert.equal(buildModules({ BROKEN: module, PROCESSORS }).status, 1);
    });
  }

  test('fails when one of them was not built', () => {
    const { status, stderr } = run('build.sh', ['wasm', 'whylight_wasm']);
    assert.equal(status, 1);
    assert.match(stderr, /^build: build\/wasm\/wasm\/whylight-core\.wasm is missing; /m);
  });

  test('leaves to another at the same time what that one does', async () => {
    const builds = [1, 2].map(() =>
      spawn('scripts/build.sh', ['wasm', 'whylight_modules'], options()),
    );
    const ends = await Promise.all(builds.map((build) => once(build, 'exit')));
    assert.deepEqual(ends, [
      [0, null],
      [0, null],
    ]);
    assert.deepEqual(linesOf('shrunk').sort(), MODULES.map((module) => `${module}.wasm`).sort());
  });

  test("hides npm's programs from emcc, by whatever name they are reached", () => {
    const link = join(yard, 'link');
    symlinkSync(copy, link);
    const folders = [link, copy].map((folder) => `${folder}/node_modules/.bin`);
    const others = `${bin}:${process.env.PATH}`;
    for (const folder of [link, copy]) {
      const { status, stderr } = spawnSync(
        join(folder, 'scripts/build.sh'),
        ['wasm', 'whylight_modules'],
        { ...options({}, [folders[0], others, folders[1]].join(':')), cwd: folder },
      );
      assert.equal(status, 0, stderr);
    }
    const calls = linesOf('calls').filter((call) => call.startsWith('cmake'));
    assert.ok(calls.length >= 2);
    for (const call of calls) assert.ok(call.endsWith(` with ${others}`), call);
  });
});

describe('a benchmark', () => {
  for (const [part, ...args] of [['bench'], ['questions/bench', 'questions']]) {
    test(`builds all that it needs in a fresh clone: ${part}`, () => {
      write(`tests/bench/${part}.mjs`, "console.log('measured');");
      const { status, stdout, stderr } = run('bench.sh', [...args, '--quick']);
      assert.equal(status, 0, stderr);
      assert.equal(stdout, 'measured\n');
    });
  }

  test('builds nothing for help, unless that cannot be printed without', () => {
    write('tests/bench/bench.mjs', "console.log('usage');");
    assert.equal(run('bench.sh', ['--help']).stdout, 'usage\n');
    assert.deepEqual(linesOf('calls'), []);

    write('tests/bench/bench.mjs', "await import('../../wasm/dist/whylight-core.wasm.d.ts');");
    assert.equal(run('bench.sh', ['--help']).status, 1);
    assert.ok(linesOf('calls').some((call) => call.includes('whylight_modules')));
  });
});

describe('reproducing', () => {
  for (const args of [['--help'], ['sst', '--list'], ['sst', '-h']]) {
    test(`builds nothing for ${args.join(' ')}`, () => {
      const { status, stdout, stderr } = run('reproduce.sh', args);
      assert.equal(status, 0, stderr);
      assert.notEqual(stdout, '');
      assert.deepEqual(linesOf('calls'), []);
    });
  }

  test('says that it builds', () => {
    const { stderr } = run('reproduce.sh', ['sst'], { WHYLIGHT_DATA: '' });
    assert.match(stderr, /^Building \.\.\.\nreproduce: expected WHYLIGHT_DATA/);
  });
});

describe('setting up', () => {
  beforeEach(() => {
    cpSync(join(repository, 'scripts/setup.sh'), join(copy, 'scripts/setup.sh'));
    standIn('tools/apt-get', 'echo "apt-get $*" >>calls');
    standIn('tools/npm', 'echo "npm $*" >>calls');
    // Says of each package that it is there.
    standIn(
      'tools/dpkg-query',
      '[[ $MISSING ]] || printf "%s installed\\n" "${@:3}"; echo "dpkg-query" >>calls',
    );
    for (const name of ['package-lock.json', 'node_modules/.installed-lock.json']) write(name, '');
  });

  const setUp = (version, MISSING = '') => {
    standIn('tools/node', `echo ${version}`);
    const path = `${join(copy, 'tools')}:/usr/bin:/bin`;
    return spawnSync(join(copy, 'scripts/setup.sh'), [], options({ MISSING }, path));
  };

  for (const version of ['v20.19.0', 'v20.20.2', 'v22.13.0', 'v24.0.0', 'v26.1.0']) {
    test(`takes Node ${version}`, () => {
      const { status, stderr } = setUp(version);
      assert.equal(status, 0, stderr);
    });
  }

  for (const version of ['v18.20.8', 'v20.18.3', 'v21.7.3', 'v22.12.0', 'v23.11.0']) {
    test(`refuses Node ${version} before it installs anything`, () => {
      const { status, stderr } = setUp(version, 'all');
      assert.equal(status, 1);
      assert.match(stderr, new RegExp(`^setup: Node 20\\.19, .* is needed; found ${version}\n$`));
      assert.deepEqual(linesOf('calls'), []);
    });
  }

  test('asks for what the npm packages do', () => {
    const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8'));
    assert.equal(lock.packages['node_modules/eslint'].engines.node, '^20.19.0 || ^22.13.0 || >=24');
  });
});

describe('the suites', () => {
  // What has ended and nobody has waited for has no command line any more.
  const isAlive = (pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`).length > 0;
    } catch {
      return false;
    }
  };

  for (const [signal, expected] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ]) {
    test(`end with the script on ${signal}`, { timeout: PATIENCE }, async () => {
      standIn('scripts/lint.sh', 'echo $$ >pid.new && mv pid.new pid && exec sleep 300');
      const script = spawn('scripts/test.sh', ['lint', 'docs'], {
        ...options(),
        // A group of its own, which the script ends.
        detached: true,
      });
      const exit = once(script, 'exit');
      while (!existsSync(join(copy, 'pid'))) await wait(10);
      const [pid] = linesOf('pid');
      script.kill(signal);
      assert.deepEqual(await exit, [expected, null]);
      while (isAlive(Number(pid))) await wait(10);
    });
  }
});

describe('a mistyped command of', () => {
  const asked = (script, ...args) =>
    spawnSync('node', [script, ...args], { cwd: repository, encoding: 'utf8', timeout: PATIENCE });

  for (const script of [
    'scripts/serve.mjs',
    'scripts/licences.mjs',
    'scripts/reproduce/reproduce.mjs',
    'tests/soak/soak.mjs',
  ]) {
    test(`${script} is answered with its usage`, () => {
      const { status, stderr } = asked(script, '--colour');
      assert.match(stderr, /^Unknown option '--colour'.*\n\nusage: /);
      assert.equal(status, 2);
      const help = asked(script, '--help');
      assert.match(help.stdout, /^usage: /);
      assert.equal(help.status, 0);
    });
  }

  for (const args of [[], ['toString'], ['sst', 'ptb'], ['sst', '--list', '--only', 'nothing']]) {
    test(`scripts/reproduce/reproduce.mjs is one: ${args.join(' ')}`, () => {
      const { status, stderr } = asked('scripts/reproduce/reproduce.mjs', ...args);
      assert.match(stderr, /^expected .*, found .*\n\nusage: .*--list.*--threads/);
      assert.equal(status, 2);
    });
  }
});

test('models are not evaluated without the program', () => {
  const script = join(copy, 'scripts/reproduce/evaluate-questions.mjs');
  const { status, stdout, stderr } = spawnSync('node', [script, 'models/questions'], {
    ...options({ WHYLIGHT_DATA: yard }),
  });
  assert.match(stderr, /^expected the native program in .*, found none: npm run build:native\n$/);
  assert.deepEqual([status, stdout], [2, '']);
});
