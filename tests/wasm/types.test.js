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
import { loadPairs } from '../../wasm/dist/systems/pairs/node.js';
import { loadRetriever } from '../../wasm/dist/systems/questions/node.js';
import { load } from '../../wasm/dist/systems/rationale/node.js';
import { loadReader } from '../../wasm/dist/systems/reader/node.js';
import { loadRecommender } from '../../wasm/dist/systems/recommender/node.js';
import { loadTagger } from '../../wasm/dist/systems/tagger/node.js';
import {
  cafeFolder,
  classifierFolder,
  dist,
  modelFolder,
  questionsFolder,
  readerFolder,
  recommenderFolder,
  selectingReaderFolder,
  taggerFolder,
} from './support.js';

const [TEXT, OTHER] = ['a hazy gold, a thin head', 'a gold head, and thin'];

/** What a method is asked about, before its options. */
function textsOf({ name, inputs }) {
  if (inputs === 'no text') return [];
  if (name === 'rank') return [TEXT, [OTHER]];
  if (inputs === 'a query and its candidates') return [TEXT, OTHER, TEXT];
  return ['two texts', 'a question and a text'].includes(inputs) ? [TEXT, OTHER] : [TEXT];
}

// Options that make an answer show all it can hold.
const everything = {
  aspect: 'aroma',
  leaveOneOut: true,
  selection: [{ start: 2, end: 6 }],
  local: true,
  reviews: [
    { user: 'ann', item: 'ale', text: TEXT },
    { user: 7, item: 'stout', text: OTHER },
  ],
  user: 'ann',
  item: 'stout',
};

/** The method of a question. */
function methodOf({ name }) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** A literal is checked for members that its type lacks, and for those that it lacks itself. */
function declared(question, className, answer) {
  const { options } = question;
  const texts = textsOf(question).length;
  const members = options.map(({ name, type, choices }) => {
    const one = choices?.map((choice) => JSON.stringify(choice)).join(' | ') ?? type;
    return `${name}: ${one.replace(/^(?!readonly)(.*\[\])$/, 'readonly $1')};`;
  });
  return `{
    type Method = ${className}['${methodOf(question)}'];
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
  { className: 'Retriever', open: () => loadRetriever(questionsFolder), system: 'questions' },
  { className: 'Pairs', open: () => loadPairs(cafeFolder), system: 'pairs' },
  { className: 'Tagger', open: () => loadTagger(taggerFolder), system: 'tagger' },
  { className: 'Reader', open: () => loadReader(readerFolder), system: 'reader' },
  { className: 'Reader', open: () => loadReader(selectingReaderFolder), system: 'reader' },
  {
    className: 'Recommender',
    open: () => loadRecommender(recommenderFolder),
    system: 'recommender',
    others: ['GivenReview'],
  },
])(
  'of every question of a $className',
  async ({ className, open, system, others = [] }) => {
    const model = await open();
    const pieces = [];
    const questions = await model.questions();
    for (const question of questions) {
      const has = ({ name }) => name in everything;
      const options = Object.fromEntries(
        question.options.filter(has).map(({ name }) => [name, everything[name]]),
      );
      const answer = await model[methodOf(question)](...textsOf(question), options);
      pieces.push(declared(question, className, answer));
    }
    const index = fileURLToPath(new URL(`systems/${system}/index.js`, dist));
    const imports = `import type { ${[className, 'Question', 'Span', ...others].join(', ')} } from ${JSON.stringify(index)};\n`;
    const list = `(${JSON.stringify(questions)}) satisfies Question[];`;
    expect(await compile(imports + list + pieces.join('\n'))).toBe('');
    // And the compiler would say if they were not.
    const more = pieces.map((piece) => piece.replace('({\n', '({ "another": 1,\n'));
    const other = pieces.map((piece) => piece.replace(/type Table = {/, '$& another: string;'));
    for (const spoilt of [more, other]) {
      const errors = (await compile(imports + spoilt.join('\n'))).match(/error TS/g);
      expect(errors).toHaveLength(pieces.length);
    }
  },
  60_000,
);

test('of every answer about an index', async () => {
  const model = await loadRetriever(questionsFolder);
  const index = await model.createIndex({ fields: ['text'] });
  const documents = [TEXT, OTHER, OTHER].map((text, i) => ({ id: `d${i}`, text }));
  await index.addAll(documents);
  const answers = {
    search: await index.search(TEXT),
    explain: await index.explain(TEXT, 'd0'),
    prefer: await index.prefer(TEXT, 'd0', 'd1'),
    withoutWords: await index.withoutWords(TEXT, 'd0'),
    suggest: await index.suggest('a go'),
    duplicates: await index.duplicates({ threshold: 0.99 }),
    about: await index.about(),
  };
  await model.dispose();
  const path = fileURLToPath(new URL('systems/questions/index.js', dist));
  const head = `import type { QuestionIndex } from ${JSON.stringify(path)};\n`;
  const check = (named) =>
    Object.entries(named)
      .map(
        ([name, answer]) =>
          `(${JSON.stringify(answer)}) satisfies ` +
          `Awaited<ReturnType<QuestionIndex<{ id: string; text: string }>['${name}']>>;`,
      )
      .join('\n');
  expect(await compile(head + check(answers))).toBe('');
  const more = (answer) =>
    Array.isArray(answer) ? [{ ...answer[0], another: 1 }] : { ...answer, another: 1 };
  const spoilt = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [name, more(answer)]),
  );
  const errors = (await compile(head + check(spoilt))).match(/error TS/g);
  expect(errors).toHaveLength(Object.keys(answers).length);
}, 60_000);

test('of what only some aspects have', async () => {
  const path = fileURLToPath(new URL('systems/rationale/index.js', dist));
  const head = `import type { Explanation, Model } from ${JSON.stringify(path)};\n`;
  const use = (mark) =>
    `(model: Model, { classes }: Explanation) =>
      [model.labels['aroma']${mark}[0], classes['aroma']${mark}['name']];`;
  expect(await compile(head + use('?.'))).toBe('');
  expect((await compile(head + use(''))).match(/possibly .*'undefined'/g)).toHaveLength(2);
}, 60_000);
