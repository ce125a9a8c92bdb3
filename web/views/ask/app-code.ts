// The commands and the code with which an app asks what is shown.
import type { AppCode } from '../../components/code-box';
import { splitReviews, type Asked } from './ask-reviews';

export const askCode: AppCode<Asked> = {
  commands: () =>
    'npm install whylight @whylight/model-reader\nnpx whylight copy-model reader public/models',
  module: ({ question, reviews }) => `import { loadReader } from 'whylight/reader';

const reader = await loadReader('/models/reader/');
const question = ${JSON.stringify(question)};
const reviews = ${JSON.stringify(splitReviews(reviews), null, 2)};
for (const { text, answer, says } of await reader.answerMany(question, reviews)) {
  console.log(answer ? text.slice(answer.start, answer.end) : 'does not say', says);
}
await reader.dispose();`,
};
