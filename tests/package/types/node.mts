// What a program for Node may write, and what its compiler must refuse.
import { load } from 'whylight';

await using model = await load();
const { ratings } = await model.explain('hop');
const aroma: number | undefined = ratings['aroma'];
console.log(aroma?.toFixed(2));
await load('models/beer', { wasm: new URL('file:///core.wasm') });

// @ts-expect-error: a folder is no number
await load(7);
// @ts-expect-error: the aspects are the model's
model.aspects.push('taste');
