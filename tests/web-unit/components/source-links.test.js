import { expect, test } from '@jest/globals';

const { linkSources } = await import('../../../web/components/source-links');

const page = () => {
  const link = { href: '', hidden: true };
  return { link, querySelectorAll: (selector) => (selector === 'a.source' ? [link] : []) };
};

test('links to the sources lead to the address of the project', () => {
  const root = page();
  linkSources(root, 'https://example.org/whylight');
  expect(root.link).toEqual({ href: 'https://example.org/whylight', hidden: false });
});

test('without an address there is no link', () => {
  const root = page();
  linkSources(root, '');
  expect(root.link.hidden).toBe(true);
});
