// The exports of the bindings of rationale models, beside those of all modules.
import type { ModelModule } from '../../runtime/open-model.js';
import type { Failure } from '../../runtime/wasm-module.js';

/** An explanation as the bindings hand it over: flat arrays, aspects in order. */
export interface RawExplanation extends Record<string, ArrayBufferView> {
  /** The probability that the text is of the model's domain, or NaN; 1 if it is, else 0; and the share of words known. */
  domain: Float32Array;
  /** NaN where there is none, as in `spreads`. */
  ratings: Float32Array;
  spreads: Float32Array;
  /** [start, end, ...], one pair per token. */
  spans: Uint32Array;
  /** One row of aspects per token, as in `selected`. */
  probability: Float32Array;
  selected: Uint8Array;
  /** [start, end, ...], the rationales of the first aspect first. */
  rationaleSpans: Uint32Array;
  /** How many rationale spans each aspect has. */
  rationaleCounts: Uint32Array;
}

/** Their description of a model. */
export interface AboutRationaleModel {
  aspects: string[];
  /** Those of each aspect, two or none. */
  labels: string[][];
  /** The model's ratings when it reads no words. */
  priors: Float32Array;
  /** [rate, error of the first aspect, ..., rate, ...]. */
  points: Float64Array;
}

/** The module that explains. A `point` below 0 means none. */
export interface CoreModule extends ModelModule {
  explain(utf8: Uint8Array, point: number): RawExplanation | Failure;
  explainMany(utf8s: Uint8Array[], point: number): { explanations: RawExplanation[] } | Failure;
  /** Which kernel does not work in this engine, if any. */
  selfTest(): string;
}
