// Questions that ask the same: models, and indexes that they keep, in this thread and
// in a Worker.
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { loadRetriever } from '../../wasm/dist/systems/questions/index.js';
import { loadRetriever as loadInNode } from '../../wasm/dist/systems/questions/node.js';
import {
  bytesOf,
  fetchFrom,
  questionsFiles,
  questionsFolder,
  signed,
  startWorker,
  withoutNumbers,
} from './support.js';

const DOCUMENTS = [
  {
    id: 'password',
    question: 'How do I reset my password?',
    answer: 'Follow “Forgot password?” below the button.',
    tags: ['account'],
  },
  {
    id: 'parcel',
    question: 'Where is my parcel? It has not arrived.',
    answer: 'Its number shows it on the map.',
    tags: ['delivery', 'late'],
  },
  { id: 'dog', question: 'Can I take my dog on the night train?', answer: 'On a leash. 🐕 Yes.' },
  { id: 'dogs', question: 'Are dogs allowed on trains to the seaside?', answer: '' },
  { id: 'printer', question: "Why does the café's printer take so long?", stars: 3 },
];
const OPTIONS = { fields: ['question', 'answer'], boost: { question: 2 }, encode: ['question'] };

const files = questionsFiles();
const address = 'https://models.example/questions/';

let here;
beforeAll(async () => {
  here = await loadInNode(questionsFolder);
});
afterAll(() => here.dispose());

const cut = (text, spans) => spans.map(({ start, end }) => text.slice(start, end));

