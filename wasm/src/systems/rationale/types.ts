// The types that callers of a rationale model see: options of a load, and explanations.
import type { AskOptions, LoadModelOptions, Span, WasmSource } from '../../runtime/types.js';

/** A word of the text and what it counts for. */
export interface TokenEvidence extends Span {
  /** How likely the word belongs to each aspect's rationale, 0..1. */
  probability: Record<string, number>;
  /** Whether the word was kept for each aspect's rationale. */
  selected: Record<string, boolean>;
}

/** A prediction with its reasons. Every record has one entry per aspect. */
export interface Explanation {
  /** The string that was explained, as it was given. */
  text: string;
  /** The predicted ratings, 0 (worst) to 1 (best). */
  ratings: Record<string, number>;
  /** The words of the text, in order. */
  tokens: TokenEvidence[];
  /** The pieces of the text each rating rests on, in order. */
  rationales: Record<string, Span[]>;
}

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
