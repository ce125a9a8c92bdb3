// Writes all that is shipped, and the packages of npm that build and test it, as CycloneDX 1.6. The same
// sources and packages give the same bytes.
//
//   node scripts/sbom.mjs [FILE]      by default build/whylight.cdx.json
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import { shipped } from './supply/shipped.mjs';
import { sourceDate } from './supply/source-date.mjs';

const root = new URL('../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

const npmAddress = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

function debianAddress({ package: name, folder, version, architecture }) {
  const { ID, VERSION_ID } = Object.fromEntries(
    readFileSync('/etc/os-release', 'utf8')
      .split('\n')
      .map((line) => line.replaceAll('"', '').split('=')),
  );
  const place = `pkg:deb/${ID}/${name}@${encodeURIComponent(version).replaceAll('%3A', ':')}`;
  const address = `${place}?arch=${architecture}&distro=${ID}-${VERSION_ID}`;
  return folder ? `${address}#${folder}` : address;
}

/** A licence as CycloneDX has it: one of SPDX's names, or an expression of them. */
function licenses(licence) {
  if (!licence) return [];
  return / /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}

function component(type, address, name, version, licence, more) {
  const [, group, own] = /^(?:(@[^/]+)\/)?(.*)$/.exec(name);
  return {
    type,
    'bom-ref': address,
    ...(group && { group }),
    name: own,
    version,
    licenses: licenses(licence),
    ...(address.startsWith('pkg:') && { purl: address }),
    ...more,
  };
}

/** The packages of package-lock.json, without ours. */
function* toolsOfNpm() {
  const { packages } = JSON.parse(read('package-lock.json'));
  for (const [path, { version, license, integrity }] of Object.entries(packages)) {
    const [, name] = /.*node_modules\/(.*)$/.exec(path) ?? [];
    if (!name || !version) continue;
    const [algorithm, digest] = integrity.split('-');
    const content = Buffer.from(digest, 'base64').toString('hex');
    yield component('library', npmAddress(name, version), name, version, license, {
      scope: 'excluded',
      hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }],
    });
  }
}

const shipping = { scope: 'required' };

/** The components of what is shipped, the package first, and what each depends on. */
function ours() {
  const components = new Map();
  const dependencies = [];
  for (const { name, type, version, licence, parts } of shipped()) {
    const address = type === 'application' ? name.replaceAll(' ', '-') : npmAddress(name, version);
    components.set(address, component(type, address, name, version, licence, shipping));
    const dependsOn = parts.map((part) => {
      const of = part.package ? debianAddress(part) : npmAddress(part.name, part.version);
      if (!components.has(of)) {
        const { name, version, licence } = part;
        components.set(of, component('library', of, name, version, licence, shipping));
      }
      return of;
    });
    dependencies.push({ ref: address, dependsOn });
  }
  return { components, dependencies };
}

const { components, dependencies } = ours();
const [[whylight, main]] = components;
for (const tool of toolsOfNpm()) {
  const address = tool['bom-ref'];
  components.set(address, { ...tool, ...components.get(address) });
}
components.delete(whylight);

const bom = {
  $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  version: 1,
  metadata: { timestamp: sourceDate(), component: main },
  components: [...components.keys()].sort().map((address) => components.get(address)),
  dependencies,
};
const file = process.argv[2] ?? fileURLToPath(new URL('build/whylight.cdx.json', root));
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`);
console.log(`${file}: ${components.size + 1} components`);
