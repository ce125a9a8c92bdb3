import { expect, test } from '@jest/globals';

import { fitTo, readSnapshot } from '../../../web/share/snapshot';

const whole = {
  model: 'hotels',
  text: 'Spotless, but loud.',
  point: 1,
  isolated: 'cleanliness',
  dropped: { cleanliness: [{ start: 0, end: 8 }] },
};

test('reads what the page wrote', () => {
  expect(readSnapshot(JSON.parse(JSON.stringify(whole)))).toEqual(whole);
  expect(readSnapshot({ model: 'beer', text: '' })).toEqual({
    model: 'beer',
    text: '',
    point: undefined,
    isolated: undefined,
    dropped: {},
  });
});

test('ends lines as a text area does, of which spans are', () => {
  const read = readSnapshot({ model: 'beer', text: 'a\r\nb\rc' });
  expect(read.text).toBe('a\nb\nc');
});

test('reads the review that the text is compared with', () => {
  expect(readSnapshot({ ...whole, against: 'Loud.\r\nDirty.' })).toEqual({
    ...whole,
    against: 'Loud.\nDirty.',
  });
});

const span = (start, end) => ({ dropped: { palate: [{ start, end }] } });

test.each([
  { name: 'nothing', value: undefined },
  { name: 'null', value: null },
  { name: 'a list', value: [] },
  { name: 'no model', value: { text: 'a' } },
  { name: 'a model with a very long name', value: { ...whole, model: 'a'.repeat(101) } },
  { name: 'a text that is a number', value: { ...whole, text: 7 } },
  { name: 'a point between points', value: { ...whole, point: 0.5 } },
  { name: 'a point below all', value: { ...whole, point: -1 } },
  { name: 'a point that is -0', value: { ...whole, point: -0 } },
  { name: 'a span from -0', value: { ...whole, ...span(-0, 2) } },
  { name: 'an isolated aspect that is none', value: { ...whole, isolated: {} } },
  { name: 'a review to compare with that is none', value: { ...whole, against: ['a'] } },
  { name: 'a very long one', value: { ...whole, against: 'a'.repeat(50_001) } },
  { name: 'drops that are a list', value: { ...whole, dropped: [] } },
  { name: 'a span that ends after the text', value: { ...whole, ...span(0, 20) } },
  { name: 'a span before the text', value: { ...whole, ...span(-1, 2) } },
  { name: 'an empty span', value: { ...whole, ...span(2, 2) } },
  { name: 'a span of words', value: { ...whole, ...span('0', '2') } },
  { name: 'a span that is null', value: { ...whole, dropped: { palate: [null] } } },
  {
    name: 'spans that overlap',
    value: {
      ...whole,
      dropped: {
        palate: [
          { start: 0, end: 4 },
          { start: 3, end: 5 },
        ],
      },
    },
  },
  {
    name: 'very many aspects',
    value: { ...whole, dropped: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, []])) },
  },
])('refuses $name', ({ value }) => {
  expect(readSnapshot(value)).toBeUndefined();
});

test('an aspect may have any name', () => {
  const read = readSnapshot(
    JSON.parse('{"model":"beer","text":"flat","dropped":{"__proto__":[{"start":0,"end":4}]}}'),
  );
  expect(Object.keys(read.dropped)).toEqual(['__proto__']);
  expect({}.start).toBeUndefined();
});

test('leaves out what a model has not', () => {
  const model = { aspects: ['service'], points: [{}] };
  expect(fitTo(whole, model)).toEqual({ point: undefined, isolated: undefined, dropped: {} });
  const fitting = { aspects: ['cleanliness'], points: [{}, {}] };
  expect(fitTo(whole, fitting).dropped).toBe(whole.dropped);
  expect(fitTo(whole, fitting)).toMatchObject({ point: 1, isolated: 'cleanliness' });
});
