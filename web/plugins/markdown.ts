// Our Markdown as HTML for the page's documents.
import MarkdownIt, { type Token } from 'markdown-it';
import { strings } from '../strings/strings';

export interface Rendered {
  /** The first heading, as text. */
  title: string;
  html: string;
}

/**
 * Renders a document. `linkTo` says where a link or an image of it leads; where it says nothing, the
 * words stay and the link goes. HTML within the document is shown as text, never run.
 */
export function renderMarkdown(
  source: string,
  linkTo: (target: string) => string | undefined,
): Rendered {
  const markdown = new MarkdownIt({ html: false });
  // What is wider than a phone is scrolled by itself, with the keyboard too.
  const scrolled = (label: string, html: string) =>
    `<div class="scrolled" role="group" aria-label="${label}" tabindex="0">${html}</div>\n`;
  const { rules } = markdown.renderer;
  rules.table_open = () =>
    `<div class="scrolled" role="group" aria-label="${strings.documents.table}" tabindex="0"><table>`;
  rules.table_close = () => '</table></div>\n';
  rules.fence = (tokens, i) =>
    scrolled(
      strings.documents.code,
      `<pre><code>${markdown.utils.escapeHtml(tokens[i]!.content)}</code></pre>`,
    );
  rules.code_block = rules.fence;
  // An empty cell heads nothing.
  rules.th_open = (tokens, i, options, _env, self) => {
    const token = tokens[i]!;
    if (tokens[i + 1]?.content === '') token.tag = 'td';
    return self.renderToken(tokens, i, options);
  };
  rules.th_close = (tokens, i) => (tokens[i - 1]?.content === '' ? '</td>' : '</th>');

  const tokens = markdown.parse(source, {});
  const taken = new Set<string>();
  let title = '';
  tokens.forEach((token, i) => {
    if (token.type === 'heading_open') {
      const text = plainText(tokens[i + 1]!.children ?? []);
      token.attrSet('id', uniqueSlug(text, taken));
      if (token.tag === 'h1') title ||= text;
    }
    // The policy of the pages lets no style stand within them.
    const align = /^text-align:(\w+)$/.exec(String(token.attrGet('style')))?.[1];
    if (align) token.attrs = [['class', `align-${align}`]];
    if (token.children) token.children = relink(token.children, linkTo);
  });
  return { title, html: markdown.renderer.render(tokens, markdown.options, {}) };
}

function relink(tokens: Token[], linkTo: (target: string) => string | undefined): Token[] {
  const kept: boolean[] = [];
  return tokens.filter((token) => {
    if (token.type === 'link_open') {
      const target = linkTo(String(token.attrGet('href')));
      if (target !== undefined) token.attrSet('href', target);
      kept.push(target !== undefined);
      return target !== undefined;
    }
    if (token.type === 'link_close') return kept.pop();
    if (token.type === 'image') {
      const target = linkTo(String(token.attrGet('src')));
      if (target !== undefined) token.attrSet('src', target);
      return target !== undefined;
    }
    return true;
  });
}

const plainText = (tokens: Token[]): string =>
  tokens
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('');

/** The anchor of a heading as GitHub makes it, so that one link works in both places. */
function uniqueSlug(text: string, taken: Set<string>): string {
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
  let unique = slug;
  for (let n = 1; taken.has(unique); ++n) unique = `${slug}-${n}`;
  taken.add(unique);
  return unique;
}
