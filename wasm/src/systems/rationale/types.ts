// The types that callers of a rationale model see: options of a load, and explanations.
import type { AskOptions, LoadModelOptions, Span, WasmSource } from '../../runtime/types.js';
import type { Model } from './model.js';

/** A word of the text, and what it counts towards. */
export interface TokenEvidence extends Span {
  /** How likely the word is to belong to each aspect's rationale, 0..1. */
  probability: Record<string, number>;
  /** Whether the word was selected for each aspect's rationale. */
  selected: Record<string, boolean>;
}

/** The likelier class, where a rating is the probability of one of two classes. */
export interface RatedClass {
  /** One of the aspect's two `labels`. */
  name: string;
  /** Its probability, 0.5 to 1. */
  probability: number;
}

/** A prediction with its reasons. Every record but `classes` has one entry per aspect. */
export interface Explanation {
  /** The string explained, as given. */
  text: string;
  /**
   * Whether the text's language and subject are those of the model; if not, nothing is rated. If
   * the model has no domain score, true unless it knows none of the words.
   */
  inDomain: boolean;
  /** The probability that they are, 0 to 1; null if the model has no domain score. */
  domain: number | null;
  /** The share of the text's words that the model knows, 0 to 1; 0 without words. */
  known: number;
  /**
   * The predicted ratings, 0 (worst) to 1 (best); null where the text does not speak of the aspect.
   * `ratings[aspect] ?? priors[aspect]` is the encoder's rating in any case.
   */
  ratings: Record<string, number | null>;
  /** Whether the text speaks of the aspect: if so, it has a rating and words for it. */
  mentioned: Record<string, boolean>;
  /**
   * How far off each rating may be: a standard deviation. Null without a rating, or if the model is
   * not calibrated.
   */
  spreads: Record<string, number | null>;
  /**
   * The model's ratings when it reads no words, near the mean of its training data. The same for
   * every text.
   */
  priors: Record<string, number>;
  /**
   * For each aspect with `labels`, the likelier one; null without a rating. Other aspects have no
   * entry.
   */
  classes: Record<string, RatedClass | null | undefined>;
  /** The words of the text, in order. */
  tokens: TokenEvidence[];
  /** The pieces of the text that each rating rests on, in order. */
  rationales: Record<string, Span[]>;
}

/** A part of the package that is fetched when it is first needed. */
export type LoadedPart = 'why';

export interface LoadOptions extends LoadModelOptions {
  /**
   * Where the WebAssembly module comes from, if it is not next to this package's code: its address,
   * its bytes, or the compiled module. By default, the fastest of this package's builds that runs
   * in the engine.
   */
  wasm?: WasmSource | undefined;
  /**
   * The same for the module behind `ngrams()`, `curve()`, `gates()`, `faithfulness()` and
   * `match()`. It is not fetched until the first call to one of them.
   */
  reasonsWasm?: WasmSource | undefined;
  /**
   * What to fetch with the model, so that everything works without a network once it is loaded:
   * `'why'` is the module of `reasonsWasm`. Either way, it takes memory only from its first
   * question on.
   */
  preload?: readonly LoadedPart[] | undefined;
  /**
   * Called while most of the model is still on its way, with a model that knows its 3000 commonest
   * words and reads all others as unknown. A text of common words gets the same answer from both.
   * The early model works until the load ends, and is made of the files as they arrive: only
   * complete files are checked against config.json. Called at most once; not if the rest arrives in
   * a moment, and not with several Workers.
   */
  onEarly?: ((early: Model) => void) | undefined;
  /**
   * Whether to use relaxed SIMD where the engine has it: faster, but numbers may differ from those
   * of other engines in the last digits. Has no effect with `wasm`.
   */
  relaxedSimd?: boolean | undefined;
  /**
   * Whether `explain()` computes its large products in integers where the engine has SIMD: faster,
   * but numbers differ by some 1e-4. `whylight eval --integers` of the native program prints how
   * many words are selected differently. Takes precedence over `relaxedSimd`; has no effect with
   * `wasm`.
   */
  integers?: boolean | undefined;
}

/**
 * One of the model's compromises between short rationales and exact ratings, measured on texts that
 * the model did not learn from.
 */
export interface OperatingPoint {
  /** The share of the words in each aspect's rationales, 0..1. */
  readonly rate: number;
  /** The mean squared error of each aspect's ratings. */
  readonly errors: Readonly<Record<string, number>>;
}

/** How words are selected. */
export interface PointOptions {
  /**
   * Which of the model's `points` selects the words, counted from 0; by default, the setting the
   * model was shipped with.
   */
  point?: number | undefined;
}

export interface ExplainManyOptions extends AskOptions, PointOptions {
  /**
   * Called with each explanation and the index of its text, as soon as it is ready. Texts of the
   * same length come together, not in order.
   */
  onExplanation?: ((explanation: Explanation, index: number) => void) | undefined;
}

export interface ExplainOptions extends AskOptions, PointOptions {}