describe.each(['in this thread', 'in a Worker'])('%s', (where) => {
  const workers = [];
  const opened = [];
  /** A model of one's own, with options of the load. */
  async function open(options = {}) {
    let from = { fetch: fetchFrom(files) };
    if (where === 'in a Worker') {
      const worker = startWorker(files);
      workers.push(worker);
      from = { worker };
    }
    const model = await loadRetriever(address, { ...from, ...options });
    opened.push(model);
    return model;
  }

  let model;
  beforeAll(async () => {
    model = await open();
    opened.splice(0);
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.dispose();
  });
  afterAll(async () => {
    await model.dispose();
    for (const worker of workers) worker.close();
  });

  /** An index with `documents`. */
  async function indexOf(documents = DOCUMENTS, options = OPTIONS, by = model) {
    const index = await by.createIndex(options);
    await index.addAll(documents);
    return index;
  }

  test('a model says what it is', () => {
    expect(model.width).toBeGreaterThan(0);
    expect(model.calibrated).toBe(true);
    expect(model.weight).toBeGreaterThan(0);
    expect(model.weight).toBeLessThanOrEqual(1);
    expect(model.threshold).toBeGreaterThan(0);
  });

  test('candidates are ranked, best first', async () => {
    const texts = DOCUMENTS.map(({ question }) => question);
    const { candidates } = await model.rank(texts[1], texts, { limit: 3 });
    expect(candidates).toHaveLength(3);
    expect(candidates[0].candidate).toBe(1);
    expect(candidates[0].score).toBeCloseTo(1, 4);
    for (const { probability } of candidates) {
      expect(probability).toBeGreaterThanOrEqual(0);
      expect(probability).toBeLessThanOrEqual(1);
    }
    expect(candidates).toEqual([...candidates].sort((a, b) => b.score - a.score));
  });

  test('of no candidates there is no ranking, and calls are checked all the same', async () => {
    expect(await model.rank('May I bring a dog?', [])).toEqual({ candidates: [] });
    await expect(model.rank('May I bring a dog?', [], { limit: -1 })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/^rank: "limit": expected/),
    });
  });

  test('the words that say what is asked are pieces of the text', async () => {
    const asked = 'What can I do if I forgot my pasword?';
    const { text, spans, words } = await model.keywords(asked);
    expect(text).toBe(asked);
    expect(spans.length).toBeGreaterThan(0);
    for (const { start, end, chosen, probability } of words) {
      expect(chosen).toBe(spans.some((span) => span.start <= start && end <= span.end));
      expect(probability).toBeGreaterThan(0);
      expect(probability).toBeLessThan(1);
    }
    const { candidates } = await model.rank(asked, [asked, 'Where is my parcel?'], {
      read_query: 'rationale',
      read_candidates: 'rationale',
    });
    expect(candidates[0].candidate).toBe(0);
  });

  test('gates are told word by word', async () => {
    const asked = 'Where is my parcel?';
    const { recurrences } = await model.gates(asked);
    expect(recurrences).toHaveLength(1);
    const [{ layer, direction, words }] = recurrences;
    expect([layer, direction]).toEqual([1, 'forward']);
    expect(words.map(({ start, end }) => asked.slice(start, end))).toEqual([
      'Where',
      'is',
      'my',
      'parcel',
      '?',
    ]);
    for (const { mean, max } of words) expect(max).toBeGreaterThanOrEqual(mean);
  });

  test('a text has a vector', async () => {
    const { text, vector } = await model.embed('a dog');
    expect([text, vector.length]).toEqual(['a dog', model.width]);
    expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
  });

  test('a match and a preference are sums', async () => {
    const [query, first, second] = DOCUMENTS.slice(2).map(({ question }) => question);
    const match = await model.match(query, first, { pairs: 4 });
    expect(match).toMatchObject({ text: query, other: first });
    expect(match.strongest).toHaveLength(4);
    expect(Math.abs(match.score - match.pairs - match.bias - match.residual)).toBeLessThan(1e-5);
    const preference = await model.prefer(query, first, second, { ngrams: 2 });
    const { ngrams, bias, residual } = preference;
    expect(preference.strongest).toHaveLength(2);
    expect(Math.abs(preference.first - preference.second - ngrams - bias - residual)).toBeLessThan(
      1e-5,
    );
    expect(Object.keys(preference)[0]).toBe('first');
  });

  describe('an index', () => {
    let index;
    beforeAll(async () => {
      index = await indexOf();
    });
    afterAll(() => index.dispose());

    test('knows its documents at once', () => {
      expect(index.size).toBe(5);
      expect(index.fields).toEqual(['question', 'answer']);
      expect(index.id).toBe('id');
      expect(index.has('dog')).toBe(true);
      expect(index.has('cat')).toBe(false);
      expect(index.get('parcel')).toEqual(DOCUMENTS[1]);
      expect(index.get('cat')).toBeUndefined();
      expect([...index.documents()]).toEqual(DOCUMENTS);
    });

    test('knows documents by the whole numbers that they have as ids', async () => {
      const own = await indexOf([
        { id: 2, question: 'Where is my dog?' },
        { id: '3', question: 'Where is my parcel?' },
      ]);
      expect([own.has(2), own.has('2'), own.has(3), own.has(4)]).toEqual([true, true, true, false]);
      expect([own.get(2).id, own.get(3).id, own.get(2.5)]).toEqual([2, '3', undefined]);
      expect(await own.explain('my dog', 2)).toEqual(await own.explain('my dog', '2'));
      expect((await own.prefer('my dog', 2, 3)).first).toBeGreaterThan(0);
      expect((await own.withoutWords('dog', 2))[0].rank).toBe(1);
      await own.remove(2);
      expect([own.has(2), own.size]).toEqual([false, 1]);
      await expect(own.remove(2)).rejects.toMatchObject({ code: 'not-found' });
      await own.dispose();
    });

    test('keeps copies of documents', async () => {
      const document = { id: 'mine', question: 'What is mine?' };
      const own = await indexOf([document]);
      document.question = 'changed';
      expect(own.get('mine').question).toBe('What is mine?');
      await own.dispose();
    });

    test('finds what asks the same, with the words that match', async () => {
      const query = 'How can I reset my password';
      const hits = await index.search(query, { limit: 3 });
      expect(hits).toHaveLength(3);
      const [{ id, score, cosine, bm25, share, parts, spans, terms, document }] = hits;
      expect(id).toBe('password');
      expect(document).toEqual(DOCUMENTS[0]);
      expect(score).toBeCloseTo(parts.model + parts.bm25, 12);
      expect(parts.model).toBeCloseTo(model.weight * cosine, 12);
      expect(parts.bm25).toBeCloseTo((1 - model.weight) * share, 12);
      expect(terms.reduce((sum, term) => sum + term.bm25, 0)).toBeCloseTo(bm25, 10);
      expect(cut(document.question, spans.question)).toEqual([
        'How',
        'I',
        'reset',
        'my',
        'password',
      ]);
      expect(cut(document.answer, spans.answer)).toEqual(['password']);
      const reset = terms.find(({ term }) => term === 'reset');
      expect(cut(query, reset.querySpans)).toEqual(['reset']);
      expect(reset).toMatchObject({
        query: 'reset',
        spans: { question: spans.question.slice(2, 3) },
      });
      for (const hit of hits) {
        expect(hit.probability).toBeGreaterThanOrEqual(0);
        expect(hit.probability).toBeLessThanOrEqual(1);
      }
    });

    test('a hit has spans for every field, even where no word matches', async () => {
      const none = { question: [], answer: [] };
      for (const { spans, terms } of await index.search('lamp', { mode: 'model' })) {
        expect([spans, terms]).toEqual([none, []]);
      }
      const [{ spans, terms }] = await index.search('dog', { mode: 'bm25' });
      const { terms: explained } = await index.explain('dog', 'dog');
      for (const each of [spans, terms[0].spans, explained[0].spans]) {
        expect(each).toEqual({ question: [{ start: 14, end: 17 }], answer: [] });
      }
    });

    test('counts spans in UTF-16 units', async () => {
      const [{ document, spans }] = await index.search('yes', { mode: 'bm25' });
      expect(cut(document.answer, spans.answer)).toEqual(['Yes']);
    });

    test.each([
      { query: 'dog trai', options: { mode: 'bm25', prefix: true }, found: ['dog', 'dogs'] },
      { query: 'dog trai', options: { mode: 'bm25' }, found: ['dog'] },
      { query: 'pasword', options: { mode: 'bm25', fuzzy: true }, found: ['password'] },
      { query: 'pasword', options: { mode: 'bm25' }, found: [] },
      { query: 'button', options: { mode: 'bm25', boost: { answer: 0 } }, found: [] },
      { query: 'button', options: { mode: 'bm25' }, found: ['password'] },
      { query: 'dog', options: { mode: 'hybrid', weight: 0, score: 0.01 }, found: ['dog'] },
      { query: '', options: { mode: 'bm25' }, found: [] },
      { query: '', options: {}, found: [] },
    ])('$query with $options finds $found', async ({ query, options, found }) => {
      const hits = await index.search(query, options);
      expect(hits.map(({ id }) => id).sort()).toEqual(found);
    });

    test('of a mode has the parts of that mode alone', async () => {
      const byModel = await index.search('a dog', { mode: 'model' });
      expect(byModel).toHaveLength(5);
      for (const { score, cosine, parts } of byModel) {
        expect([score, parts]).toEqual([cosine, { model: cosine, bm25: 0 }]);
      }
      const [word] = await index.search('a dog', { mode: 'bm25' });
      expect(word.parts).toEqual({ model: 0, bm25: word.score });
    });

    test('looks only at what a filter lets through', async () => {
      const filter = jest.fn(({ tags = [] }) => tags.includes('late'));
      const hits = await index.search('my dog', { filter });
      expect(hits.map(({ id }) => id)).toEqual(['parcel']);
      expect(filter).toHaveBeenCalledTimes(5);
      const broken = () => {
        throw new RangeError('no such tag');
      };
      await expect(index.search('my dog', { filter: broken })).rejects.toThrow(RangeError);
    });

    test('leaves out what is less likely than a threshold', async () => {
      const all = await index.search('reset my password', { mode: 'model' });
      const { probability } = all[1];
      const likely = await index.search('reset my password', {
        mode: 'model',
        threshold: probability,
      });
      expect(likely.map(({ id }) => id)).toEqual(all.slice(0, 2).map(({ id }) => id));
    });

    test('explains a hit as sums', async () => {
      const query = 'is a dog allowed on the train';
      const found = await index.explain(query, 'dogs', { pairs: 3 });
      const { score, pairs, bias, residual, error, terms, bm25, strongest } = found;
      expect(Math.abs(score - pairs - bias - residual)).toBeLessThan(1e-5);
      expect(error).toBeLessThan(1e-5);
      expect(terms.reduce((sum, term) => sum + term.bm25, 0)).toBeCloseTo(bm25, 10);
      expect(strongest).toHaveLength(3);
      for (const { document } of strongest) {
        for (const { field, start, end } of document) {
          expect(index.get('dogs')[field].slice(start, end)).toMatch(/^\S+$/);
        }
      }
      expect(cut(query, found.queryWords)).toEqual(query.split(' '));
      for (const { field } of found.documentWords) expect(field).toBe('question');
    });

    test('says why one hit is above another', async () => {
      const found = await index.prefer('my dog', 'dog', 'parcel', { ngrams: 2 });
      const { first, second, ngrams, bias, residual } = found;
      expect(Math.abs(first - second - ngrams - bias - residual)).toBeLessThan(1e-5);
      expect(found.strongest.length).toBeLessThanOrEqual(2);
    });

    test('says what each word of a query does to a hit', async () => {
      const query = 'dog lamp';
      const words = await index.withoutWords(query, 'dog', { mode: 'bm25' });
      expect(cut(query, words)).toEqual(['', 'dog', 'lamp']);
      const [whole, withoutDog, withoutLamp] = words;
      expect(whole.rank).toBe(1);
      expect(withoutDog).toMatchObject({ rank: 0, score: 0 });
      expect(withoutLamp.rank).toBe(1);
      expect(withoutLamp.score).toBeGreaterThan(whole.score);
      const filter = ({ id }) => id !== 'dog';
      const [hidden] = await index.withoutWords(query, 'dog', { mode: 'bm25', filter });
      expect(hidden.rank).toBe(0);
    });

    test('completes what is typed', async () => {
      const { terms, documents } = await index.suggest('are dog');
      expect(terms.map(({ text }) => text)).toContain('are dogs');
      expect(documents).toEqual([{ id: 'dogs', text: DOCUMENTS[3].question }]);
      const { terms: one } = await index.suggest('p', { limit: 1 });
      expect(one).toHaveLength(1);
    });

    test('finds documents that say the same', async () => {
      const own = await indexOf([
        ...DOCUMENTS,
        { id: 'copy', question: DOCUMENTS[0].question },
        { id: 'again', question: DOCUMENTS[0].question },
      ]);
      const seen = [];
      const clusters = await own.duplicates({
        threshold: 0.99,
        onProgress: (progress) => seen.push(progress),
      });
      expect(clusters[0].ids).toEqual(['password', 'copy', 'again']);
      expect(clusters[0].smallest).toBeGreaterThanOrEqual(0.99);
      expect(seen.at(-1).done).toBe(seen.at(-1).total);
      await own.dispose();
    });

    test('says what it is', async () => {
      expect(await index.about()).toMatchObject({
        size: 5,
        memory: expect.any(Number),
        width: model.width,
        id: 'id',
        fields: [
          { name: 'question', boost: 2, encoded: true },
          { name: 'answer', boost: 1, encoded: false },
        ],
      });
    });

    test('goes through bytes', async () => {
      const bytes = await index.toBytes();
      const again = await model.fromBytes(bytes);
      expect([again.size, again.fields, again.id]).toEqual([5, index.fields, 'id']);
      expect(DOCUMENTS.map(({ id }) => again.get(id))).toEqual(DOCUMENTS);
      const query = 'a parcel that did not arrive';
      expect(await again.search(query)).toEqual(await index.search(query));
      expect(await again.toBytes()).toEqual(bytes);
      await again.add({ id: 'more', question: 'Is there more?' });
      expect(again.size).toBe(6);
      await again.dispose();
    });
  });

  describe('a change', () => {
    let index;
    let before;
    beforeAll(async () => {
      index = await indexOf();
      before = await index.toBytes();
    });
    afterAll(() => index.dispose());
    afterEach(async () => {
      // Not by toEqual(), which would print every byte.
      expect(Buffer.compare(await index.toBytes(), before)).toBe(0);
      expect(index.size).toBe(5);
    });

    test('that waits for another can be aborted at once', async () => {
      const own = await indexOf([]);
      const many = Array.from({ length: 300 }, (_, id) => ({ id, question: 'Where is it?' }));
      let added = 0;
      const adding = own.addAll(many, { onProgress: ({ done }) => (added = done) });
      const controller = new AbortController();
      const { signal } = controller;
      const waiting = [
        own.add({ id: 'a', question: 'Why?' }, { signal }),
        own.addAll([{ id: 'b', question: 'Why?' }], { signal }),
        own.replace({ id: 7, question: 'Why?' }, { signal }),
        own.remove(8, { signal }),
      ];
      controller.abort('enough');
      for (const each of waiting) await expect(each).rejects.toBe('enough');
      expect(added).toBeLessThan(300);
      await adding;
      await own.add({ id: 'c', question: 'Why?' });
      expect([own.size, own.has(8), own.get(7).question]).toEqual([301, true, 'Where is it?']);
      await own.dispose();
    });

    test('adds, replaces and removes', async () => {
      const own = await indexOf(DOCUMENTS.slice(0, 2));
      await own.add({ id: 'new', question: 'Do you sell lamps?' });
      expect((await own.search('lamps', { mode: 'bm25' }))[0].id).toBe('new');
      await own.replace({ id: 'new', question: 'Do you sell chairs?' });
      expect(await own.search('lamps', { mode: 'bm25' })).toEqual([]);
      expect(own.get('new').question).toBe('Do you sell chairs?');
      await own.remove('password');
      expect([own.size, own.has('password')]).toEqual([2, false]);
      expect(await own.search('password', { mode: 'bm25' })).toEqual([]);
      // Filters speak of documents in the order in which the core has them.
      await own.replace({ ...DOCUMENTS[1], tags: ['now last'] });
      const last = await own.search('', { mode: 'model', filter: ({ tags }) => Boolean(tags) });
      expect(last).toEqual([]);
      const [hit] = await own.search('parcel', { filter: ({ tags }) => Boolean(tags) });
      expect([hit.id, hit.document.tags]).toEqual(['parcel', ['now last']]);
      await own.dispose();
    });

    test.each([
      {
        name: 'without an id',
        documents: [{ id: 'a' }, { question: 'Who am I?' }],
        message:
          'documents[1]: expected a string or a whole number as "id", which names it, found undefined',
      },
      {
        name: 'with an empty id',
        documents: [{ id: '' }],
        message:
          'documents[0]: expected a string or a whole number as "id", which names it, found an empty one',
      },
      {
        name: 'with a fraction as its id',
        documents: [{ id: 7.5 }],
        message:
          'documents[0]: expected a string or a whole number as "id", which names it, found number',
      },
      {
        name: 'with an id that is taken',
        documents: [{ id: 'a' }, { id: 'dog' }],
        message: 'documents[1]: expected an id that no other document has, found "dog" again',
      },
      {
        name: 'with the id of one before it',
        documents: [{ id: 'a' }, { id: 'a' }],
        message: 'documents[1]: expected an id that no other document has, found "a" again',
      },
      {
        name: 'with a field that is no text',
        documents: [{ id: 'a', answer: ['one', 'two'] }],
        message: 'documents[0]: "answer" of "a": expected a string, found an array',
      },
      {
        name: 'that is none',
        documents: [{ id: 'a' }, null],
        message: 'documents[1]: expected an object, found null',
      },
      {
        name: 'that JSON cannot hold',
        documents: [{ id: 'a', count: 1n }],
        message: expect.stringContaining('documents[0]: expected what JSON can hold: '),
      },
      { name: 'of nothing', documents: undefined, message: expect.stringContaining('an array') },
    ])('of a document $name is refused as a whole', async ({ documents, message }) => {
      await expect(index.addAll(documents)).rejects.toMatchObject({
        code: 'invalid-argument',
        message,
      });
    });

    test('that is given up leaves the index as it was', async () => {
      const many = Array.from({ length: 500 }, (_, i) => ({
        id: `n${i}`,
        question: `What is the number ${i}, and why is it so?`,
      }));
      const controller = new AbortController();
      const reason = new Error('enough');
      const seen = [];
      const adding = index.addAll(many, {
        signal: controller.signal,
        onProgress: ({ done, total }) => {
          seen.push(done);
          expect(total).toBe(500);
          if (done > 20) controller.abort(reason);
        },
      });
      await expect(adding).rejects.toBe(reason);
      expect(seen[0]).toBe(0);
      expect(seen.at(-1)).toBeLessThan(500);
      const stopped = index.addAll(many, { signal: AbortSignal.abort(reason) });
      await expect(stopped).rejects.toBe(reason);
    });

    test('whose progress throws leaves the index as it was', async () => {
      const wrong = new Error('not drawn');
      const adding = index.addAll([{ id: 'a', question: 'b' }], {
        onProgress: ({ done }) => {
          if (done === 1) throw wrong;
        },
      });
      await expect(adding).rejects.toBe(wrong);
    });

    test('of a document that is not there is refused', async () => {
      const missing = { code: 'not-found', message: expect.stringContaining('"cat"') };
      await expect(index.replace({ id: 'cat', question: 'Who?' })).rejects.toMatchObject(missing);
      await expect(index.remove('cat')).rejects.toMatchObject(missing);
      await expect(index.explain('cats', 'cat')).rejects.toMatchObject(missing);
      await expect(index.prefer('cats', 'dog', 'cat')).rejects.toMatchObject(missing);
      await expect(index.withoutWords('cats', 'cat')).rejects.toMatchObject(missing);
    });
  });

  test('searches come between the pieces of a long addition', async () => {
    const index = await indexOf();
    const many = Array.from({ length: 300 }, (_, i) => ({ id: `n${i}`, question: `Number ${i}?` }));
    let done = false;
    const adding = index.addAll(many).then(() => (done = true));
    const [hit] = await index.search('parcel', { filter: () => true });
    expect([hit.id, done]).toEqual(['parcel', false]);
    const second = index.addAll([{ id: 'last', question: 'And last?' }]);
    await Promise.all([adding, second]);
    expect(index.size).toBe(306);
    await index.dispose();
  });

  test('a text of 100,000 words is found', async () => {
    const index = await indexOf([
      ...DOCUMENTS,
      { id: 'long', question: `${'so many words '.repeat(33_334)}🐕 needle` },
    ]);
    const [hit] = await index.search('needle', { mode: 'bm25' });
    expect(hit.id).toBe('long');
    expect(cut(hit.document.question, hit.spans.question)).toEqual(['needle']);
    await index.remove('long');
    await index.dispose();
  });

  test('an empty index finds nothing', async () => {
    const index = await model.createIndex({ fields: ['question'] });
    expect(index.size).toBe(0);
    expect(await index.search('anything')).toEqual([]);
    expect(await index.suggest('any')).toEqual({ terms: [], documents: [] });
    expect(await index.duplicates()).toEqual([]);
    await index.addAll([]);
    const again = await model.fromBytes(await index.toBytes());
    expect(again.size).toBe(0);
    await Promise.all([index.dispose(), again.dispose()]);
  });

  test.each([
    {
      options: {},
      message: 'createIndex: "fields": expected an array of strings, found undefined',
    },
    { options: { fields: [] }, message: /^index-create: expected from 1 to 255 fields/ },
    { options: { fields: ['a', 'a'] }, message: /"a"/ },
    {
      options: { fields: ['a', 3] },
      message: 'createIndex: "fields": expected an array of strings, found 3 in it',
    },
    {
      options: { fields: [Object.create(null)], boost: { a: 1 } },
      message: 'createIndex: "fields": expected an array of strings, found object in it',
    },
    {
      options: { fields: ['a'], boost: { b: 1 } },
      message: 'createIndex: "boost": expected only fields of the index, which are a, found "b"',
    },
    {
      options: { fields: ['a'], encode: ['b'] },
      message: 'createIndex: "encode": expected only fields of the index, which are a, found "b"',
    },
    { options: { fields: ['a'], boost: 2 }, message: /^createIndex: "boost": expected an object/ },
    {
      options: { fields: ['a'], boosts: { a: 2 } },
      message:
        'createIndex: unknown key "boosts", expected one of: fields, id, boost, encode, k1, b, signal',
    },
    { options: { fields: ['a'], b: 7 }, message: /^index-create: "b": expected .*found 7$/ },
  ])('an index of $options is refused', async ({ options, message }) => {
    await expect(model.createIndex(options)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(message),
    });
  });

  test('calls that make no sense are refused by name', async () => {
    const index = await indexOf();
    const wrong = (call, message) =>
      expect(call).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringMatching(message),
      });
    await wrong(index.search(3), /^search: expected a text, a string, found number$/);
    await wrong(index.search('a', { mode: 'both' }), /"mode": .*found "both"/);
    await wrong(index.search('a', { limit: -1 }), /"limit": expected/);
    await wrong(index.search('a', { limt: 1 }), /unknown key "limt"/);
    await wrong(index.search('a', { boost: { title: 2 } }), /"title"/);
    await wrong(
      index.search('a', { filter: 'all' }),
      /"filter": expected a function, found string/,
    );
    await wrong(index.search('a', 'b'), /^search: expected an object, found "b"/);
    const id = 'expected an id, a string or a whole number, found';
    await wrong(index.explain('a', 7.5), new RegExp(`^explain: ${id} 7\\.5$`));
    await wrong(index.prefer('a', 'dog', null), new RegExp(`^prefer: ${id} null$`));
    await wrong(index.remove(undefined), new RegExp(`^remove: ${id} undefined$`));
    await wrong(index.addAll([], { onprogress() {} }), /^addAll: unknown key "onprogress"/);
    await wrong(index.duplicates({ threshold: 2 }), /"threshold": expected/);
    await wrong(model.fromBytes('bytes'), /^Expected a Uint8Array or ArrayBuffer as the index\.$/);
    await wrong(model.rank('a', 'b'), /^rank: expected an array of strings, found string$/);
    await wrong(model.match('a', 3), /^Expected a string to compare, found number\.$/);
    await index.dispose();
  });

  test('bytes that are no index of this model are refused', async () => {
    const index = await indexOf();
    const bytes = await index.toBytes();
    await index.dispose();
    const bad = (spoilt) =>
      expect(model.fromBytes(spoilt)).rejects.toMatchObject({
        code: 'bad-data',
        message: expect.stringMatching(/^index.*expected/),
      });
    await bad(new Uint8Array(0));
    await bad(bytes.subarray(0, 10));
    await bad(bytes.subarray(0, bytes.length - 1));
    const changed = bytes.slice();
    changed[40] ^= 1;
    await bad(changed);
    const newer = bytes.slice();
    newer[8] += 1;
    await bad(newer);
  });

  test('an index of another model is refused by name', async () => {
    const index = await indexOf();
    const bytes = await index.toBytes();
    await index.dispose();
    const other = signed(files, (config) => ({
      ...config,
      calibration: { slope: 1, intercept: 0 },
      training: { note: 'another' },
    }));
    const changed = {
      ...other,
      'vocab.txt': Buffer.from(`${other['vocab.txt']}`.replace(/\w+/, 'zzz')),
    };
    const stranger = await loadRetriever(bytesOf(signed(changed)), {
      wasm: files['whylight-questions.wasm'],
    });
    await expect(stranger.fromBytes(bytes)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/expected an index of .*, found one of /),
    });
    await stranger.dispose();
  });

  test('an index is of no use once it or its model is disposed of', async () => {
    const own = await open();
    const index = await indexOf(DOCUMENTS, OPTIONS, own);
    const other = await indexOf(DOCUMENTS, OPTIONS, own);
    const searching = index.search('a dog');
    const gone = { code: 'disposed', message: 'This index was disposed of.' };
    const disposing = index.dispose();
    await expect(searching).rejects.toMatchObject(gone);
    await disposing;
    await index.dispose();
    await expect(index.search('a dog')).rejects.toMatchObject(gone);
    await expect(index.add({ id: 'a' })).rejects.toMatchObject(gone);
    expect([index.size, index.has('dog'), index.get('dog')]).toEqual([0, false, undefined]);
    await own.dispose();
    await expect(other.search('a dog')).rejects.toMatchObject({
      code: 'disposed',
      message: 'This model of questions was disposed of.',
    });
    await other.dispose();
  });

  test('a search that is given up rejects with the reason', async () => {
    const index = await indexOf();
    const reason = new Error('enough');
    const controller = new AbortController();
    const searching = index.search('a dog', { signal: controller.signal });
    controller.abort(reason);
    await expect(searching).rejects.toBe(reason);
    expect((await index.search('a parcel')).length).toBeGreaterThan(0);
    await index.dispose();
  });

  test('when memory runs out the index is lost and says so, and the model goes on', async () => {
    const own = await open({ maxMemory: 6 * 2 ** 20 });
    const index = await own.createIndex({ fields: ['text'] });
    const documents = Array.from({ length: 400 }, (_, i) => ({
      id: `d${i}`,
      text: `${i} ${'many words '.repeat(2000)}`,
    }));
    await expect(index.addAll(documents)).rejects.toMatchObject({
      code: 'out-of-memory',
      message: expect.stringMatching(/The index is lost\. Make it again/),
    });
    expect([index.size, index.has('d0')]).toEqual([0, false]);
    await expect(index.search('words')).rejects.toMatchObject({
      code: 'not-found',
      message: expect.stringMatching(/^This index is no longer there/),
    });
    const next = await indexOf(DOCUMENTS, OPTIONS, own);
    expect((await next.search('my parcel'))[0].id).toBe('parcel');
    // The old one does not speak of the new one.
    await expect(index.search('parcel')).rejects.toMatchObject({ code: 'not-found' });
    await index.dispose();
    expect(await next.search('my parcel')).toHaveLength(5);
  });
});

