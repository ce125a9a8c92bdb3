// Classifiers, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const CLASSIFY = askedModule(
  {
    name: 'whylight-classifier.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-classifier.wasm', import.meta.url),
  },
  () => import('../../whylight-classifier.mjs'),
);

export const CLASSIFIER: System = {
  task: 'classifier',
  noun: 'classifier',
  verb: 'classify',
  modules: [CLASSIFY],
  warmUp: {
    question: 'classify',
    texts: ['A slow start, but by the end it is funny, warm and never dull.'],
  },
};
