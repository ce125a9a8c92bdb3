// Recommenders, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const RECOMMEND = askedModule(
  {
    name: 'whylight-recommender.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-recommender.wasm', import.meta.url),
  },
  () => import('../../whylight-recommender.mjs'),
);

export const RECOMMENDER: System = {
  task: 'recommender',
  noun: 'recommender',
  verb: 'read',
  modules: [RECOMMEND],
};
