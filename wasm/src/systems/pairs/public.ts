// Exported by both entries beside loadPairs().
export { WhylightError, type CoreErrorCode, type ErrorCode } from '../../runtime/errors.js';
export type {
  AnyWorker,
  AskOptions,
  LoadModelOptions,
  ModelBytes,
  ModelSource,
  Progress,
  Question,
  QuestionOption,
  RequestOptions,
  Span,
  ThreadLike,
  WasmModule,
  WasmSource,
  WorkerLike,
} from '../../runtime/types.js';
export type { Pairs } from './pairs.js';
export type {
  AlignedWord,
  Alignment,
  CompareManyOptions,
  Comparison,
  FeaturedWord,
  Features,
  LoadPairsOptions,
  TextPair,
  WordEffect,
  WordEffects,
  WordEffectsOptions,
  WordFeature,
} from './types.js';
