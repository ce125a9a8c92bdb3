// Every JavaScript example of the documents runs in Node, and prints what the
// document says it does.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { blocksOf, documents, repository } from './documents.mjs';

// The examples that need a page, and the test that runs them there.
const ELSEWHERE = [[/new Worker\(/, 'tests/package/page/main.js']];

const yard = mkdtempSync(join(tmpdir(), 'whylight-examples-'));
after(() => rmSync(yard, { recursive: true, force: true }));

// The names that an example takes from those before it, or from the app around it.
const GIVEN = {
  model: "await (await import('whylight')).load()",
  text: "'Pours amber with a thick head.'",
  reviews: "['Pours amber.', 'Thin, watery body.']",
  controller: 'new AbortController()',
  bar: '{}',
  show: '() => {}',
  documents: "[{ id: 'refund', question: 'When do I get my money back?' }]",
  faq: `await (async () => {
    const { loadRetriever } = await import('whylight/questions');
    const retriever = await loadRetriever('/models/questions/');
    const faq = await retriever.createIndex({ fields: ['question'] });
    await faq.add({ id: 'dog', question: 'Can I take my dog on the train?' });
    return faq;
  })()`,
};

/** An example as a program: with what it is given, and the folder of models. */
function programOf(text) {
  const given = Object.entries(GIVEN)
    .filter(([name]) => new RegExp(`\\b${name}\\b`).test(text))
    .filter(([name]) => !new RegExp(`(const|let) ${name}\\b`).test(text))
    .map(([name, value]) => `const ${name} = ${value};\n`);
  const needsLoad = /\bload\(/.test(text) && !/^import /m.test(text);
  return [needsLoad ? "import { load } from 'whylight';\n" : '', ...given, text]
    .join('')
    .replaceAll("'/models/", `'${repository}models/`);
}

/** The output that a document gives of an example: after it, or behind a line of it. */
function outputOf({ text }, next) {
  if (next?.language === '') return [next.text];
  return [...text.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, said]) => said);
}

describe('the examples of the documents', () => {
  before(() => {
    mkdirSync(join(yard, 'node_modules'));
    symlinkSync(repository, join(yard, 'node_modules/whylight'));
  });
  for (const document of documents) {
    const blocks = blocksOf(document);
    blocks.forEach((block, index) => {
      // TypeScript in them is quoted from the project's sources.
      if (block.language !== 'js') return;
      test(`${document}:${block.line}`, () => {
        const other = ELSEWHERE.find(([pattern]) => pattern.test(block.text));
        if (other) {
          assert.match(readFileSync(join(repository, other[1]), 'utf8'), other[0]);
          return;
        }
        const path = join(yard, 'example.mjs');
        writeFileSync(path, programOf(block.text));
        const { status, stdout, stderr } = spawnSync('node', [path], {
          encoding: 'utf8',
          timeout: 60_000,
        });
        assert.equal(status, 0, stderr);
        for (const said of outputOf(block, blocks[index + 1])) {
          assert.ok(stdout.includes(said), `expected ${said}, found ${stdout}`);
        }
      });
    });
  }
});
