// The documents of the project, and the commands and examples in them.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

const markdownIn = (folder) =>
  readdirSync(join(repository, folder), { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => join(folder, name));

/** Paths of what people read. */
export const documents = [
  ...markdownIn('models'),
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...markdownIn('docs'),
  ...markdownIn('tests/golden'),
];

/** Whether a document says what a model is and how it was made. */
export const isCard = (document) => document.startsWith('models/');

/** The fenced blocks of a document, and the prose after each: `[{document, line, language, text, after}]`. */
export function blocksOf(document) {
  const blocks = [];
  let open;
  readFileSync(join(repository, document), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      const fence = /^ *```(\w*)/.exec(line);
      if (!fence && open) open.text += `${line}\n`;
      else if (fence && open) {
        blocks.push(open);
        open = undefined;
      } else if (fence) {
        open = { document, line: index + 2, language: fence[1], text: '', after: '' };
      } else if (blocks.length > 0) blocks.at(-1).after += `${line}\n`;
    });
  return blocks;
}

const STARTS =
  /^(npm|npx|node|mpirun|cmake|ctest|whylight|scripts\/[\w-]+\.sh)( |$)|^scripts\/[\w-]+\.sh$/;

/** Commands within sentences and tables: `[{document, line, text}]`. */
export function inlineCommandsOf(document) {
  let fenced = false;
  return readFileSync(join(repository, document), 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (/^ *```/.test(line)) fenced = !fenced;
      if (fenced) return [];
      return [...line.matchAll(/`([^`]+)`/g)]
        .map(([, text]) => text)
        .filter(
          (text) => STARTS.test(text) && !/^(npx whylight|whylight|node|npm|mpirun)$/.test(text),
        )
        .map((text) => ({ document, line: index + 1, text }));
    });
}
