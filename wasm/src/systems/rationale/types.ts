// The types that callers of a rationale model see: options of a load, and explanations.
import type { AskOptions, LoadModelOptions, Span, WasmSource } from '../../runtime/types.js';
import type { Model } from './model.js';

/** A word of the text and what it counts for. */
export interface TokenEvidence extends Span {
  /** How likely the word belongs to each aspect's rationale, 0..1. */
  probability: Record<string, number>;
  /** Whether the word was kept for each aspect's rationale. */
  selected: Record<string, boolean>;
}

/** What a rating says where it is the probability of one of two classes. */
export interface RatedClass {
  /** One of the aspect's two `labels`. */
  name: string;
  /** How probable it is, 0.5 to 1. */
  probability: number;
}

/** A prediction with its reasons. Every record but `classes` has one entry per aspect. */
export interface Explanation {
  /** The string that was explained, as it was given. */
  text: string;
  /**
   * Whether language and subject are those of the model; if not, nothing is rated.
   * True of a model that has no score for it, unless it knows no word of the text.
   */
  inDomain: boolean;
  /** The probability that they are, 0 to 1; null if the model has no score for it. */
  domain: number | null;
  /** The share of the text's words that the model knows, 0 to 1; 0 without words. */
  known: number;
  /**
   * The predicted ratings, 0 (worst) to 1 (best); null where the text does not
   * speak of the aspect. `ratings[aspect] ?? priors[aspect]` is what the encoder
   * says in any case.
   */
  ratings: Record<string, number | null>;
  /** Whether the text speaks of the aspect: if so, it has a rating and words for it. */
  mentioned: Record<string, boolean>;
  /** How far each rating may be off: a standard deviation. Null without a rating, or if the model is not calibrated. */
  spreads: Record<string, number | null>;
  /** What the model rates where it reads no words, near the mean of its training. The same for every text. */
  priors: Record<string, number>;
  /** Of each aspect that has `labels` the likelier one; null without a rating. */
  classes: Record<string, RatedClass | null>;
  /** The words of the text, in order. */
  tokens: TokenEvidence[];
  /** The pieces of the text each rating rests on, in order. */
  rationales: Record<string, Span[]>;
}

/** A part of the package that is fetched when it is first needed. */
export type LoadedPart = 'why';

export interface LoadOptions extends LoadModelOptions {
  /**
   * Where the WebAssembly module comes from, when it is not beside this
   * package's code: its address, its bytes, or the compiled module. By default
   * that is the fastest of this package's builds that runs in the engine.
   */
  wasm?: WasmSource | undefined;
  /**
   * The same of the module that says why. It is fetched by the first call of
   * `ngrams()`, `curve()`, `gates()`, `faithfulness()` or `match()`, not before.
   */
  reasonsWasm?: WasmSource | undefined;
  /**
   * What to fetch with the model, so that all works without a network once it is
   * loaded: `'why'` is the module that says why. Its memory is taken by the first
   * such question in any case.
   */
  preload?: readonly LoadedPart[] | undefined;
  /**
   * Called while most of the model is still on its way, with a model that knows its 3000
   * commonest words and reads others as words that it does not know. A text of common words
   * has the same answer from both. It works until the load ends, and is of this model as it
   * arrives: only the whole is checked against config.json. Called once at most; not if the
   * rest is there in a moment, and not with several Workers.
   */
  onEarly?: ((early: Model) => void) | undefined;
  /**
   * Whether to use relaxed SIMD where the engine has it: faster, and numbers may
   * differ from other engines in the last digits. Has no effect beside `wasm`.
   */
  relaxedSimd?: boolean | undefined;
  /**
   * Whether `explain()` computes its large products in integers where the engine
   * has SIMD: faster, and numbers differ by some 1e-4. How many words are selected
   * otherwise is in the model's card. Goes before `relaxedSimd`; has no effect
   * beside `wasm`.
   */
  integers?: boolean | undefined;
}

/**
 * One of the model's choices between short rationales and exact ratings. What it
 * came to was measured on texts that the model did not learn from.
 */
export interface OperatingPoint {
  /** Which share of the words each aspect's rationales have, 0..1. */
  readonly rate: number;
  /** The mean squared error of each aspect's ratings. */
  readonly errors: Readonly<Record<string, number>>;
}

/** Which words count. */
export interface PointOptions {
  /**
   * Which of the model's `points` chooses the words, counted from 0; by default
   * they are chosen as the model is shipped.
   */
  point?: number | undefined;
}

export interface ExplainManyOptions extends AskOptions, PointOptions {
  /**
   * Called with each explanation as soon as it is there, and with the index of its
   * text. Texts of the same length come together, not in order.
   */
  onExplanation?: ((explanation: Explanation, index: number) => void) | undefined;
}

export interface ExplainOptions extends AskOptions, PointOptions {}
