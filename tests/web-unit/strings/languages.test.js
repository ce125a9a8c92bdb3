import { readFile, readdir } from 'node:fs/promises';

import { afterEach, describe, expect, test } from '@jest/globals';

import { en } from '../../../web/strings/en';
import { fill, firstSpoken, languages, speak } from '../../../web/strings/strings';

const web = new URL('../../../web/', import.meta.url);
const views = await readdir(new URL('views/', web));
const pages = ['index.html', ...views.map((name) => `views/${name}/${name}.html`)];

/** Every string and function of a language with its path. */
function leaves(strings, path = '') {
  return Object.entries(strings).flatMap(([key, value]) =>
    typeof value === 'object' ? leaves(value, `${path}${key}.`) : [[`${path}${key}`, value]],
  );
}

const english = new Map(leaves(en));

/** Files for the models, which read English. */
const inEnglish = new Set(['importing.example', 'importing.pairsExample', 'many.example']);

/** The tags of markup and their order, which a translation keeps. */
const tags = (text) => text.match(/<[^>]*>/g) ?? [];

afterEach(() => speak('en'));

describe.each(Object.keys(languages).filter((tag) => tag !== 'en'))('%s', (tag) => {
  test('says all that English says, and nothing else', async () => {
    const kinds = (strings) => leaves(strings).map(([path, value]) => `${path}: ${typeof value}`);
    expect(kinds(await languages[tag].fetch()).sort()).toEqual(kinds(en).sort());
  });

  test('keeps the markup of every string', async () => {
    for (const [path, value] of leaves(await languages[tag].fetch())) {
      if (typeof value !== 'string') continue;
      expect([path, tags(value)]).toEqual([path, tags(english.get(path))]);
    }
  });

  test('leaves no sentence in English', async () => {
    const sentence = /\w+ \w+ \w+/;
    const left = leaves(await languages[tag].fetch()).filter(
      ([path, value]) =>
        value === english.get(path) && sentence.test(value) && !inEnglish.has(path),
    );
    expect(left).toEqual([]);
  });

  test.each(pages)('fills %s', async (path) => {
    await speak(tag);
    expect(fill(await readFile(new URL(path, web), 'utf8'))).not.toMatch(/\{\{|\}\}/);
  });
});

test('the first language of the browser that the page speaks is spoken', () => {
  expect(firstSpoken(['fr-CH', 'de-AT', 'en'])).toBe('de');
  expect(firstSpoken(['zh-Hans-CN', 'en'])).toBe('zh');
  expect(firstSpoken(['ES'])).toBe('es');
  expect(firstSpoken(['fr', 'constructor', ''])).toBeUndefined();
});
