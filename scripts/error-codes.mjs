// Writes the core's error codes as a TypeScript type, so that there is one list
// of them: core/base/result.h. With --check only says whether the file is fresh.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const header = readFileSync(new URL('core/base/result.h', root), 'utf8');
const target = new URL('wasm/src/runtime/core-error-code.ts', root);

const names = new Map(
  Array.from(
    header.matchAll(/case ErrorCode::(k\w+):\s*return "([a-z-]+)";/g),
    ([, ...pair]) => pair,
  ),
);
const [, body] = header.match(/enum class ErrorCode \{([^}]*)\}/);
const codes = Array.from(body.matchAll(/(k\w+),\s*\/\/\/< (.+)/g), ([, enumerator, meaning]) => ({
  name: names.get(enumerator),
  meaning: meaning[0].toLowerCase() + meaning.slice(1).replaceAll('`', ''),
}));
const enumerators = body.match(/\bk[A-Z]\w*(?=,)/g);
if (codes.length !== enumerators.length || codes.some(({ name }) => name === undefined)) {
  throw new Error(
    'core/base/result.h: expected a comment "///<" and a name for each of ' +
      enumerators.join(', '),
  );
}

const written = `// Generated from core/base/result.h by scripts/error-codes.mjs. Do not edit.

/**
 * The errors of the core.
 *
${codes.map(({ name, meaning }) => ` * - \`${name}\`: ${meaning}\n`).join('')} */
export type CoreErrorCode =
${codes.map(({ name }) => `  | '${name}'`).join('\n')};
`;

if (!process.argv.includes('--check')) {
  writeFileSync(target, written);
} else if (readFileSync(target, 'utf8') !== written) {
  console.error(`${fileURLToPath(target)}: expected what scripts/error-codes.mjs writes; run it`);
  process.exitCode = 1;
}
