// Explains a text, in the page or, with ?worker in the address, in a Worker.
import { load } from 'whylight';

// Parcel's development server has no `await` outside of a function.
async function explain(text) {
  const inWorker = new URLSearchParams(location.search).has('worker');
  const worker = inWorker
    ? new Worker(new URL('./reader.js', import.meta.url), { type: 'module' })
    : undefined;
  const model = await load('models/beer/', { worker });
  const { ratings, rationales } = await model.explain(text);
  for (const [aspect, spans] of Object.entries(rationales)) {
    const words = spans.map(({ start, end }) => text.slice(start, end));
    const item = document.createElement('li');
    item.textContent = `${aspect} ${ratings[aspect]?.toFixed(2) ?? 'not mentioned'}: ${words.join(', ')}`;
    document.querySelector('ul').append(item);
  }
}

explain(document.querySelector('blockquote').textContent);
