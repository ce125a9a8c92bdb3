// What both entries export beside loadClassifier().
export { WhylightError, type ErrorCode } from '../../runtime/errors.js';
export type {
  ModelBytes,
  ModelSource,
  Progress,
  Span,
  WasmModule,
  WasmSource,
} from '../../runtime/types.js';
export type { Classifier } from './classifier.js';
export type {
  Classification,
  ClassifiedNgram,
  ClassifiedWord,
  ClassifierLabel,
  ClassifyOptions,
  LoadClassifierOptions,
} from './types.js';
