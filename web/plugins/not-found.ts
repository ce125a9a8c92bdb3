// The page that hosts send for an address with nothing there. It may stand in for any address, so it
// cannot know where other files are: it has its style within, and links to the folders around it.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { strings } from '../strings/strings';
import { htmlPage, nothingElse } from './html-page';

const style = `
      :root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
      body { max-width: 36rem; margin: 15vh auto; padding: 0 1rem; }
      a { display: inline-block; min-height: 44px; margin-inline-end: 1.5rem; color: inherit; }
    `;

/** What a policy says to allow the style. */
export const notFoundStyle = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export function notFound(): Plugin {
  const { notFound: title, notFoundSays, nearest, above } = strings.problems;
  const source = htmlPage({
    policy: `default-src 'none'; style-src ${notFoundStyle}; img-src data:; ${nothingElse}`,
    title: strings.documents.title(title),
    head: `<link rel="icon" href="data:," />
    <style>${style}</style>`,
    body: `<main>
      <h1>${title}</h1>
      <p>${notFoundSays}</p>
      <p><a href="./">${nearest}</a> <a href="../">${above}</a></p>
    </main>`,
  });
  return {
    name: 'not-found',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '404.html', source });
    },
  };
}
