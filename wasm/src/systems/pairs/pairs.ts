import type { Backend } from '../../runtime/backend.js';
import { WhylightError } from '../../runtime/errors.js';
import { MODEL_KINDS } from '../../runtime/load-options.js';
import { LoadedModel } from '../../runtime/loaded-model.js';
import { open } from '../../runtime/open.js';
import { FUNCTION, SIGNAL, checkKinds, typeName } from '../../runtime/options.js';
import type { Platform } from '../../runtime/platform.js';
import type { AskOptions, ModelSource } from '../../runtime/types.js';
import { PAIRS } from './system.js';
import type {
  Alignment,
  CompareManyOptions,
  Comparison,
  Features,
  LoadPairsOptions,
  TextPair,
  WordEffects,
  WordEffectsOptions,
} from './types.js';

/** A trained model of pairs, ready to compare two texts. Created by `loadPairs()`. */
export class Pairs extends LoadedModel {
  /** The labels it can give, in the order of training; none if it gives grades. */
  readonly labels: readonly string[];
  /** The grades between which its answers lie; none if it gives labels. */
  readonly grades: readonly number[];

  /** @internal */
  constructor(backend: Backend) {
    super(PAIRS, backend);
    const { json } = backend.about as { json: string };
    const { labels = [], grades = [] } = JSON.parse(json) as PairsAbout;
    this.labels = Object.freeze(labels);
    this.grades = Object.freeze(grades);
  }

  /**
   * Judges how two texts relate, in this order: e.g. whether `other` follows from `text`.
   *
   * Rejects with `invalid-argument` if a text has no words, `text-too-long`, `disposed`,
   * `out-of-memory`, or `wasm-failed` when the module stopped, as all methods do; the
   * model works again on the next call. Without a Worker the computation blocks the
   * thread, so a signal is only checked before and after.
   */
  async compare(text: string, other: string, options: AskOptions = {}): Promise<Comparison> {
    checkKinds('compare', options, { signal: SIGNAL });
    return (await this.askOne('compare', [text, other], options)) as Comparison;
  }

  /**
   * Compares many pairs, and resolves with their comparisons in the same order.
   *
   * It takes turns with other work on the thread, and checks the signal in between.
   * Rejects as `compare()` does; the message begins with the position of the offending pair,
   * e.g. "texts[3]: ...".
   */
  async compareMany(
    pairs: readonly Readonly<TextPair>[],
    options: CompareManyOptions = {},
  ): Promise<Comparison[]> {
    const kinds = { signal: SIGNAL, onComparison: FUNCTION };
    const { onComparison, ...asked } = checkKinds('compareMany', options, kinds);
    return this.askMany('compare', pairs, asked, onComparison);
  }

  /**
   * Compares the pairs of an iterable or a stream, and yields their comparisons in the same
   * order: `for await (const found of model.compareStream(pairs))`. It reads some pairs
   * ahead, not all, and closes the source when you leave the loop.
   *
   * Throws what `compareMany()` rejects with; comparisons of pairs before the offending one
   * may be missing. Errors of the source are passed on.
   */
  async *compareStream(
    pairs: Iterable<Readonly<TextPair>> | AsyncIterable<Readonly<TextPair>>,
    options: AskOptions = {},
  ): AsyncGenerator<Comparison, void, undefined> {
    checkKinds('compareStream', options, { signal: SIGNAL });
    yield* this.askEach<Comparison>('compare', pairs, options);
  }

  /**
   * Leaves out one word at a time, from either text, and shows how the verdict changes.
   * It takes turns with other work on the thread, and checks the signal in between. Takes
   * texts of at most 1000 words in total; rejects as `compare()` does.
   */
  async wordEffects(
    text: string,
    other: string,
    options: WordEffectsOptions = {},
  ): Promise<WordEffects> {
    const answer = await this.askOne('word-effects', [text, other], options);
    return answer as WordEffects;
  }

  /**
   * Shows which words of the other text each word reads. Rejects with `invalid-argument`
   * if the model reads each text by itself, so their words do not meet, and otherwise
   * as `compare()` does.
   */
  async alignment(text: string, other: string, options: AskOptions = {}): Promise<Alignment> {
    checkKinds('alignment', options, { signal: SIGNAL });
    const answer = await this.askOne('alignment', [text, other], options);
    return answer as Alignment;
  }

  /**
   * Breaks down each extra number of a word exactly, into a part for every word that it is
   * compared with. Rejects with `invalid-argument` if the model has no such numbers,
   * `text-too-long` beyond 500 words in total, and otherwise as `compare()` does.
   */
  async features(text: string, other: string, options: AskOptions = {}): Promise<Features> {
    checkKinds('features', options, { signal: SIGNAL });
    const answer = await this.askOne('features', [text, other], options);
    return answer as Features;
  }

  /** @internal */
  protected override textsOf(pair: unknown, where: string): readonly string[] {
    if (typeof pair !== 'object' || pair === null || Array.isArray(pair)) {
      const message = `${where}Expected a "text" and an "other" to compare, found ${typeName(pair)}.`;
      throw new WhylightError('invalid-argument', message);
    }
    const { text, other } = pair as TextPair;
    return [text, other].flatMap((each) => super.textsOf(each, where));
  }
}

interface PairsAbout {
  labels?: string[];
  grades?: number[];
}

export async function openPairs(
  source: ModelSource,
  options: LoadPairsOptions,
  platform: Platform,
): Promise<Pairs> {
  checkKinds('loadPairs', options, MODEL_KINDS);
  const wasm = { 'whylight-pairs.wasm': options.wasm };
  return new Pairs(await open(PAIRS, source, { ...options, wasm }, platform));
}