test('a forgotten index is freed in the Worker', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  const requests = [];
  const worker = startWorker(files, requests);
  const model = await loadRetriever(address, { worker });
  const kept = await model.createIndex({ fields: ['text'] });
  await model.createIndex({ fields: ['text'] });
  const closed = () => requests.filter(({ question }) => question === 'index-close');
  for (let round = 0; round < 50 && closed().length === 0; ++round) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(closed().map(({ options }) => JSON.parse(options))).toEqual([{ index: 2 }]);
  expect(await kept.search('here')).toEqual([]);
  await model.dispose();
  worker.close();
});

test('a Worker gives the bits of this thread', async () => {
  const worker = startWorker(files);
  const there = await loadRetriever(address, { worker });
  const answers = [];
  for (const model of [here, there]) {
    const index = await model.createIndex(OPTIONS);
    await index.addAll(DOCUMENTS);
    answers.push([
      await index.search('may a dog ride?', { fuzzy: 1, prefix: 'all' }),
      await index.explain('may a dog ride?', 'dog'),
      await index.prefer('may a dog ride?', 'dog', 'dogs'),
      await index.suggest('d'),
      await index.toBytes(),
    ]);
    await index.dispose();
  }
  expect(answers[1]).toEqual(answers[0]);
  await there.dispose();
  worker.close();
});

