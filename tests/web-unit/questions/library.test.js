// The sets of questions, with a retriever and a device that remember what they are told.
import { beforeEach, expect, test } from '@jest/globals';

import { freeName } from '../../../web/views/questions/device-store';
import { Library } from '../../../web/views/questions/library';

class FakeIndex {
  fields = ['question'];
  disposed = false;
  #documents = [];

  get size() {
    return this.#documents.length;
  }

  documents() {
    return this.#documents;
  }

  async addAll(documents, { signal, onProgress } = {}) {
    onProgress?.({ done: 0, total: documents.length });
    signal?.throwIfAborted();
    this.#documents = [...documents];
  }

  async toBytes() {
    return new TextEncoder().encode(JSON.stringify(this.#documents));
  }

  async dispose() {
    this.disposed = true;
  }
}

class FakeRetriever {
  made = [];

  async createIndex() {
    const index = new FakeIndex();
    this.made.push(index);
    return index;
  }

  async fromBytes(bytes, making) {
    const index = await this.createIndex();
    await index.addAll(JSON.parse(new TextDecoder().decode(bytes)), making);
    return index;
  }
}

class FakeStore {
  kept = new Map();

  async sets() {
    return [...this.kept].map(([name, { size }]) => ({ name, size }));
  }

  async keep({ name: wanted, size }, bytes) {
    if (this.full) throw new Error('no room');
    const name = freeName(wanted, (taken) => this.kept.has(taken));
    this.kept.set(name, { size, bytes });
    return name;
  }

  async indexOf(name) {
    return this.kept.get(name).bytes;
  }

  async forget(name) {
    this.kept.delete(name);
  }
}

const documents = [
  { id: '1', question: 'Where is it?' },
  { id: '2', question: 'When is it?' },
];

let retriever;
let store;
let library;

beforeEach(() => {
  retriever = new FakeRetriever();
  store = new FakeStore();
  library = new Library(retriever, store);
});

const names = () => library.sets.filter(({ own }) => own).map(({ name }) => name);

test('a set that is made is listed, and opened without being made again', async () => {
  const set = await library.add('Mine', documents, {});
  expect(set).toMatchObject({ own: true, name: 'Mine', size: 2, kept: false });
  expect(names()).toEqual(['Mine']);
  const index = await library.open(set);
  expect(index.documents()).toEqual(documents);
  expect(retriever.made).toEqual([index]);
});

test('sets of the same name are told apart', async () => {
  await library.add('Mine', documents, {});
  await library.add('Mine', documents, {});
  await library.add('Travel', documents, {});
  expect(names()).toEqual(['Mine', 'Mine (2)', 'Travel (2)']);
});

test('a kept set named like one of the page is there, too, and keeps its place', async () => {
  store.kept.set('Travel', {
    size: 2,
    bytes: new TextEncoder().encode(JSON.stringify(documents)),
  });
  await library.findKept();
  expect(names()).toEqual(['Travel (2)']);
  const set = library.find('Travel (2)');
  expect((await library.open(set)).documents()).toEqual(documents);
  await library.remove(set);
  expect(store.kept.size).toBe(0);
});

test('the sets of the page are found in every language', () => {
  const [all, travel, helpDesk] = library.sets;
  expect(all.key).toBe('shipped/all');
  expect(library.find('shipped/travel')).toBe(travel);
  // As older versions of the page kept them.
  expect(library.find(helpDesk.name)).toBe(helpDesk);
});

test('a set that is cancelled leaves nothing behind', async () => {
  const controller = new AbortController();
  const making = library.add('Mine', documents, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('stopped')),
  });
  await expect(making).rejects.toThrow('stopped');
  expect(names()).toEqual([]);
  expect(retriever.made[0].disposed).toBe(true);
});

test('a set that is kept is there on the next visit', async () => {
  const set = await library.add('Mine', documents, {});
  await library.keep(set, true);
  expect(set.kept).toBe(true);

  const next = new Library(retriever, store);
  await next.findKept();
  const found = next.find('Mine');
  expect(found).toMatchObject({ own: true, size: 2, kept: true });
  expect((await next.open(found)).documents()).toEqual(documents);
});

