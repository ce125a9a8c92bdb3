// The page for frames: a rated review and nothing around it. web/embed/frame.ts is its code.
import type { Plugin } from 'vite';
import { strings } from '../strings/strings';

/** `policy` as every page has it, as a tag. */
export function embedPage(policy: string): Plugin {
  const source = `<!doctype html>
<html lang="en">
  <head>
    <meta http-equiv="Content-Security-Policy" content="${policy}" />
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>${strings.documents.title(strings.embed.title)}</title>
    <link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <script type="module" src="./frame.js"></script>
  </head>
  <body>
    <main><h1>${strings.embed.title}</h1></main>
  </body>
</html>
`;
  return {
    name: 'embed-page',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.html', source });
    },
  };
}
