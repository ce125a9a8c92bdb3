// What leaves this repository, what others wrote of it, and on which terms.
import { readFileSync, readdirSync } from 'node:fs';

import { manifests } from '../manifests.mjs';
import { copyrightOf, installedPackages, termsOf } from './debian.mjs';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

export const parts = JSON.parse(read('scripts/supply/parts.json'));

/** The terms of a part that came as a Debian package. */
function debianTerms({ package: name, paths, licence, says, notice }) {
  const copyright = copyrightOf(name);
  if (licence === undefined) {
    const terms = termsOf(copyright, paths);
    return notice ? { ...terms, notice: readFileSync(notice, 'utf8') } : terms;
  }
  if (!copyright.includes(says)) throw new Error(`the copyright of ${name} does not say: ${says}`);
  return { licence };
}

/** Parts of Debian's packages, with their versions and terms. */
export function debianParts(list) {
  const packages = installedPackages(list.map((part) => part.package));
  return list.map((part) => {
    const { version, architecture } = packages.get(part.package) ?? {};
    if (!version) throw new Error(`${part.package} is not installed; run scripts/setup.sh`);
    const how = part.linked ? 'linked' : 'compiled in';
    return { ...part, version, architecture, how, ...debianTerms(part) };
  });
}

export const npmParts = (names) =>
  names.map((name) => {
    const { version, license: licence } = JSON.parse(read(`node_modules/${name}/package.json`));
    return { name, version, licence, how: 'bundled' };
  });

/** What docs/reference/data-sets.md says of the terms of files, by how their paths begin. */
function dataTerms() {
  const [, section] = read('docs/reference/data-sets.md').split('\n## Terms\n');
  const [table] = section.split('\n## ');
  return [...table.matchAll(/^\| `([^`]+)` *\| ([^|]+?) *\|$/gm)].map(([, prefix, terms]) => ({
    prefix,
    terms,
  }));
}

/** The data that a model learned from, with their terms: `[{prefix, terms}]`. */
function learnedFrom(directory) {
  const configs = readdirSync(new URL(directory, root)).filter((name) => name.endsWith('.json'));
  const [, recipe] = read(`${directory}/README.md`).split('\n## Trained by\n');
  const text = [recipe.split('\n## ')[0], ...configs.map((name) => read(`${directory}/${name}`))];
  const paths = text.join('\n').match(/\b[a-z]+(?:\/[\w.${},-]+)+\.gz\b/g) ?? [];
  const terms = dataTerms();
  const sets = new Map();
  for (const path of paths.sort()) {
    const known = terms.find(({ prefix }) => path.startsWith(prefix));
    const prefix = known?.prefix ?? path.replace(/\/.*/, '/');
    sets.set(prefix, known?.terms ?? 'see its source');
  }
  return [...sets].map(([prefix, named]) => ({ prefix, terms: named }));
}

/**
 * All that is shipped: `[{name, type, version, licence, what, parts, data}]`, `type` as CycloneDX names it,
 * and the package first.
 */
export function shipped() {
  const packages = manifests().map(({ directory, manifest }) => ({
    name: manifest.name,
    type: directory ? 'machine-learning-model' : 'library',
    version: manifest.version,
    licence: manifest.license,
    what: 'package of npm',
    parts: [],
    data: directory ? learnedFrom(directory) : [],
  }));
  const models = packages.slice(0, -1);
  const whylight = packages.at(-1);
  const asPart = ({ name, version, licence }) => ({ name, version, licence, how: 'model' });
  const { version, licence } = whylight;
  const ours = { type: 'application', version, licence, data: [] };
  const compiled = debianParts(parts.compiled);
  const beer = models.filter(({ name }) => name === '@whylight/model-beer');
  whylight.parts = [...compiled, ...beer.map(asPart)];
  return [
    whylight,
    ...models,
    {
      ...ours,
      name: 'the page',
      what: 'web/dist; its icons and samples are our own, its fonts the system’s',
      parts: [...npmParts(parts.page), ...compiled, ...models.map(asPart)],
    },
    {
      ...ours,
      name: 'the native program',
      what: 'for those who build it and pass it on; not published',
      parts: debianParts(parts.program),
    },
  ];
}

/** What is wrong with the licences: `[sentence]`. */
export function complaints(products) {
  const { permitted, permittedIfLinked } = parts;
  const isPermitted = ({ licence = '', how }) => {
    const list = how === 'linked' ? [...permitted, ...permittedIfLinked] : permitted;
    return licence
      .split(' AND ')
      .every((part) => part.split(' OR ').some((each) => list.includes(each)));
  };
  return products.flatMap((product) =>
    [product, ...product.parts]
      .filter((part) => !isPermitted(part))
      .map(({ name, licence }) =>
        licence
          ? `${product.name}: ${name} is under ${licence}, which is not on the list of scripts/supply/parts.json`
          : `${product.name}: no licence of ${name} is known`,
      ),
  );
}

/**
 * The licences that go with the modules of WebAssembly. LLVM's libraries, which are in them too, ask for
 * no notice in a program that was compiled.
 */
export function notices() {
  const asking = debianParts(parts.compiled).filter(({ licence }) => !licence.includes('LLVM'));
  const sections = asking.map(
    ({ name, notice }) => `${name}\n${'='.repeat(name.length)}\n\n${notice.trim()}\n`,
  );
  return `What others wrote that is compiled into the .wasm files, and on which terms.\n\n\n${sections.join('\n\n')}`;
}
