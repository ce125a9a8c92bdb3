// The package as its users meet it: packed, installed elsewhere, imported from
// Node, from a page, from a page that a bundler built and from TypeScript.
import assert from 'node:assert/strict';
import { cp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { build, createLogger } from 'vite';

import { launchChromium } from '../chromium.mjs';
import { install, PATIENCE, repository, run, whylight as runProgram } from './support.mjs';

const words = ['Pours', 'a', 'hazy', 'gold', '🍺', 'with', 'a', 'thick', 'head', '.'];

let home;
let packed;

before(async () => {
  const installed = await install([]);
  home = installed.home;
  [packed] = installed.packed;
  for (const name of ['node', 'page', 'vite', 'types']) {
    await cp(new URL(name, import.meta.url), join(home, name), { recursive: true });
  }
});
after(() => rm(home, { recursive: true, force: true }));

describe('the tarball', () => {
  test('holds the code, the smallest model and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const needed of [
      'README.md',
      'CHANGELOG.md',
      'LICENSE',
      'licences.txt',
      'models/beer/README.md',
      'models/beer/config.json',
      'models/beer/model.safetensors',
      'models/beer/vocab.txt',
      'wasm/src/address.d.ts',
      'wasm/dist/systems/rationale/index.js',
      'wasm/dist/systems/rationale/index.js.map',
      'wasm/dist/systems/rationale/index.d.ts',
      'wasm/dist/systems/rationale/node.js',
      'wasm/dist/worker.js',
      'wasm/dist/worker-node.js',
      'wasm/dist/bin.js',
      'wasm/dist/whylight-core.mjs',
      'wasm/dist/whylight-core.wasm',
      'wasm/dist/whylight-core.scalar.wasm',
      'wasm/dist/whylight-core.integer.wasm',
      'wasm/dist/whylight-core.relaxed.wasm',
      'wasm/dist/whylight-reasons.mjs',
      'wasm/dist/whylight-reasons.wasm',
      'wasm/dist/systems/classifier/index.js',
      'wasm/dist/systems/classifier/node.js',
      'wasm/dist/whylight-classifier.mjs',
      'wasm/dist/whylight-classifier.wasm',
      'wasm/dist/systems/layers/index.js',
      'wasm/dist/systems/layers/node.js',
      'wasm/dist/whylight-layers.mjs',
      'wasm/dist/whylight-layers.wasm',
      'wasm/dist/systems/pairs/index.js',
      'wasm/dist/systems/pairs/node.js',
      'wasm/dist/whylight-pairs.mjs',
      'wasm/dist/whylight-pairs.wasm',
      'wasm/dist/systems/reader/index.js',
      'wasm/dist/systems/reader/node.js',
      'wasm/dist/whylight-reader.mjs',
      'wasm/dist/whylight-reader.wasm',
      'wasm/dist/systems/recommender/index.js',
      'wasm/dist/systems/recommender/node.js',
      'wasm/dist/whylight-recommender.mjs',
      'wasm/dist/whylight-recommender.wasm',
      'wasm/dist/systems/questions/index.js',
      'wasm/dist/systems/questions/node.js',
      'wasm/dist/whylight-questions.mjs',
      'wasm/dist/whylight-questions.wasm',
      'wasm/dist/systems/tagger/index.js',
      'wasm/dist/systems/tagger/node.js',
      'wasm/dist/whylight-tagger.mjs',
      'wasm/dist/whylight-tagger.wasm',
    ]) {
      assert.ok(paths.includes(needed), `${needed} is missing`);
    }
    const expected =
      /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|licences\.txt|wasm\/src\/address\.d\.ts|wasm\/dist\/[\w/.-]+\.(js|js\.map|mjs|wasm|d\.ts)|models\/beer\/(README\.md|config\.json|model\.safetensors|vocab\.txt))$/;
    assert.deepEqual(
      paths.filter((path) => !expected.test(path)),
      [],
    );
  });

  test('is little more than its model and its modules', async () => {
    // As measured: 7.34 MB and unpacked 11.29 MB, of which the modules have 4.39 MB; beside them
    // and the model there are 0.32 MB and unpacked 1.26 MB.
    assert.ok(packed.size < 7.39e6, `${packed.size} bytes`);
    assert.ok(packed.unpackedSize < 11.34e6, `${packed.unpackedSize} bytes unpacked`);
    const heavy = packed.files.filter(({ path }) => /^models\/(?!.*\.md)|\.wasm$/.test(path));
    let [rest, restUnpacked] = [packed.size, packed.unpackedSize];
    for (const { path, size } of heavy) {
      rest -= gzipSync(await readFile(join(repository, path)), { level: 9 }).length;
      restUnpacked -= size;
    }
    assert.ok(rest < 0.33e6, `${rest} bytes beside the model and the modules`);
    assert.ok(restUnpacked < 1.3e6, `${restUnpacked} bytes beside them, unpacked`);
  });

  test('brings no dependencies', async () => {
    const installed = await readdir(join(home, 'node_modules'));
    assert.deepEqual(
      installed.filter((name) => !name.startsWith('.')),
      ['whylight'],
    );
  });
});

