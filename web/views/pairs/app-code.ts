// The commands and the code with which an app compares the two texts that are shown.
import type { AppCode } from '../../components/code-box';
import type { TextPair } from './read-pair';

export const pairCode: AppCode<TextPair> = {
  commands: () =>
    'npm install whylight @whylight/model-pairs\nnpx whylight copy-model pairs public/models',
  module: ({ text, other }) => `import { loadPairs } from 'whylight/pairs';

const pairs = await loadPairs('/models/pairs/');
const text = ${JSON.stringify(text)};
const other = ${JSON.stringify(other)};
const { label, probabilities } = await pairs.compare(text, other);
console.log(label, probabilities);
const { words, otherWords } = await pairs.wordEffects(text, other);
for (const { start, end, effect } of words) console.log(text.slice(start, end), effect);
for (const { start, end, effect } of otherWords) console.log(other.slice(start, end), effect);
await pairs.dispose();`,
};
