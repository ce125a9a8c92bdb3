// What is measured on a page: an index of ours in a Worker, MiniSearch, and a flat scan
// in plain JavaScript. bench.mjs calls these functions one after the other.
import { drawQuestions, SAMPLES, wordsOf } from './texts.mjs';

const at = (path) => new URL(path, location.origin).href;
const read = async (path) => (await fetch(at(path))).json();

let words;
let retriever;

/** Opens the model in a Worker. */
export async function open({ model, queries }) {
  words = wordsOf((await Promise.all(SAMPLES.map(read))).flat());
  const { loadRetriever } = await import(at('wasm/dist/systems/questions/index.js'));
  const worker = new Worker(at('wasm/dist/worker.js'), { type: 'module' });
  retriever = await loadRetriever(at(model), { worker });
  asked = drawQuestions(words, queries, 7);
  return { words: words.length, width: retriever.width };
}

let asked;

/** `count` documents, which no other count has in another order. */
function documentsOf(count) {
  return drawQuestions(words, count, 1).map((question, i) => ({ id: `q${i}`, question }));
}

/** The longest that this thread did not come to a timer, in milliseconds, while `task` ran. */
async function watch(task) {
  const PERIOD = 4;
  let longest = 0;
  let last = performance.now();
  const see = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last - PERIOD);
    last = now;
  };
  const timer = setInterval(see, PERIOD);
  const start = performance.now();
  await task();
  const milliseconds = performance.now() - start;
  see();
  clearInterval(timer);
  return { milliseconds, longest };
}

async function timesOf(items, task) {
  const times = [];
  for (const item of items) {
    const start = performance.now();
    await task(item);
    times.push(performance.now() - start);
  }
  return times;
}

// What engines compile on first use is no matter of search.
const WARM = 5;

let index;

/** Adds `count` questions to a new index of ours. */
export async function indexOurs({ count }) {
  index = await retriever.createIndex({ fields: ['question'] });
  const documents = documentsOf(count);
  const watched = await watch(() => index.addAll(documents));
  const { memory } = await index.about();
  return { ...watched, memory };
}

/** Times the searches of our index, round trips to the Worker included. */
export async function searchOurs({ modes }) {
  const first = [...asked.slice(0, WARM), ...asked];
  const after = (times) => times.slice(WARM);
  const times = {};
  for (const [name, options] of Object.entries(modes)) {
    times[name] = after(await timesOf(first, (query) => index.search(query, options)));
  }
  // The query is all that is encoded: an empty text has the vector 0.
  times.encoding = after(await timesOf(first, (query) => retriever.rank(query, [''])));
  return times;
}

/** The time to explain ten hits, for some queries. */
export async function explainOurs({ queries }) {
  const times = [];
  for (const query of [asked[0], ...asked.slice(0, queries)]) {
    const hits = await index.search(query, { limit: 10, mode: 'model' });
    const start = performance.now();
    for (const { id } of hits) await index.explain(query, id);
    times.push(performance.now() - start);
  }
  return times.slice(1);
}

export async function closeOurs() {
  await index.dispose();
}

let mini;

/** Adds `count` questions to a new index of MiniSearch, in this thread. */
export async function indexMini({ count, library }) {
  const { default: MiniSearch } = await import(at(library));
  mini = new MiniSearch({ fields: ['question'], storeFields: ['question'] });
  const documents = documentsOf(count);
  return watch(async () => mini.addAll(documents));
}

export async function searchMini({ modes }) {
  const times = {};
  for (const [name, options] of Object.entries(modes)) {
    const search = (query) => mini.search(query, options).slice(0, 10);
    times[name] = (await timesOf([...asked.slice(0, WARM), ...asked], search)).slice(WARM);
  }
  return times;
}

export async function closeMini() {
  mini = undefined;
}

/** Times flat scans of `count` vectors of floats: all cosines, and the ten largest. */
export async function scanPlainly({ count, width, queries }) {
  const vectors = Float32Array.from({ length: count * width }, (_, i) => Math.sin(i * i));
  const query = Float32Array.from({ length: width }, (_, i) => Math.cos(i));
  const scan = () => {
    const best = [];
    let least = -Infinity;
    for (let i = 0, start = 0; i < count; i += 1, start += width) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += vectors[start + k] * query[k];
      if (sum <= least && best.length === 10) continue;
      best.push({ i, sum });
      best.sort((a, b) => b.sum - a.sum);
      best.length = Math.min(best.length, 10);
      least = best.at(-1).sum;
    }
    return best;
  };
  return (await timesOf(Array.from({ length: queries + WARM }), scan)).slice(WARM);
}