test('Node imports it, and finds its model and its layers', async () => {
  const { stdout } = await run('node', ['node/main.js'], { cwd: home });
  const found = JSON.parse(stdout);
  assert.deepEqual(found.aspects, ['appearance', 'aroma', 'palate']);
  assert.deepEqual(found.words.slice(0, 9), words.slice(0, 9));
  assert.deepEqual(found.mean, [2, 3]);
});

describe('the program', () => {
  const whylight = (args, input) => runProgram(home, args, input);

  const text = 'Pours a hazy gold 🍺 with a thick head.';

  function assertExplains(line, expected) {
    const explanation = JSON.parse(line);
    assert.deepEqual(Object.keys(explanation), [
      'text',
      'inDomain',
      'domain',
      'known',
      'ratings',
      'mentioned',
      'spreads',
      'priors',
      'classes',
      'tokens',
      'rationales',
    ]);
    const { start, end } = explanation.tokens[0];
    assert.equal(explanation.text, expected);
    assert.equal(explanation.text.slice(start, end), expected.split(' ')[0]);
  }

  test('explains a text', async () => {
    const { stdout, stderr, status } = await whylight(['explain', text]);
    assert.deepEqual([stderr, status], ['', 0]);
    assertExplains(stdout, text);
  });

  test('explains standard input', async () => {
    const { stdout } = await whylight(['explain'], text);
    assertExplains(stdout, text);
  });

  test('explains every line of a file, and writes another', async () => {
    const texts = ['Sour \u2028 and flat', 'Malty'];
    const lines = texts.map((each) => `${JSON.stringify({ text: each })}\r\n`).join('');
    await writeFile(join(home, 'texts.jsonl.gz'), gzipSync(lines));
    const args = ['explain', '--input', 'texts.jsonl.gz', '--output', 'out.jsonl'];
    assert.deepEqual(await whylight(args), { stdout: '', stderr: '', status: 0 });
    const written = (await readFile(join(home, 'out.jsonl'), 'utf8')).trimEnd().split('\n');
    assert.equal(written.length, 2);
    written.forEach((line, index) => assertExplains(line, texts[index]));
  });

  test('names the file and the line it cannot read, and leaves no half file', async () => {
    await writeFile(join(home, 'bad.jsonl'), '{"text": "hop"}\n{"text": 3}\n');
    const args = ['explain', '--input', 'bad.jsonl', '--output', 'never.jsonl'];
    const { stderr, status } = await whylight(args);
    assert.equal(
      stderr,
      'error: [bad-data] bad.jsonl:2: expected an object with a "text" string.\n',
    );
    assert.equal(status, 1);
    const left = (await readdir(home)).filter((name) => name.startsWith('never'));
    assert.deepEqual(left, []);
  });

  test('names the model that is not there', async () => {
    const { stderr, status } = await whylight(['explain', text, '--model', 'nowhere']);
    assert.match(
      stderr,
      /^error: \[not-found\] .* a folder "nowhere" .* Names: beer \(installed\), /,
    );
    assert.equal(status, 1);
    const path = await whylight(['explain', text, '--model', './nowhere']);
    assert.match(path.stderr, /^error: \[not-found\] .*nowhere.config\.json is not there\.\n$/);
  });

  test('says why', async () => {
    const { stdout, status } = await whylight(['ngrams', text, '--aspect', 'aroma', '--top', '1']);
    assert.equal(status, 0);
    assert.equal(JSON.parse(stdout).aspect, 'aroma');
  });

  test('names the option that is wrong', async () => {
    const { stderr, status } = await whylight(['match', text, '--other', text, '--order', '0']);
    assert.match(stderr, /^error: \[invalid-argument\] match: --order: expected .*\n$/);
    assert.equal(status, 2);
  });

  for (const args of [
    [],
    ['dance'],
    ['explain', 'two', 'texts'],
    ['explain', '--loud', text],
    ['explain', '--aspect', 'aroma', text],
    ['ngrams', '--decay', '0.5', text],
    ['ngrams', '--top', 'many', text],
    ['faithfulness', '--select', '5', text],
    ['match', text],
  ]) {
    test(`shows how it is used after: whylight ${args.join(' ')}`, async () => {
      const { stdout, stderr, status } = await whylight(args);
      assert.match(stderr, /^error: \[invalid-argument\] .*\nTry: whylight --help\n$/s);
      assert.deepEqual([stdout, status], ['', 2]);
    });
  }

  test('asks a model of another system, and lists what it can be asked', async () => {
    const model = join(repository, 'models/sentiment');
    const { stdout } = await whylight(['classify', 'never dull', '--model', model]);
    assert.equal(JSON.parse(stdout).text, 'never dull');
    const listed = (await whylight(['questions', '--model', model])).stdout;
    assert.match(listed, /^classify \(one text\): /);
    const help = (await whylight(['classify', '--help', '--model', model])).stdout;
    assert.match(help, /\n {2}--ngrams N\n/);
  });

  test('prints its help and its version', async () => {
    assert.match((await whylight(['--help'])).stdout, /Usage:\n {2}whylight explain "TEXT"/);
    assert.equal((await whylight(['--version'])).stdout, `${packed.version}\n`);
  });
});

