// Exported by both entries beside loadReader().
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
export type { Reader } from './reader.js';
export type {
  AnswerManyOptions,
  AnswerOptions,
  AnswerPlace,
  LoadReaderOptions,
  QuestionEffects,
  QuestionWord,
  ReadingWord,
  TextAnswer,
  TextQuestion,
} from './types.js';
