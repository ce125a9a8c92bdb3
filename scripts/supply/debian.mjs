// What Debian knows of its packages: their versions, what they need, and the licence of each of their files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const fields = ['Package', 'Version', 'Architecture', 'Depends', 'Pre-Depends', 'Provides'];

/** The installed packages, of all or of those named: a map of name to its fields. */
export function installedPackages(names = []) {
  const format = `\${db:Status-Status}\t${fields.map((field) => `\${${field}}`).join('\t')}\n`;
  const list = execFileSync('dpkg-query', ['--show', `--showformat=${format}`, ...names], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const packages = new Map();
  for (const line of list.split('\n')) {
    const [status, name, version, architecture, ...relations] = line.split('\t');
    if (status !== 'installed') continue;
    const [depends, preDepends, provides] = relations.map(namesIn);
    packages.set(name, {
      name,
      version,
      architecture,
      needs: [...depends, ...preDepends],
      provides,
    });
  }
  return packages;
}

/** "a (>= 1) | b, c:any" as [a, b, c]. */
const namesIn = (relation) =>
  relation
    .split(/[,|]/)
    .map((each) => each.trim().replace(/[ :(].*/, ''))
    .filter(Boolean);

export const copyrightOf = (name) => readFileSync(`/usr/share/doc/${name}/copyright`, 'utf8');

/** The paragraphs of a machine-readable file on copyright: `[{Files, License, ..., text}]`. */
function paragraphs(copyright) {
  return copyright.split(/\n[ \t]*\n/).map((text) => {
    const found = { text };
    for (const [, name, value] of text.matchAll(/^([\w-]+):(.*(?:\n[ \t].*)*)/gm)) {
      found[name] = value.trim();
    }
    return found;
  });
}

const spdx = {
  Expat: 'MIT',
  // Its exception permits more.
  'Expat with embedded exception': 'MIT',
  'MPL-2': 'MPL-2.0',
  'BSD-2-clause': 'BSD-2-Clause',
  'BSD-3-clause': 'BSD-3-Clause',
  'NCSA~Mozilla': 'NCSA',
  'Apache-2.0 with LLVM exception': 'Apache-2.0 WITH LLVM-exception',
  'APACHE-2-LLVM-EXCEPTIONS': 'Apache-2.0 WITH LLVM-exception',
};

function matches(patterns, path) {
  return patterns.split(/\s+/).some((pattern) => {
    const escaped = pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&');
    return new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(path);
  });
}

/** What a file on copyright says of some paths: the licence as SPDX writes it, and the text to pass on. */
export function termsOf(copyright, paths) {
  const all = paragraphs(copyright);
  const found = new Set(
    paths.map((path) => {
      const ofPath = all.findLast(({ Files }) => Files && matches(Files, path));
      if (!ofPath) throw new Error(`no licence of ${path} is named`);
      return ofPath;
    }),
  );
  const choices = [...found].map(({ License }) => firstLine(License).split(' or '));
  const texts = all.filter(
    ({ Files, License }) => !Files && License && choices.flat().includes(firstLine(License)),
  );
  const licences = choices.map((names) => names.map((name) => spdx[name] ?? name).join(' OR '));
  const notice = [`Source: ${firstLine(all[0].Source)}`, ...found, ...texts]
    .map((part) => part.text?.replace(/^Files:.*\n([ \t].*\n)*/, '') ?? part)
    .join('\n\n');
  return { licence: [...new Set(licences)].join(' AND '), notice: spellOut(notice) };
}

const firstLine = (text) => text.split('\n')[0];

/** A notice as one reads it without Debian's folder of common licences. */
function spellOut(notice) {
  const common = new Set(notice.match(/\/usr\/share\/common-licenses\/[\w.-]*\w/g));
  const texts = [...common].map((path) => readFileSync(path, 'utf8'));
  return [notice.replaceAll(/^ \.$/gm, ''), ...texts].join('\n\n');
}
