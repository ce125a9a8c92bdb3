// Writes down what the package was built of and with: the revision, the compilers, the version of each
// Debian package that took part, as far as one needs another, and the hashes of what came out.
// scripts/build.sh calls it.
//
//   node scripts/build-report.mjs [FILE]      by default build/build-report.json
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installedPackages } from './supply/debian.mjs';
import { sourceDate } from './supply/source-date.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

function firstLine(program, ...args) {
  const stdio = ['ignore', 'pipe', 'ignore'];
  return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio }).split('\n')[0];
}

const hashOf = (path) =>
  createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex');

/** The named packages and all that they need: `{name: version}`. */
function packagesWithNeeds(names) {
  const packages = installedPackages();
  const providers = new Map();
  for (const each of packages.values()) {
    for (const name of [each.name, ...each.provides]) {
      providers.set(name, [...(providers.get(name) ?? []), each]);
    }
  }
  const found = new Map();
  const add = (name) => {
    for (const each of providers.get(name) ?? []) {
      if (found.has(each.name)) continue;
      found.set(each.name, each.version);
      each.needs.forEach(add);
    }
  };
  names.forEach(add);
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Elsewhere than on Debian nobody knows. */
function debianPackages() {
  if (!existsSync('/var/lib/dpkg/status')) return {};
  const names = execFileSync('scripts/setup.sh', ['packages'], { cwd: root, encoding: 'utf8' });
  return packagesWithNeeds(names.trimEnd().split('\n'));
}

/** Where the sources are no repository of git, and SOURCE_DATE_EPOCH is not set, they have no date. */
function ofGit(ask) {
  try {
    return ask();
  } catch {
    return 'unknown';
  }
}

const modules = readdirSync(join(root, 'wasm/dist'))
  .filter((name) => /\.(wasm|mjs)$/.test(name))
  .map((name) => `wasm/dist/${name}`);

const report = {
  revision: ofGit(() => firstLine('git', 'describe', '--always', '--dirty', '--abbrev=40')),
  written: ofGit(sourceDate),
  node: process.version,
  compilers: { 'g++': firstLine('g++', '--version'), 'em++': firstLine('em++', '--version') },
  packages: debianPackages(),
  sha256: Object.fromEntries(['package-lock.json', ...modules].map((path) => [path, hashOf(path)])),
};
const file = process.argv[2] ?? join(root, 'build/build-report.json');
mkdirSync(dirname(file), { recursive: true });
writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
