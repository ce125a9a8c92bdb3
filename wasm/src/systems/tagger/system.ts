// Taggers, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const TAG = askedModule(
  {
    name: 'whylight-tagger.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-tagger.wasm', import.meta.url),
  },
  () => import('../../whylight-tagger.mjs'),
);

export const TAGGER: System = {
  task: 'tagger',
  noun: 'tagger',
  verb: 'tag',
  modules: [TAG],
  warmUp: {
    question: 'tag',
    texts: ['The room was large and clean, but nobody at the desk knew of us.'],
  },
};
