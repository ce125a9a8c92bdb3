import { expect, test } from '@jest/globals';

import { overlap, ReviewStore } from '../../../web/views/reviews/review-state';

/** A store with a text, and what its listeners hear. */
function setUp() {
  const store = new ReviewStore();
  store.change({ model: 'beer', text: 'Clear gold, thin and flat.' });
  const heard = [];
  const stop = store.onChange((_state, changed) => heard.push([...changed].sort()));
  return { store, heard, stop };
}

test('tells of what changed, once for all parts, and of nothing else', () => {
  const { store, heard, stop } = setUp();
  store.change({ point: 2, isolated: 'aroma' });
  store.change({ point: 2 });
  store.change({ point: undefined });
  expect(heard).toEqual([['isolated', 'point'], ['point']]);
  stop();
  store.change({ point: 1 });
  expect(heard).toHaveLength(2);
});

test('what was dropped goes with its text', () => {
  const { store } = setUp();
  store.drop(['palate'], { start: 12, end: 16 });
  store.change({ point: 3, isolated: 'palate' });
  expect(store.state.dropped).toEqual({ palate: [{ start: 12, end: 16 }] });
  store.change({ text: 'Clear gold.' });
  expect(store.state).toMatchObject({ dropped: {}, point: 3, isolated: 'palate' });
});

test('point, isolated aspect, drops and the review to compare with go with their model', () => {
  const { store } = setUp();
  store.drop(['palate'], { start: 12, end: 16 });
  store.change({ point: 3, isolated: 'palate', against: 'Clear gold.' });
  store.change({ text: 'Clear gold, thin and flat!' });
  expect(store.state.against).toBe('Clear gold.');
  store.change({ text: 'Clear gold, thin and flat.' });
  store.change({ model: 'hotels' });
  expect(store.state).toEqual({
    model: 'hotels',
    text: 'Clear gold, thin and flat.',
    point: undefined,
    isolated: undefined,
    dropped: {},
  });
});

test('a whole state may come at once, as from a link', () => {
  const { store, heard } = setUp();
  const state = {
    model: 'hotels',
    text: 'Spotless.',
    point: 1,
    isolated: 'cleanliness',
    dropped: { cleanliness: [{ start: 0, end: 8 }] },
  };
  store.change(state);
  expect(store.state).toEqual(state);
  expect(heard).toHaveLength(1);
});

test('a text that is given with another model counts as changed, even if it is the same', () => {
  const { store, heard } = setUp();
  const { text } = store.state;
  store.change({ model: 'hotels', text });
  store.change({ model: 'beer' });
  expect(heard).toEqual([['model', 'text'], ['model']]);
});

test('stretches are dropped and come back one by one, or all', () => {
  const { store } = setUp();
  const gold = { start: 0, end: 10 };
  const thin = { start: 12, end: 16 };
  store.drop(['look'], thin);
  store.drop(['look', 'palate'], gold);
  expect(store.state.dropped).toEqual({ look: [gold, thin], palate: [gold] });
  store.drop(['look'], gold);
  expect(store.state.dropped.look).toEqual([gold, thin]);
  store.restore(['palate'], gold);
  expect(store.state.dropped).toEqual({ look: [gold, thin] });
  store.restoreAll();
  expect(store.state.dropped).toEqual({});
});

test('stretches that touch do not overlap', () => {
  expect(overlap({ start: 0, end: 4 }, { start: 4, end: 6 })).toBe(false);
  expect(overlap({ start: 0, end: 5 }, { start: 4, end: 6 })).toBe(true);
});
