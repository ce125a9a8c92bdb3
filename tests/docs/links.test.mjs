// Links within the repository lead to files and headings that exist.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const tracked = execFileSync(
  'git',
  ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const pages = tracked.filter((path) => path.endsWith('.md'));

const read = (path) => readFileSync(join(root, path), 'utf8');

/** A page without its code, where brackets are no links and # is no heading. */
const prose = (text) => text.replace(/^(`{3,}).*\n[^]*?^\1$/gm, '').replace(/`[^`\n]*`/g, '`code`');

/** The anchors of a page, made of its headings as GitHub makes them. */
function anchors(text) {
  const found = new Set();
  for (const [, heading] of text
    .replace(/^(`{3,}).*\n[^]*?^\1$/gm, '')
    .matchAll(/^#{1,6} +(.+?) *$/gm)) {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
      .replaceAll(' ', '-');
    let unique = slug;
    for (let n = 1; found.has(unique); ++n) unique = `${slug}-${n}`;
    found.add(unique);
  }
  return found;
}

/** Why the target of a link on a page does not exist, or undefined. */
function broken(page, target) {
  if (/^[a-z][a-z0-9+.-]*:/.test(target)) return undefined;
  const [path, anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return `there is no ${file}`;
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return anchors(read(file)).has(anchor) ? undefined : `${file} has no heading #${anchor}`;
}

test('every link of a page leads to a file and a heading that exist', () => {
  const errors = [];
  for (const page of pages) {
    for (const [, target] of prose(read(page)).matchAll(/\]\(([^)\s]+)\)/g)) {
      const reason = broken(page, target);
      if (reason !== undefined) errors.push(`${page}: ${target}: ${reason}`);
    }
  }
  assert.deepEqual(errors, []);
});

test('a page of docs that code, help or a card names exists', () => {
  const errors = [];
  for (const path of tracked.filter((path) => /\.(h|cc|ts|m?js|sh|md|cmake|txt)$/.test(path))) {
    for (const [name] of read(path).matchAll(
      /(?<![\w/.-])docs\/[a-z\d/-]*(?:README|[a-z\d-]+)\.(?:md|html|jsonl?)/g,
    )) {
      // The page's site has them as HTML, and those of the root among them (web/plugins/documents.ts).
      const ofRoot = name.replace(
        /^docs\/([a-z]+)\.html$/,
        (_, page) => `${page.toUpperCase()}.md`,
      );
      const source = name.replace(/index\.html$/, 'README.md').replace(/\.html$/, '.md');
      if (![name, source, ofRoot].some((each) => existsSync(join(root, each)))) {
        errors.push(`${path}: there is no ${name}`);
      }
    }
  }
  assert.deepEqual(errors, []);
});

test('the index of the documentation leads to every page of it', () => {
  const linked = new Set(
    [...read('docs/README.md').matchAll(/\]\(([^)\s#]+)/g)].map(([, target]) =>
      relative(root, join(root, 'docs', target)),
    ),
  );
  const missing = pages.filter((page) => page.startsWith('docs/') && !linked.has(page));
  assert.deepEqual(missing, ['docs/README.md']);
});
