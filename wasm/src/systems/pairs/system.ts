// Models of pairs, as the runtime wants to know them.
import { askedModule, type System } from '../../runtime/system.js';

const COMPARE = askedModule(
  {
    name: 'whylight-pairs.wasm',
    option: 'wasm',
    url: () => new URL('../../whylight-pairs.wasm', import.meta.url),
  },
  () => import('../../whylight-pairs.mjs'),
);

export const PAIRS: System = {
  task: 'pairs',
  noun: 'model of pairs',
  verb: 'compare',
  items: 'pairs',
  modules: [COMPARE],
  warmUp: {
    question: 'compare',
    texts: ['A woman is walking her two dogs in the park.', 'Two dogs are in a park.'],
  },
};
