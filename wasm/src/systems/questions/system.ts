// Models of questions, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const SEARCH = askedModule(
  {
    name: 'whylight-questions.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-questions.wasm', import.meta.url),
  },
  () => import('../../whylight-questions.mjs'),
);

export const QUESTIONS: System = {
  task: 'questions',
  noun: 'model of questions',
  verb: 'compare',
  modules: [SEARCH],
  warmUp: {
    question: 'rank',
    texts: ['How do I get back into my account?', 'What if I forgot my password?'],
  },
};
