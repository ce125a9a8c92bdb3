// What is done again and again with the package, in Node and in a page.
import { Random } from '../fuzz/random.mjs';

const reviews = [
  'Hazy gold with a big white head. Smells of grapefruit and pine. Thin, watery body.',
  'The room was spotless, but the street is loud at night. Breakfast was a joy!',
  'A slow film with two great actors and a plot that nobody would believe.',
  'How do I reset my password? I forgot it, and the café is closed 🍺.',
];
const words = [...new Set(reviews.join(' ').split(' ')), 'not', 'never', 'unheard-of', '…', 'ß'];
const fewestWords = 3;
const mostWords = 24;

/** A text that is edited as by somebody who writes: words are put in, replaced and taken out. */
class Draft {
  #random;
  #words;

  constructor(random) {
    this.#random = random;
    this.#words = random.pick(reviews).split(' ');
  }

  edit() {
    const random = this.#random;
    const { length } = this.#words;
    const at = random.below(length);
    const cut = length > fewestWords && (length >= mostWords || random.once(3));
    if (cut) this.#words.splice(at, 1);
    else this.#words.splice(at, random.below(2), random.pick(words));
    // Now and then another text takes its place.
    if (random.once(500)) this.#words = random.pick(reviews).split(' ');
    return this.#words.join(' ');
  }
}

/** As many bytes as all memories of WebAssembly have that are still used, since this was called. */
export function watchMemories() {
  const memories = new Set();
  globalThis.WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(limits) {
      super(limits);
      memories.add(new WeakRef(this));
    }
  };
  return () => {
    let bytes = 0;
    for (const reference of memories) {
      const memory = reference.deref();
      if (memory) bytes += memory.buffer.byteLength;
      else memories.delete(reference);
    }
    return bytes;
  };
}

function same(what, found, expected) {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`another answer than a fresh model's: ${what}`);
}

/** Explains texts that are edited, each `model` of `open(model)` its own, which is kept open. */
export class Explaining {
  #open;
  #each;
  #kept = [];
  #calls = 0;

  /** Every so many calls an answer is compared with that of a fresh model. */
  constructor(open, models, { seed, each }) {
    this.#open = open;
    this.#each = each;
    this.#kept = models.map((name, i) => ({ name, draft: new Draft(new Random(seed, i)) }));
  }

  async run(calls) {
    for (const one of this.#kept) one.model ??= await this.#open(one.name);
    for (let call = 0; call < calls; ++call) {
      const { name, model, draft } = this.#kept[this.#calls % this.#kept.length];
      const text = draft.edit();
      const answer = await model.explain(text);
      if (++this.#calls % this.#each === 0) await this.#compare(name, text, answer);
    }
  }

  async dispose() {
    for (const { model } of this.#kept) await model?.dispose();
  }

  async #compare(name, text, answer) {
    const fresh = await this.#open(name);
    same(`${name} on ${JSON.stringify(text)}`, answer, await fresh.explain(text));
    await fresh.dispose();
  }
}

/** Opens models one after the other, asks each a question, and disposes of it. */
export class Loading {
  #models;
  #answers = new Map();
  #loads = 0;

  /** Of each model its `name`, and `open()` and `ask(model)`. */
  constructor(models) {
    this.#models = models;
  }

  /** Has each model once, which compiles the code of all. */
  warmUp() {
    return this.run(this.#models.length);
  }

  async run(loads) {
    for (let load = 0; load < loads; ++load) {
      const { name, open, ask } = this.#models[this.#loads++ % this.#models.length];
      const model = await open();
      const answer = await ask(model);
      await model.dispose();
      if (this.#answers.has(name)) same(name, answer, this.#answers.get(name));
      else this.#answers.set(name, answer);
    }
  }
}

/** The models of the repository: `from(name)` is where one is, `code(system)` imports its code. */
export async function shippedModels(from, code, options = {}) {
  const systems = ['rationale', 'classifier', 'questions', 'pairs', 'tagger', 'reader', 'layers'];
  const [
    { load },
    { loadClassifier },
    { loadRetriever },
    { loadPairs },
    { loadTagger },
    { loadReader },
    { loadLayers },
  ] = await Promise.all(systems.map(code));
  const explained = ['beer', 'hotels', 'movies'].map((name) => ({
    name,
    open: () => load(from(name), options),
    ask: (model) => model.explain(reviews[0]),
  }));
  return [
    ...explained,
    {
      name: 'sentiment',
      open: () => loadClassifier(from('sentiment'), options),
      ask: (model) => model.classify(reviews[2]),
    },
    {
      name: 'questions',
      open: () => loadRetriever(from('questions'), options),
      async ask(model) {
        const index = await model.createIndex({ fields: ['question'] });
        await index.addAll(reviews.map((question, id) => ({ id, question })));
        const found = await index.search('forgot my password');
        return [found, await model.match(reviews[3], 'password'), await index.toBytes()];
      },
    },
    {
      name: 'pairs',
      open: () => loadPairs(from('pairs'), options),
      ask: async (model) => [
        await model.compare(reviews[2], reviews[3]),
        await model.wordEffects(reviews[3], 'password'),
      ],
    },
    {
      name: 'opinions',
      open: () => loadTagger(from('opinions'), options),
      ask: (model) => model.tag(reviews[1]),
    },
    {
      name: 'reader',
      open: () => loadReader(from('reader'), options),
      ask: (model) => model.answer('How is the room?', reviews[1]),
    },
    {
      name: 'layers',
      open: () => loadLayers(options),
      ask: (layers) => layers.shapes({ type: 'elman' }),
    },
    {
      name: 'why beer',
      open: explained[0].open,
      ask: (model) => model.ngrams(reviews[0], { aspect: 'aroma' }),
    },
  ];
}
