import { expect, test } from '@jest/globals';

import { siteLink } from '../../../web/plugins/documents';
import { renderMarkdown } from '../../../web/plugins/markdown';

const keep = (target) => target;

test('the title is the first heading, and headings have the anchors of GitHub', () => {
  const { title, html } = renderMarkdown('# Ask `why`, twice\n\n## A _b_\n\n## A b\n', keep);
  expect(title).toBe('Ask why, twice');
  expect([...html.matchAll(/id="(.*?)"/g)].map(([, id]) => id)).toEqual([
    'ask-why-twice',
    'a-b',
    'a-b-1',
  ]);
});

test('HTML in a document is shown, not run', () => {
  const { html } = renderMarkdown('<script>alert(1)</script>\n\n[x](javascript:alert(1))\n', keep);
  expect(html).not.toMatch(/<script|href=/);
  expect(html).toContain('&lt;script&gt;');
});

test('a link to what the site lacks leaves its words', () => {
  const { html } = renderMarkdown('[a **log**](log.jsonl), [b](b.md), ![no](no.png)\n', (target) =>
    target === 'b.md' ? 'b.html' : undefined,
  );
  expect(html.trim()).toBe('<p>a <strong>log</strong>, <a href="b.html">b</a>, </p>');
});

test('columns are aligned by a class: the policy takes no style', () => {
  const { html } = renderMarkdown('| a | b |\n| -: | :-: |\n| 1 | 2 |\n', keep);
  expect(html).not.toContain('style');
  expect(html).toContain('<td class="align-right">1</td>');
  expect(html).toContain('<th class="align-center">b</th>');
});

test('tables and code can be scrolled with the keyboard', () => {
  const { html } = renderMarkdown('| | b |\n| - | - |\n| 1 | 2 |\n\n```js\na < b\n```\n', keep);
  expect(
    html.match(/<div class="scrolled" role="group" aria-label="[^"]+" tabindex="0">/g),
  ).toHaveLength(2);
  expect(html).toContain('<td></td><th>b</th>');
  expect(html).toContain('<pre><code>a &lt; b\n</code></pre>');
});

const site = new Map([
  ['models/beer/README.md', 'models/beer/card.html'],
  ['docs/guides/probes.md', 'docs/guides/probes.html'],
]);

test.each([
  ['models/beer/README.md', '../../docs/guides/probes.md#how', '../../docs/guides/probes.html#how'],
  ['docs/guides/probes.md', '../../models/beer/README.md', '../../models/beer/card.html'],
  ['docs/guides/probes.md', '#here', '#here'],
  ['docs/guides/probes.md', 'https://example.org/a.md', 'https://example.org/a.md'],
  ['docs/guides/probes.md', '../../core/base/hash.h', undefined],
  ['docs/guides/probes.md', '../../../../../etc/passwd', undefined],
])('on %s, the link %s leads to %s', (from, target, expected) => {
  expect(siteLink(from, target, site)).toBe(expected);
});

test.each([
  ['../../core/base/hash.h', 'https://example.org/a/b/blob/HEAD/core/base/hash.h'],
  ['../../examples/vite', 'https://example.org/a/b/blob/HEAD/examples/vite'],
  ['../../models/beer/README.md', '../../models/beer/card.html'],
  ['../../../../../etc/passwd', undefined],
])('with the address of the project, the link %s leads to %s', (target, expected) => {
  const sources = 'https://example.org/a/b';
  expect(siteLink('docs/guides/probes.md', target, site, sources)).toBe(expected);
});
