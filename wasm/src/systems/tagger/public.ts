// Exported by both entries beside loadTagger().
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
export type { Tagger } from './tagger.js';
export type {
  LoadTaggerOptions,
  TaggedSpan,
  TaggedText,
  TaggedWord,
  TagManyOptions,
  TagOptions,
} from './types.js';
