import { readFile, readdir } from 'node:fs/promises';

import { expect, test } from '@jest/globals';

import { fill, strings } from '../../../web/strings/strings';

const web = new URL('../../../web/', import.meta.url);
const views = await readdir(new URL('views/', web));
const pages = ['index.html', ...views.map((name) => `views/${name}/${name}.html`)];

test.each(pages)('all that %s names is there', async (path) => {
  const markup = await readFile(new URL(path, web), 'utf8');
  expect(fill(markup)).not.toMatch(/\{\{|\}\}/);
});

test('markup is filled with what it names', () => {
  expect(fill('<h1>{{sentiment.heading}}</h1>')).toBe(`<h1>${strings.sentiment.heading}</h1>`);
});

test('a name of nothing is an error that says which', () => {
  expect(() => fill('<p>{{sentiment.noSuchString}}</p>')).toThrow('sentiment.noSuchString');
});
