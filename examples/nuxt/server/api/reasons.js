// Explained on the server, for each request.
import { load } from 'whylight';
import { reasonsOf } from '#shared/utils/reasons-of.js';

let model;

export default defineEventHandler(async (event) => {
  model ??= load();
  return reasonsOf(await (await model).explain(getQuery(event).text));
});
