// The commands and the code with which an app shows a review that the page shows.
import { isOwn, titleOf } from '../own-models/own-name';
import type { AppCode } from './code-box';

/** What the page shows. */
export interface ShownReview {
  readonly model: string;
  readonly text: string;
  readonly point: number | undefined;
}

/** The model that travels in the package. */
const carried = 'beer';

export const reviewCode: AppCode<ShownReview> = {
  commands: ({ model }) => modelCommands(model),
  module: codeFor,
};

/** What brings the package and a model into an app. */
export function modelCommands(model: string): string {
  if (isOwn(model)) {
    // As it was brought; the visitor knows where it lies.
    const folder = `./${titleOf(model)}`;
    const quoted = folder.includes(' ') ? `'${folder}'` : folder;
    return `npm install whylight\nnpx whylight copy-model ${quoted} public/models`;
  }
  const packages = model === carried ? 'whylight' : `whylight @whylight/model-${model}`;
  return `npm install ${packages}\nnpx whylight copy-model ${model} public/models`;
}

/** Where the app has the model then. */
export function modelAddress(model: string): string {
  return `/models/${encodeURIComponent(titleOf(model))}/`;
}

/** A module that rates the text and prints the words of each rating. */
function codeFor({ model, text, point }: ShownReview): string {
  const options = point === undefined ? '' : `, { point: ${point} }`;
  return `import { load } from 'whylight';

const model = await load('${modelAddress(model)}');
const text = ${JSON.stringify(text)};
const { ratings, rationales } = await model.explain(text${options});
for (const aspect of model.aspects) {
  const words = rationales[aspect].map(({ start, end }) => text.slice(start, end));
  console.log(aspect, ratings[aspect], words);
}
await model.dispose();`;
}
