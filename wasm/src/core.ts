// The WebAssembly module of models, and what its instances answer.
import { WhylightError } from './errors.js';
import { instantiate, unwrap, type Failure, type WasmFile } from './wasm-module.js';
import createCore from './whylight-core.mjs';

export const CORE: WasmFile = {
  name: 'whylight-core.wasm',
  url: () => new URL('./whylight-core.wasm', import.meta.url),
};

/** An explanation as the bindings hand it over: flat arrays, aspects in order. */
export interface RawExplanation {
  ratings: Float32Array;
  /** [start, end, ...], one pair a token. */
  spans: Uint32Array;
  /** One row of aspects a token, as is `selected`. */
  probability: Float32Array;
  selected: Uint8Array;
  /** [start, end, ...], the rationales of the first aspect first. */
  rationaleSpans: Uint32Array;
  /** How many rationale spans each aspect has. */
  rationaleCounts: Uint32Array;
}

/** A question that a model answers in JSON. */
export interface ExplanationRequest {
  method: 'ngrams' | 'curve' | 'gates' | 'faithfulness' | 'match';
  text: string;
  /** The second text of `match`; empty otherwise. */
  other: string;
  /** A JSON object. */
  options: string;
}

/** A model inside an instance. */
export interface CoreModel {
  aspects(): string[];
  explain(utf8: Uint8Array): RawExplanation | Failure;
  explainAs(
    method: string,
    utf8: Uint8Array,
    other: Uint8Array,
    options: string,
  ): { json: string } | Failure;
}

/** What the bindings export. */
export interface CoreModule {
  RationaleModel: {
    load(
      config: Uint8Array,
      tensors: Uint8Array,
      vocabulary: Uint8Array,
    ): { model: CoreModel } | Failure;
  };
}

/** The files of a model, in memory. */
export interface ModelFiles {
  config: Uint8Array;
  tensors: Uint8Array;
  vocabulary: Uint8Array;
}

/**
 * Opens a model in an instance of its own, so that a model whose module stops
 * takes no other with it, and that letting go of the model frees its memory.
 */
export async function openModel(module: WebAssembly.Module, files: ModelFiles): Promise<CoreModel> {
  const core = await instantiate(createCore, module);
  let loaded;
  try {
    loaded = core.RationaleModel.load(files.config, files.tensors, files.vocabulary);
  } catch (cause) {
    throw new WhylightError(
      'wasm-failed',
      'The WebAssembly module stopped while it read the model; there may be too little memory.',
      { cause },
    );
  }
  return unwrap(loaded).model;
}
