// Node: the model comes with the package.
import { load } from 'whylight';

const model = await load();
const text = 'Pours a hazy gold 🍺 with a thick head; smells of orange and hops.';
const { ratings, tokens } = await model.explain(text);
await model.dispose();
console.log(
  JSON.stringify({
    aspects: Object.keys(ratings),
    words: tokens.map(({ start, end }) => text.slice(start, end)),
  }),
);
