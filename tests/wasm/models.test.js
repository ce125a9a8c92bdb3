// The files in models/ are those that its index lists, and small enough.
import { describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const models = new URL('../../models/', import.meta.url);
const index = JSON.parse(readFileSync(new URL('index.json', models), 'utf8'));
const LARGEST = 8_000_000;

test('the index lists every model, and no folder of what they share', () => {
  const folders = readdirSync(models, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && existsSync(new URL(`${entry.name}/config.json`, models)),
  );
  expect(Object.keys(index).sort()).toEqual(folders.map(({ name }) => name).sort());
});

describe.each(Object.keys(index).map((name) => ({ name })))('$name', ({ name }) => {
  const folder = new URL(`${name}/`, models);

  test('has the sizes and hashes of the index', () => {
    for (const [file, { bytes, sha256 }] of Object.entries(index[name].files)) {
      const content = readFileSync(new URL(file, folder));
      expect(content.length).toBe(bytes);
      expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
    }
  });

  test('takes at most 8 MB, all files together', () => {
    const sizes = readdirSync(folder).map((file) => statSync(new URL(file, folder)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(LARGEST);
  });

  test('has the figures of its probes in the index, with none of the card as an example', () => {
    if (!existsSync(new URL('probes.json', folder))) {
      expect(index[name].probes).toBeUndefined();
      return;
    }
    const { total, kinds } = JSON.parse(readFileSync(new URL('probes.json', folder), 'utf8'));
    const { probes } = index[name];
    expect(total).toMatchObject(probes.total);
    expect(Object.keys(probes.kinds)).toEqual(Object.keys(kinds));
    const lines = readFileSync(new URL('probes.jsonl', folder), 'utf8').trim().split('\n');
    const all = lines.map((line) => JSON.parse(line));
    for (const [kind, { example, ...figures }] of Object.entries(probes.kinds)) {
      expect(kinds[kind]).toMatchObject(figures);
      expect(
        all.find((probe) => isDeepStrictEqual({ ...example, kind, half: 'choose' }, probe)),
      ).toBeDefined();
    }
  });

  test('quotes the figures of its evaluation in its card', () => {
    const card = readFileSync(new URL('README.md', folder), 'utf8');
    const rowOf = (head) =>
      card.split('\n').find((line) => new RegExp(`^\\| ${head} +\\|`).test(line));
    const { evaluation, labels = [] } = index[name];
    for (const [position, label] of labels.entries()) {
      const counts = evaluation.confusion[position].join(' +\\| +');
      expect(rowOf(`${label}\\b[^|]*`)).toMatch(new RegExp(`\\| +${counts} +\\|`));
    }
    if (labels.length > 0) {
      expect(rowOf('dev')).toContain(`${(100 * evaluation.accuracy).toFixed(1)} %`);
    }
    for (const label of index[name].spans ?? []) {
      const { n, precision, recall, f1 } = evaluation.spans[label];
      const figures = [precision, recall, f1].map((share) => `${(100 * share).toFixed(1)} %`);
      expect(rowOf(`\`${label}\``)).toMatch(
        new RegExp([n.toLocaleString('en'), ...figures].join(' +\\| +')),
      );
    }
    for (const [set, rankers] of Object.entries(evaluation.sets ?? {})) {
      const row = rowOf(set);
      expect(row).toBeDefined();
      for (const { map } of Object.values(rankers)) expect(row).toContain(map.toFixed(1));
    }
    for (const [set, rankers] of Object.entries(evaluation.pairs ?? {})) {
      const row = rowOf(set);
      expect(row).toBeDefined();
      for (const { auc } of Object.values(rankers)) expect(row).toContain(auc.toFixed(1));
    }
    for (const [domain, { n, mean_f1 }] of Object.entries(evaluation.domains ?? {})) {
      expect(rowOf(domain)).toMatch(new RegExp(`\\| +${n} +\\|`));
      expect(rowOf(domain)).toContain(`${(100 * mean_f1).toFixed(1)} %`);
    }
    for (const [aspect, figures] of Object.entries(evaluation.aspects ?? {})) {
      const row = rowOf(aspect);
      expect(row).toBeDefined();
      const errors = ['rationale', 'all_words', 'mean', 'full_text', 'complement', 'random_spans'];
      for (const error of errors) {
        expect(row).toContain(figures[`mse_${error}`].toFixed(4));
      }
    }
  });
});
