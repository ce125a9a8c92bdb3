// Classifiers, as the runtime wants to know them.
import type { ModelModule } from '../../runtime/open-model.js';
import type { System, SystemModule } from '../../runtime/system.js';
import type { Failure, Glue } from '../../runtime/wasm-module.js';

/** The exports of the bindings, beside those of all modules. `options` is JSON. */
interface ClassifierModule extends ModelModule {
  ask(question: string, inputs: readonly Uint8Array[], options: string): { json: string } | Failure;
}

const CLASSIFY: SystemModule<ClassifierModule> = {
  file: {
    name: 'whylight-classifier.wasm',
    url: () => new URL('../../whylight-classifier.wasm', import.meta.url),
  },
  glue: () =>
    import('../../whylight-classifier.mjs') as Promise<{ default: Glue<ClassifierModule> }>,
  ask: (module, question, inputs, options) => module.ask(question, inputs, options),
};

export const CLASSIFIER: System = {
  task: 'classifier',
  opener: 'loadClassifier() of whylight/classifier',
  noun: 'classifier',
  verb: 'classify',
  modules: [CLASSIFY],
  warmUp: {
    question: 'classify',
    text: 'A slow start, but by the end it is funny, warm and never dull.',
  },
};
