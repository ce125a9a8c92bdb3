// Node: the model comes with the package, and so do layers.
import { load } from 'whylight';
import { loadLayers } from 'whylight/layers';

const model = await load();
const text = 'Pours a hazy gold 🍺 with a thick head; smells of orange and hops.';
const { ratings, tokens } = await model.explain(text);
await model.dispose();

const layers = await loadLayers();
const x = { shape: [2, 2], data: Float32Array.of(1, 2, 3, 4) };
const { output } = await layers.run({ type: 'bag' }, { x });
await layers.dispose();

console.log(
  JSON.stringify({
    aspects: Object.keys(ratings),
    words: tokens.map(({ start, end }) => text.slice(start, end)),
    mean: [...output.h.data],
  }),
);
