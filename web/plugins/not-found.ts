// The page that hosts send for an address with nothing there. It may stand in for any address, so it
// cannot know where other files are: it has its style within, and links to the folders around it.
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { strings } from '../strings/strings';

const style = `
      :root { color-scheme: light dark; font: 1.05rem/1.5 system-ui, sans-serif; }
      body { max-width: 36rem; margin: 15vh auto; padding: 0 1rem; }
      a { display: inline-block; min-height: 44px; margin-inline-end: 1.5rem; color: inherit; }
    `;

export function notFound(): Plugin {
  const hash = createHash('sha256').update(style).digest('base64');
  const { notFound: title, notFoundSays, nearest, above } = strings.problems;
  const source = `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; base-uri 'none'; form-action 'none'" />
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${strings.documents.title(title)}</title>
    <link rel="icon" href="data:," />
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      <p>${notFoundSays}</p>
      <p><a href="./">${nearest}</a> <a href="../">${above}</a></p>
    </main>
  </body>
</html>
`;
  return {
    name: 'not-found',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: '404.html', source });
    },
  };
}