test('a set that is kept no longer stays until the page is closed', async () => {
  store.kept.set('Mine', {
    size: 2,
    bytes: new TextEncoder().encode(JSON.stringify(documents)),
  });
  await library.findKept();
  const set = library.find('Mine');
  await library.keep(set, false);
  expect(store.kept.size).toBe(0);
  expect((await library.open(set)).documents()).toEqual(documents);
});

test('a set does not take the place of one that another tab kept under its name', async () => {
  const set = await library.add('Mine', documents, {});
  const other = new Library(retriever, store);
  await other.keep(await other.add('Mine', documents.slice(1), {}), true);
  await library.keep(set, true);
  // It is kept once.
  await library.keep(set, true);
  expect(set).toMatchObject({ key: 'Mine (2)', name: 'Mine (2)', kept: true });
  expect([...store.kept].map(([name, { size }]) => [name, size])).toEqual([
    ['Mine', 1],
    ['Mine (2)', 2],
  ]);
});

test('sets that the device keeps no longer stay if they were opened', async () => {
  store.kept.set('Unopened', { size: 2 });
  await library.findKept();
  const set = await library.add('Mine', documents, {});
  await library.keep(set, true);
  library.forgetKept();
  expect(names()).toEqual(['Mine']);
  expect(set.kept).toBe(false);
});

test('a set that cannot be kept is as it was', async () => {
  store.full = true;
  const set = await library.add('Mine', documents, {});
  await expect(library.keep(set, true)).rejects.toThrow('no room');
  expect(set.kept).toBe(false);
  expect((await library.open(set)).size).toBe(2);
});

test('a set that is deleted is gone here and on the device', async () => {
  const set = await library.add('Mine', documents, {});
  await library.keep(set, true);
  await library.remove(set);
  expect(names()).toEqual([]);
  expect(store.kept.size).toBe(0);
  expect(retriever.made[0].disposed).toBe(true);
});

test('an index that could not be opened is opened anew the next time', async () => {
  store.kept.set('Mine', { size: 2, bytes: new TextEncoder().encode('cut short') });
  await library.findKept();
  const set = library.find('Mine');
  await expect(library.open(set)).rejects.toThrow();
  store.kept.get('Mine').bytes = new TextEncoder().encode(JSON.stringify(documents));
  expect((await library.open(set)).size).toBe(2);
});

test('an index whose opening was stopped is opened anew at once', async () => {
  store.kept.set('Mine', {
    size: 2,
    bytes: new TextEncoder().encode(JSON.stringify(documents)),
  });
  await library.findKept();
  const set = library.find('Mine');
  const [first, second] = [new AbortController(), new AbortController()];
  const stopped = library.open(set, { signal: first.signal });
  const shared = library.open(set, { signal: second.signal });
  first.abort();
  const again = await library.open(set);
  await expect(stopped).rejects.toThrow();
  expect(await shared).toBe(again);
  expect(again.disposed).toBe(false);
  // Once it is open, it stays.
  second.abort();
  expect(await library.open(set)).toBe(again);
});

test('an index that was lost is made of the documents that are here', async () => {
  const set = await library.add('Mine', documents, {});
  const lost = await library.open(set);
  const index = await library.renew(set);
  expect(index).not.toBe(lost);
  expect(index.documents()).toEqual(documents);
  expect(lost.disposed).toBe(true);
  expect(await library.open(set)).toBe(index);
});

test('the file of an index without questions is refused, and freed', async () => {
  const bytes = await new FakeIndex().toBytes();
  const open = retriever.fromBytes.bind(retriever);
  retriever.fromBytes = async (given) => Object.assign(await open(given), { fields: ['body'] });
  await expect(library.addFile('Other', bytes, {})).rejects.toMatchObject({
    code: 'no-questions',
    message: 'Expected an index of the field "question"; found "body".',
  });
  expect(retriever.made[0].disposed).toBe(true);
  expect(names()).toEqual([]);
});
