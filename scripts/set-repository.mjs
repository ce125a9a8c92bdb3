// Writes the public address of the project into every package that is published. npm's pages resolve
// links of a README by it, and the documents of the page those to sources.
//
//   node scripts/set-repository.mjs https://HOST/OWNER/NAME
import { writeFileSync } from 'node:fs';

import { manifests, placeOf } from './manifests.mjs';

const [address = '', ...others] = process.argv.slice(2);
if (others.length > 0 || !/^https:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+(?<!\.git)$/.test(address)) {
  console.error('usage: node scripts/set-repository.mjs https://HOST/OWNER/NAME');
  process.exit(2);
}
for (const { path, directory, manifest } of manifests()) {
  const { name, version, description, keywords, author, license, ...rest } = manifest;
  const place = placeOf(address, directory);
  const head = { name, version, description, keywords, ...place, author, license };
  const url = new URL(`../${path}`, import.meta.url);
  writeFileSync(url, `${JSON.stringify({ ...head, ...rest, ...place }, null, 2)}\n`);
}