describe('in Chromium', () => {
  const types = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.mjs': 'text/javascript',
    '.wasm': 'application/wasm',
  };
  let server;
  let browser;

  before(async () => {
    server = createServer(async (request, response) => {
      const path = join(home, new URL(request.url, 'http://localhost').pathname);
      const body = await readFile(path).catch(() => undefined);
      response.writeHead(body ? 200 : 404, {
        'content-type': types[extname(path)] ?? 'application/octet-stream',
        'content-security-policy':
          "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; " +
          "worker-src 'self'; connect-src 'self'; img-src data:; " +
          "require-trusted-types-for 'script'; trusted-types default",
      });
      response.end(body);
    });
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
    browser = await launchChromium();
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  /** Opens a page, and returns what it found, and its errors. */
  async function visit(path) {
    const page = await browser.newPage();
    const errors = [];
    page.on('console', (message) => errors.push(message.text()));
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(`http://127.0.0.1:${server.address().port}/${path}`);
    const output = page.locator('output:not(:empty)');
    const found = await output.textContent({ timeout: PATIENCE }).catch(() => 'nothing');
    await page.close();
    return { found, errors };
  }

  const expected = {
    found: JSON.stringify({
      page: words,
      worker: words,
      relaxed: words,
      why: [words.length, words.length],
      mean: [2, 3],
    }),
    errors: [],
  };

  test('it runs without a bundler, in the page and in a Worker', async () => {
    assert.deepEqual(await visit('page/index.html'), expected);
  });

  test('it runs as Vite builds it, in the page and in a Worker', async () => {
    const warnings = [];
    const logger = createLogger('silent');
    logger.warn = logger.warnOnce = logger.error = (message) => warnings.push(message);
    await build({
      root: join(home, 'vite'),
      base: '/vite/dist/',
      configFile: false,
      customLogger: logger,
      // How long a build takes is said of the machine, not of the package.
      build: { target: 'es2022', rolldownOptions: { checks: { bundlerTimings: false } } },
      worker: { format: 'es' },
    });
    assert.deepEqual(warnings, []);
    const assets = await readdir(join(home, 'vite', 'dist', 'assets'));
    // Also those that nobody fetches here: a Worker opens models of every kind.
    assert.equal(assets.filter((name) => name.endsWith('.wasm')).length, 12);
    assert.deepEqual(await visit('vite/dist/index.html'), expected);
  });
});

describe('TypeScript', () => {
  const tsc = join(repository, 'node_modules', 'typescript', 'bin', 'tsc');

  /** Compiles a project, and returns the compiler's errors. */
  async function compile(project) {
    const compiling = run('node', [tsc, '--project', project], { cwd: join(home, 'types') });
    return compiling.then(
      ({ stdout }) => stdout,
      ({ stdout }) => stdout,
    );
  }

  test('accepts what a page may write, and nothing else', async () => {
    assert.equal(await compile('tsconfig.json'), '');
  });

  test('accepts what a program for Node may write, and nothing else', async () => {
    await symlink(join(repository, 'node_modules', '@types'), join(home, 'node_modules', '@types'));
    assert.equal(await compile('tsconfig.node.json'), '');
    // As bundlers resolve packages, once told that the program is for Node.
    assert.equal(await compile('tsconfig.bundled-node.json'), '');
  });
});
