import type { Backend } from '../../runtime/backend.js';
import { MODEL_KINDS } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { FUNCTION, checkKinds, checkOptions } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { ModelSource } from '../../runtime/types.js';
import { CLASSIFIER } from './system.js';
import type {
  Classification,
  ClassifierLabel,
  ClassifyManyOptions,
  ClassifyOptions,
  LoadClassifierOptions,
} from './types.js';

/** A trained classifier, ready to sort texts. Created by `loadClassifier()`. */
export class Classifier extends LoadedModel {
  /** The classes, in the order of its training. */
  readonly labels: readonly Readonly<ClassifierLabel>[];

  /** @internal */
  constructor(backend: Backend) {
    super(CLASSIFIER, backend);
    const { json } = backend.about as { json: string };
    const { labels } = JSON.parse(json) as { labels: ClassifierLabel[] };
    this.labels = Object.freeze(labels.map((label) => Object.freeze(label)));
  }

  /**
   * Finds the class of `text`, with reasons.
   *
   * For a text of more than 2000 words, no n-grams are listed and `sum` is 0.
   *
   * Rejects with `text-too-long`, `disposed`, `invalid-argument`, which names the option,
   * `out-of-memory`, or `wasm-failed` if the module stopped; the classifier works again on the next
   * call. Without a Worker, the computation blocks the thread, so a signal is only checked before
   * and after it.
   */
  async classify(text: string, options: ClassifyOptions = {}): Promise<Classification> {
    return (await this.askOne('classify', [text], options)) as Classification;
  }

  /**
   * Classifies many texts, and resolves with their classifications in the same order.
   *
   * It lets other work on the thread run in between, and checks the signal then. Rejects as
   * `classify()` does; the message begins with the position of the offending text, e.g.
   * "texts[3]: ...".
   */
  async classifyMany(
    texts: readonly string[],
    options: ClassifyManyOptions = {},
  ): Promise<Classification[]> {
    const { onClassification, ...asked } = checkOptions('classifyMany', options);
    checkKinds('classifyMany', { onClassification }, { onClassification: FUNCTION });
    return this.askMany('classify', texts, asked, onClassification);
  }

  /**
   * Classifies the texts of an iterable or a stream, and yields their classifications in the same
   * order: `for await (const found of classifier.classifyStream(texts))`. It reads some texts
   * ahead, not all, and ends the source when you leave the loop.
   *
   * Throws whatever `classifyMany()` would reject with; classifications of texts before the
   * offending one may be missing. Errors thrown by the source are passed on.
   */
  classifyStream(
    texts: Iterable<string> | AsyncIterable<string>,
    options: ClassifyOptions = {},
  ): AsyncGenerator<Classification, void, undefined> {
    return this.askEach('classify', texts, options);
  }
}

export async function openClassifier(
  source: ModelSource,
  options: LoadClassifierOptions,
  platform: Platform,
): Promise<Classifier> {
  checkKinds('loadClassifier', options, MODEL_KINDS);
  const wasm = { 'whylight-classifier.wasm': options.wasm };
  return new Classifier(await open(CLASSIFIER, source, { ...options, wasm }, platform));
}
