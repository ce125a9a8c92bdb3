import { expect, test } from '@jest/globals';

import { TabStorage } from '../../../web/keep/tab-storage';

/** Storage with room for so many characters. */
function storageWith(room) {
  const values = new Map();
  return {
    values,
    get length() {
      return values.size;
    },
    key: (i) => [...values.keys()][i] ?? null,
    getItem: (key) => values.get(key) ?? null,
    removeItem: (key) => values.delete(key),
    setItem(key, value) {
      const others = [...values].filter(([other]) => other !== key);
      const used = others.reduce((sum, [, text]) => sum + text.length, 0);
      if (used + value.length > room) throw new Error('QuotaExceededError');
      values.set(key, value);
    },
  };
}

test('a value is there again for the next page of the tab', () => {
  const storage = storageWith(1000);
  new TabStorage(() => storage).set('a', { text: 'Flat \ud83c beer.' });
  expect(new TabStorage(() => storage).get('a')).toEqual({ text: 'Flat \ud83c beer.' });
  expect(new TabStorage(() => storage).get('b')).toBeUndefined();
});

test('where there is no more room, the oldest go', () => {
  const storage = storageWith(40);
  const kept = new TabStorage(() => storage);
  for (const key of ['1', '2', '3']) kept.set(key, 'x'.repeat(15));
  expect(kept.keys()).toEqual(['2', '3']);
  expect(kept.get('1')).toBeUndefined();
  expect(kept.get('3')).toBe('x'.repeat(15));
});

test('what has no room at all lasts as long as the page, and the old value is not shown for it', () => {
  const storage = storageWith(40);
  const kept = new TabStorage(() => storage);
  kept.set('1', 'short');
  kept.set('1', 'x'.repeat(100));
  expect(kept.get('1')).toBe('x'.repeat(100));
  expect(new TabStorage(() => storage).get('1')).toBeUndefined();
  kept.set('1', 'short');
  expect(new TabStorage(() => storage).get('1')).toBe('short');
});

test('where storage is refused, values last as long as the page', () => {
  const refuse = () => {
    throw new Error('SecurityError');
  };
  const kept = new TabStorage(refuse);
  kept.set('a', 1);
  expect(kept.get('a')).toBe(1);
  expect(kept.keys()).toEqual(['a']);
  kept.clear();
  expect(kept.get('a')).toBeUndefined();
});

test('a broken value, or one of another version of the page, is none', () => {
  const storage = storageWith(1000);
  storage.setItem('whylight:1:a', '{"text": "no end');
  storage.setItem('whylight:2:b', '{"text": "of a version to come"}');
  storage.setItem('b', '1');
  const kept = new TabStorage(() => storage);
  expect(kept.get('a')).toBeUndefined();
  expect(kept.get('b')).toBeUndefined();
  kept.clear();
  expect([...storage.values.keys()]).toEqual(['whylight:2:b', 'b']);
});
