// The commands and the code with which an app classifies the text that is shown.
import { modelAddress, modelCommands } from '../../components/app-code';
import type { AppCode } from '../../components/code-box';

export interface ShownText {
  readonly model: string;
  readonly text: string;
  /** The class whose reasons are shown; none: the likeliest, or those of the grade. */
  readonly label: string | undefined;
}

export const classifierCode: AppCode<ShownText> = {
  commands: ({ model }) => modelCommands(model),
  module: ({ model, text, label }) => `import { loadClassifier } from 'whylight/classifier';

const classifier = await loadClassifier('${modelAddress(model)}');
const text = ${JSON.stringify(text)};
const { name, probabilities, ngrams } = await classifier.classify(text${label === undefined ? '' : `, { label: ${JSON.stringify(label)} }`});
console.log(name, probabilities);
for (const { spans, contribution } of ngrams) {
  console.log(spans.map(({ start, end }) => text.slice(start, end)), contribution);
}
await classifier.dispose();`,
};
