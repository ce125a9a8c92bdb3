// Says what a release lacks, and ends with 1 if it lacks anything:
//
//   node scripts/check-release.mjs vMAJOR.MINOR.PATCH
import { readFileSync } from 'node:fs';

import { manifests, placeOf } from './manifests.mjs';

const [tag = '', ...others] = process.argv.slice(2);
// npm would give everybody a prerelease as the latest.
const [, version] = /^v(\d+\.\d+\.\d+)$/.exec(tag) ?? [];
if (version === undefined || others.length > 0) {
  console.error('usage: node scripts/check-release.mjs vMAJOR.MINOR.PATCH');
  process.exit(2);
}

/** The address that the packages name, without what npm puts around it. */
const addressOf = ({ repository }) => repository?.url.replace(/^git\+|\.git$/g, '');

function* lacks() {
  const all = manifests();
  const address = addressOf(all.at(-1).manifest);
  if (address === undefined) {
    yield 'The address of the project is not known. Run: node scripts/set-repository.mjs https://HOST/OWNER/NAME';
  }
  for (const { path, directory, manifest } of all) {
    if (manifest.version !== version) {
      yield `${path}: expected version ${version} for the tag ${tag}, found ${manifest.version}`;
    }
    for (const field of ['author', 'license', 'description']) {
      if (!manifest[field]) yield `${path}: "${field}" is missing`;
    }
    for (const [field, expected] of Object.entries(address ? placeOf(address, directory) : {})) {
      if (JSON.stringify(manifest[field]) === JSON.stringify(expected)) continue;
      yield `${path}: expected "${field}" as node scripts/set-repository.mjs ${address} writes it`;
    }
  }
  const changes = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8');
  const entry = changes.split(/^(?=## )/m).find((part) => part.startsWith(`## [${version}] - `));
  if (entry === undefined) {
    yield `CHANGELOG.md: expected an entry "## [${version}] - YYYY-MM-DD"`;
  } else if (!/^- /m.test(entry)) {
    yield `CHANGELOG.md: the entry of ${version} is empty`;
  }
}

const lacking = [...lacks()];
for (const each of lacking) console.error(each);
process.exitCode = lacking.length > 0 ? 1 : 0;
