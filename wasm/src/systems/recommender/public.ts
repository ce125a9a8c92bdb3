// Exported by both entries beside loadRecommender().
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
export type { Recommender } from './recommender.js';
export type { ReviewCollection } from './review-collection.js';
export type {
  GivenReview,
  KeepOptions,
  LoadRecommenderOptions,
  PointedReview,
  RateOptions,
  RecommendFromOptions,
  RecommendOptions,
  Recommendation,
  Recommendations,
  ReviewPointer,
  ReviewWord,
} from './types.js';
