// Builds the documents of the repository into pages of the site: the models' cards beside their
// models, all others in docs/.
import { readdir, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Plugin } from 'vite';
import { strings } from '../strings/strings';
import { htmlPage, nothingElse } from './html-page';
import { renderMarkdown } from './markdown';
import { findSources } from './source-address';

const repository = new URL('../../', import.meta.url);
const read = (path: string) => readFile(new URL(path, repository));

/** What every document may do: be read. */
const policy = `default-src 'none'; style-src 'self'; img-src 'self'; ${nothingElse}`;

/** Where on the site a file of the repository stands, by its path there. */
export type SiteMap = ReadonlyMap<string, string>;

/** All documents, and the files beside them that they may link to. */
async function mapDocuments(models: SiteMap): Promise<{ pages: SiteMap; files: SiteMap }> {
  const pages = new Map<string, string>([
    ['README.md', 'docs/readme.html'],
    ['CHANGELOG.md', 'docs/changelog.html'],
    ['CONTRIBUTING.md', 'docs/contributing.html'],
    ['SECURITY.md', 'docs/security.html'],
    ['docs/README.md', 'docs/index.html'],
  ]);
  const files = new Map([
    ...models,
    ['LICENSE', 'docs/license.txt'],
    ['licences.txt', 'docs/licences.txt'],
  ]);
  for (const entry of await readdir(new URL('docs/', repository), { recursive: true })) {
    const path = `docs/${entry}`;
    if (path.endsWith('.png')) files.set(path, path);
    if (!path.endsWith('.md') || pages.has(path)) continue;
    pages.set(path, path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html'));
  }
  for (const path of models.keys()) {
    const [, model] = /^models\/(\w+)\/config\.json$/.exec(path) ?? [];
    if (model) pages.set(`models/${model}/README.md`, `models/${model}/card.html`);
  }
  return { pages, files };
}

/**
 * Where a link on the document at `from` leads: on the site, or to `sources`, the address of the project,
 * where the site has no such thing. Undefined if that is not known.
 */
export function siteLink(
  from: string,
  target: string,
  site: SiteMap,
  sources?: string,
): string | undefined {
  if (/^(https?:|#)/.test(target)) return target;
  const [path = '', anchor] = target.split('#');
  const source = posix.join(posix.dirname(from), path);
  const to = site.get(source);
  if (to === undefined) {
    return sources && !source.startsWith('../') ? `${sources}/blob/HEAD/${source}` : undefined;
  }
  const relative = posix.relative(posix.dirname(site.get(from)!), to);
  return anchor === undefined ? relative : `${relative}#${anchor}`;
}

function layOut(title: string, html: string, path: string, style: string): string {
  const up = '../'.repeat(path.split('/').length - 1);
  const { documents } = strings;
  return htmlPage({
    policy,
    title: documents.title(escaped(title)),
    head: `<link rel="icon" href="${up}favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="${up}${style}" />`,
    body: `<header class="top">
      <p class="brand"><img src="${up}favicon.svg" alt="" width="28" height="28" /> <a href="${up}./">Whylight</a></p>
      <nav class="views" aria-label="${documents.navigation}"><a href="${up}./">${documents.toPage}</a><a href="${up}docs/index.html">${documents.all}</a></nav>
    </header>
    <main class="document">
${html}
    </main>`,
  });
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/**
 * `modelFiles`: the files of the models that the site has anyway. All documents share one style sheet,
 * that of the page and their own.
 */
export function documents(modelFiles: () => Promise<SiteMap>): Plugin {
  const styles = async () =>
    Buffer.concat(
      await Promise.all(
        ['web/styles/page.css', 'web/styles/document.css'].map((path) => read(path)),
      ),
    );
  async function build(style: string): Promise<Map<string, () => Promise<string | Buffer>>> {
    const models = await modelFiles();
    const { pages, files } = await mapDocuments(models);
    const sources = await findSources();
    const site: SiteMap = new Map([...pages, ...files]);
    const built = new Map<string, () => Promise<string | Buffer>>();
    for (const [from, to] of pages) {
      built.set(to, async () => {
        const source = (await read(from)).toString('utf8');
        const { title, html } = renderMarkdown(source, (target) =>
          siteLink(from, target, site, sources),
        );
        return layOut(title, html, to, style);
      });
    }
    for (const [from, to] of files) if (!models.has(from)) built.set(to, () => read(from));
    return built;
  }
  return {
    name: 'documents',
    async generateBundle() {
      const sheet = this.emitFile({
        type: 'asset',
        name: 'document.css',
        source: await styles(),
      });
      for (const [fileName, source] of await build(this.getFileName(sheet))) {
        this.emitFile({ type: 'asset', fileName, source: await source() });
      }
    },
    async configureServer(server) {
      const style = 'docs/document.css';
      const built = await build(style);
      built.set(style, styles);
      server.middlewares.use((request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
        const source = built.get(path);
        if (!source) return next();
        if (path.endsWith('.html')) response.setHeader('Content-Type', 'text/html');
        if (path.endsWith('.css')) response.setHeader('Content-Type', 'text/css');
        source().then((body) => response.end(body), next);
      });
    },
  };
}
