// The three files of a model that a visitor brings, alone or in folders.
import { describe, expect, test } from '@jest/globals';

import { entriesOf, filesOf } from '../../../web/import/dropped-files';
import { maxModelBytes } from '../../../web/import/limits';
import { readModel } from '../../../web/import/read-model';
import { isOwn, ownName, titleOf } from '../../../web/own-models/own-name';

const config = {
  format: 'whylight',
  task: 'rationale',
  aspects: [{ name: 'urgency' }, { name: 'mood', reported: false }, { name: 'satisfaction' }],
};

const brought = (path, content) => ({ path, file: new File([content], path.split('/').at(-1)) });

const modelIn = (folder, ownConfig = config) => [
  brought(`${folder}config.json`, JSON.stringify(ownConfig)),
  brought(`${folder}model.safetensors`, 'tensors'),
  brought(`${folder}vocab.txt`, 'words'),
];

const failureOf = (files) =>
  readModel(files).then(
    () => undefined,
    ({ code, message }) => ({ code, message }),
  );

test('is read, and named by its aspects where its folder is not known', async () => {
  const { name, task, aspects, files } = await readModel(modelIn(''));
  expect(name).toBe('urgency, satisfaction');
  expect(task).toBe('rationale');
  expect(aspects).toEqual(['urgency', 'satisfaction']);
  const text = (bytes) => new TextDecoder().decode(bytes);
  expect([text(files.tensors), text(files.vocabulary)]).toEqual(['tensors', 'words']);
});

test('is a classifier, too, named by its classes', async () => {
  const labels = { format: 'whylight', task: 'classifier', labels: ['0', '1', '2'] };
  const read = await readModel(modelIn('', labels));
  expect(read).toMatchObject({ name: '0, 1', task: 'classifier', aspects: [] });
  const names = { ...labels, names: ['bad', 'fair', 'good'] };
  expect((await readModel(modelIn('', names))).name).toBe('bad, fair');
  expect((await readModel(modelIn('topics/', names))).name).toBe('topics');
  expect((await readModel(modelIn('', { ...labels, names: [] }))).name).toBe('0, 1');
  expect((await readModel(modelIn('', { ...labels, labels: undefined }))).name).toBe('classifier');
});

test('is found in the folder of a run, which gives it its name', async () => {
  const run = [
    brought('tickets/config.json', '{}'),
    brought('tickets/log.jsonl', ''),
    ...modelIn('tickets/model/'),
  ];
  expect((await readModel(run)).name).toBe('tickets');
  expect((await readModel(modelIn('model/'))).name).toBe('urgency, satisfaction');
  expect((await readModel(modelIn('help desk/'))).name).toBe('help desk');
});

test('says which of its files is missing', async () => {
  const { code, message } = await failureOf(modelIn('a/').slice(0, 2));
  expect(code).toBe('no-model');
  expect(message).toMatch(
    /config\.json, model\.safetensors and vocab\.txt; did not find vocab\.txt/,
  );
  expect((await failureOf([])).message).toMatch(
    /did not find config\.json, model\.safetensors and/,
  );
  // The files of two folders are no model.
  const apart = [...modelIn('a/').slice(0, 2), ...modelIn('b/').slice(2)];
  expect((await failureOf(apart)).code).toBe('no-model');
});

test('says what else was found', async () => {
  const withConfig = (text) => [brought('config.json', text), ...modelIn('').slice(1)];
  for (const text of ['', '{', '[]', 'null', '{"model_type": "bert"}', '\uFFFE']) {
    expect((await failureOf(withConfig(text))).message).toMatch(
      /config\.json is of something else/,
    );
  }
  const tagger = JSON.stringify({ format: 'whylight', task: 'tagger' });
  expect((await failureOf(withConfig(tagger))).message).toMatch(
    /Expected a rationale model or a classifier; found a model of the kind “tagger”/,
  );
});

test('is not read where it is too large, or where it cannot be', async () => {
  const [first, ...others] = modelIn('');
  const large = { ...first, file: { name: 'config.json', size: maxModelBytes } };
  expect(await failureOf([large, ...others])).toMatchObject({ code: 'too-large' });
  const gone = {
    name: 'config.json',
    size: 1,
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')),
  };
  const failure = await failureOf([{ path: 'config.json', file: gone }, ...others]);
  expect(failure.code).toBe('unreadable');
  expect(failure.message).toContain('“config.json”');
});

describe('what is dropped', () => {
  const fileEntry = (fullPath) => ({
    isFile: true,
    isDirectory: false,
    fullPath,
    file: (resolve) => resolve(new File([''], fullPath.split('/').at(-1))),
  });
  // Browsers hand over the children of a folder in several pieces.
  const folderEntry = (fullPath, ...pieces) => ({
    isFile: false,
    isDirectory: true,
    fullPath,
    createReader() {
      const left = [...pieces, []];
      return { readEntries: (resolve) => resolve(left.shift()) };
    },
  });
  const pathsOf = async (...entries) => (await filesOf(entries)).map(({ path }) => path);

  test('is files, and those of folders within', async () => {
    const model = folderEntry('/run/model', [fileEntry('/run/model/vocab.txt')]);
    const run = folderEntry('/run', [fileEntry('/run/a')], [model, fileEntry('/run/b')]);
    expect(await pathsOf(new File([''], 'a.txt'), fileEntry('/config.json'), run)).toEqual([
      'a.txt',
      'config.json',
      'run/a',
      'run/model/vocab.txt',
      'run/b',
    ]);
  });

  test('is not followed into all depths', async () => {
    const endless = (path) => ({
      ...folderEntry(path),
      createReader: () => {
        const left = [[fileEntry(`${path}/file`), endless(`${path}/a`)], []];
        return { readEntries: (resolve) => resolve(left.shift()) };
      },
    });
    expect(await pathsOf(endless('/a'))).toEqual(['a/file', 'a/a/file', 'a/a/a/file']);
  });

  test('may be text, which is no file, or a file of no folder', () => {
    const entry = fileEntry('/a');
    const file = new File([''], 'b');
    const items = [
      { webkitGetAsEntry: () => null, getAsFile: () => null },
      { webkitGetAsEntry: () => entry },
      { webkitGetAsEntry: () => null, getAsFile: () => file },
    ];
    expect(entriesOf({ items })).toEqual([entry, file]);
  });
});

test('a name tells the kinds apart', () => {
  const names = ['rationale', 'classifier'].map((task) => ownName('desk', task));
  expect(new Set(names).size).toBe(2);
  for (const name of names) expect(isOwn(name)).toBe(true);
  expect(isOwn('beer')).toBe(false);
});

test('a name has nothing that an address, a shell or code would take otherwise', () => {
  expect(titleOf(ownName('tickets 2, new_one.v3', 'rationale'))).toBe('tickets 2, new_one.v3');
  expect(titleOf(ownName('Größe 评论', 'classifier'))).toBe('Größe 评论');
  expect(titleOf(ownName(`a'b"c/d$e\`f<g>`, 'rationale'))).toBe('a-b-c-d-e-f-g-');
  expect(ownName('x'.repeat(500), 'classifier').length).toBeLessThanOrEqual(100);
});
