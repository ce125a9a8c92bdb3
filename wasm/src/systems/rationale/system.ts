// Rationale models, as the runtime wants to know them.
import { askedModule, type System, type SystemModule } from '../../runtime/system.js';
import { isFailure } from '../../runtime/wasm-module.js';
import { SIMD, compileCore, coreGlue } from './flavours.js';
import type { CoreModule } from './modules.js';

const EXPLAIN: SystemModule<CoreModule> = {
  file: SIMD,
  questions: ['explain'],
  glue: coreGlue,
  compile: compileCore,
  ask: (core, _question, [text], options) => core.explain(text!, pointOf(options)),
  askMany(core, _question, items, options) {
    const texts = items.map(([text]) => text!);
    const found = core.explainMany(texts, pointOf(options));
    return isFailure(found) ? found : { answers: found.explanations };
  },
};

function pointOf(options: string): number {
  const { point = -1 } = JSON.parse(options) as { point?: number };
  return point;
}

const WHY: SystemModule = {
  ...askedModule(
    {
      name: 'whylight-reasons.wasm',
      option: 'reasonsWasm',
      url: () => new URL('../../whylight-reasons.wasm', import.meta.url),
    },
    () => import('../../whylight-reasons.mjs'),
  ),
  part: 'why',
};

export const RATIONALE: System = {
  task: 'rationale',
  noun: 'model',
  verb: 'explain',
  modules: [EXPLAIN, WHY],
  warmUp: {
    question: 'explain',
    texts: [
      'Pours a hazy gold with a thick white head. It smells of citrus, pine and honey; the body ' +
        'is medium and smooth, and the taste is dry and bitter.',
    ],
  },
};
