// Explained on the server, for each request.
import { load as loadModel } from 'whylight';
import { reasonsOf } from '$lib/reasons-of.js';

const text = 'Hazy gold with a big white head. Smells of grapefruit. Thin, watery body.';
let model;

export async function load() {
  model ??= loadModel();
  return { text, lines: reasonsOf(await (await model).explain(text)) };
}
