/** A piece of the caller's string: `text.slice(start, end)`. */
export interface Span {
  /** Where it starts, in UTF-16 code units. */
  start: number;
  /** Where it ends, in UTF-16 code units; the unit at `end` is not part of it. */
  end: number;
}

/** A word of the text and what it counts for. */
export interface TokenEvidence extends Span {
  /** How likely the word belongs to each aspect's rationale, 0..1. */
  probability: Record<string, number>;
  /** Whether the word was kept for each aspect's rationale. */
  selected: Record<string, boolean>;
}

/** A prediction with its reasons. Every record has one entry an aspect. */
export interface Explanation {
  /** The string that was explained, as it was given. */
  text: string;
  /** The predicted ratings, 0 (worst) to 1 (best). */
  ratings: Record<string, number>;
  /** The words of the text, in order. */
  tokens: TokenEvidence[];
  /** The pieces of the text each rating rests on, in order. */
  rationales: Record<string, Span[]>;
}

/** How far a load has come. */
export interface Progress {
  /**
   * `download` and `verify` count the model's bytes; `compile`, which makes the
   * WebAssembly module and the model ready, counts from 0 to 1.
   */
  phase: 'download' | 'verify' | 'compile';
  /** What is done. Never falls within a phase, and ends at `total`. */
  loaded: number;
  total: number;
}

/** The three files of a model folder, as bytes. */
export interface ModelBytes {
  /** config.json */
  config: Uint8Array | ArrayBuffer;
  /** model.safetensors */
  tensors: Uint8Array | ArrayBuffer;
  /** vocab.txt */
  vocabulary: Uint8Array | ArrayBuffer;
}

/**
 * Where a model comes from: the address of its folder, or its bytes. Bytes are
 * kept, not copied: leave them as they are until the model is disposed of.
 */
export type ModelSource = string | URL | ModelBytes;

/** `WebAssembly.Module`, where the consumer's `lib` declares it. */
export type WasmModule = typeof globalThis extends {
  WebAssembly: { Module: { prototype: infer Module } };
}
  ? Module
  : object;

/** A WebAssembly module's address, its bytes, or the module, compiled. */
export type WasmSource = URL | string | ArrayBuffer | Uint8Array | WasmModule;

/** What this package uses of a `Worker`. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  addEventListener(type: string, listener: (event: Event) => void): void;
}

export interface LoadOptions {
  /** Stops the load, which then rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /** Called as the load moves on. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * Where the WebAssembly module comes from, when it is not beside this
   * package's code: its address, its bytes, or the compiled module. By default
   * that is the fastest of this package's builds that runs in the engine.
   */
  wasm?: WasmSource | undefined;
  /**
   * The same of the module that says why. It is fetched by the first call of
   * `ngrams()`, `curve()`, `gates()`, `faithfulness()` or `match()`, not before.
   */
  reasonsWasm?: WasmSource | undefined;
  /**
   * Whether to use relaxed SIMD where the engine has it: faster, and numbers may
   * differ from other engines in the last digits. Has no effect beside `wasm`.
   */
  relaxedSimd?: boolean | undefined;
  /**
   * Whether `explain()` computes its large products in integers where the engine
   * has SIMD: faster, and numbers differ by some 1e-4. How many words are selected
   * otherwise is in the model's card. Goes before `relaxedSimd`; has no effect
   * beside `wasm`.
   */
  integers?: boolean | undefined;
  /**
   * How many bytes of memory the model may take, 2 MiB to 512 MiB (default). What
   * needs more is refused with `out-of-memory`.
   */
  maxMemory?: number | undefined;
  /**
   * A module Worker running `whylight/worker`. The model then lives there, and
   * explaining does not block the page. One worker may hold several models.
   */
  worker?: WorkerLike | undefined;
  /** Used in place of the global `fetch`. Not available with `worker`. */
  fetch?: typeof fetch | undefined;
}

/**
 * One of the model's choices between short rationales and exact ratings. What it
 * came to was measured on texts that the model did not learn from.
 */
export interface OperatingPoint {
  /** Which share of the words each aspect's rationales have, 0..1. */
  readonly rate: number;
  /** The mean squared error of each aspect's ratings. */
  readonly errors: Readonly<Record<string, number>>;
}

export interface PointOptions {
  /**
   * Which of the model's `points` chooses the words, counted from 0; by default
   * they are chosen as the model is shipped.
   */
  point?: number | undefined;
}

export interface ExplainManyOptions extends PointOptions {
  /** Gives the call up, which then rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
  /**
   * Called with each explanation as soon as it is there, and with the index of its
   * text. Texts of the same length come together, not in order.
   */
  onExplanation?: ((explanation: Explanation, index: number) => void) | undefined;
}

export interface ExplainOptions extends PointOptions {
  /** Gives the call up, which then rejects with the signal's `reason`. */
  signal?: AbortSignal | undefined;
}
