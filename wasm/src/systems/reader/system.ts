// Readers, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const READ = askedModule(
  {
    name: 'whylight-reader.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-reader.wasm', import.meta.url),
  },
  () => import('../../whylight-reader.mjs'),
);

export const READER: System = {
  task: 'reader',
  noun: 'reader',
  verb: 'read',
  items: 'questions about texts',
  modules: [READ],
  warmUp: {
    question: 'answer',
    texts: ['How is the bar?', 'We came late. The bar was loud until midnight.'],
  },
};