test('adding many documents holds this thread for a moment at a time', async () => {
  const index = await here.createIndex({ fields: ['text'] });
  const documents = Array.from({ length: 3000 }, (_, i) => ({
    id: `d${i}`,
    text: `How do I reset the password number ${i} of my account when I forgot it?`,
  }));
  const gaps = [];
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  }, 1);
  await index.addAll(documents);
  clearInterval(timer);
  gaps.sort((a, b) => a - b);
  // Of most pieces, as this machine may be busy.
  expect(gaps[Math.floor(gaps.length * 0.9)]).toBeLessThan(50);
  await index.dispose();
});

// Of the largest number in an answer.
const TOLERANCE = 1e-5;

const golden = readFileSync(new URL('answers.jsonl', questionsFolder), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));

// In order: questions about an index follow those that fill it.
test('the golden answers are those of the native program', async () => {
  // Of its own, whose first index has the number 1.
  const model = await loadInNode(questionsFolder);
  for (const { method, text, other, candidates = [], options, answer } of golden) {
    const inputs = [text, other, ...candidates].filter((each) => each !== undefined);
    const found = await model.ask(method, inputs, options);
    if (inputs.length > 0) delete found.text;
    delete found.other;
    const numbers = [];
    const expected = [];
    const asked = `${method} ${JSON.stringify(options)} of ${text}`;
    expect([asked, withoutNumbers(found, numbers)]).toEqual([
      asked,
      withoutNumbers(answer, expected),
    ]);
    const scale = Math.max(1, ...expected.map(Math.abs));
    const errors = numbers.map((number, index) => Math.abs(number - expected[index]));
    expect([asked, Math.max(0, ...errors) < TOLERANCE * scale]).toEqual([asked, true]);
    if ('error' in found) expect(found.error).toBeLessThan(TOLERANCE);
  }
  await model.dispose();
});
