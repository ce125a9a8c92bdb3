// The types that a system declares for its questions are those that the core answers:
// options by their table, answers as they come.
import { expect, test } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { loadClassifier } from '../../wasm/dist/systems/classifier/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { classifierFolder, dist, modelFolder } from './support.js';

const TEXTS = ['a hazy gold, a thin head', 'a gold head, and thin'];

// Options that make an answer show all it can hold.
const everything = {
  aspect: 'aroma',
  leaveOneOut: true,
  selection: [{ start: 2, end: 6 }],
  local: true,
};

/** A literal is checked for members that its type lacks, and for those that it lacks itself. */
function declared({ name, inputs, options }, className, answer) {
  const texts = inputs === 'two texts' ? 2 : 1;
  const members = options.map(({ name, type, choices }) => {
    const one = choices?.map((choice) => JSON.stringify(choice)).join(' | ') ?? type;
    return `${name}: ${one.replace(/^(?!readonly)(.*\[\])$/, 'readonly $1')};`;
  });
  return `{
    type Method = ${className}['${name}'];
    type Options = Required<Omit<NonNullable<Parameters<Method>[${texts}]>, 'signal'>>;
    type Table = { ${members.join(' ')} };
    const given: Options = null! as Table;
    const taken: Table = null! as Options;
    (${JSON.stringify(answer, null, 1)}) satisfies Awaited<ReturnType<Method>>;
  }`;
}

/** What the compiler says of `source`. */
async function compile(source) {
  const folder = mkdtempSync(join(tmpdir(), 'whylight-types-'));
  try {
    const file = join(folder, 'answers.mts');
    writeFileSync(file, source);
    const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
    const flags =
      '--ignoreConfig --noEmit --strict --skipLibCheck --target esnext --module nodenext --types node';
    await promisify(execFile)(process.execPath, [tsc, ...flags.split(' '), file]);
    return '';
  } catch ({ stdout }) {
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each([
  { className: 'Model', open: () => load(modelFolder), system: 'rationale' },
  { className: 'Classifier', open: () => loadClassifier(classifierFolder), system: 'classifier' },
])(
  'of every question of a $className',
  async ({ className, open, system }) => {
    const model = await open();
    const pieces = [];
    const questions = await model.questions();
    for (const question of questions) {
      const has = ({ name }) => name in everything;
      const options = Object.fromEntries(
        question.options.filter(has).map(({ name }) => [name, everything[name]]),
      );
      const texts = TEXTS.slice(0, question.inputs === 'two texts' ? 2 : 1);
      pieces.push(declared(question, className, await model[question.name](...texts, options)));
    }
    const index = fileURLToPath(new URL(`systems/${system}/index.js`, dist));
    const imports = `import type { ${className}, Question, Span } from ${JSON.stringify(index)};\n`;
    const list = `(${JSON.stringify(questions)}) satisfies Question[];`;
    expect(await compile(imports + list + pieces.join('\n'))).toBe('');
    // And the compiler would say if they were not.
    const more = pieces.map((piece) => piece.replace('"text": ', '"another": 1, "text": '));
    const other = pieces.map((piece) => piece.replace(/type Table = {/, '$& another: string;'));
    for (const spoilt of [more, other]) {
      const errors = (await compile(imports + spoilt.join('\n'))).match(/error TS/g);
      expect(errors).toHaveLength(pieces.length);
    }
  },
  60_000,
);
