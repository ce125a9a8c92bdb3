// Every JavaScript example of the documents, with the packages that it imports as npm packs them: as it
// stands it is TypeScript without errors, runs in Node or, if it is of a page, in Chromium as Vite builds
// it, and prints what the document says it does.
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { build } from 'vite';

import { launchChromium } from '../chromium.mjs';
import { blocksOf, documents } from '../docs/documents.mjs';
import { install, PATIENCE, repository, run } from './support.mjs';

// The names that an example takes from those before it, or from the app around it.
const GIVEN = {
  load: "import { load } from 'whylight';",
  model: "const model = await (await import('whylight')).load();",
  text: "const text = 'Pours amber with a thick head.';",
  reviews: "const reviews = ['Pours amber.', 'Thin, watery body.'];",
  controller: 'const controller = new AbortController();',
  bar: 'const bar = { value: 0 };',
  show: 'const show = console.log;',
  documents: "const documents = [{ id: 'refund', question: 'When do I get my money back?' }];",
  faq: `const faq = await (async () => {
  const { loadRetriever } = await import('whylight/questions');
  const retriever = await loadRetriever('questions');
  const faq = await retriever.createIndex({ fields: ['question'] });
  await faq.add({ id: 'dog', question: 'Can I take my dog on the train?' });
  return faq;
})();`,
};

// What its comment tells the reader to write.
const READER = "import 'whylight/worker';\n";

const COMPILER = { target: 'ES2022', strict: true, noEmit: true };
const NODE = { ...COMPILER, lib: ['ES2023'], types: ['node'], module: 'NodeNext' };
const PAGE = {
  ...COMPILER,
  lib: ['ES2023', 'DOM'],
  types: [],
  module: 'ESNext',
  moduleResolution: 'bundler',
};

const examples = documents.flatMap((document) => {
  const blocks = blocksOf(document);
  // TypeScript in documents is quoted from the project's sources.
  return blocks
    .map((block, index) => ({ ...block, ...outputOf(block, blocks[index + 1]) }))
    .filter(({ language }) => language === 'js')
    .map((block) => ({
      ...block,
      title: `${document}:${block.line}`,
      name: `${document.replace(/\W/g, '-')}-${block.line}`,
      // The address of a folder of models is one of a site.
      inPage: block.text.includes("'/models/"),
    }));
});

function firstParagraph(prose) {
  return prose.trim().split('\n\n')[0];
}

