// The package.json of each package that is published, models first: whylight names none of them, and
// whoever installs it looks for them next.
import { readFileSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, root), 'utf8'));

/** `[{path, directory, manifest}]`: `directory` is undefined for the root. */
export function manifests() {
  const models = read('package.json').workspaces;
  return [...models, undefined].map((directory) => {
    const path = directory === undefined ? 'package.json' : `${directory}/package.json`;
    return { path, directory, manifest: read(path) };
  });
}

/** What a package says of where the project lives, by the address of its repository. */
export function placeOf(address, directory) {
  return {
    homepage: `${address}#readme`,
    bugs: `${address}/issues`,
    repository: { type: 'git', url: `git+${address}.git`, ...(directory && { directory }) },
  };
}
