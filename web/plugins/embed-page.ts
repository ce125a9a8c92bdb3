// What other people's pages name, so that the names stay: embed.js, with the element, and embed.html,
// the page for frames, with a rated review and nothing around it.
import type { Plugin } from 'vite';
import { strings } from '../strings/strings';
import { htmlPage } from './html-page';

export function embedPage(policy: string): Plugin {
  const source = htmlPage({
    policy,
    title: strings.documents.title(strings.embed.title),
    head: `<link rel="icon" href="./favicon.svg" type="image/svg+xml" />
    <script type="module" src="./frame.js"></script>`,
    body: `<main><h1>${strings.embed.title}</h1></main>`,
  });
  let folder: string;
  return {
    name: 'embed-page',
    apply: 'build',
    configResolved(config) {
      folder = `${config.root}/embed`;
    },
    buildStart() {
      for (const name of ['embed', 'frame']) {
        this.emitFile({ type: 'chunk', id: `${folder}/${name}.ts`, fileName: `${name}.js` });
      }
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'embed.html', source });
    },
  };
}