/** The output that a document gives of an example: after it, or behind lines of it. */
function outputOf({ text, after }, next) {
  if (next?.language === '')
    return { output: [next.text.trimEnd()], told: firstParagraph(next.after) };
  const lines = [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
  return { output: lines, told: firstParagraph(after) };
}

/** An example as a program: with what it is given. */
function programOf(text) {
  const given = Object.entries(GIVEN)
    .filter(([name]) => new RegExp(`(?<![.'/])\\b${name}\\b(?![:'/])`).test(text))
    .filter(([name]) => !new RegExp(`(const|let|import) \\W*${name}\\b`).test(text))
    .map(([, line]) => `${line}\n`);
  return `${given.join('')}${text}export {};\n`;
}

const NUMBER = /-?\d+(?:\.\d+)?/g;

/** Asserts that `printed` has what a document says, with numbers that may differ in their last digit. */
function assertPrints(printed, said) {
  const near = said
    .split(NUMBER)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join(`(${NUMBER.source})`);
  const found = new RegExp(`^${near}$`, 'm').exec(printed);
  assert.ok(found, `expected\n${said}\nfound\n${printed}`);
  (said.match(NUMBER) ?? []).forEach((number, index) => {
    const [, decimals = ''] = number.split('.');
    const apart = Math.abs(Number(number) - Number(found[index + 1]));
    assert.ok(apart < 1.01 * 10 ** -decimals.length, `expected ${said}, found ${found[0]}`);
  });
}

/** Asserts that the figures which a document tells of an output are in it. */
function assertTells(told, output) {
  const figures = (text) => text.match(/-?\d+\.\d+/g) ?? [];
  const printed = figures(output.join('\n'));
  if (printed.length === 0) return;
  for (const figure of figures(told)) assert.ok(printed.includes(figure), `${figure} in: ${told}`);
}

function assertShows({ output, told }, printed) {
  for (const said of output) assertPrints(printed, said);
  assertTells(told, output);
}

let home;
before(async () => {
  ({ home } = await install(['hotels', 'opinions', 'questions', 'pairs', 'reader']));
  // What the reader of a guide has trained by then.
  for (const [run, model] of [
    ['recommender', 'recommender-tiny'],
    ['tickets', 'tiny'],
  ]) {
    const trained = join(home, 'runs', run, 'model');
    await cp(join(repository, 'tests/golden', model), trained, { recursive: true });
  }
});
after(() => rm(home, { recursive: true, force: true }));

describe('the examples of the documents are TypeScript', () => {
  let complaints = '';

  /** Compiles examples as one project. */
  async function compile(folder, compilerOptions, which) {
    await mkdir(join(home, folder));
    for (const { name, text } of which) {
      await writeFile(join(home, folder, `${name}.mts`), programOf(text));
    }
    const project = join(home, folder, 'tsconfig.json');
    await writeFile(project, JSON.stringify({ compilerOptions }));
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    complaints += await run('node', [tsc, '--project', project], { cwd: home }).then(
      () => '',
      ({ stdout }) => stdout,
    );
  }

  before(async () => {
    await symlink(join(repository, 'node_modules/@types'), join(home, 'node_modules/@types'));
    await compile(
      'typed-node',
      NODE,
      examples.filter(({ inPage }) => !inPage),
    );
    await compile(
      'typed-page',
      PAGE,
      examples.filter(({ inPage }) => inPage),
    );
  });

  for (const { title, name } of examples) {
    test(title, () => {
      const own = complaints.split('\n').filter((line) => line.includes(`${name}.mts`));
      assert.deepEqual(own, []);
    });
  }

  test('and there is nothing else to complain of', () => assert.equal(complaints, ''));
});

describe('the examples of the documents run in Node', () => {
  for (const example of examples.filter(({ inPage }) => !inPage)) {
    test(example.title, async () => {
      const path = join(home, `${example.name}.mjs`);
      await writeFile(path, programOf(example.text));
      const { stdout } = await run('node', [path], { cwd: home, timeout: PATIENCE });
      assertShows(example, stdout);
    });
  }
});

describe('the examples of the documents run in a page', () => {
  const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' };
  const inPage = examples.filter((example) => example.inPage);
  let server;
  let browser;

  before(async () => {
    const root = join(home, 'pages');
    for (const { name, text } of inPage) {
      await mkdir(join(root, name), { recursive: true });
      const files = {
        'index.html': '<script type="module" src="./main.js"></script>',
        'main.js': "import './example.js';\ndocument.title = 'done';\n",
        'example.js': programOf(text),
        'reader.js': READER,
      };
      for (const [file, content] of Object.entries(files)) {
        await writeFile(join(root, name, file), content);
      }
    }
    await build({
      root,
      configFile: false,
      logLevel: 'error',
      build: {
        target: 'es2022',
        rolldownOptions: { input: inPage.map(({ name }) => join(root, name, 'index.html')) },
      },
      worker: { format: 'es' },
    });
    server = createServer(async (request, response) => {
      const { pathname } = new URL(request.url, 'http://localhost');
      const folder = pathname.startsWith('/models/') ? repository : join(root, 'dist');
      const body = await readFile(join(folder, pathname)).catch(() => undefined);
      response.writeHead(body ? 200 : 404, {
        'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
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

  for (const example of inPage) {
    test(example.title, async () => {
      const page = await browser.newPage();
      const printed = [];
      const errors = [];
      page.on('console', (message) => printed.push(message.text()));
      page.on('pageerror', (error) => errors.push(String(error)));
      await page.goto(`http://127.0.0.1:${server.address().port}/${example.name}/index.html`);
      await page
        .waitForFunction("document.title === 'done'", undefined, { timeout: PATIENCE })
        .catch(() => errors.push('it has not ended'));
      await page.close();
      assert.deepEqual(errors, []);
      assertShows(example, printed.join('\n'));
    });
  }
});
