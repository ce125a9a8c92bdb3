// What both entries export beside load().
export { WhylightError, type ErrorCode } from './errors.js';
export type { Model } from './model.js';
export type {
  AskOptions,
  CurveOptions,
  FaithfulnessBin,
  FaithfulnessOptions,
  GateOpening,
  GateOptions,
  LocalRating,
  MatchOptions,
  NgramContribution,
  NgramMatch,
  NgramOptions,
  RatingCurve,
  RatingFaithfulness,
  RatingGates,
  RatingNgrams,
  RatingOptions,
  TextMatches,
  WordContribution,
  WordDifference,
  WordGates,
  WordsRead,
} from './reasons.js';
export type {
  Explanation,
  ExplainOptions,
  LoadOptions,
  ModelBytes,
  ModelSource,
  Progress,
  Span,
  TokenEvidence,
  WasmModule,
  WasmSource,
  WorkerLike,
} from './types.js';
