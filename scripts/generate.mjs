// Writes what is generated: tables of options between `<!-- options:NAME -->` and
// `<!-- /options -->` in docs, and the types of layers. With --check nothing is
// written, and files that are not fresh are named.
//
//   node scripts/generate.mjs PROGRAM [--check]
import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';

const [program, ...flags] = process.argv.slice(2);
const check = flags.includes('--check');
const root = new URL('../', import.meta.url);
const options = (...names) =>
  execFileSync(program, ['options', ...names], { encoding: 'utf8', maxBuffer: 1 << 24 });

// File -> what it should hold, before it is formatted.
const files = new Map();

for (const name of readdirSync(new URL('docs/', root), { recursive: true })) {
  if (!name.endsWith('.md')) continue;
  const text = readFileSync(new URL(`docs/${name}`, root), 'utf8');
  const fresh = text.replace(
    /(<!-- options:(\S+) -->)[^]*?(<!-- \/options -->)/g,
    (_, start, table, end) => `${start}\n\n${options(table, '--markdown')}\n${end}`,
  );
  if (fresh !== text) files.set(`docs/${name}`, fresh);
}

files.set(
  'wasm/src/systems/layers/spec.ts',
  `// Generated from the fields of core/layers by scripts/generate.mjs. Do not edit.
${options('layers', '--typescript')}
/** How the decay λ is computed, and where it starts. */
export type DecaySpec = RcnnSpecDecay;
/** How the words of an n-gram are put together. */
export type Mapping = NonNullable<RcnnSpec['mapping']>;
/** The function that a layer applies to its sums. */
export type Activation = NonNullable<RcnnSpec['activation']>;
`,
);

const stale = [];
for (const [name, text] of files) {
  const path = fileURLToPath(new URL(name, root));
  const config = await prettier.resolveConfig(path);
  const fresh = await prettier.format(text, { ...config, filepath: path });
  if (readFileSync(path, 'utf8') === fresh) continue;
  if (check) stale.push(name);
  else writeFileSync(path, fresh);
}
if (stale.length > 0) {
  console.error(`expected what npm run generate writes, found something else: ${stale.join(', ')}`);
  process.exitCode = 1;
}
