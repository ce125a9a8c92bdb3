// Exported by both entries beside loadClassifier().
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
export type { Classifier } from './classifier.js';
export type {
  Classification,
  ClassifiedNgram,
  ClassifiedWord,
  ClassifierLabel,
  ClassifyManyOptions,
  ClassifyOptions,
  LoadClassifierOptions,
} from './types.js';
