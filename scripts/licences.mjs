// Lists all that is shipped and its licence, and writes the licences that go with it into licences.txt.
import { readFileSync, writeFileSync } from 'node:fs';

import { readOptions } from './options.mjs';
import { complaints, notices, shipped } from './supply/shipped.mjs';

const USAGE = `usage: node scripts/licences.mjs [--json] [--check]

Ends with 1 if a licence is not known or not permitted, and with --check, which writes nothing, if
licences.txt is not what would be written.`;

const { values } = readOptions(USAGE, { json: { type: 'boolean' }, check: { type: 'boolean' } });
const file = new URL('../licences.txt', import.meta.url);

function* table(products) {
  const row = (name, version, licence, how) =>
    `${name.padEnd(27)} ${version.padEnd(22)} ${licence.padEnd(42)} ${how}`;
  for (const { name, version, licence, what, parts, data } of products) {
    yield row(name, version, licence, what);
    for (const part of parts) {
      const from = part.package ? `${part.how}, of ${part.package}` : part.how;
      yield row(`  ${part.name}`, part.version, part.licence ?? 'unknown', from);
    }
    for (const { prefix, terms } of data)
      yield `  made with ${prefix}, which is not shipped: ${terms}`;
    yield '';
  }
}

const products = shipped();
if (values.json) {
  const withoutTexts = (key, value) => (key === 'notice' ? undefined : value);
  console.log(JSON.stringify(products, withoutTexts, 2));
} else {
  console.log([...table(products)].join('\n'));
}

const wrong = complaints(products);
if (!values.check) {
  writeFileSync(file, notices());
} else if (readFileSync(file, 'utf8') !== notices()) {
  wrong.push('licences.txt is out of date; run npm run licences');
}
for (const each of wrong) console.error(each);
process.exitCode = wrong.length > 0 ? 1 : 0;
