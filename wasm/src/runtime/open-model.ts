// The way of a model's files into an instance of a module.
import type { FileBytes } from './head-start.js';
import { stopped, unwrap, type Failure } from './wasm-module.js';

/** The exports of the bindings of every module of models. */
export interface ModelModule extends Record<File, () => Uint8Array> {
  /** Makes room for files of these sizes. Views of it die when the memory grows. */
  reserve(config: number, tensors: number, vocabulary: number): void;
  /** Makes a model of the files, and says of it what callers want to know. */
  load(): object | Failure;
}

type File = 'config' | 'tensors' | 'vocabulary';

/** An instance that holds a model, and what it says of the model. */
export interface Opened {
  module: ModelModule;
  about: object;
}

/** Makes a model of `files` in an instance that has none. */
export function openModel(module: ModelModule, files: FileBytes): Opened {
  const { config, tensors, vocabulary } = files;
  attempt(
    () => module.reserve(config.length, tensors.length, vocabulary.length),
    'a model of this size',
  );
  module.config().set(config);
  module.tensors().set(tensors);
  module.vocabulary().set(vocabulary);
  return { module, about: unwrap(attempt(() => module.load(), 'reading the model')) };
}

/** The result of `task` on the module, or the error of a module that stopped on `what`. */
function attempt<Value>(task: () => Value, what: string): Value {
  try {
    return task();
  } catch (cause) {
    throw stopped(cause, what);
  }
}
