// Explains a text in Node, bundled into one file. Modules and model stay in node_modules.
import { load } from 'whylight';

const text = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';
const model = await load();
const { ratings, rationales } = await model.explain(text);
for (const [aspect, spans] of Object.entries(rationales)) {
  const words = spans.map(({ start, end }) => text.slice(start, end));
  console.log(`${aspect} ${ratings[aspect]?.toFixed(2) ?? 'not mentioned'}: ${words.join(', ')}`);
}
await model.dispose();
