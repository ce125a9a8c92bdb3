/// <reference lib="esnext.disposable" preserve="true" />
import { declareDisposable } from '../../runtime/disposable.js';
import { WhylightError, messageOf } from '../../runtime/errors.js';
import { together, type FetchOptions } from '../../runtime/fetch-bytes.js';
import { Instance } from '../../runtime/instance.js';
import { openModel, type Report } from '../../runtime/open-model.js';
import type { Platform } from '../../runtime/platform.js';
import { resolveSource } from '../../runtime/source.js';
import type { ModelSource } from '../../runtime/types.js';
import { checkMaxMemory, compileWasm, instantiate, unwrap } from '../../runtime/wasm-module.js';
import createClassifier from '../../whylight-classifier.mjs';
import { CLASSIFIER, type ClassifierModule } from './core.js';
import type {
  Classification,
  ClassifierLabel,
  ClassifyOptions,
  LoadClassifierOptions,
} from './types.js';

const encoder = new TextEncoder();

/**
 * A trained classifier, ready to sort texts. `loadClassifier()` makes one.
 *
 * It owns memory outside the JavaScript heap: call `dispose()` when done, or
 * declare it with `await using`.
 */
export class Classifier {
  /** The classes, in the order of the training. */
  readonly labels: readonly Readonly<ClassifierLabel>[];

  /** Calls `dispose()`. */
  declare readonly [Symbol.dispose]: () => void;
  /** Calls `dispose()`. */
  declare readonly [Symbol.asyncDispose]: () => Promise<void>;

  readonly #instance: Instance<ClassifierModule>;

  /** @internal */
  constructor(labels: ClassifierLabel[], instance: Instance<ClassifierModule>) {
    this.labels = Object.freeze(labels.map((label) => Object.freeze(label)));
    this.#instance = instance;
  }

  static {
    declareDisposable(this.prototype);
  }

  /**
   * Says which class `text` is of, and why.
   *
   * Of a text of more than 2000 words no n-grams are listed: `sum` is 0 then.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument`, which names the
   * option, `out-of-memory`, or `wasm-failed` when the module stopped; the
   * classifier works again on the next call. The computation blocks the thread,
   * so a signal is heeded before and after it.
   */
  async classify(text: string, options: ClassifyOptions = {}): Promise<Classification> {
    if (typeof text !== 'string') {
      const found = text === null ? 'null' : typeof text;
      const message = `Expected a string to classify, found ${found}.`;
      throw new WhylightError('invalid-argument', message);
    }
    const { signal, ...asked } = options;
    const json = toJson(asked);
    // Bytes, not a string: Embind would glue a lone surrogate to what follows it.
    const answer = await this.#instance.run(
      (module) => module.classify(encoder.encode(text), json),
      `a text of ${text.length} UTF-16 units`,
      signal,
    );
    signal?.throwIfAborted();
    return { text, ...(JSON.parse(unwrap(answer).json) as Omit<Classification, 'text'>) };
  }

  /** Frees the memory. Calling it again does nothing. */
  async dispose(): Promise<void> {
    this.#instance.dispose();
  }
}

/** Compiles the module, and opens the model in an instance of it. */
export async function openClassifier(
  source: ModelSource,
  options: LoadClassifierOptions,
  platform: Platform,
): Promise<Classifier> {
  const { wasm, signal, maxMemory } = options;
  signal?.throwIfAborted();
  checkMaxMemory(maxMemory);
  const from = resolveSource(source, platform);
  const fetch = platform.fetcher(options.fetch ?? globalThis.fetch);
  const report: Report = (phase, loaded, total) => options.onProgress?.({ phase, loaded, total });
  const open = (by: FetchOptions, onStep?: Report) => {
    const instance = compileWasm(wasm, CLASSIFIER, by, platform).then((module) =>
      instantiate(createClassifier, module, maxMemory),
    );
    return openModel(instance, from, 'classifier', by, onStep);
  };
  const first = await together(fetch, signal, (by) => open(by, report));
  const reopen = async () => (await together(fetch, undefined, open)).module;
  const instance = new Instance('classifier', reopen, first.module);
  const classifier = new Classifier(JSON.parse(first.json) as ClassifierLabel[], instance);
  // Engines make code fast once it has run.
  await classifier.classify(WARM_UP, { signal });
  signal?.throwIfAborted();
  report('compile', 1, 1);
  signal?.throwIfAborted();
  return classifier;
}

const WARM_UP = 'A slow start, but by the end it is funny, warm and never dull.';

/** Options as JSON, which has no `undefined`. */
function toJson(options: object): string {
  try {
    return JSON.stringify(options);
  } catch (cause) {
    const message = `Expected options that JSON can hold: ${messageOf(cause)}.`;
    throw new WhylightError('invalid-argument', message, { cause });
  }
}
