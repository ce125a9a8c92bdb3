// Exported by both entries beside load().
export { WhylightError, type CoreErrorCode, type ErrorCode } from '../../runtime/errors.js';
export type { Model } from './model.js';
export type {
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
  ExplainManyOptions,
  ExplainOptions,
  LoadedPart,
  LoadOptions,
  OperatingPoint,
  PointOptions,
  RatedClass,
  TokenEvidence,
} from './types.js';
export type {
  AskOptions,
  LoadModelOptions,
  ModelBytes,
  ModelSource,
  Progress,
  Question,
  QuestionOption,
  Span,
  WasmModule,
  WasmSource,
  WorkerLike,
} from '../../runtime/types.js';
