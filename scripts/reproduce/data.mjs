// Files cut for a purpose: some lines for a quick run, folds to cross-validate.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

// Bytes, as texts of these sets need not be UTF-8.
function textOf(path) {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
}

const linesOf = (path) =>
  textOf(path)
    .split('\n')
    .filter((line) => line.length > 0);

function write(path, lines) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`, 'latin1');
  return path;
}

// Of what is no line each, the records: questions with answers, sentences with terms, and sentences
// of words, which a blank line ends.
function recordsOf(path) {
  if (/\.conllu?(\.gz)?$/.test(path)) {
    const sentences = textOf(path).split(/\n{2,}/);
    return sentences.filter((sentence) => sentence.trim()).map((sentence) => `${sentence}\n`);
  }
  const lines = linesOf(path);
  if (!/\.xml(\.gz)?$/.test(path)) return lines;
  return lines.join('\n').match(/<(QApairs|sentence)\b[^]*?<\/\1>/g);
}

/** Copies `count` lines or records from all over a file; the copy's path without ".gz". */
export function someLines(path, count, copy) {
  const records = recordsOf(path);
  const some = records.filter((_, at) => (at * count) % records.length < count);
  return write(copy.replace(/\.gz$/, ''), some);
}

/** Writes the lines of several files to one; its path. */
export const joinLines = (paths, joined) => write(joined, paths.flatMap(linesOf));

// Titles of news have their label behind a tab.
const labelFirst = (line) => line.replace(/^(.*)\t(\d+)$/, '$2 $1');

// The same folds every time, and equal texts in the same one. A label without a text, of which the
// published customer reviews have one, teaches nothing and cannot be classified.
function foldsOf(path, count) {
  const folds = Array.from({ length: count }, () => []);
  for (const line of linesOf(path).map(labelFirst)) {
    const [, text = ''] = /^\S+ (.*)/.exec(line) ?? [];
    if (text.trim() === '') continue;
    folds[createHash('sha256').update(text, 'latin1').digest().readUInt32BE(0) % count].push(line);
  }
  return folds;
}

/** Cuts labelled texts into `count` folds; {train, dev, test} of each. */
export function writeFolds(path, count, folder) {
  const folds = foldsOf(path, count);
  return folds.map((test, index) => {
    const name = (part) => join(folder, `${index + 1}.${part}.txt`);
    const dev = (index + 1) % count;
    const rest = folds.filter((_, other) => other !== index && other !== dev).flat();
    return {
      train: write(name('train'), rest),
      dev: write(name('dev'), folds[dev]),
      test: write(name('test'), test),
    };
  });
}

/** {train, dev}: the first of `count` folds, and the others. */
export function splitOffDev(path, count, folder) {
  const [dev, ...rest] = foldsOf(path, count);
  return {
    train: write(join(folder, 'train.txt'), rest.flat()),
    dev: write(join(folder, 'dev.txt'), dev),
  };
}
