// Code that a program for Node may contain, and code that its compiler must refuse.
import { load, type Question } from 'whylight';
import { loadLayers, type LayerTensor } from 'whylight/layers';
import { loadRetriever } from 'whylight/questions';

await using model = await load();
const { ratings } = await model.explain('hop');
const aroma: number | null | undefined = ratings['aroma'];
console.log(aroma?.toFixed(2));
const [first] = model.points;
const error: number | undefined = first?.errors['aroma'];
console.log(error, (await model.explain('hop', { point: 0 })).text);
const { rating } = await model.curve('hop', { aspect: 'aroma', point: 0 });
console.log(rating.toFixed(2));
const questions: Question[] = await model.questions();
console.log(questions.map(({ name, options }) => [name, options.length]));
await load('models/beer', { wasm: new URL('file:///core.wasm') });

await using layers = await loadLayers({ wasm: new Uint8Array() });
const x: LayerTensor = { shape: [1, 2], data: Float64Array.of(1, 2) };
const { output, unused } = await layers.run({ type: 'rcnn', decay: { type: 'x' } }, { x });
const states: Float32Array = output.h.data;
console.log(states, unused.join(), (await layers.shapes({ type: 'irnn' }))[0]?.shape);

await using retriever = await loadRetriever('models/questions');
await using index = await retriever.createIndex({ fields: ['question'] });
await index.addAll(new Set([{ id: 'a', question: 'Who?' }]));
const [hit] = await index.search('who');
const probability: number | undefined = hit?.probability;
console.log(probability, hit?.document['question']);

// @ts-expect-error: a folder is no number
await load(7);
// @ts-expect-error: the points are the model's
model.points.pop();
// @ts-expect-error: so are its aspects
model.aspects.push('taste');
// @ts-expect-error: the list of questions is about no text
await model.questions('hop');
// @ts-expect-error: a match is of no rating, and so of no point
await model.match('hop', 'hops', { point: 0 });
