// What both entries export beside loadClassifier().
export { WhylightError, type ErrorCode } from '../errors.js';
export type { ModelBytes, ModelSource, Progress, Span, WasmModule, WasmSource } from '../types.js';
export type { Classifier } from './classifier.js';
export type {
  Classification,
  ClassifiedNgram,
  ClassifiedWord,
  ClassifierLabel,
  ClassifyOptions,
  LoadClassifierOptions,
} from './types.js';
