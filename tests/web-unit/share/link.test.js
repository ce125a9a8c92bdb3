import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';

import { longestLink, readLink, writeLink } from '../../../web/share/link';

const state = {
  model: 'hotels',
  text: 'Spotless – but “loud” 🛎️, and a lone \ud83c half.\nTwo lines.',
  point: 2,
  isolated: 'service',
  dropped: { service: [{ start: 0, end: 8 }] },
};

/** A link with anything in it. */
const linkOf = (text) => `1${deflateRawSync(Buffer.from(text)).toString('base64url')}`;

test('a link carries the state, in letters that no program changes', async () => {
  const link = await writeLink(state);
  expect(link).toMatch(/^1[\w-]+$/);
  expect(await readLink(link)).toEqual({ state });
});

test('a long review fits', async () => {
  const words = Array.from({ length: 3000 }, (_, i) => ((i * 7919) % 1500).toString(36));
  const text = words.join(' ');
  const link = await writeLink({ ...state, text, dropped: {} });
  expect(link.length).toBeLessThanOrEqual(longestLink);
  expect((await readLink(link)).state.text).toBe(text);
});

test('a text that is too long gets no link', async () => {
  const random = (i) => ((i * 2654435761) % 4294967296).toString(36);
  const text = Array.from({ length: 5000 }, (_, i) => random(i + 1)).join(' ');
  expect(await writeLink({ ...state, text })).toBeUndefined();
  expect(await writeLink({ ...state, text: 'a'.repeat(1_000_001) })).toBeUndefined();
});

test('a link that inflates without end is given up', async () => {
  const bomb = linkOf(`{"model":"beer","text":"${'a'.repeat(5_000_000)}"}`);
  expect(bomb.length).toBeLessThan(longestLink);
  expect(await readLink(bomb)).toEqual({ problem: 'broken' });
});

test('a link of a newer page says so', async () => {
  expect(await readLink(`2${'A'.repeat(20)}`)).toEqual({ problem: 'version' });
});

test.each([
  { name: 'nothing', link: '' },
  { name: 'nothing but a version', link: '1' },
  { name: 'letters that are not of it', link: '1{}<b>' },
  { name: 'something else', link: 'hotels' },
  { name: 'no deflated bytes', link: '1AAAA____' },
  { name: 'no JSON', link: linkOf('hello') },
  { name: 'another value', link: linkOf('[1, 2]') },
  {
    name: 'no UTF-8',
    link: `1${deflateRawSync(Buffer.from([0x22, 0xff, 0x22])).toString('base64url')}`,
  },
  {
    name: 'a span outside',
    link: linkOf('{"model":"beer","text":"a","dropped":{"b":[{"start":0,"end":9}]}}'),
  },
  { name: 'a very long one', link: `1${'A'.repeat(longestLink)}` },
  { name: 'deep brackets', link: linkOf('['.repeat(100_000)) },
])('refuses $name', async ({ link }) => {
  expect(await readLink(link)).toEqual({ problem: 'broken' });
});

test('refuses one that was cut short, wherever that is', async () => {
  const link = await writeLink(state);
  for (let length = 1; length < link.length; length += 7) {
    expect(await readLink(link.slice(0, length))).toEqual({ problem: 'broken' });
  }
});
